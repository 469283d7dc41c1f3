"""One open bank, and the one thread on which all work with it is done."""

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from memory_store.bank import Bank
from memory_store.changes import Change
from memory_store.embedding.base import Embedder
from memory_store.errors import BankInUse, MemoryStoreError, NotWritable
from memory_store.layout import MANIFEST, require_same
from memory_store.manifest import SnapshotInfo
from memory_store.vectors import Vectors
from memory_store.watching import Watcher

T = TypeVar("T")
Listener = Callable[[Change], None]
POLL_SECONDS = 1.0
"""How often the bank is asked whether someone else has written."""
CLOSE_SECONDS = 2.0
LOCK_SECONDS = 5.0
"""A write waits so long for a run that is writing; the window says then that the bank is in use."""


class ClosingEmbedder(Embedder, Protocol):
    """An encoder with something to let go of."""

    def close(self) -> None:
        """End it; calls under way fail."""


@dataclass(frozen=True)
class BankFacts:
    """What is known of a bank once it is open. `why_read_only` is a sentence, empty if it can be
    written; `snapshot` is set for a frozen one."""

    path: Path
    bank_id: str
    encoder: str
    read_only: bool
    why_read_only: str = ""
    snapshot: SnapshotInfo | None = None

    @property
    def name(self) -> str:
        """What people call it."""
        return self.snapshot.name if self.snapshot is not None else self.path.name


@dataclass(frozen=True)
class Embedded:
    """A text as a vector, and the seconds that took, the start of the encoder left out."""

    vector: Vectors
    seconds: float


class WorkerClosedError(MemoryStoreError):
    """The bank was closed before the work was done."""

    kind = "worker_closed"


