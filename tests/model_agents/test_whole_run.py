"""A run of the loop on a scripted model, with real checks, a real render and a real bank."""

import copy

import pytest

from memory_store.bank import Bank
from pipeline.agents.model import model_cast
from pipeline.models.port import ChatReply, PausedError
from pipeline.schema.memory import EMPTY_SLOT
from tests.model_agents.chat import Answer, Notes, ScriptedChat
from tests.model_agents.stage import ANSWERS, LESSON, PASS, REVISE, Stage, program


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
        assert record.provenance.writer.startswith("scripted-text@test prompt ")
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
