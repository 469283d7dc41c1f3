"""Recorded faults of real endpoints, with the field names of our schemas in them."""

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.agents.model.ask import Line
from pipeline.agents.model.coder import ModelCoder
from pipeline.agents.model.storyboarder import ModelStoryboarder
from pipeline.agents.model.visual_reviewer import ModelReviewer
from pipeline.agents.protocols import CodeRequest, ReviewFailedError, ReviewRequest
from pipeline.models.port import ChatReply
from pipeline.schema.render import Keyframe, RenderResult
from tests.model_agents.chat import LIMITS, SPEC, TASK, ScriptedChat, line_to

CASES = Path(__file__).parents[1] / "cases"


def case(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((CASES / f"{name}.json").read_bytes())
    return document


def replies(name: str) -> list[ChatReply]:
    """The replies of a case as a client hands them over, with our names for axes and verdicts."""
    found = []
    for response in case(name)["responses"]:
        choice = response["body"]["choices"][0]
        text = choice["message"]["content"] or ""
        for theirs, ours in (('"clarity"', '"logical_flow"'), ('"accept"', '"pass"')):
            text = text.replace(theirs, ours)
        found.append(ChatReply(text=text, finish=choice["finish_reason"]))
    return found


@pytest.fixture
def review_request(tmp_path: Path) -> ReviewRequest:
    (tmp_path / "k1.png").write_bytes(b"png")
    result = RenderResult(ok=True, keyframes=(Keyframe(file="k1.png", time=1.0),))
    return ReviewRequest(task=TASK, spec=SPEC, program="", result=result, folder=tmp_path)


def test_e01_a_fenced_review_is_read_without_another_call(review_request: ReviewRequest) -> None:
    chat, notes, line = line_to(VisualReviewer=[*replies("E01")])
    review = ModelReviewer(line, LIMITS).review(review_request)
    assert (review.axes.layout, review.axes.logical_flow, review.axes.accuracy) == (7, 8, 9)
    assert review.issues == ("title touches the frame edge",)
    assert review.verdict == "revise"
    assert len(chat.requests) == 1
    assert "out of ten" in notes[0].message


def test_e04_replies_without_content_are_three_named_failed_attempts() -> None:
    chat, _, line = line_to(Coder=[*replies("E04")])
    coder = ModelCoder(line, LIMITS)
    request = CodeRequest(task=TASK, spec=SPEC, slots=None)
    rules = [coder.write(request).faults[0].rule for _ in range(3)]
    assert rules == ["reply-truncated", "reply-filtered", "reply-empty"]
    assert len(chat.requests) == 4  # an empty reply alone is asked for once more


def test_e05_only_what_is_safe_is_corrected(review_request: ReviewRequest) -> None:
    first, second = replies("E05")
    chat, notes, line = line_to(VisualReviewer=[first, second])
    review = ModelReviewer(line, LIMITS).review(review_request)
    assert (review.axes.layout, review.axes.logical_flow, review.axes.accuracy) == (7, 8, 9)
    assert review.issues == ()
    assert review.verdict == "revise"
    repair = chat.requests[1].prompt.removeprefix(chat.requests[0].prompt)
    for field in ("scores.layout", "scores.logical_flow", "scores.accuracy", "issues", "verdict"):
        assert f"- {field}:" in repair
    assert notes.kinds[0] == "misfit+"


def test_e12_a_contradiction_never_passes_as_clean(review_request: ReviewRequest) -> None:
    (reply,) = replies("E12")
    twice = reply.text.replace(
        '"score": 9, "score": 2',
        '"scores": {"logical_flow": 90, "layout": 90, "layout": 20, "accuracy": 90}',
    )
    assert twice != reply.text
    _, notes, line = line_to(VisualReviewer=[twice])
    with pytest.raises(ReviewFailedError, match="layout"):
        ModelReviewer(line, LIMITS).review(review_request)
    assert notes.kinds == ["contradiction+", "contradiction"]
    once = twice.replace('"layout": 20, ', "")
    for text in (once, once.replace('["labels collide in frame 3"]', "[]")):
        _, notes, line = line_to(VisualReviewer=[text])
        review = ModelReviewer(line, LIMITS).review(review_request)
        assert review.verdict == "revise"
        assert review.instruction
        assert review.notes
        assert notes.kinds == ["note"]


def test_e20_the_text_of_a_section_is_neither_template_nor_answer(
    review_request: ReviewRequest,
) -> None:
    text = case("E20")["text"]
    task = TASK.model_copy(update={"text": text})
    chat = ScriptedChat({"Coder": [text], "VisualReviewer": [text], "Storyboarder": ["no"]})
    line = Line(chat, lambda _: None)
    coder = ModelCoder(line, LIMITS)
    reply = coder.write(CodeRequest(task=task, spec=SPEC, slots=None))
    assert [f.rule for f in reply.faults] == ["reply-unreadable"]
    assert "Stolen" not in reply.program
    with pytest.raises(ReviewFailedError):
        ModelReviewer(line, LIMITS).review(review_request.model_copy(update={"task": task}))
    with pytest.raises(Exception, match="no storyboard"):
        ModelStoryboarder(line, LIMITS).storyboard(task, 2)
    for request in chat.requests:
        assert text in request.prompt
