"""Each agent on a model: what it answers, and what it does when there is no usable reply."""

import re
from pathlib import Path
from typing import Any

import pytest

from pipeline.agents.model import TokenLimits, model_cast
from pipeline.agents.model.coder import ModelCoder
from pipeline.agents.model.lesson_distiller import ModelDistiller
from pipeline.agents.model.programs import without_echoes
from pipeline.agents.model.rationale_writer import ModelRationaleWriter
from pipeline.agents.model.storyboarder import ModelStoryboarder
from pipeline.agents.model.text_reviewer import ModelTextReviewer
from pipeline.agents.model.visual_reviewer import ModelReviewer
from pipeline.agents.protocols import (
    Attempt,
    CodeRequest,
    DistilRequest,
    NoRecordError,
    RationaleRequest,
    ReviewFailedError,
    ReviewRequest,
)
from pipeline.agents.scene_names import class_name
from pipeline.models.port import ChatReply, ModelError, PausedError
from pipeline.render_port import CancelledError
from pipeline.schema.memory import KnownPitfall, MemorySlots
from pipeline.schema.render import Keyframe, RenderResult
from pipeline.schema.review import AxisScores, Review
from tests.model_agents.chat import LIMITS, SPEC, TASK, Answer, ScriptedChat, line_to

PROGRAM = (
    "from manim import *\n\n\nclass PendulumPeriod(Scene):\n    def construct(self):\n"
    "        self.play(Create(Dot()))\n        self.wait(1)\n"
)
CODE = f"```python\n{PROGRAM}```"
REQUEST = CodeRequest(task=TASK, spec=SPEC, slots=None)
FAILED = REQUEST.model_copy(
    update={
        "attempts": (
            Attempt(
                program=PROGRAM, result=RenderResult(ok=False, category="python", message="boom")
            ),
        )
    }
)
REVIEW: dict[str, Any] = {
    "issues": ["the formula is small"],
    "reasons": ["r"],
    "scores": {"logical_flow": 70, "layout": 60, "accuracy": 80},
    "verdict": "revise",
    "instruction": "Enlarge the formula.",
}
LESSON = {
    "trigger": "t",
    "root_cause": "c",
    "recipe": "r",
    "anti_example": "a",
    "good_example": "g",
    "diagnostic": "d",
}
NO_REPLY = [
    (ChatReply(text="", finish="length"), "truncated"),
    (ChatReply(text="", finish="content_filter"), "filter"),
    (ChatReply(text=""), "empty"),
    (ChatReply(text="", refusal="no"), "declined"),
    (ChatReply(text="nothing of use"), "no"),
    (ModelError("the endpoint answered 500"), "500"),
]


@pytest.fixture
def review_request(tmp_path: Path) -> ReviewRequest:
    """A rendered scene with one keyframe."""
    (tmp_path / "k1.png").write_bytes(b"png")
    result = RenderResult(ok=True, keyframes=(Keyframe(file="k1.png", time=1.5),))
    return ReviewRequest(task=TASK, spec=SPEC, program=PROGRAM, result=result, folder=tmp_path)


def rationale_request() -> RationaleRequest:
    review = Review(
        reviewer="r", axes=AxisScores(logical_flow=90, layout=90, accuracy=90), verdict="pass"
    )
    return RationaleRequest(task=TASK, spec=SPEC, program=PROGRAM, review=review)


def distil_request() -> DistilRequest:
    return DistilRequest(task=TASK, spec=SPEC, before="x", after=PROGRAM, diagnostic="python: boom")


# The Coder


def test_the_coder_hands_over_the_program_of_the_reply() -> None:
    chat, notes, line = line_to(Coder=[f"<think>hm</think>Here:\n{CODE}\nEnjoy."])
    reply = ModelCoder(line, LIMITS).write(REQUEST)
    assert reply.program == PROGRAM
    assert not reply.faults
    assert len(chat.requests) == 1
    assert not notes


