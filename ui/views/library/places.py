"""Where the parts of a run stand in a card or in a row, in logical pixels."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QRect

Form = Literal["grid", "list"]
CARD_WIDTH, CARD_TEXT, ROW_HEIGHT = 232, 84, 64
"""The least width of a card, the height of its words, the height of a row."""
GAP, INSET = 12, 12


@dataclass(frozen=True)
class Places:
    """`frame` is what is drawn; a part of no width is left out."""

    frame: QRect
    picture: QRect
    title: QRect
    score: QRect
    state: QRect
    rounds: QRect
    cast: QRect
    date: QRect


def card_places(area: QRect) -> Places:
    """A card: picture above, title and score below it, then rounds and date."""
    frame = area.adjusted(0, 0, -GAP, -GAP)
    picture = QRect(frame.left(), frame.top(), frame.width(), frame.width() * 9 // 16)
    left, right = frame.left() + INSET, frame.right() + 1 - INSET
    first = picture.bottom() + 11
    second, third = first + 23, first + 42
    score = QRect(right - 44, first, 44, 20)
    half = (right - left) * 3 // 5
    return Places(
        frame=frame,
        picture=picture,
        title=QRect(left, first, score.left() - left - 8, 20),
        score=score,
        state=QRect(left, picture.bottom() - 30, picture.width() - 2 * INSET, 22),
        rounds=QRect(left, second, half, 18),
        cast=QRect(left, third, right - left, 18),
        date=QRect(left + half, second, right - left - half, 18),
    )


def row_places(area: QRect) -> Places:
    """A row: picture, title, state, score, rounds, cast, date; the narrower, the fewer."""
    frame = area
    picture = QRect(area.left() + 8, area.top() + 6, 92, 52)
    right = area.right() - 12
    wide, middle = area.width() > 860, area.width() > 640
    date = QRect(right - 110, area.top(), 110, area.height())
    right = date.left() - GAP
    cast = QRect(right - 190, area.top(), 190, area.height()) if wide else QRect(right, 0, 0, 0)
    right = cast.left() - (2 * GAP if wide else 0)
    rounds = QRect(right - 72, area.top(), 72, area.height()) if middle else QRect(right, 0, 0, 0)
    right = rounds.left() - (GAP if middle else 0)
    score = QRect(right - 48, area.top(), 48, area.height())
    state = QRect(score.left() - GAP - 92, area.top(), 92, area.height())
    left = picture.right() + 1 + GAP
    title = QRect(left, area.top(), state.left() - GAP - left, area.height())
    return Places(frame, picture, title, score, state, rounds, cast, date)
