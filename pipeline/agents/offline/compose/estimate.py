"""A plain estimate of sizes and times from the text alone: nothing is rendered here.

One flat rule each: a letter of text has one width, a visible character or command of a formula
has one width, a line has one height, and words are read at one speed. The estimate therefore errs
for content that is not like its characters (stacked fractions, operators with limits, words inside
a formula...); where it errs is for the memory to learn, and must not be patched here.
"""

import math
import re
from collections.abc import Iterable
from typing import Final

from pipeline.agents.offline.compose.frames import Grid, formula_width, grid_of, room_of
from pipeline.agents.offline.compose.pacing import BRISK, USUAL, length, numbers_said
from pipeline.agents.offline.compose.plan import (
    BarsFigure,
    ContrastFigure,
    FlowFigure,
    FormulaFigure,
    MatrixFigure,
    ScenePlan,
    StagesFigure,
    TimelineFigure,
    shows_formula,
)
from pipeline.agents.offline.layout import Layout
from pipeline.schema.render import Aspect

LETTER: Final = 0.0074
"""Width of an average letter in Manim units per point (Text of Manim, English prose)."""

SIGN: Final = 0.0074
"""Width of one visible character or command of a formula, per point."""

LINE: Final = 0.018
"""Height from one line of text to the next, per point."""

LONGEST: Final = 24.0
"""No scene is planned longer than this, in seconds: none is to last more than 25."""

RESERVE: Final = {"number_words": 2.8, "formula_hold": 3.0}
"""What a revision may lengthen: a scene is planned so short that it stays within `LONGEST` even
when its numbers or its formula turn out to need that much."""

FEWEST_WORDS: Final = 2.0
"""Words that a number counts at least where a scene has to be told in less time."""

SHORT_REST: Final = 0.5
"""Seconds of rest after a text that a scene has at least."""

FIGURE_WIDTH: Final = 12.6
"""The width a figure may take, in Manim units."""

_ALONE = 60
_STACKED = 48
_BESIDE = 44
_SQUARE = 48
_CARD = 30
FIGURE_HEIGHT: Final = 4.4
"""The height a figure may take between a heading of two lines and the caption."""

CARD_PADDING: Final = 0.5
"""Height of a card beyond its lines."""

_SIGN_RE = re.compile(
    r"\\(?:operatorname\*?|mathrm|text[a-z]*)\{[^{}]*\}|\\[A-Za-z]+\*?|\\.|[^\\{}^_&\s]"
)
_INVISIBLE_RE = re.compile(r"\\(?:left|right|begin|end|limits|nolimits)\b")


def wrap(text: str, size: float, width: float) -> list[str]:
    """The lines a program will set: the same rule as its `paragraph`."""
    room = width / (size * LETTER)
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def box_lines(texts: Iterable[str], layout: Layout) -> int:
    """The most lines that any of the labels takes."""
    return max((len(wrap(t, layout.label_size, layout.label_width)) for t in texts), default=1)


def visible_signs(tex: str) -> int:
    """Characters and commands of a formula that draw something; a named operator is one."""
    return len(_SIGN_RE.findall(_INVISIBLE_RE.sub("", tex)))


def estimate_layout(plan: ScenePlan, aspect: Aspect = "16:9") -> Layout:
    """The layout a scene should need in its frame, from its characters and words."""
    room = room_of(aspect)
    base = room.layout(aspect)
    layout = base.model_copy(
        update={
            "heading_size": _text_size(plan.claim, room.heading_size, base.heading_width,
                                       room.heading_lines, room.least_heading),
            "caption_size": min(
                _text_size(beat.words, base.caption_size, base.caption_width, room.caption_lines,
                           22)
                for beat in plan.beats
            ),
            "takeaway_size": _text_size(plan.takeaway, base.takeaway_size,
                                        base.takeaway_width, room.takeaway_lines, 26),
            "formula_size": _formula_size(plan, base),
        }
    )  # fmt: skip
    timed = _labels(plan, layout).model_copy(
        update={"hold": _hold(plan), "formula_hold": _formula_hold()}
    )
    if length(plan, lengthened(plan, timed)) > LONGEST:
        return timed.model_copy(update={"words_per_second": BRISK})
    return timed


