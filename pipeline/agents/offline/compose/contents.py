"""Which kinds of content a plan holds: what makes its parts unlike their characters."""

import re

from pipeline.agents.offline.compose.estimate import visible_signs
from pipeline.agents.offline.compose.plan import (
    BarsFigure,
    Beat,
    Content,
    ContrastFigure,
    Figure,
    FlowFigure,
    FormulaFigure,
    MatrixFigure,
    NetworkFigure,
    StagesFigure,
    StateFigure,
    TimelineFigure,
)
from pipeline.agents.offline.layout import ContentKind, Element

LONG_FORMULA_SIGNS = 24
LONG_SENTENCE_WORDS = 15
LONG_NAME_LETTERS = 14
MANY = 5
MANY_NUMERALS = 2
_NUMERAL = re.compile(r"\d[\d,.]*")

_PATTERNS: tuple[tuple[ContentKind, re.Pattern[str]], ...] = (
    (ContentKind.STACKED_FRACTION, re.compile(r"\\[dc]?frac|\\binom")),
    (ContentKind.LIMITS, re.compile(
        r"\\(?:sum|prod|coprod|int|iint|oint|big\w+|lim|max|min|sup|inf|operatorname\*\{[^}]*\})"
        r"\s*[_^]")),
    (ContentKind.MATRIX, re.compile(r"\\begin\{(?:\w?matrix|smallmatrix|cases)")),
    (ContentKind.NAMED_OPERATOR, re.compile(r"\\operatorname|\\mathrm\{[A-Za-z]{3,}")),
    (ContentKind.BRACKETS, re.compile(r"\\[lr]angle")),
    (ContentKind.WORDS_IN_FORMULA, re.compile(r"\\text(?:bf|it|rm)?\{[^}]{2,}")),
    (ContentKind.SCRIPTS, re.compile(r"[_^]\{[^{}]*(?:\{[^{}]*\}[^{}]*)*[_^]\{")),
)  # fmt: skip


def formula_kinds(tex: str) -> list[ContentKind]:
    """The kinds of one formula."""
    kinds = [kind for kind, pattern in _PATTERNS if pattern.search(tex)]
    if visible_signs(tex) >= LONG_FORMULA_SIGNS:
        kinds.append(ContentKind.LONG_FORMULA)
    return kinds


def find_contents(
    claim: str, takeaway: str, beats: tuple[Beat, ...], figure: Figure
) -> tuple[Content, ...]:
    """All kinds of a scene, element by element."""
    found: list[Content] = []
    for element, texts in (
        (Element.HEADING, [claim]),
        (Element.CAPTION, [b.words for b in beats]),
        (Element.TAKEAWAY, [takeaway]),
    ):
        if any(len(t.split()) > LONG_SENTENCE_WORDS for t in texts):
            found.append(Content(element=element, kind=ContentKind.LONG_SENTENCE))
    if any(len(_NUMERAL.findall(b.words)) >= MANY_NUMERALS for b in beats):
        found.append(Content(element=Element.CAPTION, kind=ContentKind.MANY_NUMBERS))
    for tex in formulas_of(figure):
        found += [Content(element=Element.FORMULA, kind=k) for k in formula_kinds(tex)]
    found += [Content(element=Element.LABEL, kind=k) for k in _label_kinds(figure)]
    return tuple(dict.fromkeys(found))


def formulas_of(figure: Figure) -> list[str]:
    """Every formula the figure sets at the formula's size."""
    match figure:
        case FormulaFigure(forms=forms):
            return ["".join(form) for form in forms]
        case MatrixFigure():
            return [r"\begin{matrix}", *([figure.formula] if figure.formula else [])]
        case StateFigure():
            return [r"|\psi\rangle", *([figure.formula] if figure.formula else [])]
        case _:
            beside = getattr(figure, "formula", "")
            return [beside] if beside else []


def _label_kinds(figure: Figure) -> list[ContentKind]:
    match figure:
        case FlowFigure(steps=names) | StagesFigure(items=names):
            kinds = [ContentKind.MANY_STEPS] if len(names) >= MANY else []
            kinds += [ContentKind.LONG_STEP_NAMES] if _long(names) else []
            if isinstance(figure, StagesFigure) and sum(len(n.split()) for n in names) > 20:
                kinds.append(ContentKind.DENSE_LIST)
            return kinds
        case BarsFigure(names=names, values=values):
            kinds = [ContentKind.MANY_CATEGORIES] if len(values) >= MANY else []
            kinds += [ContentKind.LONG_CATEGORY_NAMES] if _long(names) else []
            return kinds + ([ContentKind.MANY_NUMBERS] if len(values) > MANY else [])
        case TimelineFigure(events=events):
            kinds = [ContentKind.MANY_STEPS] if len(events) >= MANY else []
            return kinds + ([ContentKind.LONG_STEP_NAMES] if _long(events) else [])
        case ContrastFigure():
            texts = (figure.left, figure.right, figure.left_words, figure.right_words)
            return [ContentKind.DENSE_LIST] if sum(len(t.split()) for t in texts) > 24 else []
        case NetworkFigure(names=names) | FormulaFigure(notes=names):
            words = tuple(n if isinstance(n, str) else n.words for n in names)
            return [ContentKind.LONG_CATEGORY_NAMES] if _long(words) else []
        case _:
            return []


def _long(names: tuple[str, ...]) -> bool:
    return any(len(word) >= LONG_NAME_LETTERS for n in names for word in n.split()) or any(
        len(n) > 2 * LONG_NAME_LETTERS for n in names
    )
