"""Which theme is in force: the system's, or the one a person chose."""

from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from app.paths import RESOURCES
from ui.theme.stylesheet import build_stylesheet
from ui.theme.tokens import Theme, ThemeName, load_theme, px

Choice = Literal["system", "dark", "light"]
CHOICES: tuple[Choice, ...] = ("system", "dark", "light")
CODE_FAMILY = "JetBrains Mono"
SHIPPED_FAMILY = "Inter"


class Appearance(QObject):
    """The theme of the whole application; `changed` is sent after it was put in force.

    Widgets that paint themselves keep a reference and repaint on `changed`; all others are served
    by the style sheet.
    """

    changed = Signal()

    def __init__(self, application: QApplication, choice: Choice = "system") -> None:
        super().__init__(application)
        self._application = application
        self._choice: Choice = choice
        self._reduced_motion = False
        load_fonts()
        application.setFont(interface_font())
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._system_changed)
        self._theme = load_theme(self._resolved())
        self._apply()

    @property
    def theme(self) -> Theme:
        """The theme in force."""
        return self._theme

    @property
    def choice(self) -> Choice:
        """What the person chose; `system` follows the desktop."""
        return self._choice

    @property
    def reduced_motion(self) -> bool:
        """Whether movement that only decorates is left out."""
        return self._reduced_motion

    def set_reduced_motion(self, reduced: bool) -> None:
        """Leave out movement that only decorates."""
        self._reduced_motion = reduced

    def choose(self, choice: Choice) -> None:
        """Follow the system, or keep to one theme."""
        self._choice = choice
        self._refresh()

    def _system_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self._choice == "system":
            self._refresh()

    def _refresh(self) -> None:
        theme = load_theme(self._resolved())
        if theme is not self._theme:
            self._theme = theme
            self._apply()
            self.changed.emit()

    def _resolved(self) -> ThemeName:
        if self._choice != "system":
            return self._choice
        scheme = QGuiApplication.styleHints().colorScheme()
        return "light" if scheme == Qt.ColorScheme.Light else "dark"

    def _apply(self) -> None:
        self._application.setPalette(_palette(self._theme))
        self._application.setStyleSheet(build_stylesheet(self._theme))


def load_fonts() -> None:
    """Make the shipped faces known: Inter as a fallback, JetBrains Mono for code."""
    for name in ("Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf"):
        QFontDatabase.addApplicationFont(str(RESOURCES / "fonts" / name))
    for name in ("JetBrainsMono-Regular.ttf", "JetBrainsMono-Bold.ttf"):
        QFontDatabase.addApplicationFont(str(RESOURCES / "code_font" / name))


def interface_font() -> QFont:
    """The system's interface font with Inter behind it; figures of one width."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    # Where no desktop says what its font is, Qt falls back to whatever comes first.
    desktop = font.family() not in ("", "Sans", "Sans Serif", "DejaVu Sans", "Bitstream Vera Sans")
    families = [font.family(), SHIPPED_FAMILY] if desktop else [SHIPPED_FAMILY, font.family()]
    font.setFamilies(families)
    font.setPixelSize(px("font_px"))
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def code_font(pixels: int | None = None) -> QFont:
    """The face for programs; ligatures off, since a program is read sign by sign."""
    font = QFont(CODE_FAMILY)
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(pixels or px("code_px"))
    font.setFeature(QFont.Tag("calt"), 0)
    return font


def _palette(theme: Theme) -> QPalette:
    """For what no style sheet reaches: selections, placeholders, native dialogs."""
    palette = QPalette()
    role = QPalette.ColorRole
    pairs = {
        role.Window: "bg",
        role.Base: "surface",
        role.AlternateBase: "raised",
        role.Button: "raised",
        role.ToolTipBase: "raised",
        role.Text: "text",
        role.WindowText: "text",
        role.ButtonText: "text",
        role.ToolTipText: "text",
        role.PlaceholderText: "faint",
        role.Highlight: "accent",
        role.HighlightedText: "on_accent",
        role.Link: "accent",
    }
    for name, token in pairs.items():
        palette.setColor(name, theme.color(token))
    disabled = QPalette.ColorGroup.Disabled
    for name in (role.Text, role.WindowText, role.ButtonText):
        palette.setColor(disabled, name, theme.color("faint"))
    return palette
