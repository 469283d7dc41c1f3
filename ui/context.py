"""What every room is given: no view looks for these anywhere else."""

from dataclasses import dataclass

from app.paths import DataPaths
from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.window.remembered import Remembered


@dataclass(frozen=True)
class StudioContext:
    """The data folder, the look, the way to worker threads, and what the window remembers."""

    paths: DataPaths
    appearance: Appearance
    bridge: Bridge
    remembered: Remembered
