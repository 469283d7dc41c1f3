"""What the agents see of the memory: two slots of invariant shape."""

from pipeline.schema.base import Value

EMPTY_SLOT = "[No entries available]"


class ReferenceExample(Value):
    """A retrieved success: soft guidance."""

    record_id: int
    similarity: float
    rationale: str
    code_excerpt: str
    score: float | None = None


class KnownPitfall(Value):
    """A retrieved failure lesson: a hard constraint (without its diagnostic)."""

    record_id: int
    similarity: float
    trigger: str
    root_cause: str
    recipe: str
    anti_example: str
    good_example: str


class MemorySlots(Value):
    """The two disjoint prompt slots of one scene."""

    examples: tuple[ReferenceExample, ...] = ()
    pitfalls: tuple[KnownPitfall, ...] = ()

    @property
    def record_ids(self) -> tuple[int, ...]:
        """Ids of all records in the slots, examples first."""
        return tuple(e.record_id for e in self.examples) + tuple(p.record_id for p in self.pitfalls)


class AppliedRecord(Value):
    """A record that changed what an agent wrote, and what it changed, in words for the log."""

    record_id: int
    change: str


class Lesson(Value):
    """The six body fields of a failure record; the caps are those of ManimAgent, appendix B."""

    trigger: str
    root_cause: str
    recipe: str
    anti_example: str
    good_example: str
    diagnostic: str
