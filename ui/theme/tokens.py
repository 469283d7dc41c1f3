"""The design tokens, read from `resources/themes`.

Colours come in two themes with the same keys; lengths are logical pixels and the same in both.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from PySide6.QtGui import QColor

from app.paths import RESOURCES

ThemeName = Literal["dark", "light"]
THEMES: tuple[ThemeName, ...] = ("dark", "light")
_FOLDER = RESOURCES / "themes"


@dataclass(frozen=True)
class Theme:
    """One theme. `colours` maps a token to `#rrggbb`."""

    name: ThemeName
    colours: Mapping[str, str]

    def __getitem__(self, token: str) -> str:
        """The colour as `#rrggbb`; `KeyError` for a token that is none."""
        return self.colours[token]

    def color(self, token: str, alpha: float = 1.0) -> QColor:
        """The colour for a painter; `alpha` is in [0, 1]."""
        color = QColor(self.colours[token])
        color.setAlphaF(alpha)
        return color


@cache
def load_theme(name: ThemeName) -> Theme:
    """A theme by name."""
    data = json.loads((_FOLDER / f"{name}.json").read_text("utf-8"))
    return Theme(name, data["colours"])


@cache
def metrics() -> Mapping[str, int]:
    """Lengths in logical pixels by name, the same in both themes."""
    data: dict[str, int] = json.loads((_FOLDER / "metrics.json").read_text("utf-8"))
    return data


def px(name: str) -> int:
    """One length in logical pixels."""
    return metrics()[name]
