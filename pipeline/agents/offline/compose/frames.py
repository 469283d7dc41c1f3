"""Where things stand in frames of each aspect ratio, and how labels share a narrow one.

Lengths are Manim units; the shorter side of a frame is 8. In a narrow frame what stands side by
side in a wide one stands below each other, or in a grid.
"""

import math
from dataclasses import dataclass
from typing import Final

from pipeline.agents.offline.compose.plan import (
    BarsFigure,
    ContrastFigure,
    Figure,
    FlowFigure,
    FormulaFigure,
    MatrixFigure,
    StagesFigure,
    TimelineFigure,
)
from pipeline.agents.offline.layout import Layout
from pipeline.schema.render import Aspect

NARROW_WIDTH: Final = 7.2
"""The width a figure may take in a frame of 8 units."""


@dataclass(frozen=True)
class Room:
    """The places and text widths of one frame.

    `figure_y`, `below_formula`: middle of a figure, and of one below a formula at `formula_y`.
    `height`: what a figure may take between heading and caption; `height_below` below a formula.
    """

    frame: str
    heading_width: float
    heading_size: int
    heading_lines: int
    least_heading: int
    caption_size: int
    caption_width: float
    caption_lines: int
    caption_y: float
    takeaway_width: float
    takeaway_lines: int
    figure_y: float
    below_formula: float
    formula_y: float
    height: float
    height_below: float

    def layout(self, aspect: Aspect) -> Layout:
        """The usual sizes, with the widths of this frame."""
        return Layout(
            heading_width=self.heading_width,
            caption_size=self.caption_size,
            caption_width=self.caption_width,
            takeaway_width=self.takeaway_width,
            aspect=aspect,
        )


_WIDE = Room("14.2 x 8", 12.0, 38, 2, 30, 30, 11.5, 2, -3.2, 11.5, 3, -0.1, -0.75, 1.55, 4.4, 2.9)
_TALL = Room("8 x 14.2", 7.0, 42, 4, 30, 30, 7.0, 5, -5.2, 6.2, 6, 0.1, -0.9, 2.9, 7.6, 5.6)
_SQUARE = Room("8 x 8", 7.0, 32, 3, 24, 26, 7.2, 3, -3.05, 6.2, 4, -0.45, -0.95, 1.1, 3.6, 2.3)


def room_of(aspect: Aspect) -> Room:
    """The room of a frame."""
    match aspect:
        case "9:16":
            return _TALL
        case "1:1":
            return _SQUARE
    return _WIDE


def formula_width(figure: Figure, aspect: Aspect) -> float:
    """The width to plan a formula for: a narrow frame sets one of its own in two rows.

    The estimate is generous, and a program makes smaller what is too wide for a narrow frame.
    """
    if aspect == "16:9":
        return 12.6
    if isinstance(figure, MatrixFigure):
        return NARROW_WIDTH
    if isinstance(figure, FormulaFigure) and not (figure.notes and aspect == "1:1"):
        return 1.8 * NARROW_WIDTH
    return 1.3 * NARROW_WIDTH


@dataclass(frozen=True)
class Grid:
    """How labels stand in a narrow frame.

    `beside` is the width that each column needs beside its label, `between` the gap of columns;
    `over` the height that each row needs beyond its lines of words.
    """

    columns: int
    rows: int
    beside: float
    between: float
    over: float
    height: float
    most_lines: int = 4
    widest: float = 5.6
    largest: int = 30

    @property
    def label_width(self) -> float:
        """The width of a label."""
        width = (NARROW_WIDTH - self.between * (self.columns - 1)) / self.columns - self.beside
        return round(min(max(width, 1.0), self.widest), 1)

    def fits(self, words: float) -> bool:
        """Whether all rows have room when the words of each take this height."""
        return self.rows * (words + self.over) <= self.height


def flow_grid(count: int, aspect: Aspect) -> tuple[int, int]:
    """Columns and rows of the cards of a process."""
    columns = (1 if count <= 4 else 2) if aspect == "9:16" else (2 if count <= 4 else 3)
    return columns, math.ceil(count / columns)


def note_columns(count: int, aspect: Aspect) -> int:
    """Columns of the meanings of symbols; a square frame has no height for a second row."""
    return min(count, 2 if aspect == "9:16" else 3)


def grid_of(figure: Figure, aspect: Aspect) -> Grid:
    """The grid of a figure's labels in a narrow frame."""
    room = room_of(aspect)
    height = room.height_below if getattr(figure, "formula", "") else room.height
    match figure:
        case FlowFigure(steps=steps, loop=loop):
            columns, rows = flow_grid(len(steps), aspect)
            way_back = 0.5 if loop else 0.0
            return Grid(
                columns,
                rows,
                0.4 + way_back / columns,
                0.6,
                1.0,
                height - way_back,
                largest=34 if columns == 1 else 30,
            )
        case StagesFigure(items=items):
            return Grid(1, len(items), 1.3, 0.0, 0.5, height, largest=34)
        case TimelineFigure(events=events):
            return Grid(1, len(events), 2.6, 0.0, 0.2, height)
        case ContrastFigure():
            columns = 1 if aspect == "9:16" else 2
            return Grid(columns, 1, 0.9, 0.4, 0.6, 2.4, most_lines=5)
        case BarsFigure(names=names):
            if aspect == "9:16":
                return Grid(len(names), 1, 0.15, 0.0, 0.0, 2.0)
            return Grid(len(names), 1, 0.15, 0.0, 0.0, 0.9, largest=24)
        case FormulaFigure(notes=notes) if notes:
            columns = note_columns(len(notes), aspect)
            rows = math.ceil(len(notes) / columns)
            return Grid(columns, rows, 0.9, 0.6, 0.3, height / 2, largest=26)
    return Grid(1, 1, 0.0, 0.0, 0.0, height, widest=2.4)
