"""The part of a bank that everything that writes to it is built on."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from memory_store import writing
from memory_store.errors import EncoderMismatch, ReadOnly
from memory_store.reading import Reader
from memory_store.revising import Revision
from memory_store.vectors import Vectors, checked, checked_one

T = TypeVar("T")


class WritableBank(Reader):
    """An open bank that runs one change at a time, over threads and processes."""

    def require_writable(self) -> None:
        """Raise `ReadOnly` if nothing can be written to this bank."""
        if self.read_only:
            what = "a frozen snapshot" if self.snapshot else "opened read-only"
            raise ReadOnly(
                f"The memory bank {self.path} is {what}: nothing can be written to it.",
                "Open a live bank for writing.",
            )

    def transaction(self, change: Callable[[], T]) -> T:
        """Run `change` as one transaction under the write lock, then renew the indexes.

        All of it is kept, or nothing if it raises. It cannot be nested.

        Raises:
            ReadOnly, BankInUse, DiskFull, NotWritable.
        """
        lock = self._opened.lock
        if lock is None:
            self.require_writable()
            raise AssertionError("unreachable: a bank without a lock is read-only")
        with lock.held():
            with self._connection.writing():
                result = change()
            with self._connection.reading():
                self._cache.save()
        return result

    def vectors_for(self, planned: Revision) -> dict[str, Vectors]:
        """The vectors that a revision makes necessary, by column: `context`, `body`, or none.

        Call it outside of a transaction: the encoder may have to start first.

        Raises:
            EncoderMismatch: one is needed and the bank was opened without an encoder.
            EncoderFailed, BadVector.
        """
        if self._embedder is None and (planned.context_changed or planned.meaning_changed):
            raise EncoderMismatch(
                f"Record {planned.before.id} was not changed: this change needs its text embedded "
                f"anew, and the memory bank {self.path} was opened without an encoder.",
                f"Open it with the encoder {self.identity.describe()}.",
            )
        vectors: dict[str, Vectors] = {}
        dimension = self.identity.dimension
        if planned.context_changed:
            context = planned.after.context
            vector = self._need_embedder().context(context.text, context.role).vector
            vectors["context"] = checked_one(vector, dimension, "the section")
        if planned.meaning_changed:
            found = self._need_embedder().encode([planned.after.meaning])
            vectors["body"] = checked(found, 1, dimension, "the body")[0]
        return vectors

    def _keep_indexes(self, save: Callable[[], None], timeout: float | None = None) -> None:
        if self._opened.lock is not None:
            with self._opened.lock.held(timeout), self._connection.reading():
                save()

    def _count_use(self, ids: Sequence[int]) -> None:
        self.transaction(lambda: writing.count_use(self._connection, ids))