@pytest.mark.parametrize(
    ("answer", "rule", "calls"),
    [
        (ChatReply(text="", finish="length"), "reply-truncated", 1),
        (ChatReply(text="", finish="content_filter"), "reply-filtered", 1),
        (ChatReply(text=CODE, finish="content_filter"), "reply-filtered", 1),
        (ChatReply(text="", finish="stop"), "reply-empty", 2),
        (ChatReply(text="", refusal="I would rather not."), "reply-refused", 1),
        (ChatReply(text="I'm sorry, I can't write that."), "reply-refused", 1),
        (ChatReply(text="Use a dot and move it."), "reply-unreadable", 2),
        (ChatReply(text=CODE[:-40], finish="length"), "reply-truncated", 1),
        (ModelError("the endpoint answered 500"), "reply-missing", 1),
    ],
)
def test_a_reply_without_a_whole_program_is_a_named_failed_attempt(
    answer: Answer, rule: str, calls: int
) -> None:
    chat, notes, line = line_to(Coder=[answer])
    reply = ModelCoder(line, LIMITS).write(REQUEST)
    assert [f.rule for f in reply.faults] == [rule]
    assert reply.faults[0].severity == "error"
    assert len(chat.requests) == calls
    assert len(notes) == calls


def test_a_reply_without_code_is_asked_for_once_more_with_the_reason() -> None:
    chat, notes, line = line_to(Coder=["Use a dot.", CODE])
    assert ModelCoder(line, LIMITS).write(REQUEST).program == PROGRAM
    first, second = chat.requests
    assert second.prompt.startswith(first.prompt)
    assert "Use a dot." in second.prompt
    assert "PendulumPeriod" in second.prompt[len(first.prompt) :]
    assert notes.kinds == ["unreadable+"]


def test_code_copied_from_the_section_is_no_program() -> None:
    stolen = "```python\nfrom manim import *\nclass Stolen(Scene):\n    pass\n```"
    task = TASK.model_copy(update={"text": f"Code in the paper:\n{stolen}\nEnd."})
    request = REQUEST.model_copy(update={"task": task})
    chat, _, line = line_to(Coder=[f"The paper has\n{stolen}\nwhich I leave.", CODE])
    assert ModelCoder(line, LIMITS).write(request).program == PROGRAM
    assert len(chat.requests) == 2
    assert without_echoes(CODE, (task.text,)) == CODE


@pytest.mark.parametrize(
    "reply",
    ["", "no block", CODE, f"a\n~~~\n{PROGRAM}~~~\nb\n", CODE[:-3], "`" * 200_000, "```\n" * 9999],
)
def test_a_reply_without_echoes_stays_as_it_is(reply: str) -> None:
    assert without_echoes(reply, (TASK.text,)) == reply


def test_what_the_coder_says_it_took_from_the_memory_is_kept() -> None:
    pitfall = KnownPitfall(
        record_id=17, similarity=1, trigger="t", root_cause="c", recipe="r", anti_example="",
        good_example="",
    )  # fmt: skip
    slots = MemorySlots(pitfalls=(pitfall,))
    text = f"```python\n# applied P1: fits the formula\n# applied P9: nothing\n{PROGRAM}```"
    _, _, line = line_to(Coder=[text])
    reply = ModelCoder(line, LIMITS).write(REQUEST.model_copy(update={"slots": slots}))
    assert [(a.record_id, a.change) for a in reply.applied] == [(17, "fits the formula")]


# Everyone: what stops a run is never swallowed


@pytest.mark.parametrize("error", [PausedError("the quota is used up"), CancelledError("stop")])
def test_a_pause_or_a_cancel_goes_through_every_agent(
    error: Exception, review_request: ReviewRequest
) -> None:
    agents = ("Storyboarder", "Coder", "TextReviewer", "VisualReviewer", "RationaleWriter",
              "LessonDistiller")  # fmt: skip
    answers: dict[str, list[Answer]] = {agent: [error] for agent in agents}
    _, _, line = line_to(**answers)
    for call in (
        lambda: ModelStoryboarder(line, LIMITS).storyboard(TASK, 3),
        lambda: ModelCoder(line, LIMITS).write(REQUEST),
        lambda: ModelTextReviewer(line, LIMITS).hint(FAILED),
        lambda: ModelReviewer(line, LIMITS).review(review_request),
        lambda: ModelRationaleWriter(line, LIMITS).write(rationale_request()),
        lambda: ModelDistiller(line, LIMITS).distil(distil_request()),
    ):
        with pytest.raises(type(error)):
            call()


