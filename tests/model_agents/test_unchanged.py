"""A model that answers with the program it was to change: small ones do that often."""

import pytest

from memory_store.bank import Bank
from pipeline.agents.model import model_cast
from pipeline.agents.model.programs import same_program
from tests.model_agents.chat import Answer, Notes, ScriptedChat
from tests.model_agents.stage import ANSWERS, PASS, REVISE, Stage, program


def test_comments_and_line_ends_make_no_other_program_and_a_number_does() -> None:
    one = "from manim import *\nx = Dot(radius=1)  # a dot\n"
    assert same_program(one, "from manim import *\n\nx = Dot(\n    radius=1\n)\n")
    assert not same_program(one, one.replace("radius=1", "radius=2"))
    assert same_program("def half(:\n  pass", "def half(:\n\n  pass\n")
    assert not same_program("", "")


@pytest.mark.parametrize("again", ["another program", "the same program"])
def test_a_revision_that_changes_nothing_is_asked_for_once_more(
    stage: Stage, bank: Bank, again: str
) -> None:
    first = program(32)
    second = program(40) if again == "another program" else first
    answers: dict[str, list[Answer]] = ANSWERS | {
        "Coder": [first, program(36)],
        "VisualReviser": [
            first.replace("        bob =", "        # revised\n        bob ="),
            second,
        ],
        "VisualReviewer": [REVISE, PASS],
    }
    chat, notes = ScriptedChat(answers), Notes()
    outcome, _ = stage.play(model_cast(chat, log=notes), bank)
    (scene,) = outcome.scenes
    asked = chat.asked("VisualReviser")
    assert len(asked) == 2
    assert "same program" in asked[1].prompt
    if again == "another program":
        assert notes.kinds == ["unchanged+"]
        assert [i.u for i in scene.iterations] == [75, 89]
        return
    # The Coder takes over, with the program and what was asked of it before its eyes.
    assert notes.kinds == ["unchanged+", "unchanged"]
    failed = scene.iterations[1]
    assert [f.rule for f in failed.findings] == ["reply-unchanged"]
    assert failed.candidate.program == scene.iterations[0].candidate.program
    prompt = chat.asked("Coder")[1].prompt
    assert "Enlarge the claim." in prompt
    assert failed.candidate.program.strip() in prompt
    assert [i.u for i in scene.iterations] == [75, None, 89]
    sources = sorted(bank.show(id_).provenance.source for id_ in outcome.learned.added)
    assert "text" not in sources


def test_a_failed_program_that_comes_back_as_it_was_is_not_rendered_again(
    stage: Stage, bank: Bank
) -> None:
    broken = program(32, "        bob.become(1 / 0)\n")
    answers: dict[str, list[Answer]] = ANSWERS | {
        "Coder": [broken, broken, broken, program(32)],
        "VisualReviewer": [PASS],
    }
    chat, notes = ScriptedChat(answers), Notes()
    outcome, _ = stage.play(model_cast(chat, log=notes), bank)
    (scene,) = outcome.scenes
    assert notes.kinds == ["unchanged+", "unchanged"]
    assert [i.result.category for i in scene.iterations] == ["python", "static", None]
    assert scene.delivered == 2
