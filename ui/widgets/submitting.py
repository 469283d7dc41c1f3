"""Ctrl+Return, on either Return key, for what is written in several lines."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget


def on_submit(widget: QWidget, call: Callable[[], object]) -> None:
    """Call when the keys are pressed anywhere in the widget. Shortcuts, since a text would take
    the keys for itself."""
    for keys in ("Ctrl+Return", "Ctrl+Enter"):
        shortcut = QShortcut(QKeySequence(keys), widget)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(call)
