"""Both themes: complete, and legible."""

import pytest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from app.paths import RESOURCES
from ui.theme.appearance import Appearance
from ui.theme.stylesheet import build_stylesheet
from ui.theme.tokens import THEMES, ThemeName, load_theme

GROUNDS = ("bg", "surface", "raised", "chip", "accent_soft")
TEXTS = ("text", "muted", "faint", "accent", "good", "warn", "bad")
CODE = ("code_keyword", "code_string", "code_number", "code_comment", "code_name", "code_call")
PAIRS = [
    *((text, ground) for text in TEXTS for ground in ("bg", "surface", "raised")),
    *((text, "chip") for text in ("text", "muted", "good", "warn", "bad")),
    *((text, "accent_soft") for text in ("text", "accent", "muted")),
    ("on_accent", "accent"),
    *((text, ground) for text in ("text", *CODE) for ground in ("surface", "added", "removed")),
    *(("text", ground) for ground in ("added_word", "removed_word")),
]


def _luminance(colour: str) -> float:
    """Relative luminance in [0, 1] as WCAG 2.1 defines it, from `#rrggbb`."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(first: str, second: str) -> float:
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_every_text_stands_out_from_what_is_behind_it(
    name: ThemeName, text: str, ground: str
) -> None:
    theme = load_theme(name)
    assert _contrast(theme[text], theme[ground]) >= 4.5


def test_both_themes_name_the_same_colours() -> None:
    dark, light = (load_theme(name) for name in THEMES)
    assert dark.colours.keys() == light.colours.keys()


@pytest.mark.parametrize("name", THEMES)
def test_the_style_sheet_names_no_token_that_does_not_exist(name: ThemeName) -> None:
    sheet = build_stylesheet(load_theme(name))
    assert "@" not in sheet


def test_every_drawing_is_in_one_colour_that_a_theme_can_set() -> None:
    drawings = list((RESOURCES / "icons").glob("*.svg"))
    assert len(drawings) > 50
    for drawing in drawings:
        assert 'stroke="currentColor"' in drawing.read_text("utf-8"), drawing.name


def test_choosing_a_theme_tells_those_who_paint_themselves(appearance: Appearance) -> None:
    told: list[str] = []
    appearance.changed.connect(lambda: told.append(appearance.theme.name))
    appearance.choose("light")
    appearance.choose("light")
    appearance.choose("dark")
    assert told == ["light", "dark"]


@pytest.mark.parametrize("count", [2, 4, 7])
def test_every_entry_of_a_drop_down_list_is_seen_whole(
    appearance: Appearance, qtbot: QtBot, count: int
) -> None:
    combo = QComboBox()
    qtbot.addWidget(combo)
    combo.addItems([f"Entry {number}" for number in range(count)])
    combo.setCurrentIndex(count - 1)
    combo.show()
    combo.showPopup()
    view = combo.view()
    qtbot.waitUntil(view.isVisible, timeout=5_000)
    for number in range(count):
        assert view.viewport().rect().contains(view.visualRect(view.model().index(number, 0)))
    combo.hidePopup()
