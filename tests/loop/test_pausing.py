"""Quota, login and budget stop a run so that nothing is lost and nothing is paid for twice."""

import re
from collections import Counter
from collections.abc import Callable, Generator

import pytest

from pipeline.events import Event, RunPaused
from pipeline.loop.services import Services
from pipeline.loop.task import RunOutcome, run_task
from pipeline.model_events import ModelAnswered
from pipeline.models.budget import Budget
from pipeline.models.cost import cost_table
from pipeline.models.port import ChatRequest, PausedError
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import load_events
from pipeline.settings import RunSettings
from tests.loop.chatting import ScriptedChat, model_services
from tests.loop.conftest import manifest
from tests.loop.memories import ListMemory
from tests.loop.scripted import TASK, ScriptedRenderer, program

SETTINGS = RunSettings(memory_mode="rw", parallel_scenes=3)
SCENES = {
    name: [program("latex", name), program("u=60", name), program("u=95", name)]
    for name in ("A", "B", "C")
}
CALLS = 1 + 3 * (3 + 1 + 2) + 3 * 3
"""The storyboard; per scene three programs, a hint and two reviews; a rationale, two lessons."""


def finish(folder: RunFolder, work: Services) -> tuple[RunOutcome, list[Event]]:
    """Drive a run to its end."""
    events: list[Event] = []
    running: Generator[Event, None, RunOutcome] = run_task(TASK, folder, manifest(SETTINGS), work)
    while True:
        try:
            events.append(next(running))
        except StopIteration as done:
            return done.value, events


def quota_at(agent: str, scene: str = "") -> Callable[[ChatRequest, int], None]:
    """A fault: from the first such call on, the account is empty."""
    empty = False

    def fault(request: ChatRequest, number: int) -> None:
        nonlocal empty
        empty = empty or (request.agent == agent and request.prompt.startswith(scene))
        if empty:
            raise PausedError("The account's quota is used up.", "Add credit.", kind="quota")

    return fault


@pytest.mark.parametrize(
    ("agent", "scene"),
    [
        ("Storyboarder", ""),
        ("Coder", "B"),
        ("TextReviewer", "C"),
        ("VisualReviewer", "B"),
        ("VisualReviser", "A"),
        ("RationaleWriter", ""),
        ("LessonDistiller", ""),
    ],
)
def test_an_empty_account_pauses_the_run_and_a_resumed_one_pays_for_nothing_twice(
    folder: RunFolder, agent: str, scene: str
) -> None:
    memory, poor, rich = ListMemory(), ScriptedChat(quota_at(agent, scene)), ScriptedChat()
    with pytest.raises(PausedError, match="quota is used up"):
        finish(folder, model_services(folder, SCENES, poor, memory))
    last = load_events(folder.file(EVENTS))[-1]
    assert isinstance(last, RunPaused)
    assert last.remedy == "Add credit."
    assert memory.written == []
    assert not folder.file("consolidation.json").exists()

    outcome, _ = finish(folder, model_services(folder, SCENES, rich, memory))
    assert [trace.delivered for trace in outcome.scenes] == [2, 2, 2]
    assert len(memory.written) == 9
    paid = Counter((r.agent, r.prompt) for r in poor.answered + rich.answered)
    assert set(paid.values()) == {1}
    assert sum(paid.values()) == CALLS


def test_the_candidate_under_way_gets_no_score_when_the_review_cannot_be_paid(
    folder: RunFolder,
) -> None:
    chat = ScriptedChat(quota_at("VisualReviewer"))
    with pytest.raises(PausedError):
        finish(folder, model_services(folder, SCENES, chat, ListMemory()))
    assert not list(folder.root.glob("scenes/*/*/review.json"))
    assert not list(folder.root.glob("scenes/*/scene.json"))


def test_scenes_beside_the_paused_one_end_what_they_have_begun_and_ask_nothing_more(
    folder: RunFolder,
) -> None:
    renderer = ScriptedRenderer()
    chat = ScriptedChat(quota_at("Coder", "A"))
    settings = SETTINGS.model_copy(update={"parallel_scenes": 1})
    work = model_services(folder, SCENES, chat, ListMemory(), renderer=renderer)
    with pytest.raises(PausedError):
        list(run_task(TASK, folder, manifest(settings), work))
    assert [request.agent for request in chat.asked] == ["Storyboarder", "Coder"]
    assert renderer.calls == []


