"""A program changed by hand."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.views.diff import CodeEditor

PROGRAM = 'def construct(self):\n    title = Text("a")\n    self.add(title)\n'


@pytest.fixture
def editor(qtbot: QtBot, appearance: Appearance) -> Iterator[CodeEditor]:
    bridge = Bridge()
    made = CodeEditor(appearance, bridge)
    made.resize(700, 400)
    made.show()
    made.edit("AllPairs.py", "v3", "v4", PROGRAM)
    yield made
    bridge.close()
    made.close()


def _end_of_line(editor: CodeEditor, number: int) -> None:
    cursor = QTextCursor(editor.field.document().findBlockByNumber(number))
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
    editor.field.setTextCursor(cursor)


def test_an_unchanged_program_cannot_be_rendered_again_and_is_left_without_a_question(
    qtbot: QtBot, editor: CodeEditor
) -> None:
    assert not editor.submit_button.isEnabled()
    with qtbot.waitSignal(editor.discarded, timeout=1000):
        editor.discard_button.click()


def test_a_changed_program_is_submitted_by_key(qtbot: QtBot, editor: CodeEditor) -> None:
    _end_of_line(editor, 2)
    QTest.keyClicks(editor.field, "  # now")
    with qtbot.waitSignal(editor.submitted, timeout=1000) as sent:
        QTest.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert sent.args == [PROGRAM.rstrip("\n") + "  # now\n"]


def test_changes_are_only_thrown_away_after_a_question(qtbot: QtBot, editor: CodeEditor) -> None:
    gone: list[int] = []
    editor.discarded.connect(lambda: gone.append(1))
    QTest.keyClicks(editor.field, "x")
    editor.discard_button.click()
    assert gone == []
    assert editor._ask.isVisible()
    editor._ask_no.click()
    assert editor.is_changed
    editor.discard()
    editor._ask_yes.click()
    assert gone == [1]
    assert editor.program == PROGRAM


def test_going_back_to_the_opened_text_is_no_change(qtbot: QtBot, editor: CodeEditor) -> None:
    told: list[bool] = []
    editor.changed.connect(told.append)
    QTest.keyClicks(editor.field, "x")
    QTest.keyClick(editor.field, Qt.Key.Key_Backspace)
    assert told == [True, False]


def test_lines_are_counted_as_they_change(qtbot: QtBot, editor: CodeEditor) -> None:
    _end_of_line(editor, 2)
    QTest.keyClick(editor.field, Qt.Key.Key_Return)
    QTest.keyClicks(editor.field, "self.wait()")
    qtbot.waitUntil(lambda: editor._added.text() == "+1", timeout=5000)
    assert editor._removed.text() == ""


def test_a_new_line_keeps_the_indentation_and_a_block_deepens_it(
    qtbot: QtBot, editor: CodeEditor
) -> None:
    _end_of_line(editor, 0)
    QTest.keyClick(editor.field, Qt.Key.Key_Return)
    QTest.keyClicks(editor.field, "pass")
    assert editor.program.split("\n")[1] == "    pass"
    QTest.keyClick(editor.field, Qt.Key.Key_Return)
    QTest.keyClick(editor.field, Qt.Key.Key_Backspace)
    QTest.keyClicks(editor.field, "x")
    assert editor.program.split("\n")[2] == "x"


def test_tab_indents_selected_lines_and_shift_tab_takes_it_back(
    qtbot: QtBot, editor: CodeEditor
) -> None:
    editor.field.selectAll()
    QTest.keyClick(editor.field, Qt.Key.Key_Tab)
    assert editor.program.startswith("    def construct(self):\n        title")
    QTest.keyClick(editor.field, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert editor.program == PROGRAM


def test_the_program_is_coloured_and_coloured_anew_as_it_changes(
    qtbot: QtBot, editor: CodeEditor, appearance: Appearance
) -> None:
    def colours(line: int) -> set[str]:
        layout = editor.field.document().findBlockByNumber(line).layout()
        return {f.format.foreground().color().name() for f in layout.formats()}

    qtbot.waitUntil(lambda: appearance.theme["code_string"] in colours(1), timeout=5000)
    # An opening of a long string turns all that follows into text.
    cursor = QTextCursor(editor.field.document())
    editor.field.setTextCursor(cursor)
    QTest.keyClicks(editor.field, '"""')
    qtbot.waitUntil(lambda: colours(2) == {appearance.theme["code_string"]}, timeout=5000)


def test_an_unfinished_draft_can_be_taken_up_again(editor: CodeEditor) -> None:
    editor.restore(PROGRAM + "more\n")
    assert editor.is_changed
    assert editor.program == PROGRAM + "more\n"