def within_length(plan: ScenePlan, layout: Layout) -> Layout:
    """The layout, made to last no longer than `LONGEST` where it can.

    The words are told up to `BRISK` first; then the rests give way, down to `SHORT_REST`; at last
    numbers count less, down to `FEWEST_WORDS`.
    """
    beyond = length(plan, layout) - LONGEST
    if beyond <= 0:
        return layout
    texts = (*(beat.words for beat in plan.beats), plan.takeaway)
    reading = sum(len(text.split()) for text in texts) / layout.words_per_second
    pace = layout.words_per_second * reading / max(reading - beyond, 0.5 * reading)
    pace = max(layout.words_per_second, min(round(pace + 0.05, 1), BRISK))
    brisk = layout.model_copy(update={"words_per_second": pace})
    beyond = length(plan, brisk) - LONGEST
    hold = round(layout.hold - max(beyond, 0.0) / len(texts), 2)
    short = brisk.model_copy(update={"hold": min(layout.hold, max(hold, SHORT_REST))})
    beyond = length(plan, short) - LONGEST
    numbers = sum(numbers_said(text) for text in texts)
    if beyond <= 0 or not numbers or short.number_words <= FEWEST_WORDS:
        return short
    fewer = short.number_words - beyond * USUAL / numbers
    return short.model_copy(update={"number_words": max(round(fewer - 0.05, 1), FEWEST_WORDS)})


def lengthened(plan: ScenePlan, layout: Layout, known: frozenset[str] = frozenset()) -> Layout:
    """The layout with all that a revision may add to the time of this plan, but for the fields
    whose need is `known`."""
    reserve = {name: value for name, value in RESERVE.items() if name not in known}
    if not shows_formula(plan.figure):
        reserve.pop("formula_hold", None)
    return layout.model_copy(update=reserve)


def unhurried(plan: ScenePlan, estimate: Layout, advised: Layout) -> Layout:
    """The advised layout, told no faster than its length asks for.

    A scene is told briskly where time may be needed later on. Once memory says what numbers or a
    formula need, no time is kept for them, and the words get what is left of it.
    """
    known = frozenset(n for n in RESERVE if getattr(advised, n) > getattr(estimate, n))
    if not known or advised.words_per_second != estimate.words_per_second:
        return advised
    pace = USUAL
    while pace < advised.words_per_second:
        calm = advised.model_copy(update={"words_per_second": pace})
        if length(plan, lengthened(plan, calm, known)) <= LONGEST:
            return calm
        pace = round(pace + 0.1, 1)
    return advised


def _text_size(text: str, size: int, width: float, lines: int, least: int) -> int:
    """The largest even size at which the text takes at most so many lines."""
    while size > least and len(wrap(text, size, width)) > lines:
        size -= 2
    return size


def _formula_size(plan: ScenePlan, base: Layout) -> int:
    formulas = _formulas(plan)
    signs = max((visible_signs(f) for f in formulas), default=0)
    size = _ALONE if isinstance(plan.figure, FormulaFigure | MatrixFigure) else base.formula_size
    size = _STACKED if isinstance(plan.figure, FormulaFigure) and plan.figure.stacked else size
    size = _BESIDE if getattr(plan.figure, "formula", None) else size
    if isinstance(plan.figure, MatrixFigure):
        signs = _matrix_signs(plan.figure)
    width = formula_width(plan.figure, base.aspect)
    size = min(size, _SQUARE) if base.aspect == "1:1" else size
    while size > 24 and signs * size * SIGN > width:
        size -= 2
    return size


def _matrix_signs(figure: MatrixFigure) -> int:
    """Signs of the widest entries side by side, a gap counting as three."""
    widest = max(visible_signs(e) for row in figure.rows for e in row)
    columns = len(figure.rows[0]) + bool(figure.column) + bool(figure.result)
    return (widest + 3) * columns + visible_signs(figure.name)


def _formulas(plan: ScenePlan) -> list[str]:
    figure = plan.figure
    if isinstance(figure, FormulaFigure):
        return ["".join(form) for form in figure.forms]
    beside = getattr(figure, "formula", "")
    return [beside] if beside else []


def flow_columns(count: int) -> int:
    """Cards side by side: one row up to five, else two rows."""
    return count if count <= 5 else (count + 1) // 2


