"""How long work reads a bank: at once, or bit by bit on the thread that the bank lives on.

What is said about a whole bank takes seconds of thinking and moments of reading. A window lets the
thread of the bank do the reading only, so that lists and searches are answered meanwhile.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from memory_store.bank import Bank

T = TypeVar("T")
BATCH = 500
"""Records whose texts are read in one piece: a few hundredths of a second."""


class Reader(Protocol):
    """Does a short piece of reading where the bank may be read, and brings back what it gave."""

    def __call__(self, work: Callable[[Bank], T], /) -> T:
        """The result of `work`; what it raises is raised here."""


Source = Bank | Reader
"""A bank that this thread may read, or what reads it for this thread."""


def reader(source: Source) -> Reader:
    """The reader of a source; a bank is read directly."""
    if not isinstance(source, Bank):
        return source
    bank = source

    def read(work: Callable[[Bank], T], /) -> T:
        return work(bank)

    return read


def batched(ids: Iterable[int]) -> Iterator[Sequence[int]]:
    """Ids in order, `BATCH` at a time."""
    every = sorted(ids)
    for at in range(0, len(every), BATCH):
        yield every[at : at + BATCH]
