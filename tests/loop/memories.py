"""A memory that keeps what it is given in a list and finds what it is told to find."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from types import SimpleNamespace

from memory_store.queries import Hit, Retrieval
from memory_store.records import FailureRecord, NewRecord, SuccessRecord
from memory_store.writing import Consolidation


@dataclass
class ListMemory:
    """Stands for a bank where only the gates are of interest."""

    successes: tuple[Hit[SuccessRecord], ...] = ()
    failures: tuple[Hit[FailureRecord], ...] = ()
    written: list[NewRecord] = field(default_factory=list)
    counted: list[bool] = field(default_factory=list)

    def stats(self) -> SimpleNamespace:
        return SimpleNamespace(by_status={"active": 1})

    def show(self, record_id: int) -> NewRecord:
        return self.written[record_id - 1]

    def retrieve(
        self,
        text: str,
        role: str,
        k_plus: int = 2,
        k_minus: int = 3,
        count_use: bool = False,
        diversity: bool = False,
    ) -> Retrieval:
        self.counted.append(count_use)
        return Retrieval(
            successes=self.successes[:k_plus],
            failures=self.failures[:k_minus],
            pieces_read=10,
            pieces_total=10,
        )

    def consolidate(self, records: Iterable[NewRecord]) -> Consolidation:
        self.written.extend(records)
        return Consolidation(added=tuple(range(1, len(self.written) + 1)), duplicates=())
