"""A crash is read for its cause; the hint is short and says whether to try again."""

import pytest

from pipeline.agents.offline.text_reviewer import CrashReader
from pipeline.agents.protocols import Attempt, CodeRequest
from pipeline.schema.finding import Finding
from pipeline.schema.render import Category, RenderResult
from pipeline.schema.review import Hint
from tests.offline_agents.scenes import SPEC, TASK


def crash(
    category: Category, message: str, tex_log: str = "", environment: bool = False
) -> Attempt:
    return Attempt(
        program="",
        result=RenderResult(
            ok=False,
            category=category,
            message=message,
            tex_log=tex_log,
            environment=environment,
            line=12,
        ),
    )


def refusal(rule: str) -> Attempt:
    finding = Finding(
        rule=rule,
        severity="error",
        layer="safety",
        line=3,
        message="The program imports os.",
        suggestion="Leave the import out.",
    )
    return Attempt(program="", result=None, findings=(finding,))


def hint(*attempts: Attempt) -> Hint:
    return CrashReader().hint(CodeRequest(task=TASK, spec=SPEC, slots=None, attempts=attempts))


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (crash("latex", "LaTeX failed", r"! Undefined control sequence. l.9 \bm"), r"\bm"),
        (crash("latex", "LaTeX failed", "! Missing $ inserted."), "outside math"),
        (crash("latex", "LaTeX failed", "! Extra }, or forgotten $."), "pair up"),
        (crash("python", "'Text' object has no attribute 'foo'"), "'foo'"),
        (crash("python", "unexpected keyword argument 'weight'"), "'weight'"),
        (crash("manim_runtime", "fewer than two plays"), "self.play"),
        (crash("timeout", "180 s passed"), "fewer objects"),
        (crash("memory", "4 GB used"), "Draw fewer"),
        (refusal("forbidden-import"), "Leave the import out"),
    ],
)
def test_a_hint_names_the_cause_and_the_cure(attempt: Attempt, words: str) -> None:
    given = hint(attempt)
    assert given.decision == "retry"
    assert words in given.text
    assert len(given.text.split()) <= 60


def test_a_fault_of_the_machine_is_given_up() -> None:
    given = hint(crash("latex", "latex is not installed", environment=True))
    assert given.decision == "give_up"
    assert "latex is not installed" in given.text


def test_a_fault_that_came_back_is_given_up() -> None:
    one = crash("python", "name 'x' is not defined")
    assert hint(one, one).decision == "give_up"
    assert hint(refusal("forbidden-import"), refusal("forbidden-import")).decision == "give_up"


def test_another_fault_is_tried_again() -> None:
    first, second = crash("python", "name 'x' is not defined"), crash("python", "bad operand")
    assert hint(first, second).decision == "retry"
    assert hint(refusal("forbidden-import"), refusal("forbidden-call")).decision == "retry"


def test_a_long_message_is_cut_to_sixty_words() -> None:
    assert len(hint(crash("unknown", "word " * 500)).text.split()) <= 60
