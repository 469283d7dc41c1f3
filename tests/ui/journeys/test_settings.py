"""Settings are kept at once, can be taken back, and reach new animations."""

import sys
import threading
from functools import partial
from pathlib import Path

from PySide6.QtCore import qCritical
from PySide6.QtWidgets import QDoubleSpinBox, QPushButton
from pytestqt.qtbot import QtBot

from app.caches import render_cache
from app.library import Library
from app.preferences import Preferences, load_preferences, save_preferences
from app.profiles.editing import ProfileDraft, add_profile
from app.profiles.keys import session_keys
from app.profiles.store import ProfileStore
from pipeline.presets import PRESETS
from pipeline.settings import RunSettings
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


def test_a_profile_is_edited_in_a_form_that_opens_filled(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    store = ProfileStore(session.context.paths)
    draft = ProfileDraft("mine", "ollama", text_model="small", price_in=0.5, price_out=1.5)
    add_profile(store, draft, None, replace=False)
    models = entered(session, qtbot).models
    models.refresh()
    qtbot.waitUntil(models._edit.isEnabled, timeout=10_000)
    models._edit.click()
    form = models._form
    assert form is not None
    assert form.name.isReadOnly()
    assert (form.name.text(), form.text_model.text()) == ("mine", "small")
    assert (form.preset.currentData(), form.price_out.text()) == ("ollama", "1.5")
    form.text_model.setText("large")
    form.source.setCurrentIndex(form.source.findData("session"))
    assert not form.key.isHidden()
    form.key.setText("sk-for-this-session")
    form._submit()
    qtbot.waitUntil(lambda: store.get("mine").text.model == "large", timeout=10_000)
    qtbot.waitUntil(lambda: not form.isVisible(), timeout=10_000)
    profile = store.get("mine")
    key = session_keys.get("mine", profile.text.host)
    assert key is not None
    assert key.reveal() == "sk-for-this-session"
    assert form.key.text() == ""
    session_keys.forget("mine")


def test_a_failed_test_of_a_profile_is_told_in_the_tone_of_a_fault(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    store = ProfileStore(session.context.paths)
    draft = ProfileDraft("mine", "openai", text_model="small", key_source="session")
    add_profile(store, draft, None, replace=False)
    models = entered(session, qtbot).models
    models.refresh()
    qtbot.waitUntil(models._test.isEnabled, timeout=10_000)
    stdin, sys.stdin = sys.stdin, None  # as in the window
    try:
        models._test.click()
        qtbot.waitUntil(lambda: "No key" in models._said.text(), timeout=10_000)
    finally:
        sys.stdin = stdin
    assert models._said.property("tone") == "bad"
    assert "Models, Edit" in models._said.text()
    assert "terminal" not in models._said.text()


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


def test_a_field_goes_back_to_its_default_alone(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    room, paths = entered(session, qtbot), session.context.paths
    loop = room.loop
    loop.numbers["theta_high"].setValue(70)
    loop.numbers["t_text"].setValue(4)
    loop.switches["gate_failures"].setChecked(False)
    for name in ("theta_high", "t_text", "gate_failures"):
        assert not loop.resets[name].isHidden()
    assert loop.resets["k_plus"].isHidden()
    assert "the paper's default, 85" in loop.resets["theta_high"].accessibleName()
    loop.resets["theta_high"].click()
    loop.resets["gate_failures"].click()
    assert loop.resets["theta_high"].isHidden()
    qtbot.waitUntil(lambda: load_preferences(paths).run.t_text == 4, timeout=10_000)
    qtbot.waitUntil(lambda: load_preferences(paths).run.theta_high == 85, timeout=10_000)
    qtbot.waitUntil(lambda: load_preferences(paths).run.gate_failures, timeout=10_000)
    assert loop.switches["gate_failures"].isChecked()


def test_every_setting_of_the_loop_can_be_seen(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    room = entered(session, qtbot)
    elsewhere = {"render", "max_scenes", "memory_mode", "write_policy", "approve_storyboard",
                 "budget_tokens", "budget_money", "split", "preset"}  # fmt: skip
    assert set(RunSettings.model_fields) == set(room.loop.resets) | elsewhere


def test_caches_are_emptied_after_a_second_word_and_the_run_stays(
    session: Session, studio: StudioRoom, cut_off_run: Path, qtbot: QtBot
) -> None:
    data, paths = entered(session, qtbot).data, session.context.paths
    kept = [render_cache(paths) / "ab" / "entry" / "render.mp4", cut_off_run / "tex" / "a.svg"]
    for file in kept:
        file.parent.mkdir(parents=True)
        file.write_bytes(b"x" * 200_000)
    data.refresh()
    qtbot.waitUntil(lambda: data.renders.isEnabled() and data.tex.isEnabled(), timeout=10_000)
    assert data._sizes["renders"].text() == "0.2 MB"
    for act, file in zip((data.renders, data.tex), kept, strict=True):
        act.click()
        assert file.exists()
        data._sure.click()
        qtbot.waitUntil(partial(_gone, file), timeout=10_000)
    assert (cut_off_run / "manifest.json").exists()


def test_how_often_banks_are_backed_up_is_kept(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    room, paths = entered(session, qtbot), session.context.paths
    (week,) = [b for b in room.data.every.findChildren(QPushButton) if b.text() == "Every week"]
    week.click()
    qtbot.waitUntil(lambda: load_preferences(paths).backup_every == "week", timeout=10_000)


def test_a_new_animation_names_the_bank_of_its_domain_and_leaves_the_choice_to_it(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    paths, options = session.context.paths, studio.new_page.options
    save_preferences(paths, Preferences(bank="mine", domain_banks={"optics": "light"}))
    studio.read_preferences()
    qtbot.waitUntil(lambda: "Bank mine" in options._memory_hint.text(), timeout=10_000)
    options.domain.setText("Optics")
    assert "Bank light" in options._memory_hint.text()
    qtbot.waitUntil(lambda: studio.new_page._plan() is not None, timeout=10_000)
    plan = studio.new_page._plan()
    assert plan is not None
    assert plan.memory is None


def test_an_ablation_is_chosen_for_one_run_and_contradictions_are_named(
    session: Session, studio: StudioRoom, qtbot: QtBot
) -> None:
    page, presets = studio.new_page, studio.new_page.options.presets
    qtbot.waitUntil(page._start.isEnabled, timeout=20_000)
    presets.boxes["success-only"].setChecked(True)
    plan = page._plan()
    assert plan is not None
    assert (plan.settings.preset, plan.settings.k_minus) == ("success-only", 0)
    presets.boxes["top-1"].setChecked(True)
    assert page._plan() is None
    assert not page._start.isEnabled()
    assert "contradict" in presets.problem.text()
    presets.boxes["success-only"].setChecked(False)
    assert page._start.isEnabled()
    assert tuple(presets.boxes) == tuple(PRESETS)


def test_f1_lists_every_key_and_finds_one(session: Session, qtbot: QtBot) -> None:
    session.window.show_keys()
    dialog = session.window.findChild(ShortcutsDialog)
    assert dialog is not None
    assert len(dialog.shown()) == sum(len(keys) + 1 for keys in KEYS.values())
    dialog.search.setText("full screen")
    assert any("Full screen" in words for words in dialog.shown())
    assert len(dialog.shown()) <= 2
    dialog.close()


def _gone(file: Path) -> bool:
    return not file.exists()