def test_the_cost_table_adds_up_to_what_the_model_counted(folder: RunFolder) -> None:
    chat = ScriptedChat()
    finish(folder, model_services(folder, SCENES, chat, ListMemory()))
    table = cost_table(load_events(folder.file(EVENTS)))
    assert table.total.calls == len(chat.asked) == CALLS
    assert table.total.input == sum(used.input for used in chat.used)
    assert table.total.output == sum(used.output for used in chat.used)
    assert table.total.estimated == 0
    for rows in (table.by_agent.values(), table.by_step):
        assert sum(row.calls for row in rows) == table.total.calls
        assert sum(row.tokens for row in rows) == table.total.tokens
        assert sum(row.money or 0 for row in rows) == pytest.approx(table.total.money)
    reviews = [row for row in table.by_step if row.agent == "VisualReviewer"]
    assert [(row.scene_id, row.t) for row in reviews] == [
        (scene, t) for scene in ("s1", "s2", "s3") for t in (1, 2)
    ]


def test_a_paused_and_resumed_run_counts_all_its_calls(folder: RunFolder) -> None:
    poor, rich = ScriptedChat(quota_at("VisualReviser", "B")), ScriptedChat()
    with pytest.raises(PausedError):
        finish(folder, model_services(folder, SCENES, poor, ListMemory()))
    finish(folder, model_services(folder, SCENES, rich, ListMemory()))
    table = cost_table(load_events(folder.file(EVENTS)))
    assert table.total.calls - table.total.failed == CALLS
    assert table.total.failed == len(poor.asked) - len(poor.answered)
    assert table.total.input == sum(used.input for used in poor.used + rich.used)


@pytest.mark.parametrize("limit", [1, 2_000, 4_000, 6_000])
def test_a_budget_of_tokens_is_never_passed_and_a_larger_one_goes_on(
    folder: RunFolder, limit: int
) -> None:
    chat, memory = ScriptedChat(), ListMemory()
    with pytest.raises(PausedError, match="would be passed") as paused:
        finish(folder, model_services(folder, SCENES, chat, memory, Budget(tokens=limit)))
    assert "--budget-tokens" in paused.value.remedy
    assert sum(used.input + used.output for used in chat.used) <= limit
    assert memory.written == []
    finish(folder, model_services(folder, SCENES, chat, memory, Budget(tokens=10**6)))
    assert len(chat.asked) == CALLS


def test_a_budget_of_money_is_never_passed(folder: RunFolder) -> None:
    chat = ScriptedChat()
    with pytest.raises(PausedError, match=r"budget of 0\.01 would be passed"):
        finish(folder, model_services(folder, SCENES, chat, ListMemory(), Budget(money=0.01)))
    table = cost_table(load_events(folder.file(EVENTS)))
    assert table.total.money is not None
    assert 0 < table.total.money <= 0.01


def test_the_log_of_calls_holds_no_word_of_what_was_asked_or_answered(folder: RunFolder) -> None:
    chat = ScriptedChat()
    finish(folder, model_services(folder, SCENES, chat, ListMemory()))
    calls = [e for e in load_events(folder.file(EVENTS)) if e.kind.startswith("model_")]
    assert len(calls) == 2 * CALLS
    for call in calls:
        line = call.model_dump_json()
        assert "pendulum" not in line
        assert "outcome: " not in line
        assert "well" not in line


def test_estimated_tokens_are_marked(folder: RunFolder) -> None:
    chat = ScriptedChat(estimated=True)
    finish(folder, model_services(folder, SCENES, chat, ListMemory()))
    assert cost_table(load_events(folder.file(EVENTS))).total.estimated == CALLS


def test_two_runs_with_the_same_replies_differ_in_times_alone(folder: RunFolder) -> None:
    other = RunFolder(folder.root.with_name("r2"))
    other.root.mkdir()
    traces = []
    for each in (folder, other):
        outcome, _ = finish(each, model_services(each, SCENES, ScriptedChat(), ListMemory()))
        log = sorted(
            event.model_dump_json(exclude={"at", "seconds", "run"})
            for event in load_events(each.file(EVENTS))
        )
        untimed = re.sub(
            r'"timings":\{[^}]*\}', "", outcome.model_dump_json(exclude={"run", "seconds"})
        )
        traces.append((untimed, log))
    assert traces[0] == traces[1]


def test_a_call_that_a_kill_cut_off_counts_by_estimate(folder: RunFolder) -> None:
    chat = ScriptedChat()
    finish(folder, model_services(folder, SCENES, chat, ListMemory()))
    log = folder.file(EVENTS)
    events = load_events(log)
    answers = [n for n, event in enumerate(events) if isinstance(event, ModelAnswered)]
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[: answers[0]]))
    for kept in folder.root.rglob("replies/*/*.json"):
        kept.unlink()
    for outcome in ("storyboard.json", "outcome.json", "consolidation.json"):
        folder.file(outcome).unlink()
    finish(folder, model_services(folder, SCENES, chat, ListMemory()))
    answered = [e for e in load_events(log) if isinstance(e, ModelAnswered)]
    assert answered[0].outcome == "lost"
    assert answered[0].estimated
    assert answered[0].input > 0
