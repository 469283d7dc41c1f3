"""The page of banks, with real banks in a data folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from app.memory.banks import Banks
from app.paths import DataPaths
from memory_store.backup import back_up
from memory_store.bank import Bank
from memory_store.testing import WordEmbedder, success
from ui.bridge import Bridge
from ui.context import StudioContext
from ui.theme.appearance import Appearance
from ui.views.memory.banks.page import BanksPage
from ui.window.remembered import Remembered


@pytest.fixture
def paths(tmp_path: Path) -> DataPaths:
    """A data folder with the banks `default` (two records, one backup) and `physics`."""
    paths, embedder = DataPaths(tmp_path / "data"), WordEmbedder()
    for name in ("default", "physics"):
        Banks(paths).create(name, embedder)
    with Bank.open(paths.banks / "default", embedder) as bank:
        bank.consolidate([success(run="a"), success(run="b")])
    back_up(paths.banks / "default")
    return paths


@pytest.fixture
def page(
    qtbot: QtBot, appearance: Appearance, paths: DataPaths, tmp_path: Path
) -> Iterator[BanksPage]:
    bridge = Bridge()
    made = BanksPage(StudioContext(paths, appearance, bridge, Remembered(tmp_path)))
    qtbot.addWidget(made)
    made.resize(1200, 700)
    made.show()
    made.refresh()
    qtbot.waitUntil(lambda: made.model.rowCount() > 0)
    yield made
    bridge.close()


def names(page: BanksPage) -> list[str]:
    return [line.name for line in page.model.lines]


def test_the_table_lists_all_banks_and_opens_on_the_one_in_use(page: BanksPage) -> None:
    QAbstractItemModelTester(page.model)
    assert names(page) == ["default", "physics"]
    assert page.chosen is not None
    assert page.chosen.name == "default"
    assert page.details.list.count() == 1


def test_a_new_bank_is_named_in_a_window_that_stays_while_the_name_is_wrong(
    page: BanksPage, qtbot: QtBot
) -> None:
    page.new.click()
    dialog = page._dialog
    assert dialog is not None
    dialog.name.setText("a/b")
    dialog._go.click()
    qtbot.waitUntil(dialog._problem.isVisible)
    assert dialog.isVisible()
    dialog.name.setText("Optics")
    with qtbot.waitSignal(dialog.accepted, timeout=20_000):
        dialog._go.click()
    qtbot.waitUntil(lambda: "Optics" in names(page))


def test_a_bank_that_runs_use_cannot_be_removed_and_another_can_be_brought_back(
    page: BanksPage, qtbot: QtBot, paths: DataPaths
) -> None:
    assert not page.remove.isEnabled()
    page.table.selectRow(1)
    page.remove.click()
    qtbot.waitUntil(lambda: names(page) == ["default"])
    assert not (paths.banks / "physics").exists()
    page.notice._action.click()
    qtbot.waitUntil(lambda: names(page) == ["default", "physics"])


def test_another_bank_is_used_by_all_runs_and_one_by_a_domain(
    page: BanksPage, qtbot: QtBot
) -> None:
    page.table.selectRow(1)
    page.use.click()
    qtbot.waitUntil(lambda: page.model.lines[1].in_use)
    page.details.add_domain.click()
    dialog = page._dialog
    assert dialog is not None
    dialog.name.setText("Quantum computing")
    dialog._go.click()
    qtbot.waitUntil(lambda: page.model.lines[1].domains == ("quantum computing",))


def test_a_renamed_bank_tells_who_has_it_open(
    page: BanksPage, qtbot: QtBot, paths: DataPaths
) -> None:
    page.table.selectRow(1)
    page.rename.click()
    dialog = page._dialog
    assert dialog is not None
    dialog.name.setText("Waves")
    with qtbot.waitSignal(page.left) as let_go, qtbot.waitSignal(page.moved) as moved:
        dialog._go.click()
    assert let_go.args == [paths.banks / "physics"]
    assert moved.args == [paths.banks / "physics", paths.banks / "Waves"]
    qtbot.waitUntil(lambda: "Waves" in names(page))


def test_a_damaged_bank_is_replaced_by_its_backup_with_one_button(
    page: BanksPage, qtbot: QtBot, paths: DataPaths
) -> None:
    (paths.banks / "default" / "memory.db").write_bytes(b"damaged")
    page.refresh()
    qtbot.waitUntil(lambda: page.model.lines[0].health == "damaged")
    assert page.details.replace.isVisible()
    page.details.replace.click()
    qtbot.waitUntil(lambda: page.model.lines[0].records == 2)
    assert "2 records are back" in page.notice.words


def test_a_backup_taken_by_hand_appears_in_the_list(page: BanksPage, qtbot: QtBot) -> None:
    page.details.back_up.click()
    qtbot.waitUntil(lambda: page.details.list.count() == 2)


def test_a_backup_becomes_a_new_bank(page: BanksPage, qtbot: QtBot) -> None:
    page.details.restore.click()
    dialog = page._dialog
    assert dialog is not None
    dialog.name.setText("again")
    dialog._go.click()
    qtbot.waitUntil(lambda: "again" in names(page))
    assert next(line for line in page.model.lines if line.name == "again").records == 2
