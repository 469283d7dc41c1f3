"""A run of the loop on a scripted model, with real checks, a real render and a real bank."""

import copy
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from memory_store.bank import Bank
from memory_store.testing import WordEmbedder
from pipeline.agents.model import ModelCast, model_cast
from pipeline.agents.offline.review import lost_content
from pipeline.checks import check_program
from pipeline.events import Event
from pipeline.loop.services import Services
from pipeline.loop.task import RunOutcome, run_task
from pipeline.models.port import ChatReply, PausedError
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.schema.memory import EMPTY_SLOT
from pipeline.settings import RunSettings
from tests.loop.conftest import manifest
from tests.model_agents.chat import SPEC, TASK, Answer, Notes, ScriptedChat

NAME = SPEC.name


def program(size: int, extra: str = "") -> str:
    return (
        "```python\nfrom manim import *\n\n\n"
        f"class {NAME}(Scene):\n    def construct(self):\n"
        f'        claim = Text("The period grows with the root of the length.", font_size={size})\n'
        "        claim.to_edge(UP)\n"
        "        bob = Dot().shift(LEFT)\n"
        "        self.play(FadeIn(claim))\n"
        "        self.play(Create(bob))\n"
        "        self.play(bob.animate.shift(2 * RIGHT))\n"
        f"{extra}        self.wait(2)\n```"
    )


BROKEN = program(32, "        bob.become(1 / 0)\n")
STORYBOARD: Answer = {"scenes": [SPEC.model_dump()]}
REVISE: Answer = {
    "issues": ["the claim is small in keyframe 1"],
    "reasons": [],
    "scores": {"logical_flow": 80, "layout": 60, "accuracy": 85},
    "verdict": "revise",
    "instruction": "Enlarge the claim.",
}
PASS: Answer = {
    "issues": [],
    "reasons": [],
    "scores": {"logical_flow": 88, "layout": 90, "accuracy": 89},
    "verdict": "pass",
    "instruction": "",
}
LESSON: Answer = {
    "trigger": "a number that may be zero stands below a fraction",
    "root_cause": "division by zero",
    "recipe": "divide by a number that cannot be zero",
    "anti_example": "1 / 0",
    "good_example": "1 / 2",
    "diagnostic": "ZeroDivisionError",
}
ANSWERS: dict[str, list[Answer]] = {
    "Storyboarder": [STORYBOARD],
    "Coder": [BROKEN, program(32)],
    "TextReviewer": [{"hint": "Line 12 divides by zero: leave it out.", "decision": "retry"}],
    "VisualReviewer": [REVISE, PASS],
    "VisualReviser": [program(40)],
    "RationaleWriter": [{"rationale": "One object moves while the claim stays in sight."}],
    "LessonDistiller": [LESSON],
}


class Stage:
    """One renderer for all runs of this file."""

    def __init__(self, root: Path, renderer: SandboxRenderer) -> None:
        self.root = root
        self.renderer = renderer
        self.count = 0

    def folder(self) -> RunFolder:
        self.count += 1
        folder = RunFolder(self.root / f"r{self.count}")
        folder.root.mkdir()
        return folder

    def play(
        self, cast: ModelCast, bank: Bank, folder: RunFolder | None = None
    ) -> tuple[RunOutcome, list[Event]]:
        settings = RunSettings(memory_mode="rw", max_scenes=1)
        work = Services(
            cast=cast,
            renderer=self.renderer,
            cancel=CancelToken(),
            lost_content=lost_content,
            check=partial(check_program, cache_dir=self.root / "tables"),
            memory=bank,
        )
        run = run_task(TASK, folder or self.folder(), manifest(settings), work)
        events: list[Event] = []
        while True:
            try:
                events.append(next(run))
            except StopIteration as done:
                return done.value, events


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    root = tmp_path_factory.mktemp("model")
    cache = root / "cache"
    with SandboxRenderer(root / "scratch", cache_dir=cache, tex_dir=root / "tex", workers=1) as r:
        yield Stage(root, r)


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Bank]:
    opened = Bank.open(tmp_path / "bank", WordEmbedder(), mode="rw", create=True)
    yield opened
    opened.close()


def script(**changes: list[Answer]) -> tuple[ScriptedChat, Notes]:
    return ScriptedChat(copy.deepcopy(ANSWERS) | changes), Notes()


def test_a_crash_a_revision_and_a_pass_end_in_a_video_and_three_records(
    stage: Stage, bank: Bank
) -> None:
    chat, notes = script()
    folder = stage.folder()
    cast = model_cast(chat, log=notes)
    outcome, _ = stage.play(cast, bank, folder)
    (scene,) = outcome.scenes
    assert [i.result.category for i in scene.iterations] == ["python", None, None]
    assert [i.u for i in scene.iterations] == [None, 75, 89]
    assert (scene.text_retries, scene.visual_revisions, scene.delivered) == (1, 1, 2)
    assert (folder.root / "animation.mp4").stat().st_size > 5000
    assert len(outcome.learned.added) == 3
    records = [bank.show(id_) for id_ in outcome.learned.added]
    sources = sorted(record.provenance.source for record in records)
    assert sources == ["success", "text", "visual"]
    for record in records:
        assert record.provenance.cast == "model"
        assert record.provenance.writer.startswith("scripted-text@test prompt 1-")
        if record.provenance.source != "text":
            assert record.provenance.reviewer == cast.visual_reviewer.identity
    assert not notes
    retry = chat.asked("Coder")[1].prompt
    assert "ZeroDivisionError" in retry
    assert "Line 12 divides by zero" in retry
    assert retry.count(EMPTY_SLOT) == 2
    assert "Enlarge the claim." in chat.asked("VisualReviser")[0].prompt
    pictures = chat.asked("VisualReviewer")[0].pictures
    assert len(pictures) == 4
    assert all(picture.path.read_bytes().startswith(b"\x89PNG") for picture in pictures)


