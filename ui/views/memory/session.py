"""What the pages of the Memory room share: the open bank, its changes, the record on show."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.memory.insight.source import Reader
from app.memory.insight.watching import Watch
from app.memory.worker import BankFacts, BankWorker, Embedded
from memory_store.bank import Bank
from memory_store.changes import Change
from ui.bridge import Bridge, Ticket

T = TypeVar("T")
Part = TypeVar("Part")
MakeWorker = Callable[[Path], BankWorker]


class DroppedError(Exception):
    """What was asked is not wanted any more; nobody hears of it."""


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

        Nothing is delivered any more once another bank is open or the ticket is dropped, and what
        was dropped before its turn is not done. For what changes the bank there is `write`.

        Args:
            encoder: the work embeds texts.
        """
        if self._worker is None:
            return _dropped()
        ticket = Ticket()

        def wanted(bank: Bank) -> T:
            if ticket.dropped:
                raise DroppedError
            return work(bank)

        return self._deliver(self._worker.submit(wanted, encoder=encoder), done, failed, ticket)

    def write(
        self,
        work: Callable[[Bank], Change],
        done: Callable[[Change], None],
        failed: Callable[[Exception], None],
        *,
        encoder: bool = False,
    ) -> None:
        """Change the bank. Unlike what is asked, this is done and told also if another bank is
        opened meanwhile. `done` comes after `changed` has told everyone.

        Args:
            encoder: the work embeds texts.
        """
        if self._worker is not None:
            future = self._worker.submit(work, encoder=encoder, kept=True)
            future.add_done_callback(
                lambda ended: self.bridge.post(lambda: _hand_over(ended, done, failed))
            )

    @property
    def encoder_ready(self) -> bool:
        """Whether a search by meaning answers at once; the first one waits for the encoder."""
        return self._worker is not None and self._worker.encoder_ready

    def warm(self) -> None:
        """A text will have to be embedded soon: start the encoder."""
        if self._worker is not None and not self._worker.encoder_ready:
            self._worker.encode("start")

    def ask_near(
        self,
        text: str,
        work: Callable[[Bank, Embedded], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
    ) -> Ticket:
        """Embed `text`, then do `work` with the bank and its vector. The bank can be asked other
        things while the encoder starts."""
        worker = self._worker
        if worker is None:
            return _dropped()
        whole = Ticket()

        def search(near: Embedded) -> None:
            if not whole.dropped:
                future = worker.submit(lambda bank: work(bank, near))
                self._deliver(future, done, failed, whole)

        def give_up(error: Exception) -> None:
            if not whole.dropped:
                failed(error)

        self._deliver(worker.encode(text), search, give_up)
        return whole

    def study(
        self,
        work: Callable[[Reader, Watch], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
        progress: Callable[[float], None] = lambda share: None,
    ) -> Ticket:
        """Think about the whole bank for seconds: only what `work` reads is done on the bank's
        thread, which answers lists and searches in between.

        A dropped ticket ends the work at its next step.

        Args:
            work: reads with its first argument, and tells its second how far it is.
            progress: told that here, in [0, 1], each percent once.
        """
        worker = self._worker
        if worker is None:
            return _dropped()
        whole = Ticket()
        told = -1

        def read(part: Callable[[Bank], Part], /) -> Part:
            if whole.dropped:
                raise DroppedError
            return worker.submit(part).result()

        def watch(share: float) -> None:
            nonlocal told
            if whole.dropped:
                raise DroppedError
            if int(100 * share) > told:
                told = int(100 * share)
                self.bridge.post(lambda: None if whole.dropped else progress(share))

        def end(call: Callable[[], None]) -> None:
            self._tickets = [kept for kept in self._tickets if kept is not whole]
            if not whole.dropped:
                call()

        self._tickets.append(whole)
        self.bridge.submit(
            lambda: work(read, watch),
            lambda value: end(lambda: done(value)),
            lambda error: end(lambda: failed(error)),
        )
        return whole

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
        ticket: Ticket | None = None,
    ) -> Ticket:
        ticket = ticket or Ticket()
        self._tickets = [kept for kept in self._tickets if not kept.dropped]
        self._tickets.append(ticket)

        def bring(ended: "Future[T]") -> None:
            self.bridge.post(lambda: None if ticket.dropped else finish(ended))

        def finish(ended: "Future[T]") -> None:
            self._tickets = [kept for kept in self._tickets if kept is not ticket]
            _hand_over(ended, done, failed)

        future.add_done_callback(bring)
        return ticket


def _hand_over(
    ended: "Future[T]", done: Callable[[T], None], failed: Callable[[Exception], None]
) -> None:
    if ended.cancelled():
        return
    error = ended.exception()
    if error is None:
        done(ended.result())
    elif isinstance(error, Exception):
        failed(error)


def _dropped() -> Ticket:
    ticket = Ticket()
    ticket.drop()
    return ticket
