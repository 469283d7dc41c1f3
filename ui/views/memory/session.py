"""What the pages of the Memory room share: the open bank, its changes, the record on show."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.memory.worker import BankFacts, BankWorker
from memory_store.bank import Bank
from memory_store.changes import Change
from ui.bridge import Bridge, Ticket

T = TypeVar("T")
MakeWorker = Callable[[Path], BankWorker]


class MemorySession(QObject):
    """One bank at a time, worked with on its own thread; everything here is for the GUI thread.

    Signals:
        opening(Path): another bank is being opened; what was shown of the old one is gone.
        opened(BankFacts): it is open.
        failed(Exception): it could not be opened.
        changed(Change): something was written, by a page of the room or by someone else.
        record_chosen(int): a record is to be shown, by its id; -1 for none.
    """

    opening = Signal(object)
    opened = Signal(object)
    failed = Signal(object)
    changed = Signal(object)
    record_chosen = Signal(int)

    def __init__(
        self, bridge: Bridge, make: MakeWorker = BankWorker, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self._make = make
        self._worker: BankWorker | None = None
        self._facts: BankFacts | None = None
        self._path: Path | None = None
        self._tickets: list[Ticket] = []
        self._stop: Callable[[], None] = lambda: None

    @property
    def path(self) -> Path | None:
        """The folder of the bank that is open or being opened."""
        return self._path

    @property
    def facts(self) -> BankFacts | None:
        """What is known of the bank; None while it is not open."""
        return self._facts

    @property
    def read_only(self) -> bool:
        """Whether changes are refused; also while no bank is open."""
        return self._facts is None or self._facts.read_only

    def open_bank(self, path: Path) -> None:
        """Open another bank, or the same one anew."""
        self.close()
        self._path = path
        self.opening.emit(path)
        worker = self._worker = self._make(path)
        self._stop = worker.listen(partial(self._heard, worker))
        self._deliver(worker.opened, self._take, self.failed.emit)

    def ask(
        self,
        work: Callable[[Bank], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
        *,
        encoder: bool = False,
    ) -> Ticket:
        """Do `work` with the bank on its thread, then call `done` or `failed` here.

        Nothing is delivered any more once another bank is open or the ticket is dropped. A `Change`
        that the work returns is told to everyone by `changed`, before `done`.

        Args:
            encoder: the work embeds texts.
        """
        if self._worker is None:
            ticket = Ticket()
            ticket.drop()
            return ticket
        return self._deliver(self._worker.submit(work, encoder=encoder), done, failed)

    def close(self) -> None:
        """Let go of the bank without waiting for it."""
        for ticket in self._tickets:
            ticket.drop()
        self._tickets = []
        self._stop()
        self._stop = lambda: None
        self._facts = None
        worker, self._worker = self._worker, None
        if worker is not None:
            self.bridge.submit(worker.close, lambda _: None, lambda _: None)

    def end(self) -> None:
        """Let go of the bank and wait until its thread and process have ended, two seconds at
        most: the window closes."""
        worker, self._worker = self._worker, None
        self.close()
        if worker is not None:
            worker.close()

    def _take(self, facts: BankFacts) -> None:
        self._facts = facts
        self.opened.emit(facts)

    def _heard(self, worker: BankWorker, change: Change) -> None:
        """On the worker's thread."""
        self.bridge.post(lambda: self.changed.emit(change) if worker is self._worker else None)

    def _deliver(
        self,
        future: "Future[T]",
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
    ) -> Ticket:
        ticket = Ticket()
        self._tickets = [old for old in self._tickets if not old.dropped]
        self._tickets.append(ticket)

        def bring(ended: "Future[T]") -> None:
            self.bridge.post(lambda: None if ticket.dropped else finish(ended))

        def finish(ended: "Future[T]") -> None:
            ticket.drop()
            error = ended.exception()
            if error is None:
                done(ended.result())
            elif isinstance(error, Exception):
                failed(error)

        future.add_done_callback(bring)
        return ticket
