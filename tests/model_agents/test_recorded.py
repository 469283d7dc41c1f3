"""Replies that real models on real servers gave to our prompts, and what becomes of each."""

import json
from pathlib import Path
from typing import Any

from pipeline.agents.model.replies.schemas import StoryboardReply
from pipeline.agents.model.storyboarder import ModelStoryboarder
from pipeline.agents.model.visual_reviser import ModelReviser
from pipeline.agents.protocols import RevisionRequest
from pipeline.checks.reply import extract_program
from pipeline.models.port import ChatReply
from pipeline.models.schema import response_schema
from pipeline.schema.review import AxisScores, Review
from tests.model_agents.chat import LIMITS, SPEC, TASK, line_to

FOLDER = Path(__file__).with_name("recorded")


def recorded(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return document


def replies(name: str) -> list[ChatReply]:
    return [ChatReply(**reply) for reply in recorded(name)["replies"]]


def test_a_name_of_several_words_becomes_a_class_name_without_another_call() -> None:
    chat, notes, line = line_to(Storyboarder=[*replies("storyboard_about_the_section")])
    board = ModelStoryboarder(line, LIMITS).storyboard(TASK, 3)
    assert [scene.name for scene in board.scenes] == ["Introduction", "TheoremOfBayes"]
    assert len(chat.requests) == 1
    assert not notes


def test_a_wished_length_out_of_all_proportion_costs_no_second_call() -> None:
    chat, notes, line = line_to(Storyboarder=[*replies("number_out_of_bounds")])
    board = ModelStoryboarder(line, LIMITS).storyboard(TASK, 3)
    assert board.scenes[0].duration_hint == 300
    assert len(chat.requests) == 1
    assert notes.kinds == ["note"]
    assert "duration_hint" in notes[0].message


def test_numbers_are_asked_for_as_whole_ones_which_servers_hold_to_their_bounds() -> None:
    hint = response_schema(StoryboardReply)["schema"]["properties"]["scenes"]["items"][
        "properties"
    ]["duration_hint"]
    assert hint == {"type": "integer", "minimum": 3, "maximum": 300}


def test_the_program_sent_back_as_it_was_is_asked_for_again_and_handed_on_with_its_fault() -> None:
    chat, notes, line = line_to(VisualReviser=[*replies("revision_unchanged")])
    before = extract_program(recorded("revision_unchanged")["program"], "Risk").program
    axes = AxisScores(logical_flow=94, layout=59, accuracy=100)
    review = Review(reviewer="measured/1", axes=axes, verdict="revise", instruction="Enlarge it.")
    spec = SPEC.model_copy(update={"name": "Risk"})
    request = RevisionRequest(task=TASK, spec=spec, slots=None, program=before, review=review)
    reply = ModelReviser(line, LIMITS).revise(request)
    assert notes.kinds == ["unchanged+", "unchanged"]
    assert "Enlarge it." in chat.requests[1].prompt
    assert [fault.rule for fault in reply.faults] == ["reply-unchanged"]
    assert reply.program == before
