"""Records that say nearly the same, proposed to a person who may merge them.

Two records of one polarity are a proposal if one of these holds:

- their bodies have the same vector: they say the same, word for word or nearly so;
- the cosine of their body vectors is at least `SAME`, the value from which retrieval with diversity
  takes two bodies for one;
- it is at least `ALIKE` and they share at least `SHARED` of their words: a high cosine alone is
  often only one topic, and shared words alone only one way of speaking.

Records that seem to contradict each other are never proposed to be merged, however alike they
sound: "font size 30" and "font size 48" differ in one word. Where only numbers differ, the
proposal says so. In a group every two are a pair, so that no chain of small differences joins what
has nothing in common; a record is in one group at most, the one of what it is most alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, product

from app.memory.insight.neighbours import close_pairs
from app.memory.insight.opposition import Stand, opposed, stands
from app.memory.insight.source import Reader, Source, batched, reader
from app.memory.insight.watching import Watch, unwatched
from app.memory.insight.wording import meanings, numbers, overlap, tokens
from memory_store.columns import bodies, columns
from memory_store.records import POLARITIES, Polarity
from memory_store.selecting import NEAR_EQUAL

SAME = NEAR_EQUAL
"""Cosine from which two bodies say the same, in whatever words."""
ALIKE = 0.88
"""Cosine from which shared words decide; paraphrases lie about here, other topics below."""
SHARED = 0.75
"""Share of common words: three in four. Lessons of one writer about different things share up to
two in three, since they are worded alike."""
LARGEST = 50
"""Records of one group: more could not be looked at together."""


@dataclass(frozen=True)
class Pair:
    """Two records that say nearly the same. `cosine` of their bodies, `shared` words in [0, 1];
    `numbers_differ` where they name different numbers."""

    one: int
    other: int
    cosine: float
    shared: float
    numbers_differ: bool = False

    @property
    def likeness(self) -> float:
        """What pairs are ordered by: the mean of cosine and shared words."""
        return (self.cosine + self.shared) / 2


@dataclass(frozen=True)
class Group:
    """Records to be merged, if a person agrees; ids in order, so the oldest comes first."""

    polarity: Polarity
    ids: tuple[int, ...]
    pairs: tuple[Pair, ...]

    @property
    def likeness(self) -> float:
        """Of its least alike pair."""
        return min(pair.likeness for pair in self.pairs)


def duplicates(source: Source, watch: Watch = unwatched) -> tuple[Group, ...]:
    """Groups of records that say nearly the same, most alike first.

    The bank may be written to meanwhile; what has gone by then is left out.
    """
    read = reader(source)
    ids, vectors = read(bodies)
    rows_of_all = read(lambda bank: columns(bank, ("id", "polarity", "body_crc")))
    about = {row[0]: row[1:] for row in rows_of_all}
    found: list[Group] = []
    for turn, polarity in enumerate(POLARITIES):
        rows: list[int] = []
        twins: dict[int, list[int]] = {}
        for row, record in enumerate(ids.tolist()):
            kind, crc = about.get(record, ("", 0))
            if kind == polarity:
                if crc not in twins:
                    rows.append(row)
                twins.setdefault(crc, []).append(record)

        def part(share: float, turn: int = turn) -> None:
            watch((turn + share) / len(POLARITIES))

        place = ids[rows] if rows else ids[:0]
        left, right, cosines = close_pairs(vectors[rows], ALIKE, part)
        near = zip(place[left].tolist(), place[right].tolist(), cosines.tolist(), strict=True)
        same_as = {same[0]: same[:LARGEST] for same in twins.values()}
        found += _grouped(polarity, _with_twins(_proposed(read, list(near)), same_as))
    return tuple(sorted(found, key=lambda group: (-group.likeness, group.ids)))


def _with_twins(proposed: Sequence[Pair], same_as: dict[int, list[int]]) -> list[Pair]:
    """The pairs with everything that has the very vector of one of them, and those among these."""
    pairs = [
        Pair(one, other, 1.0, 1.0)
        for same in same_as.values()
        for one, other in combinations(same, 2)
    ]
    pairs += [
        replace(pair, one=min(one, other), other=max(one, other))
        for pair in proposed
        for one, other in product(same_as[pair.one], same_as[pair.other])
    ]
    return pairs


def _proposed(read: Reader, near: Sequence[tuple[int, int, float]]) -> list[Pair]:
    """Those of the near pairs that are proposals by the rules above."""
    involved = {record for one, other, _ in near for record in (one, other)}
    texts: dict[int, str] = {}
    for some in batched(involved):
        texts |= read(partial(meanings, ids=some))
    words = {record: tokens(text) for record, text in texts.items()}
    named = {record: numbers(text) for record, text in texts.items()}
    found = []
    for one, other, cosine in near:
        if one not in words or other not in words:
            continue
        shared = overlap(words[one], words[other])
        if cosine >= SAME or shared >= SHARED:
            differ = named[one] != named[other]
            found.append(Pair(one, other, min(1.0, cosine), shared, differ))
    suspects = {record for pair in found for record in (pair.one, pair.other)}
    said: dict[int, Stand] = {}
    for some in batched(suspects):
        said |= stands(read, some)
    return [
        pair
        for pair in found
        if pair.one in said and pair.other in said
        if not opposed(said[pair.one], said[pair.other])
    ]


def _grouped(polarity: Polarity, pairs: Sequence[Pair]) -> list[Group]:
    """Join records, most alike first, as long as every two of a group are a pair."""
    group_of: dict[int, list[int]] = {}
    paired = {(pair.one, pair.other): pair for pair in pairs}
    for pair in sorted(pairs, key=lambda pair: (-pair.likeness, pair.one, pair.other)):
        one = group_of.setdefault(pair.one, [pair.one])
        other = group_of.setdefault(pair.other, [pair.other])
        if one is other or len(one) + len(other) > LARGEST:
            continue
        if all(_key(a, b) in paired for a in one for b in other):
            one += other
            for record in other:
                group_of[record] = one
    groups = {id(ids): sorted(ids) for ids in group_of.values() if len(ids) > 1}
    return [
        Group(
            polarity,
            tuple(ids),
            tuple(
                sorted(
                    (paired[_key(a, b)] for a, b in combinations(ids, 2)),
                    key=lambda pair: (-pair.likeness, pair.one, pair.other),
                )
            ),
        )
        for ids in groups.values()
    ]


def _key(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
