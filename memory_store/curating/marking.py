"""Tags and pins: what people mark records with. No index holds anything of them."""

import re
from collections.abc import Callable, Iterable, Sequence

from memory_store.changes import Change
from memory_store.curating.applying import NO, SEPARATOR, YES
from memory_store.curating.recording import Recorder
from memory_store.curating.standing import pins_of, standing, tags_of
from memory_store.errors import BadRecord
from memory_store.revising import require_storable
from memory_store.transacting import WritableBank

TAG_CAP = 60
"""Characters of a tag."""
TAGS_CAP = 100
"""Tags of one record."""
_FORBIDDEN = re.compile(r"[,\x00-\x1f\x7f\u2028\u2029]")


def tag(
    bank: WritableBank, ids: Iterable[int], names: Iterable[str], *, author: str, why: str = ""
) -> Change:
    """Add tags to records; those that have them all are left as they are.

    Raises:
        BadRecord: a name is empty, too long or has a comma, or a record lies in the trash.
        RecordMissing, ReadOnly, BankInUse.
    """
    added = _checked(names)
    return _retag(bank, "tag", list(ids), author, why, lambda old: sorted({*old, *added}))


def untag(
    bank: WritableBank, ids: Iterable[int], names: Iterable[str], *, author: str, why: str = ""
) -> Change:
    """Take tags off records; those that have none of them are left as they are. Raises as `tag`."""
    off = set(_checked(names))
    return _retag(
        bank, "untag", list(ids), author, why, lambda old: [name for name in old if name not in off]
    )


def pin(bank: WritableBank, ids: Iterable[int], *, author: str, why: str = "") -> Change:
    """Pin records. Raises as `tag`."""
    return _repin(bank, "pin", list(ids), author, why, there=True)


def unpin(bank: WritableBank, ids: Iterable[int], *, author: str, why: str = "") -> Change:
    """Take the pin off records. Raises as `tag`."""
    return _repin(bank, "unpin", list(ids), author, why, there=False)


def _retag(
    bank: WritableBank,
    kind: str,
    ids: Sequence[int],
    author: str,
    why: str,
    renewed: Callable[[tuple[str, ...]], list[str]],
) -> Change:
    def write() -> Change:
        recorder = Recorder(bank._connection, kind, author, why)
        found = standing(bank, ids)
        tagged = tags_of(bank._connection, found)
        for record_id in found:
            old = tagged.get(record_id, ())
            new = renewed(old)
            if len(new) > TAGS_CAP:
                raise BadRecord(
                    f"Record {record_id} would have {len(new)} tags; {TAGS_CAP} are allowed.",
                    "Take some off first.",
                )
            if list(old) != new:
                recorder.line(record_id, {"tags": (SEPARATOR.join(old), SEPARATOR.join(new))})
        return recorder.done()

    return bank.transaction(write)


def _repin(
    bank: WritableBank, kind: str, ids: Sequence[int], author: str, why: str, *, there: bool
) -> Change:
    def write() -> Change:
        recorder = Recorder(bank._connection, kind, author, why)
        found = standing(bank, ids)
        pinned = pins_of(bank._connection, found)
        for record_id in found:
            if (record_id in pinned) != there:
                recorder.line(record_id, {"pinned": (NO, YES) if there else (YES, NO)})
        return recorder.done()

    return bank.transaction(write)


def _checked(names: Iterable[str]) -> list[str]:
    clean = [name.strip() for name in names]
    for name in clean:
        require_storable("tag", name)
        if not name or len(name) > TAG_CAP or _FORBIDDEN.search(name):
            raise BadRecord(
                f"{name!r} cannot be a tag.",
                f"Use 1 to {TAG_CAP} characters without commas and control characters.",
            )
    if not clean:
        raise BadRecord("No tag was named.", "Name at least one.")
    return clean
