"""Settings are kept at once, can be taken back, and reach new animations."""

import threading
from pathlib import Path

from PySide6.QtCore import qCritical
from PySide6.QtWidgets import QDoubleSpinBox
from pytestqt.qtbot import QtBot

from app.library import Library
from app.preferences import load_preferences
from app.profiles.editing import ProfileDraft
from app.profiles.store import ProfileStore
from ui.views.settings.room import SettingsRoom
from ui.views.studio.room import StudioRoom
from ui.window.session import Session
from ui.window.shortcuts import KEYS, ShortcutsDialog


def entered(session: Session, qtbot: QtBot) -> SettingsRoom:
    session.window.enter("settings")
    room = session.assembly.settings
    assert room is not None
    qtbot.waitUntil(room.loop.isEnabled, timeout=10_000)
    return room


def test_a_changed_threshold_is_kept_shown_and_taken_back(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    room, paths = entered(session, qtbot), session.context.paths
    room.loop.numbers["theta_high"].setValue(80)
    qtbot.waitUntil(lambda: load_preferences(paths).run.theta_high == 80, timeout=10_000)
    qtbot.waitUntil(lambda: room.notice.words == "Kept.", timeout=10_000)
    room.notice._action.click()
    qtbot.waitUntil(lambda: load_preferences(paths).run.theta_high == 85, timeout=10_000)
    assert room.loop.numbers["theta_high"].value() == 85


def test_what_one_section_changes_the_other_does_not_undo(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    room, paths = entered(session, qtbot), session.context.paths
    room.animation.scenes.setValue(5)
    room.loop.numbers["t_vis"].setValue(1)
    qtbot.waitUntil(lambda: load_preferences(paths).run.t_vis == 1, timeout=10_000)
    assert load_preferences(paths).run.max_scenes == 5
    qtbot.waitUntil(lambda: studio.new_page.options.scenes.value() == 5, timeout=10_000)


def test_a_budget_in_cents_and_a_threshold_with_a_decimal_stay_as_typed(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    room, paths = entered(session, qtbot), session.context.paths
    room.loop.money.setValue(0.5)
    threshold = room.loop.numbers["theta_conv"]
    assert isinstance(threshold, QDoubleSpinBox)
    threshold.setValue(88.5)
    room.animation.scenes.setValue(4)
    qtbot.waitUntil(lambda: load_preferences(paths).run.max_scenes == 4, timeout=10_000)
    run = load_preferences(paths).run
    assert (run.budget_money, run.theta_conv) == (0.5, 88.5)


def test_the_form_of_a_new_animation_says_what_may_be_expected(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    options = studio.new_page.options
    qtbot.waitUntil(lambda: "Costs nothing" in options._estimate.text(), timeout=10_000)
    assert options._estimate.text().startswith("Time: –")


def test_a_profile_that_is_added_can_be_chosen_for_a_new_animation(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    room, options = entered(session, qtbot), studio.new_page.options
    room.models._ask()
    form = room.models._form
    assert form is not None
    form.submitted.emit(ProfileDraft("mine", "ollama", text_model=""), None)
    qtbot.waitUntil(lambda: "no profile" in form._problem.text(), timeout=10_000)
    form.submitted.emit(ProfileDraft("mine", "ollama", text_model="small"), None)
    store = ProfileStore(session.context.paths)
    qtbot.waitUntil(lambda: [p.name for p in store.all()] == ["mine"], timeout=10_000)
    qtbot.waitUntil(lambda: options.profile.count() == 1, timeout=10_000)
    assert not form.isVisible()


def test_a_fault_of_the_studio_is_told_in_the_window_with_a_report(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    def break_down() -> None:
        raise ZeroDivisionError("made for this test")

    thread = threading.Thread(target=break_down)
    thread.start()
    thread.join()
    notice = session.window.notice
    qtbot.waitUntil(lambda: "ZeroDivisionError" in notice.words, timeout=10_000)
    assert "Traceback" not in notice.words
    assert list((session.context.paths.root / "reports").glob("*.txt"))
    notice.forget()


def test_a_critical_message_of_qt_is_told_in_the_window(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    with qtbot.captureExceptions():
        qCritical("made for this test")
    notice = session.window.notice
    qtbot.waitUntil(lambda: "RuntimeError" in notice.words, timeout=10_000)
    notice.forget()


def test_the_trash_is_emptied_only_after_a_second_word(
    session: Session, studio: StudioRoom, cut_off_run: Path, qtbot: QtBot
) -> None:
    library = Library(session.context.paths)
    library.delete(cut_off_run.name)
    data = entered(session, qtbot).data
    data.refresh()
    qtbot.waitUntil(data._empty.isEnabled, timeout=10_000)
    data._empty.click()
    data._not.click()
    assert len(library.trash()) == 1
    data._empty.click()
    data._sure.click()
    qtbot.waitUntil(lambda: not library.trash(), timeout=10_000)


def test_f1_lists_every_key_and_finds_one(session: Session, qtbot: QtBot) -> None:
    session.window.show_keys()
    dialog = session.window.findChild(ShortcutsDialog)
    assert dialog is not None
    assert len(dialog.shown()) == sum(len(keys) + 1 for keys in KEYS.values())
    dialog.search.setText("full screen")
    assert any("Full screen" in words for words in dialog.shown())
    assert len(dialog.shown()) <= 2
    dialog.close()
