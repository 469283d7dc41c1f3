"""The Library room over real runs."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.library import Library, LibraryEntry
from app.paths import DataPaths
from app.run_state import locked_root
from app.run_view.loading import replay
from tests.editing.made import data, make_run
from tests.loop.scripted import TASK, program
from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.views.library import LibraryPage
from ui.views.library.arranging import Arrangement, arranged, why_not_comparable
from ui.views.library.model import ENTRY, LibraryModel
from ui.views.library.words import date_of, spoken

OLD, NEW, OTHER = "20260101-000000-aaaa", "20260201-000000-bbbb", "20260301-000000-cccc"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> DataPaths:
    """Two finished runs of one section, one of another, and one that cannot be read."""
    found = data(tmp_path_factory.mktemp("library"))
    make_run(found, {"Swing": [program("u=88 verdict=pass")]}, run=OLD, title="Pendulums")
    make_run(
        found,
        {"Swing": [program("u=95 verdict=pass")]},
        run=NEW,
        title="Pendulums again",
        started="2026-02-01T10:00:00+00:00",
    )
    make_run(
        found,
        {"Swing": [program("u=60 verdict=fail")]},
        run=OTHER,
        title="Heat",
        task=TASK.model_copy(update={"text": "Heat flows from warm to cold. It counts."}),
        started="2026-03-01T10:00:00+00:00",
    )
    damaged = found.runs / "20251201-000000-dddd"
    damaged.mkdir()
    (damaged / "manifest.json").write_text("{")
    return found


@pytest.fixture
def paths(made: DataPaths, tmp_path: Path) -> DataPaths:
    """A copy of those runs that a test may change."""
    shutil.copytree(made.root, tmp_path / "home")
    return DataPaths(tmp_path / "home")


@pytest.fixture
def library(paths: DataPaths) -> Library:
    return Library(paths)


@pytest.fixture
def page(qtbot: QtBot, appearance: Appearance, library: Library) -> Iterator[LibraryPage]:
    bridge = Bridge()
    made = LibraryPage(appearance, bridge, library)
    made.resize(1000, 700)
    with qtbot.waitSignal(made.loaded, timeout=10_000):
        made.show()
    yield made
    bridge.close()
    made.close()


def _runs(page: LibraryPage) -> list[str]:
    return [entry.run for entry in page.model.entries]


def _notice(qtbot: QtBot, page: LibraryPage, words: str) -> None:
    qtbot.waitUntil(lambda: words in page.bar.notice.text(), timeout=5000)


def test_all_runs_are_shown_newest_first_and_damaged_ones_among_them(page: LibraryPage) -> None:
    assert _runs(page)[:3] == [OTHER, NEW, OLD]
    assert page.model.entries[-1].state == "damaged"
    assert page.filters.count.text() == "4 runs"


def test_words_are_looked_for_in_titles_and_sections(qtbot: QtBot, page: LibraryPage) -> None:
    page.filters.words.setText("warm cold")
    qtbot.waitUntil(lambda: _runs(page) == [OTHER], timeout=5000)
    assert page.filters.count.text() == "1 of 4 runs"
    page.filters.words.setText("nothing like that")
    qtbot.waitUntil(lambda: _runs(page) == [], timeout=5000)
    page.filters.clear()
    qtbot.waitUntil(lambda: len(_runs(page)) == 4, timeout=5000)


def test_states_and_orders_are_chosen(page: LibraryPage) -> None:
    page.filters.show_states.setCurrentIndex(1)
    page.filters.order.setCurrentIndex(3)
    assert _runs(page)[0] == NEW
    page.filters.show_states.setCurrentIndex(3)
    assert [entry.state for entry in page.model.entries] == ["damaged"]


def test_enter_opens_and_a_damaged_run_says_why_it_does_not(
    qtbot: QtBot, page: LibraryPage
) -> None:
    page.choose(NEW)
    with qtbot.waitSignal(page.open_requested, timeout=1000) as opened:
        QTest.keyClick(page.shelf, Qt.Key.Key_Return)
    assert opened.args == [NEW]
    asked: list[str] = []
    page.open_requested.connect(asked.append)
    page.choose(page.model.entries[-1].run)
    QTest.keyClick(page.shelf, Qt.Key.Key_Return)
    assert asked == []
    assert not page.bar.open.isEnabled()
    assert "cannot be read" in page.bar.notice.text()


def test_enter_after_typing_a_title_renames_and_opens_nothing(
    qtbot: QtBot, page: LibraryPage, library: Library
) -> None:
    asked: list[str] = []
    page.open_requested.connect(asked.append)
    page.choose(NEW)
    page.shelf.setFocus()
    QTest.keyClick(page.shelf, Qt.Key.Key_F2)
    field = page.shelf.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.clear()
    QTest.keyClicks(field, "Clocks")
    with qtbot.waitSignal(page.actions_.renamed, timeout=5000):
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert asked == []
    assert replay(page.model.entries[1].folder).view.title == "Clocks"


def test_the_neighbour_of_a_deleted_run_is_chosen_and_can_be_acted_on(
    qtbot: QtBot, page: LibraryPage
) -> None:
    page.choose(NEW)
    page.bar.delete.click()
    _notice(qtbot, page, "moved to the trash")
    qtbot.waitUntil(lambda: NEW not in _runs(page), timeout=5000)
    qtbot.waitUntil(lambda: len(page.shelf.selected()) == 1, timeout=5000)
    assert page.shelf.selected()[0] == page.shelf.currentIndex().data(ENTRY)
    assert page.bar.delete.isEnabled()
    assert not page.bar.undo.isHidden()


def test_a_title_is_typed_over_with_f2_and_taken_back(
    qtbot: QtBot, page: LibraryPage, library: Library
) -> None:
    page.choose(NEW)
    page.shelf.setFocus()
    QTest.keyClick(page.shelf, Qt.Key.Key_F2)
    field = page.shelf.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.clear()
    QTest.keyClicks(field, "Clocks")
    QTest.keyClick(field, Qt.Key.Key_Return)
    _notice(qtbot, page, "Renamed")
    assert library.entry(NEW).title == "Clocks"
    page.bar.undo.click()
    _notice(qtbot, page, "what it was")
    assert library.entry(NEW).title == "Pendulums again"


def test_deleted_runs_go_to_the_trash_and_come_back(
    qtbot: QtBot, page: LibraryPage, library: Library
) -> None:
    page.choose(NEW, OLD)
    QTest.keyClick(page.shelf, Qt.Key.Key_Delete)
    _notice(qtbot, page, "2 runs moved to the trash")
    qtbot.waitUntil(lambda: len(_runs(page)) == 2, timeout=5000)
    assert {entry.run for entry in library.trash()} == {NEW, OLD}
    page.actions_.undo()
    _notice(qtbot, page, "brought back")
    qtbot.waitUntil(lambda: _runs(page)[:3] == [OTHER, NEW, OLD], timeout=5000)
    assert library.trash() == []


def test_a_run_that_has_begun_to_run_meanwhile_is_not_deleted(
    qtbot: QtBot, page: LibraryPage, paths: DataPaths
) -> None:
    page.choose(OLD)
    with locked_root(paths.runs / OLD):
        page.bar.delete.click()
        _notice(qtbot, page, "is running")
        assert page.bar.undo.isHidden()
    assert (paths.runs / OLD).is_dir()


def test_two_runs_of_one_section_are_compared_the_older_first(
    qtbot: QtBot, page: LibraryPage
) -> None:
    page.choose(NEW, OTHER)
    assert page.bar.compare.toolTip() == "These two runs are about different sections."
    page.choose(NEW, OLD)
    with qtbot.waitSignal(page.compare_requested, timeout=1000) as asked:
        page.bar.compare.click()
    assert asked.args == [OLD, NEW]


def test_what_is_chosen_stays_chosen_when_the_order_changes(page: LibraryPage) -> None:
    page.choose(OLD)
    page.filters.order.setCurrentIndex(2)
    assert [entry.run for entry in page.shelf.selected()] == [OLD]


def test_an_empty_library_offers_to_make_a_first_run(
    qtbot: QtBot, appearance: Appearance, tmp_path: Path
) -> None:
    bridge = Bridge()
    page = LibraryPage(appearance, bridge, Library(DataPaths(tmp_path)))
    with qtbot.waitSignal(page.loaded, timeout=5000):
        page.show()
    with qtbot.waitSignal(page.new_requested, timeout=1000):
        page._empty.button.click()
    bridge.close()


def test_pictures_are_read_beside_and_painted(qtbot: QtBot, page: LibraryPage) -> None:
    thumbnails = page.shelf._thumbnails
    wanted = page.model.entries[0].thumbnail
    assert wanted is not None
    page.shelf.grab()
    qtbot.waitUntil(lambda: thumbnails.get(wanted) is not None, timeout=5000)


def test_rows_are_narrower_when_the_window_is(page: LibraryPage) -> None:
    page.set_form("list")
    page.resize(560, 400)
    page.grab()
    page.set_form("grid")
    page.resize(300, 400)
    page.grab()
    assert page.shelf.horizontalScrollBar().maximum() == 0


def _entry(run: str, **values: object) -> LibraryEntry:
    base = LibraryEntry(
        run=run,
        folder=Path(run),
        title=run,
        own_title=run,
        renamed=False,
        state="finished",
        started=f"2026-01-{len(run):02d}T00:00:00+00:00",
        ended="",
        cast="offline",
        models="",
        role="",
        domain="",
        score=80.0,
        rounds=1,
        scenes=2,
        delivered=2,
        section="s",
        thumbnail=None,
        human=0,
        chosen=False,
        problem="",
        remedy="",
    )
    return base.model_copy(update=values)


def test_the_model_keeps_the_rules_of_models_whatever_is_shown(qtbot: QtBot) -> None:
    model = LibraryModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    a, b, c, d = (_entry(run) for run in "abcd")
    for entries in ([a, b, c], [a, c], [a, d, c], [c, d, a], [b], [], [a, b, c, d]):
        model.show_entries(entries)
        assert model.entries == entries
    model.show_entries([a, b.model_copy(update={"title": "B"}), c, d])
    assert model.setData(model.index(1), "  New\ntitle ")
    assert model.entries[1].title == "New title"
    assert not model.setData(model.index(1), " ")
    tester.deleteLater()


def test_runs_without_a_score_come_last_in_either_order() -> None:
    entries = [_entry("a", score=None), _entry("b", score=50.0), _entry("c", score=90.0)]
    best = arranged(entries, Arrangement(sort="best"))
    worst = arranged(entries, Arrangement(sort="worst"))
    assert [e.run for e in best] == ["c", "b", "a"]
    assert [e.run for e in worst] == ["b", "c", "a"]


def test_a_run_with_nothing_to_show_is_not_compared() -> None:
    reason = why_not_comparable([_entry("a"), _entry("b", delivered=0)])
    assert reason == "One of the two has nothing to show yet."


def test_an_entry_is_spoken_as_a_sentence() -> None:
    said = spoken(_entry("a", rounds=3, delivered=1))
    assert said.startswith("Finished, score 80.0, 3 rounds, ")
    assert said.endswith(", 1 of 2 scenes, Offline cast")


@pytest.mark.parametrize("started", ["", "yesterday"])
def test_a_date_that_cannot_be_read_is_a_dash(started: str) -> None:
    assert date_of(_entry("a", started=started)) == "\u2013"


@pytest.mark.parametrize("width", [760, 966, 1000, 1376])
def test_cards_fill_the_width_with_as_many_columns_as_fit(page: LibraryPage, width: int) -> None:
    page.resize(width, 600)
    page.grab()
    lefts = {page.shelf.visualRect(page.model.index(row)).left() for row in range(4)}
    assert len(lefts) == min(4, page.shelf.viewport().width() // 244)
