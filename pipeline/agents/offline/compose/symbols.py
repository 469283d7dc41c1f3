"""How many symbols a formula has, from its text alone: one flat rule for all of them."""

import re

from pipeline.agents.offline.compose.plan import Figure, FormulaFigure, MatrixFigure

_SIGN_RE = re.compile(
    r"\\(?:operatorname\*?|mathrm|text[a-z]*)\{[^{}]*\}|\\[A-Za-z]+\*?|\\.|[^\\{}^_&\s]"
)
_INVISIBLE_RE = re.compile(r"\\(?:left|right|begin|end|limits|nolimits)\b")


def visible_signs(tex: str) -> int:
    """Characters and commands of a formula that draw something; a named operator is one."""
    return len(_SIGN_RE.findall(_INVISIBLE_RE.sub("", tex)))


def formulas(figure: Figure) -> list[str]:
    """The formulas that a figure sets at the formula's size."""
    if isinstance(figure, FormulaFigure):
        return ["".join(form) for form in figure.forms]
    beside = getattr(figure, "formula", "")
    return [beside] if beside else []


def matrix_signs(figure: MatrixFigure) -> int:
    """Signs of the widest entries side by side, a gap counting as three."""
    widest = max(visible_signs(e) for row in figure.rows for e in row)
    columns = len(figure.rows[0]) + bool(figure.column) + bool(figure.result)
    return (widest + 3) * columns + visible_signs(figure.name)


def symbols_shown(figure: Figure) -> int:
    """Symbols that stand on the screen together once every formula is complete."""
    each = [visible_signs(tex) for tex in formulas(figure)]
    each += [visible_signs(c.tex) for c in getattr(figure, "curves", ()) if c.tex]
    if isinstance(figure, MatrixFigure):
        entries = [e for row in figure.rows for e in row]
        each.append(sum(map(visible_signs, (*entries, figure.name))))
    together = not isinstance(figure, FormulaFigure) or figure.stacked
    return sum(each) if together else max(each, default=0)
