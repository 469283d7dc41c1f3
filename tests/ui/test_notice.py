"""The line that says what happened: over the page, and gone by itself where nobody needs it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from ui.theme.appearance import Appearance
from ui.widgets.basics import IconButton, Tone, column
from ui.widgets.notice import PASSING_MS, Notice


@pytest.fixture
def page(appearance: Appearance, qtbot: QtBot) -> QWidget:
    made = QWidget()
    box = column(made, margin=0, gap=0)
    box.addWidget(QLabel("bar"))
    made.notice = Notice(appearance)  # type: ignore[attr-defined]
    box.addWidget(made.notice)  # type: ignore[attr-defined]
    made.body = QLabel("body")  # type: ignore[attr-defined]
    box.addWidget(made.body, 1)  # type: ignore[attr-defined]
    made.resize(600, 400)
    made.show()
    qtbot.addWidget(made)
    return made


def parts(page: QWidget) -> tuple[Notice, QLabel]:
    found = page.findChild(Notice)
    assert isinstance(found, Notice)
    body = next(part for part in page.findChildren(QLabel) if part.text() == "body")
    return found, body


def test_a_message_moves_nothing_and_stands_below_the_bar(page: QWidget) -> None:
    notice, body = parts(page)
    before = body.geometry()
    notice.tell("Paused on request.", "warn")
    page.grab()
    assert notice.isVisible()
    assert body.geometry() == before
    assert notice.geometry().top() >= before.top()
    assert notice.height() >= notice._words.heightForWidth(notice._words.width())
    page.resize(300, 400)
    page.grab()
    assert page.rect().contains(notice.geometry())


@pytest.mark.parametrize("tone", ["warn", "bad", ""])
def test_only_good_news_leaves_by_itself(page: QWidget, qtbot: QtBot, tone: Tone) -> None:
    notice, _ = parts(page)
    notice.tell("Something happened.", tone)
    assert not notice._leaving.isActive()
    notice.tell("Your rating is kept.", "good")
    assert notice._leaving.isActive()
    notice._leaving.setInterval(10)
    notice._leaving.start()
    qtbot.waitUntil(lambda: not notice.isVisible(), timeout=5_000)


def test_good_news_with_something_to_do_stays(page: QWidget) -> None:
    notice, _ = parts(page)
    notice.tell("Moved to the trash.", "good", ("Undo", lambda: None))
    assert not notice._leaving.isActive()


def test_news_whose_action_has_a_key_too_leave_by_themselves(page: QWidget) -> None:
    notice, _ = parts(page)
    notice.tell("Moved to the trash.", action=("Undo", lambda: None), passing=True)
    assert notice._leaving.isActive()
    assert notice._leaving.interval() == PASSING_MS


def test_good_news_stays_while_the_focus_is_on_it(page: QWidget, qtbot: QtBot) -> None:
    notice, _ = parts(page)
    notice.tell("Done.", "good")
    page.activateWindow()
    away = notice.findChildren(IconButton)[0]
    away.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(away.hasFocus, timeout=5_000)
    notice._leave()
    assert notice.isVisible()
    page.setFocus()
    away.clearFocus()
    notice._leave()
    assert not notice.isVisible()