def _labels(plan: ScenePlan, layout: Layout) -> Layout:
    """Share the figure's width among the labels that stand side by side."""
    labels, across = _side_by_side(plan)
    if not labels:
        return layout
    if layout.aspect != "16:9":
        return _narrow_labels(plan, layout, labels)
    inner = 0.4 if isinstance(plan.figure, FlowFigure | StagesFigure) else 0.0
    between = (1.4 if isinstance(plan.figure, FlowFigure) else 1.0) * layout.gap
    room = (FIGURE_WIDTH - between * (across - 1)) / across - inner
    width = round(min(max(room, 1.0), 4.4 if isinstance(plan.figure, ContrastFigure) else 3.0), 1)
    size = _CARD if inner else layout.label_size
    rows = math.ceil(len(labels) / across) if isinstance(plan.figure, FlowFigure) else 1
    most = 4 if across > 4 else 3
    while size > 18 and not _fits(labels, size, width, rows, most):
        size -= 2
    return layout.model_copy(update={"label_width": width, "label_size": size})


def labels_fit(plan: ScenePlan, layout: Layout) -> bool:
    """Whether the labels of the figure have room at their size, as far as an estimate tells."""
    labels, across = _side_by_side(plan)
    if not labels:
        return True
    if layout.aspect != "16:9":
        return _fits_grid(labels, layout, grid_of(plan.figure, layout.aspect))
    rows = math.ceil(len(labels) / across) if isinstance(plan.figure, FlowFigure) else 1
    return _fits(labels, layout.label_size, layout.label_width, rows, 4 if across > 4 else 3)


def _narrow_labels(plan: ScenePlan, layout: Layout, labels: list[str]) -> Layout:
    """The largest labels that fit the cells of a narrow frame's figure."""
    grid = grid_of(plan.figure, layout.aspect)
    fitting = layout.model_copy(
        update={"label_width": grid.label_width, "label_size": grid.largest}
    )
    while fitting.label_size > 18 and not _fits_grid(labels, fitting, grid):
        fitting = fitting.model_copy(update={"label_size": fitting.label_size - 2})
    return fitting


def _fits_grid(labels: list[str], layout: Layout, grid: Grid) -> bool:
    lines = max(len(wrap(text, layout.label_size, layout.label_width)) for text in labels)
    return lines <= grid.most_lines and grid.fits(lines * LINE * layout.label_size)


def _fits(labels: list[str], size: int, width: float, rows: int, most: int) -> bool:
    """Whether labels take few enough lines, and rows of cards the height of a figure."""
    lines = max(len(wrap(text, size, width)) for text in labels)
    height = rows * (CARD_PADDING + lines * LINE * size + 0.4) + 0.7 * (rows - 1)
    return lines <= most and (rows == 1 or height <= FIGURE_HEIGHT)


def _side_by_side(plan: ScenePlan) -> tuple[list[str], int]:
    match plan.figure:
        case FlowFigure() as figure:
            count = len(figure.steps)
            return list(figure.steps), flow_columns(count)
        case StagesFigure() as figure:
            return list(figure.items), len(figure.items)
        case BarsFigure() as figure:
            return list(figure.names), len(figure.names) + bool(has_measure(figure))
        case TimelineFigure() as figure:
            return list(figure.events), len(figure.events)
        case ContrastFigure() as figure:
            return [figure.left, figure.right, figure.left_words, figure.right_words], 2
        case FormulaFigure(notes=notes) if notes:
            return [note.words for note in notes], len(notes) + 1
        case _:
            return [], 1


def has_measure(figure: BarsFigure) -> bool:
    """Whether the bars need a word for what they measure beside their values."""
    return bool(figure.measure) and figure.measure.lower() not in figure.shown[0].lower()


def _formula_hold() -> float:
    """How long a complete formula rests: as flat as all the rest, a formula is read as one word."""
    return round(1 / Layout().words_per_second, 1)


def _hold(plan: ScenePlan) -> float:
    """Share what the duration leaves beyond reading and moving among the rests.

    While words are read the figure moves, so a beat takes the longer of the two; a reveal takes
    a second.
    """
    speed = Layout().words_per_second
    told = sum(0.3 + max(len(b.words.split()) / speed, len(b.steps)) for b in plan.beats)
    rests = len(plan.beats) + 2
    left = plan.duration - 3.0 - told - len(plan.takeaway.split()) / speed
    return round(min(max(left / rests, 0.6), 3.0), 1)
