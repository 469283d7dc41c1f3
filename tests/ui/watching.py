"""What the tests of the player look at."""

import os

from PySide6.QtGui import QImage

from tests.ui.films import BOX
from ui.views.player.player import BeforeAfterPlayer
from ui.views.player.values import BoxMark

RED, GREEN = (180, 30, 30), (30, 160, 40)
LONG, SHORT = 2.0, 1.0
ERROR = BoxMark(1.0, 2.0, BOX, "error", "Title leaves the frame")


def both_live(player: BeforeAfterPlayer) -> bool:
    return all(track.live for track in player.transport.tracks.values())


def settled(player: BeforeAfterPlayer, seconds: float) -> bool:
    tracks = player.transport.tracks.values()
    return all(t.live and abs(t.position - min(seconds, t.length)) < 0.15 for t in tracks)


def colour_at(player: BeforeAfterPlayer, x: float, y: float) -> tuple[int, int, int]:
    """What is painted at a place in fractions of the stage."""
    image: QImage = player.stage.grab().toImage()
    colour = image.pixelColor(int(image.width() * x), int(image.height() * y))
    return colour.red(), colour.green(), colour.blue()


def close_to(seen: tuple[int, int, int], wanted: tuple[int, int, int]) -> bool:
    return all(abs(a - b) < 40 for a, b in zip(seen, wanted, strict=True))


def open_files() -> list[str]:
    """Videos that this process has open."""
    found = []
    for number in os.listdir("/proc/self/fd"):
        try:
            found.append(os.readlink(f"/proc/self/fd/{number}"))
        except OSError:
            continue
    return [name for name in found if name.endswith(".mp4")]
