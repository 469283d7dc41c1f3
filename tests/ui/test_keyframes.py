"""Rows of keyframes of both iterations."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pipeline.schema.finding import Box
from tests.ui.films import BOX, still
from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.views.player.keyframe_cell import KeyframeCell
from ui.views.player.keyframes import KeyframeRows
from ui.views.player.values import BoxMark, Clip

BLUE = (20, 30, 200)


@pytest.fixture
def rows(qtbot: QtBot, appearance: Appearance) -> Iterator[KeyframeRows]:
    bridge = Bridge()
    made = KeyframeRows(appearance, bridge)
    made.resize(700, made.sizeHint().height())
    made.show()
    yield made
    made.close()
    made.deleteLater()
    bridge.close()


def stills(folder: Path, name: str, boxes: tuple[BoxMark, ...] = ()) -> Clip:
    frames = tuple((still(folder / f"{name}{n}.png", BLUE), 2.0 * n) for n in (1, 2, 3, 4))
    return Clip(f"{name} before", None, frames, 8.0, boxes)


def cells(rows: KeyframeRows) -> list[KeyframeCell]:
    return [c for c in rows.findChildren(KeyframeCell) if c.isEnabled()]


def middle_is_blue(cell: KeyframeCell) -> bool:
    image = cell.grab().toImage()
    colour = image.pixelColor(image.width() // 2, image.height() * 9 // 10)
    return colour.blue() > 150 and colour.red() < 60


def test_the_room_is_kept_while_there_is_nothing(
    qtbot: QtBot, rows: KeyframeRows, tmp_path: Path
) -> None:
    before = rows.height()
    assert not cells(rows)
    rows.show_pair(stills(tmp_path, "v0"), None)
    assert rows.height() == before
    assert len(cells(rows)) == 4
    assert len(rows.findChildren(KeyframeCell)) == 8


def test_pictures_come_by_themselves(qtbot: QtBot, rows: KeyframeRows, tmp_path: Path) -> None:
    rows.show_pair(stills(tmp_path, "v0"), stills(tmp_path, "v1"))
    qtbot.waitUntil(lambda: all(middle_is_blue(c) for c in cells(rows)), timeout=30_000)


def test_a_picture_that_cannot_be_read_disturbs_no_other(
    qtbot: QtBot, rows: KeyframeRows, tmp_path: Path
) -> None:
    clip = stills(tmp_path, "v0")
    clip.keyframes[1][0].write_bytes(b"no picture")
    rows.show_pair(clip, None)
    good = [c for n, c in enumerate(cells(rows)) if n != 1]
    qtbot.waitUntil(lambda: all(middle_is_blue(c) for c in good), timeout=30_000)
    assert not middle_is_blue(cells(rows)[1])


def test_a_click_and_enter_jump(qtbot: QtBot, rows: KeyframeRows, tmp_path: Path) -> None:
    rows.show_pair(stills(tmp_path, "v0"), stills(tmp_path, "v1"))
    with qtbot.waitSignal(rows.jump) as sent:
        QTest.mouseClick(cells(rows)[2], Qt.MouseButton.LeftButton)
    assert sent.args == [6.0]
    cells(rows)[2].setFocus()
    QTest.keyClick(cells(rows)[2], Qt.Key.Key_Right)
    QTest.keyClick(cells(rows)[3], Qt.Key.Key_Down)
    with qtbot.waitSignal(rows.jump) as sent:
        QTest.keyClick(rows.window().focusWidget(), Qt.Key.Key_Return)
    assert sent.args == [8.0]
    assert rows.window().focusWidget() is cells(rows)[7]


def test_findings_are_named_at_the_keyframes_where_they_hold(
    rows: KeyframeRows, tmp_path: Path
) -> None:
    boxes = (
        BoxMark(3.0, 6.5, BOX, "error", "Formula covers <b>3</b> tokens"),
        BoxMark(8.0, None, Box(left=-1, top=0, right=2, bottom=0.2), "warning", "Text is small"),
    )
    rows.show_pair(stills(tmp_path, "v0", boxes), None)
    named = [c.accessibleName() for c in cells(rows)]
    assert ["Error:" in name for name in named] == [False, True, True, False]
    assert ["Warning:" in name for name in named] == [False, False, False, True]
    # Markup in a message is shown, not obeyed.
    assert "&lt;b&gt;" in cells(rows)[1].toolTip()


def test_boxes_are_painted(qtbot: QtBot, rows: KeyframeRows, tmp_path: Path) -> None:
    boxes = (BoxMark(1.0, 2.5, BOX, "error", "Formula covers 3 tokens"),)
    rows.show_pair(stills(tmp_path, "v0", boxes), None)
    qtbot.waitUntil(lambda: all(middle_is_blue(c) for c in cells(rows)), timeout=30_000)
    image = [cell.grab().toImage() for cell in cells(rows)]
    assert image[0].pixelColor(image[0].rect().center()) != image[1].pixelColor(
        image[1].rect().center()
    )


def test_the_keyframe_reached_last_is_marked(rows: KeyframeRows, tmp_path: Path) -> None:
    rows.set_position(5.0)
    rows.show_pair(stills(tmp_path, "v0"), stills(tmp_path, "v1"))
    assert [c.current for c in cells(rows)] == [False, True, False, False] * 2
    rows.set_position(1.0)
    assert not any(c.current for c in cells(rows))


def test_more_keyframes_than_usual_are_all_shown(rows: KeyframeRows, tmp_path: Path) -> None:
    frames = tuple((still(tmp_path / f"{n}.png", BLUE), float(n)) for n in range(6))
    rows.show_pair(Clip("v0", None, frames), None)
    assert len(cells(rows)) == 6
    rows.show_pair(None, None)
    assert not cells(rows)