# The reviewers


def test_a_review_carries_scores_verdict_and_reviewer(review_request: ReviewRequest) -> None:
    chat, _, line = line_to(VisualReviewer=[REVIEW])
    reviewer = ModelReviewer(line, LIMITS)
    review = reviewer.review(review_request)
    assert review.u == 70
    assert review.verdict == "revise"
    assert review.reviewer == reviewer.identity
    assert "scripted-vision@test" in reviewer.identity
    assert chat.requests[0].pictures[0].path.name == "k1.png"


@pytest.mark.parametrize(("answer", "word"), NO_REPLY)
def test_a_review_that_cannot_be_had_leaves_no_score(
    answer: Answer, word: str, review_request: ReviewRequest
) -> None:
    chat, _, line = line_to(VisualReviewer=[answer])
    with pytest.raises(ReviewFailedError, match=word):
        ModelReviewer(line, LIMITS).review(review_request)
    assert len(chat.requests) <= 2


def test_bad_fields_are_listed_in_the_one_repair_request(review_request: ReviewRequest) -> None:
    bad = {**REVIEW, "scores": {"logical_flow": "high", "layout": True, "accuracy": "7/10"}}
    chat, notes, line = line_to(VisualReviewer=[bad, REVIEW])
    assert ModelReviewer(line, LIMITS).review(review_request).u == 70
    first, second = chat.requests
    added = second.prompt.removeprefix(first.prompt)
    for field in ("scores.logical_flow", "scores.layout", "scores.accuracy"):
        assert field in added
    assert second.pictures == first.pictures
    assert notes.kinds == ["misfit+"]
    chat, notes, line = line_to(VisualReviewer=[bad])
    with pytest.raises(ReviewFailedError, match="logical_flow"):
        ModelReviewer(line, LIMITS).review(review_request)
    assert len(chat.requests) == 2
    assert notes.kinds == ["misfit+", "misfit"]


def test_a_contradiction_that_stays_leaves_no_score(review_request: ReviewRequest) -> None:
    scores = {"logical_flow": 95, "layout": 95, "accuracy": 95}
    _, notes, line = line_to(VisualReviewer=[{**REVIEW, "verdict": "fail", "scores": scores}])
    with pytest.raises(ReviewFailedError, match="fail"):
        ModelReviewer(line, LIMITS).review(review_request)
    assert notes.kinds == ["contradiction+", "contradiction"]


def test_a_stricter_reading_is_told(review_request: ReviewRequest) -> None:
    _, notes, line = line_to(VisualReviewer=[{**REVIEW, "verdict": "pass"}])
    review = ModelReviewer(line, LIMITS).review(review_request)
    assert review.verdict == "revise"
    assert "lists issues" in review.notes[0]
    assert notes.kinds == ["note"]


def test_a_review_needs_its_keyframes(review_request: ReviewRequest, tmp_path: Path) -> None:
    _, _, line = line_to(VisualReviewer=[REVIEW])
    (tmp_path / "k1.png").unlink()
    with pytest.raises(ReviewFailedError, match=r"k1\.png"):
        ModelReviewer(line, LIMITS).review(review_request)
    nothing = review_request.model_copy(update={"result": RenderResult(ok=True)})
    with pytest.raises(ReviewFailedError, match="no keyframes"):
        ModelReviewer(line, LIMITS).review(nothing)


def test_a_hint_has_at_most_sixty_words() -> None:
    _, _, line = line_to(TextReviewer=[{"hint": "word " * 90, "decision": "give up"}])
    hint = ModelTextReviewer(line, LIMITS).hint(FAILED)
    assert len(hint.text.split()) == 60
    assert hint.decision == "give_up"


@pytest.mark.parametrize(("answer", "word"), NO_REPLY)
def test_without_a_hint_the_coder_is_told_so_and_goes_on(answer: Answer, word: str) -> None:
    _, _, line = line_to(TextReviewer=[answer])
    hint = ModelTextReviewer(line, LIMITS).hint(FAILED)
    assert hint.decision == "retry"
    assert hint.text.startswith("No hint could be had")
    assert word in hint.text


