"""Keeps what a person changes in the storyboard while they do it, so that a kill loses nothing."""

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from app.editing import storyboard
from app.editing.cards import Card
from pipeline.run.folder import RunFolder
from ui.bridge import Bridge

PAUSE_MS = 500
"""Pause in typing after which the draft is written."""


class DraftKeeper(QObject):
    """Writes in worker threads; an older state of a run never replaces a newer one."""

    def __init__(
        self,
        bridge: Bridge,
        cards: Callable[[], tuple[Card, ...]],
        failed: Callable[[Exception], None],
        parent: QObject,
    ) -> None:
        """`cards` are those in the fields; `failed` is told why a draft could not be kept."""
        super().__init__(parent)
        self._bridge, self._cards, self._failed = bridge, cards, failed
        self._folder: RunFolder | None = None
        self._known: tuple[Card, ...] = ()
        self._writing = threading.Lock()
        self._newest: dict[Path, int] = {}
        self._pause = QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._pause.timeout.connect(self.keep)

    def begin(self, folder: RunFolder, cards: tuple[Card, ...]) -> None:
        """The cards of a run are in the fields now, as they lie on disk."""
        self._pause.stop()
        self._folder, self._known = folder, cards

    def changed(self) -> None:
        """Something was changed; it is written after a pause."""
        if self._folder is not None:
            self._pause.start()

    def keep(self) -> None:
        """Write what is not written yet, now."""
        self._pause.stop()
        folder = self._folder
        if folder is None or (cards := self._cards()) == self._known:
            return
        self._known = cards
        self._submit(folder, lambda: storyboard.save_draft(folder, cards))

    def discard(self) -> None:
        """The changes are not wanted: the draft goes."""
        self._pause.stop()
        if (folder := self._folder) is not None:
            self._submit(folder, lambda: storyboard.discard_draft(folder))

    def in_turn(self, work: Callable[[], None]) -> Callable[[], None]:
        """`work`, which ends the draft, as something that no write of a draft comes after."""
        self._pause.stop()
        folder = self._folder
        if folder is not None:
            self._newest[folder.root] = self._newest.get(folder.root, 0) + 1

        def do() -> None:
            with self._writing:
                work()

        return do

    def end(self) -> None:
        """Take no more changes; what was handed over is still written."""
        self._pause.stop()
        self._folder = None

    def _submit(self, folder: RunFolder, write: Callable[[], None]) -> None:
        number = self._newest[folder.root] = self._newest.get(folder.root, 0) + 1

        def work() -> None:
            with self._writing:
                if number == self._newest[folder.root]:
                    write()

        self._bridge.submit(work, lambda _: None, self._failed)


class WaitingCards:
    """Cards of finished runs that were changed and whose scene was not made anew: they wait for
    whoever comes back, as long as the window is open."""

    def __init__(self) -> None:
        self._changed: dict[Path, dict[int, tuple[Card, Card]]] = {}

    def keep(self, folder: Path, kept: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
        """Remember what differs of the cards as they stand from those of the run."""
        if len(kept) != len(cards):
            return  # they are being read
        pairs = enumerate(zip(kept, cards, strict=True))
        self._changed[folder] = {place: (old, new) for place, (old, new) in pairs if old != new}

    def take(self, folder: Path, kept: tuple[Card, ...]) -> dict[int, Card]:
        """Place -> what was written on a card that is still the one it was written on."""
        waiting = self._changed.pop(folder, {})
        return {
            place: new
            for place, (old, new) in waiting.items()
            if place < len(kept) and kept[place] == old
        }
