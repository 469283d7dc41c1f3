"""A person's program as a new iteration of a finished run."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.editing.broken_off import unfinished
from app.editing.choice import delivered, human_iterations, whole_trace
from app.editing.choosing import choose
from app.editing.human import render_by_hand, take_up
from app.errors import StudioError
from app.library import Library
from app.paths import DataPaths
from app.run_state import locked_root
from app.runs import load_outcome
from pipeline.events import CandidateWritten, Event, IterationStopped
from pipeline.loop.services import Services
from pipeline.loop.task import RunOutcome
from pipeline.loop.transitions import transitions
from pipeline.models.port import PausedError
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import load_events
from pipeline.schema.iteration import Iteration
from tests.editing.made import make_run
from tests.loop.scripted import ScriptedCast, ScriptedRenderer, program, services

Made = tuple[RunFolder, RunOutcome]


@pytest.fixture
def hands() -> Services:
    """Services as the run had them, with no program left to hand out."""
    return services(ScriptedCast({"Swing": []}), ScriptedRenderer(still=True))


@pytest.fixture
def render(paths: DataPaths, made: Made, hands: Services) -> Callable[..., Iteration]:
    """Render a program in place of iteration 2 of scene s1."""

    def by_hand(text: str, base: int = 2, scene: str = "s1", **more: object) -> Iteration:
        given = {"services": hands} | more
        return render_by_hand(paths, made[0], scene, base, text, hands.cancel, **given)  # type: ignore[arg-type]

    return by_hand


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def hashes(folder: Path) -> dict[str, str]:
    found = [p for p in folder.rglob("*") if p.is_file() and p.name != ".lock"]
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in found}


def test_an_edited_program_becomes_the_next_iteration_with_the_events_of_the_loop(
    made: Made, render: Callable[..., Iteration]
) -> None:
    folder, _ = made
    seen: list[Event] = []
    iteration = render(program("u=97"), sink=seen.append)
    assert (iteration.candidate.t, iteration.candidate.loop, iteration.u) == (3, "human", 97)
    assert kinds(seen) == [
        "candidate_written",
        "checked",
        "render_started",
        "rendered",
        "inspected",
        "reviewed",
    ]
    first = seen[0]
    assert isinstance(first, CandidateWritten)
    assert (first.loop, first.base, first.trigger) == (
        "human",
        2,
        "Edited by hand, from version 2.",
    )
    assert list(load_events(folder.file(EVENTS)))[-6:] == seen
    place = folder.iteration("s1", 3)
    assert {"scene.py", "render.mp4", "render.json", "review.json"} <= {
        p.name for p in place.iterdir()
    }


def test_it_stands_beside_the_run_and_changes_nothing_of_it(
    made: Made, render: Callable[..., Iteration], paths: DataPaths
) -> None:
    folder, outcome = made
    before = hashes(folder.root)
    render(program("u=99"))
    after = hashes(folder.root)
    changed = {name for name in before if before[name] != after.get(name)}
    assert changed == {"events.jsonl"}
    assert all(name.startswith("scenes/s1/i03/") for name in after.keys() - before.keys())
    assert delivered(folder, outcome.scenes[0]) == 2
    assert load_outcome(folder) == outcome
    shown = Library(paths).entry(folder.run_id)
    assert (shown.score, shown.human, shown.chosen) == (90, 1, False)


def test_it_is_never_consolidated_by_itself(made: Made, render: Callable[..., Iteration]) -> None:
    folder, outcome = made
    render(program("u=99"), base=1)
    whole = whole_trace(folder, outcome.scenes[0])
    assert [i.candidate.loop for i in whole.iterations] == ["text", "text", "visual", "human"]
    assert transitions(whole, 5) == transitions(outcome.scenes[0], 5)
    assert whole.best == outcome.scenes[0].best


def test_a_person_may_choose_it_to_be_shown(
    made: Made, render: Callable[..., Iteration], paths: DataPaths
) -> None:
    folder, outcome = made
    render(program("u=99"))
    chosen = choose(folder, "s1", 3)
    assert chosen.video is not None
    assert chosen.video.name == "animation-s1v3-s2v0.mp4"
    assert delivered(folder, outcome.scenes[0]) == 3
    assert Library(paths).entry(folder.run_id).score == (99 + 92) / 2


def test_edits_of_edits_are_numbered_on_and_say_what_they_were_made_from(
    render: Callable[..., Iteration], made: Made
) -> None:
    render(program("u=80"))
    second = render(program("u=81"), base=3, note="larger title")
    assert (second.candidate.t, second.candidate.base) == (4, 3)
    assert second.candidate.trigger == "larger title"
    assert [i.candidate.t for i in human_iterations(made[0], "s1")] == [3, 4]


@pytest.mark.parametrize(
    ("text", "category"),
    [("class Swing(\n", "static"), (program("latex"), "latex"), ("import os\n", "static")],
)
def test_a_program_that_fails_is_an_iteration_that_says_why(
    made: Made, render: Callable[..., Iteration], text: str, category: str
) -> None:
    iteration = render(text)
    assert (iteration.result.ok, iteration.result.category, iteration.u) == (False, category, None)
    assert iteration.result.message
    with pytest.raises(StudioError, match="did not render"):
        choose(made[0], "s1", 3)


def test_a_review_that_fails_leaves_the_iteration_without_a_score(
    render: Callable[..., Iteration],
) -> None:
    seen: list[Event] = []
    iteration = render(program("unscored"), sink=seen.append)
    assert (iteration.result.ok, iteration.u) == (True, None)
    assert iteration.review_error == "the reply was empty"
    assert kinds(seen)[-1] == "review_failed"


def test_a_cancel_keeps_the_program_and_it_can_be_taken_up_again(
    made: Made, render: Callable[..., Iteration], hands: Services, paths: DataPaths
) -> None:
    folder, _ = made
    renderer = hands.renderer
    assert isinstance(renderer, ScriptedRenderer)
    renderer.before = lambda _: hands.cancel.cancel()
    seen: list[Event] = []
    with pytest.raises(CancelledError):
        render(program("u=97"), sink=seen.append)
    assert kinds(seen)[-2:] == ["render_started", "iteration_stopped"]
    assert unfinished(folder, "s1") == (3,)
    assert "u=97" in (folder.iteration("s1", 3) / "scene.py").read_text()
    with pytest.raises(StudioError, match="no finished iteration 3"):
        choose(folder, "s1", 3)
    again = services(ScriptedCast({"Swing": []}), ScriptedRenderer(still=True))
    done = take_up(paths, folder, "s1", 3, again.cancel, services=again)
    assert (done.u, unfinished(folder, "s1")) == (97, ())
    with pytest.raises(StudioError, match="not waiting"):
        take_up(paths, folder, "s1", 3, again.cancel, services=again)


@pytest.mark.parametrize("step", ["candidate", "check", "render", "findings", "review"])
def test_a_kill_at_any_step_loses_nothing(
    made: Made, render: Callable[..., Iteration], paths: DataPaths, hands: Services, step: str
) -> None:
    folder, _ = made

    class Killed(BaseException):
        pass

    def killing(event: Event) -> None:
        last = {
            "candidate": "candidate_written",
            "check": "checked",
            "render": "rendered",
            "findings": "inspected",
            "review": "reviewed",
        }[step]
        if event.kind == last:
            raise Killed

    with pytest.raises(Killed):
        render(program("u=97"), sink=killing)
    assert unfinished(folder, "s1") == (3,)
    seen: list[Event] = []
    again = services(ScriptedCast({"Swing": []}), ScriptedRenderer(still=True))
    done = take_up(paths, folder, "s1", 3, again.cancel, seen.append, again)
    assert (done.candidate.t, done.u) == (3, 97)
    log = [e.key for e in load_events(folder.file(EVENTS))]
    assert len(log) == len(set(log))
    rendered = 0 if step in ("render", "findings", "review") else 1
    assert isinstance(again.renderer, ScriptedRenderer)
    assert len(again.renderer.calls) == rendered


def test_a_model_that_cannot_be_asked_leaves_a_render_to_be_reviewed_later(
    made: Made, paths: DataPaths, hands: Services
) -> None:
    folder, _ = made
    cast = ScriptedCast({"Swing": []})

    class Exhausted:
        identity = "scripted/1"

        def review(self, request: object) -> None:
            raise PausedError("The quota is used up.", "Buy more, then go on.")

    cast.visual_reviewer = Exhausted()  # type: ignore[assignment]
    broke = replace(hands, cast=cast)
    with pytest.raises(PausedError):
        render_by_hand(paths, folder, "s1", 2, program("u=97"), CancelToken(), services=broke)
    stopped = load_events(folder.file(EVENTS))[-1]
    assert isinstance(stopped, IterationStopped)
    assert (stopped.reason, stopped.remedy) == ("The quota is used up.", "Buy more, then go on.")
    assert take_up(paths, folder, "s1", 3, CancelToken(), services=hands).u == 97


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        (" \n\t", "is empty"),
        ("x = 1\n" * 50_000, "300,000 characters"),
        ("a = 1\nb = '\ud800'\n", "Line 2"),
        (program("u=88 verdict=pass"), "same as in iteration 2"),
        (program("u=88 verdict=pass").replace("\n", "\r\n") + "\n", "same as in iteration 2"),
    ],
)
def test_a_program_that_is_none_is_refused_before_anything_happens(
    made: Made, render: Callable[..., Iteration], text: str, words: str
) -> None:
    before = hashes(made[0].root)
    with pytest.raises(StudioError, match=words):
        render(text)
    assert hashes(made[0].root) == before


def test_only_iterations_of_finished_runs_can_be_edited(
    made: Made, render: Callable[..., Iteration], paths: DataPaths, hands: Services
) -> None:
    with pytest.raises(StudioError, match="no finished iteration 9"):
        render(program("u=1"), base=9)
    with pytest.raises(StudioError, match="no scene s9"):
        render(program("u=1"), scene="s9")
    half, _ = make_run(paths, {"Swing": [program("u=70")]}, run="half", stop_at_render=1)
    with pytest.raises(StudioError, match="not finished"):
        render_by_hand(paths, half, "s1", 0, program("u=1"), hands.cancel, services=hands)


def test_a_run_in_use_is_refused_politely(made: Made, render: Callable[..., Iteration]) -> None:
    with locked_root(made[0].root), pytest.raises(StudioError) as caught:
        render(program("u=97"))
    assert caught.value.kind == "run_in_use"
    assert caught.value.remedy


def test_a_skipped_scene_can_be_saved_by_hand(paths: DataPaths, hands: Services) -> None:
    folder, outcome = make_run(
        paths, {"Swing": [program("latex"), program("latex")], "Rest": [program("u=92", "Rest")]}
    )
    assert outcome is not None
    assert outcome.scenes[0].delivered is None
    made = render_by_hand(paths, folder, "s1", 0, program("u=75"), hands.cancel, services=hands)
    assert made.u == 75
    chosen = choose(folder, "s1", made.candidate.t)
    assert chosen.video is not None
    assert chosen.video.name == "animation-s1v2-s2v0.mp4"
    assert Library(paths).entry(folder.run_id).delivered == 2
    back = choose(folder, "s1", None)
    assert (back.t, back.video) == (None, folder.file("animation.mp4"))
