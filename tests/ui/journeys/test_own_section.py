"""A section of one's own typed over what the page began with."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.run_plan import RunPlan
from ui.views.studio.room import StudioRoom
from ui.window.session import Session

OWN = (
    "# Pythagoras\n\nIn a right triangle the squares of the legs add up, $a^2 + b^2 = c^2$. "
    "For legs of 3 and 4 the hypotenuse is 5."
)


def _type_over(studio: StudioRoom, qtbot: QtBot, text: str) -> None:
    """As a person pastes over everything."""
    page = studio.new_page
    qtbot.waitUntil(lambda: page._start.isEnabled(), timeout=20_000)
    page.text.selectAll()
    page.text.insertPlainText(text)
    qtbot.waitUntil(lambda: page._start.isEnabled(), timeout=20_000)


def test_a_section_typed_over_the_sample_has_its_own_title(
    studio: StudioRoom, qtbot: QtBot
) -> None:
    _type_over(studio, qtbot, OWN)
    plans: list[RunPlan] = []
    page = studio.new_page
    page.start_requested.disconnect()
    page.start_requested.connect(plans.append)
    page._start.click()
    assert plans[0].task.title == "Pythagoras"
    assert plans[0].source == "pasted text"


def test_undo_brings_back_what_a_sample_replaced(studio: StudioRoom, qtbot: QtBot) -> None:
    _type_over(studio, qtbot, OWN)
    page = studio.new_page
    item = page._samples.itemAt(0)
    assert item is not None
    sample = item.widget()
    assert sample is not None
    qtbot.mouseClick(sample, Qt.MouseButton.LeftButton)
    assert "Pythagoras" not in page.section
    page.text.undo()
    assert "Pythagoras" in page.section


def test_make_right_after_typing_starts_once_the_section_is_understood(
    studio: StudioRoom, qtbot: QtBot
) -> None:
    page = studio.new_page
    qtbot.waitUntil(lambda: page._start.isEnabled(), timeout=20_000)
    page.start_requested.disconnect()
    plans: list[RunPlan] = []
    page.start_requested.connect(plans.append)
    page.text.selectAll()
    page.text.insertPlainText(OWN)
    studio.window().activateWindow()
    page.text.setFocus()
    qtbot.waitUntil(page.text.hasFocus, timeout=10_000)
    qtbot.keyClick(page.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(plans), timeout=10_000)


def test_the_window_fits_on_the_screen(session: Session) -> None:
    window = session.window
    assert window.screen().availableGeometry().contains(window.frameGeometry())
