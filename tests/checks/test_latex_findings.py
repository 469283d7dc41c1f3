"""Findings of the LaTeX check: their lines, their words, and the edits that cure them."""

from pathlib import Path

import pytest

from pipeline.checks import check_program
from pipeline.schema.finding import Finding, TextEdit
from tests.checks.programs import scene
from tests.checks.tex_strings import expressions

CASES = Path(__file__).parents[1] / "cases"


def findings(program: str, tables: Path) -> list[Finding]:
    """What the LaTeX rules find."""
    return list(check_program(program, "Example", rules={"latex"}, cache_dir=tables).findings)


def edited(text: str, edits: tuple[TextEdit, ...]) -> str:
    """The text after the edits, the last one first."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda e: (e.line, e.column), reverse=True):
        assert edit.line == edit.end_line
        line = lines[edit.line - 1]
        lines[edit.line - 1] = line[: edit.column] + edit.replacement + line[edit.end_column :]
    return "\n".join(lines)


CURES = {
    r'MathTex("\theta + \frac{a}{b}")': r'MathTex(r"\theta + \frac{a}{b}")',
    r'MathTex("\\alpha + \beta")': r'MathTex("\\alpha + \\beta")',
    r'MathTex(f"\theta_{1}")': r'MathTex(rf"\theta_{1}")',
    r'MathTex("x \neq y")': r'MathTex(r"x \neq y")',
    r'Tex("\textbf{a}")': r'Tex(r"\textbf{a}")',
    r"MathTex('\rho', '\sigma \nabla')": r"MathTex(r'\rho', '\sigma \nabla')",
    r'Tex(r"up to 95% of it")': r'Tex(r"up to 95\% of it")',
    'Tex("up to 95% of it")': r'Tex("up to 95\\% of it")',
    'Title("Profit & loss")': r'Title("Profit \\& loss")',
    'Tex("issue #1 and #2")': r'Tex("issue \\#1 and \\#2")',
    'Tex("the max_value is 3")': r'Tex("the max\\_value is 3")',
    'Tex("It costs $5 a unit")': r'Tex("It costs \\$5 a unit")',
    'MathTex(r"$x^2$", "y")': 'MathTex(r"x^2", "y")',
    'MathTex("α + β → γx")': r'MathTex("\\alpha + \\beta → \\gamma x")',
    'Matrix([[1, "$x$"], [2, 3]])': 'Matrix([[1, "x"], [2, 3]])',
    'é = Tex("ß 5% é")': r'é = Tex("ß 5\\% é")',
}


@pytest.mark.parametrize("body", CURES)
def test_the_one_safe_fix_is_offered_and_cures(body: str, tables_dir: Path) -> None:
    program = scene(body)
    first = findings(program, tables_dir)[0]
    assert first.severity == "error"
    cured = edited(program, first.edits)
    assert cured == scene(CURES[body])
    assert not [
        f for f in findings(cured, tables_dir) if f.rule == first.rule and f.edits == first.edits
    ]


@pytest.mark.parametrize(
    "body",
    [
        'Tex("h_t depends on x")',
        'Tex("from $a to b")',
        'x = "5%"\nTex(x)',
        'Tex("a " + "5%")',
        'Tex("a "\n    "5%")',
        r'MathTex(r"\textcolor{red}{x}")',
        'MathTex("a $x$ b")',
    ],
)
def test_where_the_fix_is_not_certain_none_is_offered(body: str, tables_dir: Path) -> None:
    found = findings(scene(body), tables_dir)
    assert [f.severity for f in found] == ["error"]
    assert found[0].edits == ()
    assert found[0].suggestion


@pytest.mark.parametrize(
    ("body", "rule", "told"),
    [
        (r'MathTex(r"\bm{x}")', "tex-undefined", r"\boldsymbol"),
        (r'MathTex(r"\fracc{a}{b}")', "tex-undefined", r"\frac"),
        (r'MathTex(r"\begin{tikzpicture}\end{tikzpicture}")', "tex-undefined", "Manim"),
        (r'Tex(r"\usepackage{amsmath} x")', "tex-preamble", "TexTemplate"),
        ('MathTex("x ≤ y")', "tex-character", r"\le"),
        ('MathTex("a\\n\\nb")', "tex-blank-line", "blank line"),
        (r'MathTex(r"\begin{align} a &= b \end{align}")', "tex-environment", "aligned"),
        (r'MathTex(r"\begin{pmatrix} a \end{bmatrix}")', "tex-environment", "order"),
        (r'MathTex("a } b { c")', "tex-braces", "order"),
        (r'MathTex(r"\left( a & b \right)")', "tex-left-right", r"\right"),
        (r'MathTex(r"\frac{a & b}{c}")', "tex-cells", "outside"),
        (r'MathTex("x^2^3")', "tex-script", "braces"),
        (r'MathTex(r"\frac", "{a}{b}")', "tex-argument", "one string"),
        (r'Tex(r"\alpha rays")', "tex-math-in-text", "dollar"),
        (r'MathTex(r"\item a")', "tex-text-in-math", r"\text"),
        (r'MathTex("\x07")', "tex-control", "raw"),
        ('MarkupText("a < b")', "markup", "&lt;"),
        (r'MathTex(r"\frac{a}{b}", tex_to_color_map={"a": RED})', "tex-torn-command", "of its own"),
        (r'Tex(r"\textbf{t}", tex_to_color_map={"t": RED})', "tex-torn-command", "of its own"),
    ],
)
def test_a_fault_is_named_with_its_line_and_a_way_out(
    body: str, rule: str, told: str, tables_dir: Path
) -> None:
    found = findings(scene(body), tables_dir)
    assert rule in {f.rule for f in found}
    finding = next(f for f in found if f.rule == rule)
    assert finding.line == 9
    assert finding.layer == "latex"
    assert told in finding.suggestion


def test_the_line_is_that_of_the_string_even_within_a_long_one(tables_dir: Path) -> None:
    body = 'MathTex(\n    "a",\n    r"""b\n    + c &\n    + \\foo\n    """,\n)'
    (finding,) = findings(scene(body), tables_dir)
    assert finding.rule == "tex-undefined"
    assert finding.line == 13


@pytest.mark.parametrize(
    "body",
    [
        'x = input\nTex(x, "_1")',
        'try:\n    t = Tex("a_b")\nexcept ValueError:\n    t = Text("a_b")',
        'word = "a_b"\nword = "c"\nTex(word)',
        'for w in ["a_b", "c"]:\n    if w == "c":\n        Tex(w)',
        r'MathTex(r"\def\x#1{#1 & } \x{a}", r"{a & b}")',
        'MathTex("x" * 9000)',
        r'MathTex(r"\int x", substrings_to_isolate=["t"])',
        'MathTex("{" * 40 + "x" + "}" * 40)',
    ],
)
def test_what_may_be_right_is_at_most_a_warning(body: str, tables_dir: Path) -> None:
    assert [f for f in findings(scene(body), tables_dir) if f.severity == "error"] == []


@pytest.mark.parametrize(
    "body",
    [
        'def Tex(x):\n    return Text(x)\nTex("a_b")',
        'Text("a_b & 50%", font_size=20)',
        'eq = MathTex("a", "b")\neq.set_color_by_tex("$", RED)',
        't = TexTemplate().add_to_preamble(r"\\usepackage{mathrsfs}")\n'
        'MathTex(r"\\mathscr{L} \\anything", tex_template=t)',
        't = TexTemplate()\nt.add_to_preamble(r"\\newcommand{\\RR}{\\mathbb{R}}")\n'
        'MathTex(r"\\RR", tex_template=t)',
        'MathTex(r"\\half", tex_template=TexTemplate(preamble=r"\\def\\half{1}"))',
        'config.tex_template = TexFontTemplates.droid_serif\nMathTex(r"\\anything")',
        'Tex("%d items" % 3, f"{2:.1f}")',
        'MathTex(r"\\frac{{{}}}{{2}}".format(3))',
        'BraceText(Square(), "a_b")\nMathTex(r"x^{", str(3), "}")',
        'Tex("first\\nsecond\\tthird", "one\\not two")',
        'Table([["a_b", "c"]])\nCode(code_string="a_b = $")',
    ],
)
def test_what_is_right_gets_no_finding(body: str, tables_dir: Path) -> None:
    assert findings(scene(body), tables_dir) == []


def test_names_from_elsewhere_are_followed(tables_dir: Path) -> None:
    program = scene('M("$x$")\nmn.Tex("a_b")', "from manim import MathTex as M\nimport manim as mn")
    assert {f.rule for f in findings(program, tables_dir)} == {"tex-dollar", "tex-special"}


@pytest.mark.parametrize(
    ("case", "rule"),
    [
        ("C20", "tex-comment"),
        ("C22", "tex-special"),
        ("C23", "tex-preamble"),
        ("C24", "tex-character"),
        ("C28", "tex-dollar"),
    ],
)
def test_the_sample_cases_are_told_at_the_line_of_the_string(
    case: str, rule: str, tables_dir: Path
) -> None:
    program = (CASES / f"{case}.py").read_text(encoding="utf-8")
    (finding,) = findings(program, tables_dir)
    assert (finding.rule, finding.line, finding.severity) == (rule, 7, "error")


def test_a_package_that_may_be_missing_is_a_warning(tables_dir: Path) -> None:
    program = (CASES / "C30.py").read_text(encoding="utf-8")
    (finding,) = findings(program, tables_dir)
    assert (finding.rule, finding.severity) == ("tex-missing-package", "warning")
    assert "prettyneuralnets" in finding.message


def test_no_message_holds_a_control_character(tables_dir: Path) -> None:
    for expression, _ in expressions():
        for finding in findings(scene(expression), tables_dir):
            assert finding.message.isprintable()
            assert len(finding.message) < 250
