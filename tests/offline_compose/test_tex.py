"""Formulas become canonical TeX, in parts, with their symbols known."""

import pytest

from pipeline.agents.offline.compose.tex import (
    canonical,
    forms_of,
    split,
    statements,
    symbol_of,
    symbols,
    write,
)
from pipeline.agents.offline.compose.texparse import TexError, parse


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"x_i^2", r"x_{i}^{2}"),
        (r"\frac12", r"\frac{1}{2}"),
        (r"\hat x", r"\hat{x}"),
        (r"\ket{\psi}", r"|\psi\rangle"),
        (r"\bm{w}", r"\boldsymbol{w}"),
        (r"\softmax(z)", r"\operatorname{softmax}(z)"),
        (r"α ≤ β", r"\alpha\le\beta"),
        (r"\mathrm{softmax} x", r"\mathrm{softmax}x"),
        (r"\alpha x", r"\alpha x"),
        (r"a\label{eq:1}", "a"),
        (r"50%", r"50\%"),
        (r"\left( x \right.", r"\left( x \right."),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", r"a=b\quad c=d"),
        (r"\argmax_x f", r"\operatorname*{arg\,max}_{x}f"),
        ("f''^2", r"f^{\prime 2}"),
    ],
)
def test_a_formula_is_written_canonically(tex: str, expected: str) -> None:
    assert canonical(tex) == expected


@pytest.mark.parametrize("tex", ["", "   ", "日本", "{" * 60, "x" * 5000, r"\,\,"])
def test_what_is_no_formula_is_refused(tex: str) -> None:
    assert canonical(tex) is None


def test_canonical_tex_is_stable() -> None:
    tex = r"\sum_{i=1}^n \left\| x_i - \bar x \right\|^2 \ge \mathbb{E}[X_t | \mathcal{F}]"
    once = canonical(tex)
    assert once is not None
    assert canonical(once) == once


def test_symbols_leave_out_indices_of_a_running_kind() -> None:
    assert symbols(parse(r"\hat{x}_i = x_i^2 + d_{\mathrm{model}}")) == [
        r"\hat{x}", "x", r"d_{\mathrm{model}}",
    ]  # fmt: skip


def test_words_in_a_formula_are_no_symbols() -> None:
    assert symbols(parse(r"\mathrm{loss} = \text{error}")) == []


def test_a_symbol_is_found_in_all_its_forms() -> None:
    assert forms_of(parse(r"x_{t+1} = x_t - x"), "x") == ["{x_{t+1}}", "{x_{t}}", "{x}"]


def test_a_formula_is_split_at_relations_and_terms() -> None:
    parts = [write(p) for p in split(parse(r"L = a + \frac{b}{c} - (d - e)"))]
    assert parts == ["L", "=", "a", r"+\frac{b}{c}", "-(d-e)"]


def test_a_sum_keeps_its_limits_in_one_part() -> None:
    parts = [write(p) for p in split(parse(r"S = \sum_{i=1}^{n} x_i y_i"))]
    assert parts == ["S", "=", r"\sum_{i=1}^{n}", "x_{i}y_{i}"]


def test_nesting_without_end_is_refused_quickly() -> None:
    with pytest.raises(TexError):
        parse("^{" * 300)


def test_formulas_set_apart_by_wide_space_are_taken_one_by_one() -> None:
    apart = [write(p) for p in statements(parse(r"a = b,\qquad c = d."))]
    assert apart == ["a=b", "c=d"]
    assert len(statements(parse(r"a = b \quad \text{for all } b"))) == 1


def test_an_index_stands_below_the_power_of_a_coloured_symbol() -> None:
    atoms = parse("u_i^{n+1} + u_j")
    assert write(atoms, lambda atom: symbol_of(atom) == "u") == "{u}_{i}^{n+1}+{u_{j}}"
    assert forms_of(atoms, "u") == ["{u}", "{u_{j}}"]
