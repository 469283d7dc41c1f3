"""Making one record of several that say the same, as a person decided."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memory_store.changes import Change
from memory_store.curating.applying import NO, SEPARATOR, YES
from memory_store.curating.editing import changed_meanwhile
from memory_store.curating.recording import Recorder
from memory_store.curating.standing import pins_of, standing, tags_of
from memory_store.errors import BadRecord
from memory_store.revising import Revision, revise
from memory_store.transacting import WritableBank

NO_CHANGES: Mapping[str, str] = {}


def merge(
    bank: WritableBank,
    keep: int,
    others: Iterable[int],
    changes: Mapping[str, str] = NO_CHANGES,
    *,
    author: str,
    why: str,
) -> Change:
    """Keep one of some near-duplicates; the others go to the trash, marked with where they went.

    The kept record has origin `merged` from now on. It takes over tags and pins, and the uses of
    the others, which move to it: over all records, no use is counted twice or lost.

    Args:
        changes: new texts of the kept record, for instance ones of the others; as for `edit`.

    Raises:
        BadRecord: fewer than two records, two polarities, one lies in the trash, or as `edit`.
        EncoderMismatch, RecordMissing, ReadOnly, BankInUse.
    """
    bank.require_writable()
    wanted = list(dict.fromkeys(others))
    if not wanted or keep in wanted:
        raise BadRecord(
            f"Record {keep} cannot be merged with "
            + ("itself." if wanted else "nothing: no other record was named."),
            "Name the record to keep and at least one other.",
        )
    planned = _plan(bank, keep, wanted, changes)
    vectors = bank.vectors_for(planned)

    def write() -> Change:
        recorder = Recorder(bank._connection, "merge", author, why)
        now = _plan(bank, keep, wanted, changes)
        if now.line != planned.line or not now.same_vectors(planned):
            raise changed_meanwhile(keep)
        used = _uses(bank, [keep, *wanted])
        line = {**now.line, **_marks(bank, keep, wanted), **_total(used, keep, wanted)}
        line["merged_from"] = ("", SEPARATOR.join(str(other) for other in wanted))
        recorder.line(keep, line, vectors)
        for other in wanted:
            gone = {"trashed": (NO, YES), "merged_into": ("", str(keep))}
            recorder.line(other, gone | used[other].moved())
        return recorder.done()

    return bank.transaction(write)


def _plan(
    bank: WritableBank, keep: int, others: Sequence[int], changes: Mapping[str, str]
) -> Revision:
    standing(bank, [keep, *others])
    kept = bank.show(keep)
    for other in others:
        if bank.show(other).polarity != kept.polarity:
            raise BadRecord(
                f"Records {keep} and {other} are a success and a failure: they do not merge.",
                "Merge records of one polarity.",
            )
    return revise(kept, changes, "merged")


@dataclass(frozen=True)
class _Use:
    count: int
    last: str

    def moved(self) -> dict[str, tuple[str, str]]:
        """The fields of a line that take the uses away; none if there are no uses."""
        fields = {"hit_count": (str(self.count), "0"), "last_used": (self.last, "")}
        return {name: (old, new) for name, (old, new) in fields.items() if old != new}


def _uses(bank: WritableBank, ids: Sequence[int]) -> dict[int, _Use]:
    found = {}
    for record_id in ids:
        sql = "SELECT hit_count, last_used FROM record WHERE id = ?"
        count, last = bank._connection.row(sql, (record_id,)) or (0, None)
        found[record_id] = _Use(int(count), last or "")
    return found


def _total(
    used: Mapping[int, _Use], keep: int, others: Sequence[int]
) -> dict[str, tuple[str, str]]:
    mine = used[keep]
    count = mine.count + sum(used[other].count for other in others)
    last = max(mine.last, *(used[other].last for other in others))
    fields = {"hit_count": (str(mine.count), str(count)), "last_used": (mine.last, last)}
    return {name: (old, new) for name, (old, new) in fields.items() if old != new}


def _marks(bank: WritableBank, keep: int, others: Sequence[int]) -> dict[str, tuple[str, str]]:
    tagged = tags_of(bank._connection, [keep, *others])
    mine = tagged.get(keep, ())
    every = sorted({name for names in tagged.values() for name in names})
    pinned = pins_of(bank._connection, [keep, *others])
    line = {}
    if list(mine) != every:
        line["tags"] = (SEPARATOR.join(mine), SEPARATOR.join(every))
    if pinned and keep not in pinned:
        line["pinned"] = (NO, YES)
    return line
