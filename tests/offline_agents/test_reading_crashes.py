"""A crash is read for its cause; the hint is short and says whether to try again."""

from pathlib import Path

import pytest

from pipeline.agents.offline.causes import BY_CATEGORY
from pipeline.agents.offline.text_reviewer import CrashReader, advice
from pipeline.agents.protocols import Attempt, CodeRequest
from pipeline.checks import check_program
from pipeline.checks.latex import check_latex
from pipeline.checks.parsing import parse_program
from pipeline.schema.finding import Finding
from pipeline.schema.render import Category, RenderResult
from pipeline.schema.review import Hint
from tests.checks.tex_strings import expressions, program
from tests.offline_agents.scenes import SPEC, TASK

CASES = Path(__file__).parents[1] / "cases"


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
        (crash("latex", "LaTeX: Can be used only in preamble"), "TexTemplate"),
        (crash("latex", "LaTeX: File `foo.sty' not found"), "cannot install"),
        (crash("latex", "LaTeX: Bad math environment delimiter"), "math (align*) already"),
        (crash("latex", "LaTeX: Misplaced alignment tab character &"), r"\&"),
        (crash("latex", "You can't use `macro parameter character #' in math mode"), r"\#"),
        (crash("latex", "LaTeX: Missing { inserted"), "within one string"),
        (crash("latex", "LaTeX: There's no line here to end"), "line break"),
        (crash("latex", "LaTeX: Unicode character ^^H (U+0008)"), "raw strings"),
        (crash("latex", "LaTeX: Command \\item invalid in math mode"), "wrong mode"),
        (crash("latex", "the LaTeX output holds no picture"), r"\%"),
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


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("C20", r"Write \%"),
        ("C22", "dollar signs"),
        ("C23", "TexTemplate"),
        ("C24", r"Write \alpha"),
        ("C28", "Leave out $"),
    ],
)
@pytest.mark.parametrize("rendered", [True, False])
def test_a_formula_is_read_in_the_program_whatever_tex_says(
    case: str, words: str, rendered: bool
) -> None:
    text = (CASES / f"{case}.py").read_text(encoding="utf-8")
    if rendered:
        result = RenderResult(
            ok=False, category="latex", message="LaTeX: Missing } inserted", line=7
        )
        attempt = Attempt(program=text, result=result)
    else:
        scene = text.partition("Requested scene: ")[2].split()[0]
        findings = check_program(text, scene, rules={"latex"}).findings
        attempt = Attempt(program=text, result=None, findings=findings)
    given = hint(attempt)
    assert given.decision == "retry"
    assert words in given.text
    assert "ine 7" in given.text
    assert len(given.text.split()) <= 60


def test_every_finding_about_tex_fits_into_a_hint() -> None:
    rules = set()
    for expression, renders in expressions():
        parsed = parse_program(program(expression))
        assert not isinstance(parsed, Finding)
        for finding in () if renders else check_latex(parsed):
            rules.add(finding.rule)
            told = hint(Attempt(program="", result=None, findings=(finding,))).text
            assert len(told.split()) <= 60
            if finding.severity == "error":
                assert told.endswith(finding.suggestion)
    assert len(rules) >= 14


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


@pytest.mark.parametrize("category", list(BY_CATEGORY))
def test_a_hint_names_no_line_where_none_is_known(category: Category) -> None:
    result = RenderResult(ok=False, category=category, message="something was odd")
    told = advice(Attempt(program="", result=result))
    assert BY_CATEGORY[category] in told
    assert "line" not in told.lower().replace("plainer", "")
