"""Two programs compared in the window: what is painted, reached, found and copied."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.views.diff import CodeDiffView, LineFinding, Source

NONE = Qt.KeyboardModifier.NoModifier
EQUAL = [f"line_{n} = {n}" for n in range(40)]
BEFORE = "\n".join([*EQUAL[:20], "box = Box(width=0.72)", "gone = 1", *EQUAL[20:]]) + "\n"
AFTER = "\n".join([*EQUAL[:20], "box = Box(width=1.35)", *EQUAL[20:]]) + "\n"
FINDING = LineFinding(21, "error", "Title <b>leaves</b> the frame")


@pytest.fixture
def view(qtbot: QtBot, appearance: Appearance) -> Iterator[CodeDiffView]:
    bridge = Bridge()
    made = CodeDiffView(appearance, bridge)
    made.resize(900, 400)
    made.show()
    yield made
    bridge.close()
    made.close()


def _show(qtbot: QtBot, view: CodeDiffView, before: str | None, after: str | None) -> None:
    old = None if before is None else Source("v1", before, (FINDING,))
    new = None if after is None else Source("v2", after)
    with qtbot.waitSignal(view.ready, timeout=10_000):
        view.show_diff(old, new)


def _texts(view: CodeDiffView, column: int) -> list[str]:
    layout = view.canvas.layout_shown
    cells = [item.cells[column] for item in layout.items]
    return [layout.text(cell) if cell is not None else "" for cell in cells]


def test_the_counts_and_versions_are_said_above_the_code(qtbot: QtBot, view: CodeDiffView) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    assert view.header.versions.text() == "v1 \u2192 v2"
    assert (view.header.added.text(), view.header.removed.text()) == ("+1", "\u22122")
    assert view.header.removed.accessibleName() == "2 lines removed"


def test_equal_stretches_are_folded_and_a_key_opens_them(qtbot: QtBot, view: CodeDiffView) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    folded = len(view.canvas.layout_shown.items)
    assert folded == 3 + 2 + 3 + 2
    QTest.keyClick(view.canvas, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert view.canvas.described() == "17 equal lines, folded"
    QTest.keyClick(view.canvas, Qt.Key.Key_Return)
    assert len(view.canvas.layout_shown.items) == folded + 16
    assert view.canvas.described() == "v2, line 1, line_0 = 0"


def test_a_click_on_a_fold_opens_it(qtbot: QtBot, view: CodeDiffView) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    last = len(view.canvas.layout_shown.items) - 1
    middle = view.canvas.row_rect(last).center()
    QTest.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, NONE, middle)
    assert _texts(view, 1)[-1] == EQUAL[-1]


def test_the_button_shows_all_equal_lines_and_folds_them_again(
    qtbot: QtBot, view: CodeDiffView
) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    view.header.whole.click()
    assert [text for text in _texts(view, 1) if text] == AFTER.splitlines()
    view.header.whole.click()
    assert len(view.canvas.layout_shown.items) == 10


def test_inline_shows_removed_lines_above_added_ones(qtbot: QtBot, view: CodeDiffView) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    view.set_mode("inline")
    layout = view.canvas.layout_shown
    tones = [cell.tone for item in layout.items if (cell := item.cells[0]) is not None]
    assert tones == ["", "", "", "removed", "removed", "added", "", "", ""]


def test_going_to_a_line_opens_the_fold_that_hides_it(qtbot: QtBot, view: CodeDiffView) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    view.go_to_line("before", 3)
    assert view.canvas.described() == "v1, line 3, line_2 = 2"


def test_a_line_asked_for_before_the_diff_is_there_is_shown_when_it_is(
    qtbot: QtBot, view: CodeDiffView
) -> None:
    with qtbot.waitSignal(view.ready, timeout=10_000):
        view.show_diff(Source("v1", BEFORE), Source("v2", AFTER))
        view.go_to_line("after", 2)
    assert view.canvas.described() == "v2, line 2, line_1 = 1"


def test_only_the_last_pair_asked_for_is_shown(qtbot: QtBot, view: CodeDiffView) -> None:
    shown: list[int] = []
    view.ready.connect(lambda: shown.append(1))
    for number in range(5):
        view.show_diff(Source("v1", BEFORE), Source(f"v{number + 2}", AFTER + f"x = {number}\n"))
    qtbot.waitUntil(lambda: bool(shown), timeout=10_000)
    qtbot.wait(100)
    assert view.header.versions.text() == "v1 \u2192 v6"
    assert len(shown) == 1


def test_a_finding_is_spoken_with_its_line_and_its_tip_is_no_markup(
    qtbot: QtBot, view: CodeDiffView
) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    view.go_to_line("before", 21)
    assert view.canvas.described().endswith("error: Title <b>leaves</b> the frame")
    at = view.canvas.row_rect(view.canvas.caret.at[0]).center()
    point = QPoint(12, at.y())
    help_event = QHelpEvent(QEvent.Type.ToolTip, point, view.canvas.viewport().mapToGlobal(point))
    QApplication.sendEvent(view.canvas.viewport(), help_event)
    assert "&lt;b&gt;leaves" in QToolTip.text()
    QToolTip.hideText()


def test_the_code_is_walked_selected_and_copied_with_the_keyboard(
    qtbot: QtBot, view: CodeDiffView
) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    view.go_to_line("after", 21)
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(view.canvas, Qt.Key.Key_End, shift)
    QTest.keyClick(view.canvas, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "box = Box(width=1.35)"
    QTest.keyClick(view.canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert view.canvas.described().startswith("v1, line 21, removed")


@pytest.mark.parametrize(("column", "program"), [(0, BEFORE), (1, AFTER)])
def test_copying_everything_of_a_side_gives_its_program_folds_included(
    qtbot: QtBot, view: CodeDiffView, column: int, program: str
) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    view.canvas.caret.column = column
    QTest.keyClick(view.canvas, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    view.canvas.copy()
    assert QGuiApplication.clipboard().text() + "\n" == program


def test_text_is_selected_with_the_mouse(qtbot: QtBot, view: CodeDiffView) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    view.go_to_line("after", 21)
    row = view.canvas.row_rect(view.canvas.caret.at[0])
    surface = view.canvas.viewport()
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(surface, left, NONE, QPoint(row.width() - 2, row.center().y()))
    QTest.mouseMove(surface, QPoint(row.width() // 2 + 4, row.center().y()))
    QTest.mouseRelease(surface, left, NONE, QPoint(row.width() // 2 + 4, row.center().y()))
    assert view.canvas.caret.selected_text() == "box = Box(width=1.35)"


def test_a_search_goes_through_folded_lines_of_both_programs(
    qtbot: QtBot, view: CodeDiffView
) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    view.open_search()
    view.find_bar.field.setText("LINE_1 ")
    assert view.find_bar.count.text() == "1 of 1"
    assert view.canvas.caret.selected_text() == "line_1 "
    view.find_bar.field.setText("width")
    assert view.find_bar.count.text() == "1 of 2"
    QTest.keyClick(view.find_bar.field, Qt.Key.Key_Return)
    assert view.find_bar.count.text() == "2 of 2"
    view.find_bar.field.setText("nowhere")
    assert view.find_bar.count.text() == "no match"
    QTest.keyClick(view.find_bar.field, Qt.Key.Key_Escape)
    assert not view.find_bar.isVisible()


def test_the_keys_go_from_change_to_change(qtbot: QtBot, view: CodeDiffView) -> None:
    lines = [f"a{n} = {n}" for n in range(30)]
    changed = lines.copy()
    changed[4], changed[22] = "first = 1", "second = 2"
    _show(qtbot, view, "\n".join(lines), "\n".join(changed))
    seen = []
    for _ in range(3):
        seen.append(view.canvas.caret.text(view.canvas.caret.at[0]))
        view.header.on.click()
    assert seen == ["first = 1", "second = 2", "first = 1"]


def test_one_program_alone_is_shown_whole_and_without_signs_of_a_diff(
    qtbot: QtBot, view: CodeDiffView
) -> None:
    _show(qtbot, view, None, AFTER)
    assert _texts(view, 0) == AFTER.splitlines()
    assert not view.header.mode.isVisible()
    assert view.program == AFTER


def test_equal_programs_are_said_to_be_equal(qtbot: QtBot, view: CodeDiffView) -> None:
    _show(qtbot, view, AFTER, AFTER)
    assert view.header.note.text() == "no difference"
    assert not view.header.on.isEnabled()


@pytest.mark.parametrize("text", ["", "\n", "\t\rx\x00 = '\u202e\u2028'\n", "s = '𝔸𝔹 漢字'\n"])
def test_strange_programs_are_shown_and_copied_as_they_are(
    qtbot: QtBot, view: CodeDiffView, text: str
) -> None:
    _show(qtbot, view, text, text + "y = 1")
    view.canvas.caret.select_all()
    copied = view.canvas.caret.selected_text()
    assert copied == text + "y = 1"
    view.grab()


def test_word_marks_and_the_grounds_of_changed_lines_are_painted(
    qtbot: QtBot, view: CodeDiffView, appearance: Appearance
) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    picture = view.canvas.viewport().grab().toImage()
    colours = {
        QColor(picture.pixel(x, y)).name()
        for x in range(0, picture.width(), 2)
        for y in range(0, picture.height(), 2)
    }
    wanted = ("added", "added_word", "removed", "removed_word", "surface", "bg")
    assert {appearance.theme[token] for token in wanted} <= colours


def test_the_buttons_ask_for_what_they_say(qtbot: QtBot, view: CodeDiffView) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    for signal, control in (
        (view.edit_requested, view.header.edit),
        (view.open_requested, view.header.open),
        (view.save_requested, view.header.save),
    ):
        with qtbot.waitSignal(signal, timeout=1000):
            control.click()
    view.header.copy.click()
    assert QGuiApplication.clipboard().text() == AFTER


def test_a_long_line_in_a_fold_makes_nothing_scroll_sideways_until_it_is_open(
    qtbot: QtBot, view: CodeDiffView
) -> None:
    long = "x = 1  # " + "long " * 60
    _show(qtbot, view, long + "\n" + BEFORE, long + "\n" + AFTER)
    assert view.canvas.horizontalScrollBar().maximum() == 0
    view.header.whole.click()
    assert view.canvas.horizontalScrollBar().maximum() > 0


def test_buttons_go_into_a_menu_where_there_is_no_room(qtbot: QtBot, view: CodeDiffView) -> None:
    _show(qtbot, view, BEFORE, AFTER)
    assert view.header.copy.isVisible()
    view.resize(700, 400)
    qtbot.waitUntil(lambda: not view.header.copy.isVisible(), timeout=2000)
    more = view.header._more
    assert more.isVisible()
    actions = {action.text(): action for action in more.menu().actions()}
    actions["Copy the program"].trigger()
    assert QGuiApplication.clipboard().text() == AFTER