def test_the_next_run_reads_what_the_first_one_wrote(stage: Stage, bank: Bank) -> None:
    stage.play(model_cast(script()[0]), bank)
    chat, _ = script(Coder=[program(36, "        # no division\n")], VisualReviewer=[PASS])
    outcome, _ = stage.play(model_cast(chat), bank)
    prompt = chat.asked("Coder")[0].prompt
    assert EMPTY_SLOT not in prompt
    assert "One object moves while the claim stays in sight." in prompt
    assert "divide by a number that cannot be zero" in prompt
    assert outcome.rounds == 0
    assert len(outcome.retrieved) == 3


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        (ChatReply(text="", finish="length"), "reply-truncated"),
        (ChatReply(text="", finish="content_filter"), "reply-filtered"),
        (ChatReply(text=""), "reply-empty"),
        (ChatReply(text=program(32)[:-60], finish="length"), "reply-truncated"),
    ],
)
def test_a_reply_without_a_program_is_a_failed_attempt_that_teaches_nothing(
    stage: Stage, bank: Bank, reply: ChatReply, rule: str
) -> None:
    empty_twice: list[Answer] = [reply, reply] if rule == "reply-empty" else [reply]
    chat, _ = script(Coder=[*empty_twice, program(32)], VisualReviewer=[PASS])
    outcome, _ = stage.play(model_cast(chat), bank)
    (scene,) = outcome.scenes
    assert [f.rule for f in scene.iterations[0].findings] == [rule]
    assert not scene.iterations[0].result.ok
    assert scene.delivered == 1
    records = [bank.show(id_) for id_ in outcome.learned.added]
    assert [record.provenance.source for record in records] == ["success"]


def test_a_failed_review_leaves_no_score_and_no_record(stage: Stage, bank: Bank) -> None:
    chat, notes = script(Coder=[program(32)], VisualReviewer=["I like it."])
    outcome, events = stage.play(model_cast(chat, log=notes), bank)
    (scene,) = outcome.scenes
    assert scene.iterations[0].u is None
    assert scene.iterations[0].review_error
    assert scene.delivered == 0
    assert outcome.learned.added == ()
    assert len(chat.asked("VisualReviewer")) == 2
    assert "review_failed" in [event.kind for event in events]


def test_records_that_cannot_be_worded_are_named_and_not_written(stage: Stage, bank: Bank) -> None:
    chat, _ = script(RationaleWriter=["hm"], LessonDistiller=[LESSON, "hm", "hm"])
    outcome, _ = stage.play(model_cast(chat), bank)
    assert len(outcome.learned.added) == 1
    assert len(outcome.learned.unwritten) == 2
    assert all("no " in reason for reason in outcome.learned.unwritten)


@pytest.mark.parametrize("agent", ["VisualReviewer", "VisualReviser", "RationaleWriter"])
def test_a_pause_leaves_no_memory_and_the_run_goes_on_where_it_was(
    stage: Stage, bank: Bank, agent: str
) -> None:
    folder = stage.folder()
    chat, _ = script()
    chat.answers[agent] = [PausedError("the quota is used up")]
    with pytest.raises(PausedError):
        stage.play(model_cast(chat), bank, folder)
    assert bank.stats().total == 0
    asked = len(chat.asked("Coder"))
    reviews = 0 if agent == "VisualReviewer" else len(chat.asked("VisualReviewer"))
    again, _ = script(VisualReviewer=[REVISE, PASS][reviews:] or [PASS])
    outcome, _ = stage.play(model_cast(again), bank, folder)
    assert asked == 2
    assert not again.asked("Coder")
    assert [i.u for i in outcome.scenes[0].iterations] == [None, 75, 89]
    assert len(outcome.learned.added) == 3


def test_the_measured_reviewer_stands_in_for_the_whole_run(stage: Stage, bank: Bank) -> None:
    chat, _ = script(Coder=[program(9)])
    outcome, events = stage.play(model_cast(chat, measured_reviewer=True), bank)
    (scene,) = outcome.scenes
    assert not chat.asked("VisualReviewer")
    reviewers = {i.review.reviewer for i in scene.iterations if i.review}
    assert reviewers == {"measured/1"}
    assert scene.visual_revisions >= 1
    assert "small" in chat.asked("VisualReviser")[0].prompt
    assert [e for e in events if e.kind == "reviewed"]
