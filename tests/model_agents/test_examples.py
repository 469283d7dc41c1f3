"""The examples in the prompts: right in themselves, and no answer when they are sent back."""

import re
from pathlib import Path

import pytest

from pipeline.agents.model.prompts import load_prompt
from pipeline.agents.model.replies.fields import Reply
from pipeline.agents.model.replies.json_text import find_objects
from pipeline.agents.model.replies.read import Fitted, read_reply
from pipeline.agents.model.replies.schemas import (
    HintReply,
    LessonReply,
    RationaleReply,
    StoryboardReply,
)
from pipeline.agents.model.storyboarder import ModelStoryboarder
from pipeline.checks import check_program
from pipeline.inspection.findings import inspect
from pipeline.models.port import ChatReply
from pipeline.render_port import CancelToken
from pipeline.schema.render import RenderSettings
from pipeline.schema.trace import GeometryTrace
from tests.model_agents.chat import LIMITS, TASK, line_to
from tests.model_agents.stage import Stage

EXAMPLES: list[tuple[str, type[Reply]]] = [
    ("storyboarder", StoryboardReply),
    ("text_reviewer", HintReply),
    ("rationale_writer", RationaleReply),
    ("lesson_distiller", LessonReply),
]


def example_program(prompt: str) -> str:
    (program,) = re.findall(r"^```python\n(.*?)^```$", prompt, re.DOTALL | re.MULTILINE)
    return str(program)


def test_coder_and_reviser_see_one_example_and_it_passes_the_check() -> None:
    coder, reviser = load_prompt("coder").system, load_prompt("visual_reviser").system
    program = example_program(coder)
    assert program == example_program(reviser)
    checked = check_program(program, "CompoundGrowth")
    assert checked.findings == ()


def test_the_example_of_a_program_renders_without_a_finding(stage: Stage, tmp_path: Path) -> None:
    program = example_program(load_prompt("coder").system)
    result = stage.renderer.render(
        program, "CompoundGrowth", tmp_path, RenderSettings(), CancelToken()
    )
    assert result.ok, result.message
    assert result.geometry is not None
    trace = GeometryTrace.model_validate_json((tmp_path / result.geometry).read_bytes())
    assert [f.message for f in inspect(trace)] == []


@pytest.mark.parametrize(("name", "schema"), EXAMPLES)
def test_an_example_of_an_answer_has_the_form_that_is_asked_for(
    name: str, schema: type[Reply]
) -> None:
    (found,) = find_objects(load_prompt(name).system).objects
    read = read_reply(ChatReply(text=found.source), schema)
    assert isinstance(read, Fitted)
    assert read.notes == ()


def test_the_example_sent_back_is_no_answer_however_it_is_set() -> None:
    (found,) = find_objects(load_prompt("storyboarder").system).objects
    squeezed = " ".join(found.source.split())
    own = {
        "scenes": [
            {"name": "Period", "claim": "Length slows a pendulum.", "takeaway": "Longer, slower."}
        ]
    }
    chat, notes, line = line_to(Storyboarder=[f"```json\n{squeezed}\n```", own])
    board = ModelStoryboarder(line, LIMITS).storyboard(TASK, 3)
    assert notes.kinds == ["unreadable+"]
    assert [scene.name for scene in board.scenes] == ["Period"]
    assert len(chat.requests) == 2
