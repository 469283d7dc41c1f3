"""What a run is given from outside: the cast, the renderer, the memory, the checks."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from memory_store.queries import Retrieval, Stats
from memory_store.records import NewRecord, Record
from memory_store.writing import Consolidation
from pipeline.agents.protocols import Cast
from pipeline.checks import CheckReport, check_program
from pipeline.models.ledger import Ledger
from pipeline.render_port import CancelToken, Renderer
from pipeline.schema.finding import Finding
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.trace import GeometryTrace


class Memory(Protocol):
    """A live bank or a snapshot; a snapshot refuses `consolidate`."""

    def stats(self) -> Stats:
        """Counts, by polarity and status among others."""

    def show(self, record_id: int) -> Record:
        """One record."""

    def retrieve(
        self,
        text: str,
        role: str,
        k_plus: int = 2,
        k_minus: int = 3,
        *,
        count_use: bool = False,
        diversity: bool = False,
    ) -> Retrieval:
        """The nearest active records of both polarities."""

    def consolidate(self, records: Iterable[NewRecord]) -> Consolidation:
        """Write records; those that the bank has already are named as duplicates."""


Check = Callable[[str, str], CheckReport]
"""The static layer: program and scene name in, report out."""
LostContent = Callable[[GeometryTrace, GeometryTrace, SceneSpec], tuple[Finding, ...]]
"""What of the claim, evidence and takeaway was on screen before and is not after."""


@dataclass(frozen=True)
class Services:
    """Everything a run needs.

    `memory` is None exactly when the settings need none: mode `off`, or slots that stay empty.
    `ledger` counts what the cast's models cost; None for a cast without models.
    """

    cast: Cast
    renderer: Renderer
    cancel: CancelToken
    lost_content: LostContent
    check: Check = check_program
    memory: Memory | None = None
    ledger: Ledger | None = None
