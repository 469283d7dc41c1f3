"""Try a record: what a section would retrieve with it, and without it. Counts no use."""

from collections.abc import Iterable
from dataclasses import dataclass

from memory_store.bank import Bank
from memory_store.columns import query_of, ranked
from memory_store.embedding.base import ContextVector
from memory_store.records import POLARITIES, Polarity, Role


@dataclass(frozen=True)
class Place:
    """A record in the order of retrieval. `in_slot`: it would stand in the prompts."""

    rank: int
    record: int
    similarity: float
    in_slot: bool


@dataclass(frozen=True)
class Ranking:
    """What a section retrieves of each polarity, nearest first."""

    places: dict[Polarity, tuple[Place, ...]]

    @property
    def slots(self) -> tuple[int, ...]:
        """The records that would stand in the prompts, successes first."""
        return tuple(
            place.record for polarity in POLARITIES for place in self.places[polarity]
            if place.in_slot
        )  # fmt: skip

    def place(self, record: int) -> Place | None:
        """Where a record stands; None if it is not among those that were looked at."""
        for places in self.places.values():
            for place in places:
                if place.record == record:
                    return place
        return None


@dataclass(frozen=True)
class Trial:
    """A section tried on a bank as it is (`plain`), and as it would be (`changed`) without some
    records and with others counted as active. `pieces_read` of `pieces_total` word pieces of the
    section were read."""

    plain: Ranking
    changed: Ranking
    without: tuple[int, ...]
    added: tuple[int, ...]
    pieces_read: int
    pieces_total: int

    @property
    def enters(self) -> tuple[int, ...]:
        """Records that stand in the prompts only after the change."""
        return tuple(r for r in self.changed.slots if r not in self.plain.slots)

    @property
    def leaves(self) -> tuple[int, ...]:
        """Records that stand in the prompts only before the change."""
        return tuple(r for r in self.plain.slots if r not in self.changed.slots)


def try_section(
    bank: Bank,
    text: str,
    role: Role,
    *,
    without: Iterable[int] = (),
    added: Iterable[int] = (),
    most: int = 20,
    k_plus: int = 2,
    k_minus: int = 3,
    diversity: bool = False,
) -> Trial:
    """Retrieve for a section as a run would.

    Args:
        without: records that are left out the second time.
        added: records, pending or quarantined ones, that count as active the second time.
        most: how many places of each polarity are given; at least as many as a slot holds.

    Raises:
        RecordMissing: a record of `added` or `without` is not there.
        EncoderMismatch, EncoderFailed: the section cannot be embedded.
    """
    query = query_of(bank, text, role)
    return try_vector(
        bank, query, without=without, added=added, most=most, k_plus=k_plus, k_minus=k_minus,
        diversity=diversity,
    )  # fmt: skip


def try_vector(
    bank: Bank,
    query: ContextVector,
    *,
    without: Iterable[int] = (),
    added: Iterable[int] = (),
    most: int = 20,
    k_plus: int = 2,
    k_minus: int = 3,
    diversity: bool = False,
) -> Trial:
    """The same for a section that was embedded before: trying another record takes milliseconds."""
    out, extra = tuple(dict.fromkeys(without)), tuple(dict.fromkeys(added))
    for record in out:
        bank.show(record)  # says which one is missing
    deep = max(most, k_plus, k_minus)
    slots: dict[Polarity, int] = {"success": k_plus, "failure": k_minus}
    plain = ranked(bank, query, deep, diversity=diversity)
    changed = plain
    if out or extra:
        changed = ranked(bank, query, deep, without=out, added=extra, diversity=diversity)
    return Trial(
        _ranking(plain, slots), _ranking(changed, slots), out, extra,
        query.pieces_read, query.pieces_total,
    )  # fmt: skip


def _ranking(found: dict[Polarity, list[tuple[int, float]]], slots: dict[Polarity, int]) -> Ranking:
    return Ranking(
        {
            polarity: tuple(
                Place(rank, record, similarity, rank <= slots[polarity])
                for rank, (record, similarity) in enumerate(found[polarity], start=1)
            )
            for polarity in POLARITIES
        }
    )
