"""Rooms of the window, built when they are first entered."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from ui.window.rail import RailEntry


@dataclass(frozen=True)
class RoomSpec:
    """How a room is called and how it is made; `make` runs when the room is first entered."""

    entry: RailEntry
    make: Callable[[], QWidget]
