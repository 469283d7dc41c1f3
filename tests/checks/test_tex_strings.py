"""The LaTeX check against what rendering came to, string by string."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.checks import check_program
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.schema.finding import Finding
from pipeline.schema.render import RenderSettings
from tests.checks.tex_strings import expressions, program

TABLE = expressions()
# Really compiled again, of both sorts: those that Manim's own handling of strings decides.
COMPILED = [
    r"""MathTex(r"e^{i", r"\tau} = 1")""",
    r"""MathTex(r"{a + b")""",
    r"""MathTex("x", "^2", "_3")""",
    r"""Tex("50% done\nmore")""",
    r"""MathTex(r"a & b", tex_environment="gather*")""",
    r"""MathTex(r"\frac", "{a}{b}")""",
    r"""MathTex("x_", "2")""",
    r"""Tex("50% done")""",
    r"""MathTex("a } b { c")""",
    r"""BulletedList("a & b", "c")""",
    r"""MathTex("\n\n a = b")""",
    r"""Tex(r"Café, naïve, Größe, Łódź, señor — “quoted” – …")""",
]


def errors(expression: str, tables: Path) -> list[Finding]:
    """The errors of the LaTeX check."""
    report = check_program(program(expression), "Example", rules={"latex"}, cache_dir=tables)
    return [finding for finding in report.findings if finding.severity == "error"]


@pytest.mark.parametrize("expression", [e for e, renders in TABLE if renders])
def test_what_renders_gets_no_error_and_no_warning(expression: str, tables_dir: Path) -> None:
    report = check_program(program(expression), "Example", rules={"latex"}, cache_dir=tables_dir)
    assert report.findings == ()


def test_nine_in_ten_of_what_fails_are_told_before_the_render(tables_dir: Path) -> None:
    broken = [expression for expression, renders in TABLE if not renders]
    missed = [expression for expression in broken if not errors(expression, tables_dir)]
    assert len(broken) >= 90
    assert len(missed) <= len(broken) // 10, missed


def test_the_table_has_as_many_of_both_sorts() -> None:
    assert len(TABLE) >= 200
    assert 0.4 < sum(renders for _, renders in TABLE) / len(TABLE) < 0.6


@pytest.fixture(scope="module")
def renderer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SandboxRenderer]:
    """A renderer of its own folders."""
    root = tmp_path_factory.mktemp("compiled")
    with SandboxRenderer(root / "scratch", tex_dir=root / "tex", workers=1) as running:
        yield running


@pytest.mark.parametrize("expression", COMPILED)
def test_the_verdict_is_that_of_the_render(
    expression: str, renderer: SandboxRenderer, tables_dir: Path, tmp_path: Path
) -> None:
    result = renderer.render(
        program(expression), "Example", tmp_path, RenderSettings(), CancelToken()
    )
    assert result.ok != bool(errors(expression, tables_dir)), result.message
    assert result.ok or result.category == "latex"
