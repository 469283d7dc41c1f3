"""Whoever hears the window instead of seeing it gets a name for every control."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleInterface,
    QKeySequence,
    QShortcut,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QWidget,
)
from pytestqt.qtbot import QtBot

from ui.views.settings.profile_form import ProfileForm
from ui.views.studio.room import StudioRoom
from ui.widgets.notice import Notice
from ui.window.session import Session
from ui.window.shortcuts import KEYS

INTERACTIVE = (
    QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit,
    QSlider,
)  # fmt: skip
PARTS = (QAbstractSpinBox, QComboBox, QLineEdit)
"""Their inner fields and lists are spoken with them."""


def spoken(widget: QWidget) -> str:
    interface: QAccessibleInterface | None = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""


def is_part(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, PARTS):
            return True
        parent = parent.parentWidget()
    return False


def nameless(root: QWidget) -> list[str]:
    found = []
    for kind in INTERACTIVE:
        for widget in root.findChildren(kind):
            if isinstance(widget.parent(), Notice) and widget.isHidden():
                continue  # what a notice offers is named when there is something to offer
            inner = widget.objectName().startswith("qt_") or is_part(widget)
            if not inner and not spoken(widget).strip():
                found.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    return found


@pytest.mark.parametrize("room", ["studio", "library", "settings"])
def test_every_control_of_a_room_has_a_spoken_name(
    session: Session, studio: StudioRoom, qtbot: QtBot, room: str
) -> None:
    session.window.enter(room)
    qtbot.waitUntil(lambda: session.window.room == room, timeout=10_000)
    assert nameless(session.window) == []


def test_every_field_of_a_model_profile_has_a_spoken_name(qtbot: QtBot) -> None:
    form = ProfileForm()
    qtbot.addWidget(form)
    assert nameless(form) == []


def test_the_list_of_keys_and_the_keys_that_exist_are_the_same(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    for room in ("library", "settings", "studio"):
        session.window.enter(room)
    there = {made.key().toString() for made in session.window.findChildren(QShortcut)} - {""}
    listed = {QKeySequence(key).toString() for keys in KEYS.values() for key, _ in keys}
    own = [key for place in ("Everywhere", "New animation") for key, _ in KEYS[place]]
    assert {QKeySequence(key).toString() for key in own} - {"Tab"} <= there
    assert there <= listed


def test_the_wheel_over_a_field_without_focus_changes_nothing(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    session.window.enter("settings")
    settings = session.assembly.settings
    assert settings is not None
    qtbot.waitUntil(settings.loop.isEnabled, timeout=10_000)
    spin = settings.loop.numbers["t_vis"]
    settings.sections.setCurrentRow(2)
    settings.sections.setFocus()
    before, middle = spin.value(), QPointF(spin.rect().center())
    wheel = QWheelEvent(
        middle, spin.mapToGlobal(middle), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(spin, wheel)
    assert spin.value() == before
