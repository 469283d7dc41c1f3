"""The shipped list of what TeX knows is that of the installed TeX."""

import shutil

import pytest

from pipeline.checks.latex import survey
from pipeline.checks.latex.known import known

pytestmark = pytest.mark.skipif(shutil.which("latex") is None, reason="there is no TeX here")

# In nearly every program; were one of them missing, most programs would be refused.
EVERYDAY = """
frac sqrt sum int alpha beta gamma theta lambda pi sigma omega Gamma Delta Omega cdot times left
right text mathbf mathrm mathbb mathcal mathfrak operatorname vec hat bar overline underbrace
overbrace binom infty partial nabla to rightarrow Rightarrow implies iff leq geq neq approx equiv
sim propto in notin subset cup cap forall exists lim log sin cos exp max min quad qquad ldots cdots
textbf textit emph underline begin end label hspace vspace boldsymbol substack boxed coloneqq
displaystyle limits langle rangle lvert rvert big Big bigg Bigg dfrac tfrac stackrel overset
""".split()  # noqa: SIM905


@pytest.fixture(scope="module")
def tex(tmp_path_factory: pytest.TempPathFactory) -> survey.Tex:
    """The installed TeX with our preamble."""
    return survey.Tex(tmp_path_factory.mktemp("tex"))


def test_commands_and_environments_are_those_of_the_installed_tex(tex: survey.Tex) -> None:
    commands, environments = survey.defined_names(tex)
    # Another release of TeX adds and drops internal names; what people write stays.
    assert len(known().commands ^ set(commands)) < len(known().commands) // 20
    assert {"align*", "aligned", "array", "cases", "center", "pmatrix"} <= known().environments
    assert len(known().environments ^ set(environments)) < 10
    assert set(EVERYDAY) <= known().commands
    assert set(EVERYDAY) <= set(commands)


@pytest.mark.parametrize(
    "name", ["bm", "mathscr", "cancel", "textcolor", "qty", "SI", "ce", "tikz", "color", "abs"]
)
def test_commands_of_other_packages_are_not_known(name: str, tex: survey.Tex) -> None:
    assert name not in known().commands
    assert "Undefined control sequence" in tex.fault(rf"\{name}{{a}}", "align*", "unknown")


@pytest.mark.parametrize("name", ["alpha", "frac", "mathbf", "infty", "sum"])
def test_commands_that_need_math_are_refused_in_text(name: str, tex: survey.Tex) -> None:
    assert name in known().math_only
    assert tex.fault(rf"\{name}{{a}}{{b}}", "center", "text")
    assert not tex.fault(rf"\{name}{{a}}{{b}}", "align*", "math")


@pytest.mark.parametrize(
    ("character", "text", "math"),
    [("é", True, False), ("α", False, False), ("→", True, True), ("−", False, False)],
)
def test_characters_are_set_up_where_the_list_says_so(
    character: str, text: bool, math: bool, tex: survey.Tex
) -> None:
    assert (character in known().text_characters) == text
    assert (character in known().math_characters) == math
    assert (not tex.fault(f"a{character}b", "center", "text")) == text
    assert (not tex.fault(f"a{character}b", "align*", "math")) == math
