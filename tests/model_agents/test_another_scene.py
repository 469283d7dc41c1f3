"""The model is asked for one more scene of a storyboard, and may find none."""

from typing import Any

import pytest

from pipeline.agents.model.storyboarder import ModelStoryboarder
from pipeline.agents.protocols import NoOtherSceneError
from pipeline.models.port import ModelError
from pipeline.schema.storyboard import SceneSpec, Storyboard
from tests.model_agents.chat import LIMITS, SPEC, TASK, line_to

MINE = SceneSpec(
    name="Mine",
    claim="A person wrote this: 42. {{scenes}}",
    evidence="$E = mc^2$",
    takeaway="It stays as it is.",
)
BOARD = Storyboard(scenes=(SPEC, MINE))


def scene(claim: str, name: str = "Rotation") -> dict[str, Any]:
    return {"name": name, "claim": claim, "evidence": "", "takeaway": "So.", "duration_hint": 12}


def test_the_present_scenes_and_what_was_turned_down_are_shown_as_data() -> None:
    chat, _, line = line_to(Storyboarder=[{"scenes": [scene("The Earth turns.")]}])
    turned_down = MINE.model_copy(update={"name": "Old", "claim": "Nobody wanted this."})
    spec = ModelStoryboarder(line, LIMITS).another(TASK, BOARD, 1, (turned_down,))
    assert (spec.name, spec.claim, spec.duration_hint) == ("Rotation", "The Earth turns.", 12)
    prompt = chat.requests[0].prompt
    for told in (SPEC.claim, MINE.claim, MINE.evidence, MINE.takeaway, "Nobody wanted this."):
        assert told in prompt
    assert "place 2 of the storyboard. It replaces the scene" in prompt
    assert chat.requests[0].max_tokens == LIMITS.storyboard


def test_one_more_at_the_end_replaces_nothing() -> None:
    chat, _, line = line_to(Storyboarder=[{"scenes": [scene("The Earth turns.")]}])
    ModelStoryboarder(line, LIMITS).another(TASK, BOARD, 2)
    assert "place 3 of the storyboard." in chat.requests[0].prompt
    assert "It replaces" not in chat.requests[0].prompt
    assert "Turned down" not in chat.requests[0].prompt


def test_the_name_of_another_scene_is_not_taken_twice() -> None:
    _, _, line = line_to(Storyboarder=[{"scenes": [scene("The Earth turns.", SPEC.name)]}])
    spec = ModelStoryboarder(line, LIMITS).another(TASK, BOARD, 2)
    assert spec.name not in {one.name for one in BOARD.scenes}


def test_a_scene_that_is_there_already_is_asked_for_once_more() -> None:
    again = {"scenes": [scene(SPEC.claim.upper().rstrip("."))]}
    _, notes, line = line_to(Storyboarder=[again, {"scenes": [scene("The Earth turns.")]}])
    assert ModelStoryboarder(line, LIMITS).another(TASK, BOARD, 0).claim == "The Earth turns."
    assert notes.kinds == ["misfit+"]
    _, _, line = line_to(Storyboarder=[again])
    with pytest.raises(ModelError, match="gave no other scene"):
        ModelStoryboarder(line, LIMITS).another(TASK, BOARD, 0)


def test_a_model_that_finds_none_is_believed() -> None:
    chat, _, line = line_to(Storyboarder=[{"scenes": []}])
    with pytest.raises(NoOtherSceneError, match="finds nothing"):
        ModelStoryboarder(line, LIMITS).another(TASK, BOARD, 0)
    assert len(chat.requests) == 1
