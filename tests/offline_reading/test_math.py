"""Formulas, symbols, Unicode for simple math, and functions that can be drawn."""

import math

import pytest

from pipeline.agents.offline.reading import (
    plain,
    plain_math,
    plot_function,
    read_section,
    sample,
    sides,
    symbols,
)


def test_amounts_of_money_are_not_formulas() -> None:
    for text in (
        "It costs $5 and $10 per run.",
        "Prices rose from $1,200 to $1,450 ($250 more).",
        "It costs \\$5 in total.",
        "Between $2 and $3 million were spent, while $x$ stayed.",
    ):
        assert [f.tex for f in read_section(text).formulas] in ([], ["x"])


def test_inline_math_between_dollars_and_parentheses_is_found() -> None:
    found = read_section("Let $x_i$ and \\(y\\) be given, with $a = b$.").formulas
    assert [f.tex for f in found] == ["x_i", "y", "a = b"]
    assert not any(f.display for f in found)


def test_a_formula_knows_its_words_before_and_after() -> None:
    formula = read_section("The mean is $$m = s / n,$$ where $n$ counts.").formulas[0]
    assert formula.intro == "The mean is"
    assert formula.after == "where $n$ counts"
    assert formula.tex == "m = s / n"


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("a = b = c", ("a", "=", "b = c")),
        ("f(x=1) \\le g", ("f(x=1)", "\\le", "g")),
        ("\\sum_{k=1}^{n} a_k \\approx 1", ("\\sum_{k=1}^{n} a_k", "\\approx", "1")),
        ("x + y", ("x + y", "", "")),
        ("w \\leftarrow w - \\eta g", ("w", "\\leftarrow", "w - \\eta g")),
    ],
)
def test_sides_split_at_the_first_relation_outside_of_brackets(
    tex: str, expected: tuple[str, str, str]
) -> None:
    assert sides(tex) == expected


def test_symbols_keep_their_subscripts_and_leave_out_constants_and_words() -> None:
    found = symbols(r"X_k = \sum_{n=0}^{N-1} x_n e^{-i 2\pi k n / N} + \text{noise} + \omega_0")
    assert found[0] == "X_k"
    assert {"x_n", "N", "k", r"\omega_0"} <= set(found)
    assert not {"e", "i", r"\pi", "noise", "t"} & set(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"$x_i \le \alpha^2$", "xᵢ ≤ α²"),
        (r"a vector in $\mathbb{R}^n$", "a vector in ℝⁿ"),
        (r"$|\psi\rangle$ and $\hbar$", "|ψ⟩ and ħ"),
        (r"$n = 12$ runs at $5\%$", "n = 12 runs at 5%"),
        (r"$x \to \infty$", "x → ∞"),
        (r"$10^{-3}$", "10⁻³"),
        ("no math at all", "no math at all"),
    ],
)
def test_simple_math_becomes_readable_unicode(text: str, expected: str) -> None:
    assert plain(text) == expected


@pytest.mark.parametrize(
    "tex", [r"\frac{a}{b}", r"\sqrt{x}", "X_N", r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}", "a_{i_j}"]
)
def test_math_that_needs_typesetting_keeps_its_dollars_and_is_spelled_out_only_on_request(
    tex: str,
) -> None:
    assert plain(f"the value ${tex}$") == f"the value ${tex}$"
    assert plain_math(tex) is None
    spelled = plain(f"the value ${tex}$", lossy=True)
    assert "$" not in spelled
    assert "\\" not in spelled


def test_explanations_of_symbols_are_read_from_where_clauses_let_and_apposition() -> None:
    section = read_section(
        "The step is $$w = w - \\eta g,$$ where $w$ is the weight, $\\eta$ denotes the learning "
        "rate and $g$ the gradient. Let $k$ be a key. The batch size $B$ is fixed. "
        "It stops after $t$ steps."
    )
    notes = {note.symbol: note.meaning for note in section.symbols}
    assert notes == {
        "w": "weight",
        "\\eta": "learning rate",
        "g": "gradient",
        "k": "key",
        "B": "batch size",
        "t": "number of steps",
    }


@pytest.mark.parametrize(
    ("tex", "at", "value"),
    [
        (r"f(x) = x^2", 3.0, 9.0),
        (r"y = \frac{1}{1 + e^{-x}}", 0.0, 0.5),
        (r"g(x) = e^{-x^2/2}", 1.0, math.exp(-0.5)),
        (r"y = \sin(2\pi x) + 0.5", 0.25, 1.5),
        (r"y = 2x^3 - 4x", 2.0, 8.0),
        (r"h(t) = \sqrt{t} \ln t", 4.0, 2 * math.log(4)),
        (r"y = \left| x - 1 \right|", -1.0, 2.0),
        (r"f(x) = \cos^2 x", 1.0, math.cos(1.0) ** 2),
        (r"C(a) = \frac{1}{2} c a^2", 2.0, 2.0),
    ],
)
def test_elementary_functions_are_understood_and_their_python_agrees(
    tex: str, at: float, value: float
) -> None:
    import numpy as np

    function = plot_function(tex)
    assert function is not None
    assert eval(function.python, {"__builtins__": {}, "np": np, "x": at}) == pytest.approx(value)
    points = sample(function, 25)
    assert len(points) == 25
    assert points[0][0] == function.low
    assert all(math.isfinite(y) for _, y in points)


@pytest.mark.parametrize(
    "tex",
    [
        r"f(x) = \int_0^x g(t) dt",
        r"y = \sum_k x_k",
        r"f(x) = f(x - 1) + 1",
        r"y = a b c d x",
        r"f(x) = __import__('os')",
        r"f(x) = x.__class__",
        r"f(x) = 1/0",
        r"x^2",
        r"f(x) = ",
        r"f(x) = ((((x",
        r"f(x) = " + "(" * 500 + "x",
    ],
)
def test_anything_that_is_not_an_elementary_function_of_one_variable_is_refused(tex: str) -> None:
    assert plot_function(tex) is None


def test_the_domain_of_a_logarithm_is_positive_and_fast_waves_get_a_short_one() -> None:
    logarithm, wave = plot_function(r"y = \ln x"), plot_function(r"x(t) = \sin(40 \pi t)")
    assert logarithm is not None
    assert wave is not None
    assert logarithm.low > 0
    assert wave.high - wave.low <= 1.0


@pytest.mark.parametrize("tex", [r"w(x) = p(x) / q(x)", r"g(x) = x", r"y = \sigma(x) + 1"])
def test_functions_that_are_only_named_are_not_drawn(tex: str) -> None:
    assert plot_function(tex) is None