# The writers of records


def test_rationale_and_lesson_keep_their_caps() -> None:
    _, _, line = line_to(
        RationaleWriter=[{"rationale": "reason " * 100}],
        LessonDistiller=[{**LESSON, "recipe": "do " * 300, "good_example": "y = 1\n" * 500}],
    )
    assert len(ModelRationaleWriter(line, LIMITS).write(rationale_request())) <= 400
    lesson = ModelDistiller(line, LIMITS).distil(distil_request())
    assert len(lesson.recipe) <= 400
    assert len(lesson.good_example) <= 800


def test_the_distiller_may_write_1500_tokens() -> None:
    chat, _, line = line_to(LessonDistiller=[LESSON])
    ModelDistiller(line, LIMITS).distil(distil_request())
    assert chat.requests[0].max_tokens == 1500


@pytest.mark.parametrize(("answer", "word"), NO_REPLY)
def test_words_that_cannot_be_had_make_no_record(answer: Answer, word: str) -> None:
    _, _, line = line_to(RationaleWriter=[answer], LessonDistiller=[answer])
    with pytest.raises(NoRecordError, match=word):
        ModelRationaleWriter(line, LIMITS).write(rationale_request())
    with pytest.raises(NoRecordError, match=word):
        ModelDistiller(line, LIMITS).distil(distil_request())


def test_an_empty_lesson_is_none() -> None:
    _, _, line = line_to(LessonDistiller=[{**LESSON, "recipe": "  "}])
    with pytest.raises(NoRecordError, match="recipe"):
        ModelDistiller(line, LIMITS).distil(distil_request())


# The Storyboarder


def scene(name: str) -> dict[str, object]:
    return {"name": name, "claim": "c", "evidence": "e", "takeaway": "t", "duration_hint": 15}


def test_a_storyboard_has_usable_names_and_no_more_scenes_than_asked_for() -> None:
    names = ["Swing Law", "Axes", "SwingLaw", "2nd part", "Extra"]
    _, notes, line = line_to(Storyboarder=[{"scenes": [scene(n) for n in names]}])
    board = ModelStoryboarder(line, LIMITS).storyboard(TASK, 4)
    assert [s.name for s in board.scenes] == ["SwingLaw", "AxesExplained", "SwingLaw3",
                                              "Scene42ndPart"]  # fmt: skip
    assert "4 of 5" in notes[0].message


@pytest.mark.parametrize(
    "wish", ["", "class", "日本語", "__import__", "a" * 90, "x; import os", "É"]
)
def test_any_name_becomes_a_class_name(wish: str) -> None:
    name = class_name(wish, 1, [])
    assert name.isidentifier()
    assert name.isascii()
    assert len(name) < 60


@pytest.mark.parametrize(("answer", "word"), [*NO_REPLY, ({"scenes": []}, "there are 0")])
def test_without_a_storyboard_the_run_ends_with_the_reason(answer: Answer, word: str) -> None:
    _, _, line = line_to(Storyboarder=[answer])
    with pytest.raises(ModelError, match=word) as caught:
        ModelStoryboarder(line, LIMITS).storyboard(TASK, 3)
    assert caught.value.remedy


# The cast


def test_the_cast_names_model_and_prompt_version_of_every_agent() -> None:
    cast = model_cast(ScriptedChat({}))
    assert cast.name == "model"
    assert len(cast.versions) == 7
    for agent, version in cast.versions.items():
        role = "vision" if agent == "VisualReviewer" else "text"
        assert re.match(rf"scripted-{role}@test prompt \d+-", version)


def test_the_measured_reviewer_says_what_it_is() -> None:
    cast = model_cast(ScriptedChat({}), measured_reviewer=True)
    assert cast.visual_reviewer.identity.startswith("measured/")
    assert "in place of a vision model" in cast.versions["VisualReviewer"]


def test_room_for_reasoning_is_added_to_every_limit() -> None:
    chat = ScriptedChat({"Coder": [CODE]})
    cast = model_cast(chat, limits=TokenLimits(program=1000, reasoning=5000))
    cast.coder.write(REQUEST)
    assert chat.requests[0].max_tokens == 6000