class BankWorker:
    """Opens a bank on its own thread and works there, one thing after the other.

    A snapshot, and a bank that the disk does not let us write, is opened read-only. The encoder
    starts with the first work that asks for it.

    Args:
        path: the folder of a bank or snapshot.
        make_embedder: makes the encoder that is in use; its process starts with its first call.
        poll: seconds between two looks at what others wrote.
    """

    def __init__(
        self,
        path: Path,
        *,
        make_embedder: Callable[[], ClosingEmbedder] | None = None,
        poll: float = POLL_SECONDS,
    ) -> None:
        self.path = path
        self.opened: Future[BankFacts] = Future()
        self._make_embedder = make_embedder or _minilm
        self._poll = poll
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._listeners: list[Listener] = []
        self._bank: Bank | None = None
        self._watcher: Watcher | None = None
        self._embedder: ClosingEmbedder | None = None
        self._state = threading.Lock()
        self._closed = False
        self._kept = 0
        self._warm = False
        self._encoding = ThreadPoolExecutor(1, thread_name_prefix=f"encoder {path.name}")
        self._thread = threading.Thread(target=self._run, name=f"bank {path.name}", daemon=True)
        self._thread.start()

    def submit(
        self, work: Callable[[Bank], T], *, encoder: bool = False, kept: bool = False
    ) -> Future[T]:
        """Do `work` with the bank after everything that was submitted before; from any thread.

        A result that is a `Change` is told to the listeners before the future is done.

        Args:
            encoder: the work embeds texts; the encoder is made ready for it.
            kept: it is done also if the bank is closed before its turn, as what a person changed.
        """
        future: Future[T] = Future()

        def do() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                value = work(self._ready(encoder, kept))
                if isinstance(value, Change):
                    self._wrote(value)
            except BaseException as error:
                future.set_exception(self._told(error))
            else:
                future.set_result(value)
            finally:
                with self._state:
                    self._kept -= kept

        with self._state:
            if self._closed:
                future.set_exception(_closed(self.path))
            else:
                self._kept += kept
                self._work.put(do)
        return future

    @property
    def encoder_ready(self) -> bool:
        """Whether a text has been embedded already, so that the next one takes no seconds."""
        return self._warm

    def encode(self, text: str) -> Future[Embedded]:
        """Embed a text for a search by meaning, on a thread of its own: the encoder takes seconds
        to start, during which the bank can be read."""
        try:
            return self._encoding.submit(self._encode, text)
        except RuntimeError:  # closed
            future: Future[Embedded] = Future()
            future.set_exception(_closed(self.path))
            return future

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` on the worker's thread with each change; returns what ends that."""
        self._listeners.append(listener)

        def stop() -> None:
            with suppress(ValueError):
                self._listeners.remove(listener)

        return stop

    def close(self, timeout: float = CLOSE_SECONDS) -> bool:
        """End the thread, the encoder's process and the bank; from any thread.

        Work under way is cut short, work that waits fails with `WorkerClosedError`; both only once
        what has to be kept is done, or half of the time is over.

        Returns:
            Whether the thread ended within `timeout` seconds.
        """
        with self._state:
            self._closed = True
            self._work.put(None)
            bank, embedder = self._bank, self._embedder
        started = time.monotonic()
        while self._thread.is_alive() and self._kept and time.monotonic() < started + timeout / 2:
            self._thread.join(0.02)
        if embedder is not None:
            embedder.close()
        self._encoding.shutdown(wait=False, cancel_futures=True)
        while self._thread.is_alive() and time.monotonic() < started + timeout:
            if bank is not None:
                with suppress(Exception):  # closed in the meantime
                    bank.interrupt()
            self._thread.join(0.05)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._open()
            self._serve()
        finally:
            self._end()

    def _open(self) -> None:
        try:
            facts = self._open_bank()
        except Exception as error:
            self.opened.set_exception(error)
        else:
            self.opened.set_result(facts)

    def _open_bank(self) -> BankFacts:
        why = ""
        if (self.path / MANIFEST).exists():
            bank = Bank.open(self.path, None, mode="ro")
            why = "A frozen snapshot: it stays as it is."
        else:
            try:
                bank = Bank.open(self.path, None, mode="rw", lock_timeout=LOCK_SECONDS)
            except (NotWritable, BankInUse) as error:
                bank = Bank.open(self.path, None, mode="ro")
                why = error.message
        with self._state:
            self._bank = bank
        if bank.snapshot is None:
            self._watcher = bank.watcher()
        return BankFacts(
            bank.path, bank.bank_id, bank.identity.describe(), bank.read_only, why, bank.snapshot
        )

    def _serve(self) -> None:
        look = time.monotonic() + self._poll
        while True:
            wait = max(0.0, look - time.monotonic()) if self._watcher is not None else None
            try:
                work = self._work.get(timeout=wait)
            except queue.Empty:
                self._look()
                look = time.monotonic() + self._poll
                continue
            if work is None or self._closed:
                self._refuse(work)
                return
            work()
            if self._watcher is not None and time.monotonic() >= look:
                self._look()
                look = time.monotonic() + self._poll

    def _refuse(self, work: Callable[[], None] | None) -> None:
        """Let everything that waits fail: `_ready` refuses once this is closed."""
        while True:
            if work is not None:
                work()
            try:
                work = self._work.get_nowait()
            except queue.Empty:
                return

    def _ready(self, encoder: bool, kept: bool) -> Bank:
        if self._closed and not kept:
            raise _closed(self.path)
        if self._bank is None:
            raise self.opened.exception() or _closed(self.path)
        if encoder and not self._bank.has_encoder:
            self._bank.use_encoder(self._shared_embedder())
        return self._bank

    def _shared_embedder(self) -> ClosingEmbedder:
        with self._state:
            if self._closed:
                raise _closed(self.path)
            if self._embedder is None:
                self._embedder = self._make_embedder()
            return self._embedder

    def _encode(self, text: str) -> Embedded:
        """On the encoder's thread."""
        try:
            self.opened.result()
            embedder = self._shared_embedder()
            bank = self._bank
            if bank is None:
                raise _closed(self.path)
            require_same(bank.identity, embedder.identity, self.path)
            if not self._warm:
                embedder.encode([text])
                self._warm = True
            started = time.perf_counter()
            vector = embedder.encode([text])[0]
            return Embedded(vector, time.perf_counter() - started)
        except Exception as error:
            if self._closed:
                raise _closed(self.path) from error
            raise

    def _wrote(self, change: Change) -> None:
        if self._watcher is not None:
            self._look()
            self._watcher.note()
        self._tell(change)

    def _look(self) -> None:
        if self._watcher is None:
            return
        # A bank that cannot be read for a moment is looked at again; who asks it gets the error.
        with suppress(MemoryStoreError):
            if (change := self._watcher.look()) is not None:
                self._tell(change)

    def _tell(self, change: Change) -> None:
        for listener in list(self._listeners):
            listener(change)

    def _told(self, error: BaseException) -> BaseException:
        return _closed(self.path) if self._closed else error

    def _end(self) -> None:
        with self._state:
            bank, embedder = self._bank, self._embedder
            self._bank = None
        if bank is not None:
            with suppress(MemoryStoreError):
                bank.close()
        if embedder is not None:
            embedder.close()
        if not self.opened.done():
            self.opened.set_exception(_closed(self.path))


def _closed(path: Path) -> WorkerClosedError:
    return WorkerClosedError(f"The memory bank {path} was closed.", "Open it again.")


def _minilm() -> ClosingEmbedder:
    from memory_store.embedding.minilm import MiniLmEmbedder

    return MiniLmEmbedder()
