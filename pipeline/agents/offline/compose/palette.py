"""The colours of every composed program, named as the program names them."""

from typing import Final

BACKGROUND: Final = "#10151f"
PANEL: Final = "#1b2433"
LINE: Final = "#3a4960"
MUTED: Final = "#8b9bb4"
INK: Final = "#eef2f8"

ACCENTS: Final[dict[str, str]] = {
    "SKY": "#6cb8ff",
    "CORAL": "#ff8e72",
    "MINT": "#6fdcb0",
    "AMBER": "#f5cf66",
    "LILAC": "#bda2ff",
}
"""Five accents of similar lightness on the dark ground; contrast with it is above 7 for each."""

BASE: Final[dict[str, str]] = {
    "BACKGROUND": BACKGROUND,
    "PANEL": PANEL,
    "LINE": LINE,
    "MUTED": MUTED,
    "INK": INK,
}

ACCENT_NAMES: Final[tuple[str, ...]] = tuple(ACCENTS)


def accent(index: int) -> str:
    """The name of the accent for the `index`-th thing, going round after the last."""
    return ACCENT_NAMES[index % len(ACCENT_NAMES)]
