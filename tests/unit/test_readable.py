"""Formulas as a person reads them on one line."""

import pytest

from app.readable import readable, shortened


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"The rate $\frac{a}{b}$ is $x^2$.", "The rate a/b is x^2."),
        (r"A price goes from $2.00 to $2.20, a tenth more.",
         "A price goes from $2.00 to $2.20, a tenth more."),
        (r"\(\alpha\)  and\n  \[\beta\]", "α and β"),
        (r"$\varepsilon = \frac{\Delta Q / Q}{\Delta P / P}$", "ε = (ΔQ / Q)/(ΔP / P)"),
        (r"$\dfrac{1}{n-1}$ and $\frac12$", "1/(n-1) and 1/2"),
        (r"$\int_{-\infty}^{\infty} e^{-2x} + T_{max} x_{ij}^{n+1}$",
         "∫_(-∞)^∞ e^(-2x) + T_max x_ij^(n+1)"),
        (r"An open $ sign stays", "An open $ sign stays"),
    ],
)  # fmt: skip
def test_formulas_are_told_in_unicode_and_money_stays_money(text: str, shown: str) -> None:
    assert readable(text.replace("\\n", "\n")) == shown


def test_a_long_text_is_cut_after_its_formulas_were_read() -> None:
    assert shortened(r"$\alpha$ " * 100, 20) == "α α α α α α α α α α…"
