"""What the page of a run shows, and what it shows no more."""

from pathlib import Path

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.editing.made import data, make_run
from tests.loop.scripted import program
from tests.ui.run_pages import WAIT_MS, open_run, shown_page
from ui.theme.appearance import Appearance
from ui.views.player.keyframe_cell import KeyframeCell
from ui.views.studio.run_page import RunPage


def keyframes(page: RunPage) -> list[KeyframeCell]:
    return [c for c in page.picture.keyframes.findChildren(KeyframeCell) if c.isEnabled()]


def words_of(page: RunPage) -> str:
    return "\n".join(part.text() for part in page.findChildren(QLabel) if part.isVisibleTo(page))


def test_nothing_of_the_run_before_stays_when_another_one_is_opened(
    tmp_path: Path, appearance: Appearance, qtbot: QtBot
) -> None:
    paths = data(tmp_path)
    run, _ = make_run(paths, {"Swing": [program("u=95")]})
    waiting = paths.runs / "20260301-000000-cccc"
    waiting.mkdir()
    with shown_page(paths, appearance, qtbot) as page:
        open_run(page, run.root, qtbot)
        assert keyframes(page)
        page.controller.open(waiting)
        assert page.code.diff.program == ""
        assert keyframes(page) == []
        assert page.storyboard.cards == ()
        page.code._edit()
        assert page.code._stack.currentWidget() is page.code.diff, "nothing there to be edited"
        qtbot.waitUntil(lambda: page.controller.view is not None, timeout=WAIT_MS)
        assert page.code.diff.program == ""
        assert "Swing" not in words_of(page)
