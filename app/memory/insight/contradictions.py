"""Pairs of records that seem to contradict each other, for a person to look at.

Compared are each record and the `NEIGHBOURS` nearest to it by the vectors of their bodies, as far
as their cosine is at least `TOPIC`: they speak of one subject. What counts as opposed stands in
`opposition`. It is a list of hints: pairs that are right for different scenes are in it, and a
contradiction in other words is not.
"""

from dataclasses import dataclass

from app.memory.insight.neighbours import nearest_rows
from app.memory.insight.opposition import Reason, Stand, opposed, stands
from app.memory.insight.source import Source, batched, reader
from app.memory.insight.watching import Watch, unwatched
from memory_store.columns import bodies

NEIGHBOURS = 12
TOPIC = 0.5
"""Cosine from which two bodies are taken to be on one subject."""
HINT = (
    "These are hints: the words and numbers of the two point in opposite directions. Both may be "
    "right, each for its own scenes."
)


@dataclass(frozen=True)
class Contradiction:
    """Two records, the older first, how near their bodies are, and why they seem opposed."""

    one: int
    other: int
    cosine: float
    reasons: tuple[Reason, ...]


def contradictions(source: Source, watch: Watch = unwatched) -> tuple[Contradiction, ...]:
    """Pairs that seem to contradict each other, nearest in subject first."""
    read = reader(source)
    ids, vectors = read(bodies)
    rows, cosines = nearest_rows(vectors, NEIGHBOURS, lambda share: watch(share / 2))
    pairs: dict[tuple[int, int], float] = {}
    for row, (others, near) in enumerate(zip(rows.tolist(), cosines.tolist(), strict=True)):
        for other, cosine in zip(others, near, strict=True):
            if other >= 0 and cosine >= TOPIC:
                first, second = sorted((int(ids[row]), int(ids[other])))
                pairs[first, second] = cosine
    involved = {record for pair in pairs for record in pair}
    said: dict[int, Stand] = {}
    for some in batched(involved):
        said |= stands(read, some)
        watch(0.5 + 0.5 * len(said) / max(len(said), len(involved)))
    found = [
        Contradiction(one, other, cosine, reasons)
        for (one, other), cosine in pairs.items()
        if one in said and other in said
        if (reasons := opposed(said[one], said[other]))
    ]
    watch(1.0)
    return tuple(sorted(found, key=lambda pair: (-pair.cosine, pair.one, pair.other)))
