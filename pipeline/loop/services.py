"""What a run is given from outside: the cast, the renderer, the memory, the checks."""

from dataclasses import dataclass
from typing import Protocol

from memory_store.records import Consolidation, NewRecord, Retrieval

from pipeline.agents.protocols import Cast
from pipeline.render_port import CancelToken, Renderer


class Memory(Protocol):
    """A live bank or a snapshot; a snapshot refuses `consolidate`."""

    def retrieve(
        self,
        text: str,
        role: str,
        k_plus: int = 2,
        k_minus: int = 3,
        count_use: bool = False,
        diversity: bool = False,
    ) -> Retrieval:
        """The nearest active records of both polarities."""

    def consolidate(self, records: list[NewRecord]) -> Consolidation:
        """Write records; those that the bank has already are named as duplicates."""


@dataclass(frozen=True)
class Services:
    """Everything a run needs. `memory` is None exactly when the memory mode is `off`."""

    cast: Cast
    renderer: Renderer
    cancel: CancelToken
    memory: Memory | None = None
