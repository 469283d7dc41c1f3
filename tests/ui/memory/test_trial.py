"""Trying a section: what would be retrieved, and what a chosen record changes."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from memory_store.bank import Bank
from ui.views.memory.pages import MemoryPages
from ui.views.memory.room import MemoryRoom
from ui.views.memory.trial.dialog import TrialDialog


def test_a_trial_shows_places_and_similarities_and_counts_no_use(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot, bank: Path
) -> None:
    pages.attempt.click()
    dialog = pages._dialog
    assert isinstance(dialog, TrialDialog)
    assert not dialog.go.isEnabled()
    dialog.text.setPlainText("The Fourier transform splits a signal into waves.")
    dialog.go.click()
    qtbot.waitUntil(lambda: dialog.plain.topLevelItemCount() > 0, timeout=20_000)
    first = dialog.plain.topLevelItem(0)
    assert first is not None
    assert float(first.text(1)) > 0.9
    assert not dialog.changed.isVisible()
    with Bank.open(bank, None, mode="ro") as store:
        assert store.stats().retrieved == 0


def test_the_chosen_record_is_tried_the_other_way_round(
    room: MemoryRoom, pages: MemoryPages, qtbot: QtBot
) -> None:
    chosen = pages.actions.ids[0]
    pages.attempt.click()
    dialog = pages._dialog
    assert isinstance(dialog, TrialDialog)
    dialog.text.setPlainText("The Fourier transform splits a signal into waves.")
    dialog.change.setChecked(True)
    dialog.go.click()
    qtbot.waitUntil(dialog.changed.isVisible, timeout=20_000)
    assert str(chosen)
    assert "would" in dialog.said.text()
    with qtbot.waitSignal(dialog.pointed) as pointed:
        item = dialog.plain.topLevelItem(0)
        assert item is not None
        dialog.plain.itemActivated.emit(item, 0)
    assert pointed.args is not None
