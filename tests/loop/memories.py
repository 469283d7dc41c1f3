"""A memory that keeps what it is given in a list and finds what it is told to find."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from memory_store.queries import Hit, Retrieval, Stats
from memory_store.records import FailureRecord, NewRecord, NewSuccess, Record, SuccessRecord
from memory_store.writing import Consolidation


@dataclass
class ListMemory:
    """Stands for a bank where only the gates are of interest."""

    successes: tuple[Hit[SuccessRecord], ...] = ()
    failures: tuple[Hit[FailureRecord], ...] = ()
    written: list[NewRecord] = field(default_factory=list)
    counted: list[bool] = field(default_factory=list)

    def stats(self) -> Stats:
        return Stats(
            path="",
            total=1,
            by_polarity={},
            by_status={"active": 1},
            by_origin={},
            by_source={},
            by_role={},
            by_domain={},
            sections=1,
            retrieved=0,
            encoder="",
            created="",
            revision=0,
            schema_version=1,
            bytes_on_disk=0,
        )

    def show(self, record_id: int) -> Record:
        written = self.written[record_id - 1]
        kind = SuccessRecord if isinstance(written, NewSuccess) else FailureRecord
        return kind.model_validate(written.model_dump() | {"id": record_id})

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
