"""The window in a language that nobody speaks: what is left in English was forgotten."""

import importlib.util
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.paths import HOME_VARIABLE, RESOURCES
from app.texts import LANGUAGE_VARIABLES, bind_language, tr
from pipeline.presets import PRESETS
from tests.journeys.studio import SECTION
from tests.journeys.studio import studio as command
from tests.ui.journeys.seen import cut_off, is_data, letters, texts_of, words_of_files
from tests.ui.texts.catalogue import OPENS, pseudo, write_catalogue
from ui.views.settings.profile_form import ProfileForm
from ui.views.studio.room import StudioRoom
from ui.window.session import Session
from ui.window.shortcuts import KEYS, ShortcutsDialog

TOOL = Path(__file__).resolve().parents[3] / "packaging" / "messages.py"
NAMES = {
    "ManimAgentStudio", "default", "OpenAI", "Ollama", "LMStudio", "vLLM", "httpsv1",
    "httpsapiopenaicomv1", "CtrlEnter", "Enter", "Esc", "CtrlF", "CtrlZ", "F2", "latex", "dvisvgm",
    "llamacppserver",
}  # fmt: skip
"""Names and keys, which are the same in every language, as `letters` leaves them."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with one finished run."""
    folder = tmp_path_factory.mktemp("made") / "data"
    section = folder.parent / "section.md"
    section.write_text(SECTION, "utf-8")
    told = command(folder, "make", str(section), "--scenes", "2", "--json")
    assert told.code == 0, told.stderr
    return folder


@pytest.fixture
def home(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of the window, with that run in it."""
    folder = tmp_path / "home"
    shutil.copytree(made, folder)
    monkeypatch.setenv(HOME_VARIABLE, str(folder))
    return folder


@pytest.fixture(autouse=True)
def strange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every text is longer and in marks."""
    spec = importlib.util.spec_from_file_location("messages_tool", TOOL)
    assert spec is not None
    assert spec.loader is not None
    messages = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(messages)
    told = {(one, many): pseudo(many or one) for one, many in messages.collect()}
    write_catalogue(tmp_path / "locale", "xx", told)
    for name in LANGUAGE_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    bind_language(["xx"], tmp_path / "locale")
    assert tr("Save").startswith(OPENS)
    yield
    bind_language()


@pytest.fixture
def known(home: Path) -> frozenset[str]:
    """Texts of the run and of the samples: data, in the language they were written in."""
    keys = {letters(key) for keys in KEYS.values() for key, _ in keys}
    presets = {letters(f"{name}: {preset.text}") for name, preset in PRESETS.items()}
    return words_of_files(home, RESOURCES / "samples") | NAMES | keys | presets


def english(root: QWidget, known: frozenset[str]) -> list[str]:
    """What is on show, is no data, and was not translated."""
    return [
        str(seen)
        for seen in texts_of(root)
        if OPENS not in seen.text and not is_data(seen.text, known)
    ]


def test_the_page_of_a_new_animation(
    session: Session, studio: StudioRoom, qtbot: QtBot, known: frozenset[str]
) -> None:
    session.window.resize(1280, 720)
    qtbot.wait(800)
    found = english(session.window, known) + list(cut_off(session.window))
    assert not found, "\n".join(dict.fromkeys(found))


def test_a_run_with_its_review_comments_code_and_section(
    session: Session, studio: StudioRoom, qtbot: QtBot, home: Path, known: frozenset[str]
) -> None:
    session.window.resize(1280, 720)
    session.assembly.open_run(next((home / "runs").iterdir()))
    page = studio.run_page
    qtbot.waitUntil(lambda: studio.controller.pair_files is not None, timeout=20_000)
    qtbot.wait(600)
    found = english(session.window, known) + list(cut_off(session.window))
    shows: tuple[Callable[[], None], ...] = (
        lambda: page.side.show_tab("comments"),
        page.below.show_keyframes,
        lambda: page.storyboard.tabs.chosen.emit("section"),
        page.code.edit,
    )
    for show in shows:
        show()
        qtbot.wait(200)
        found += english(session.window, known) + list(cut_off(session.window))
    assert not found, "\n".join(dict.fromkeys(found))


def test_the_storyboard_the_rating_and_the_export(
    session: Session, studio: StudioRoom, qtbot: QtBot, home: Path, known: frozenset[str]
) -> None:
    session.window.resize(1280, 720)
    session.assembly.open_run(next((home / "runs").iterdir()))
    qtbot.waitUntil(lambda: studio.controller.pair_files is not None, timeout=20_000)
    studio.edit_storyboard()
    qtbot.waitUntil(lambda: bool(studio.storyboard_editor.editors), timeout=10_000)
    qtbot.wait(200)
    found = english(session.window, known) + list(cut_off(session.window))
    studio.show_run_page()
    studio.rate()
    qtbot.waitUntil(lambda: studio.rating_page.form is not None, timeout=10_000)
    qtbot.wait(200)
    found += english(session.window, known) + list(cut_off(session.window))
    studio.rating_page.left.emit()
    session.assembly.export()
    dialog = session.assembly.exports
    assert dialog is not None
    qtbot.wait(200)
    found += english(dialog, known) + list(cut_off(dialog))
    dialog.close()
    assert not found, "\n".join(dict.fromkeys(found))


def test_the_library_in_both_forms(
    session: Session, studio: StudioRoom, qtbot: QtBot, known: frozenset[str]
) -> None:
    session.window.resize(1280, 720)
    session.window.enter("library")
    library = session.assembly.library
    assert library is not None
    qtbot.waitUntil(lambda: library.model.rowCount() > 0, timeout=10_000)
    qtbot.wait(300)
    found = english(session.window, known) + list(cut_off(session.window))
    library.filters.form_chosen.emit("list")
    qtbot.wait(100)
    found += english(session.window, known) + list(cut_off(session.window))
    assert not found, "\n".join(dict.fromkeys(found))


def test_the_settings_and_the_list_of_keys(
    session: Session, studio: StudioRoom, qtbot: QtBot, known: frozenset[str]
) -> None:
    session.window.resize(1280, 720)
    session.window.enter("settings")
    settings = session.assembly.settings
    assert settings is not None
    qtbot.waitUntil(settings.loop.isEnabled, timeout=10_000)
    found = []
    for number in range(settings.sections.count()):
        settings.sections.setCurrentRow(number)
        qtbot.wait(200)
        found += english(session.window, known) + list(cut_off(session.window))
    session.window.show_keys()
    keys = session.window.findChild(ShortcutsDialog)
    assert keys is not None
    found += english(keys, known)
    keys.close()
    form = ProfileForm()
    qtbot.addWidget(form)
    form.show()
    found += english(form, known) + list(cut_off(form))
    assert not found, "\n".join(dict.fromkeys(found))
