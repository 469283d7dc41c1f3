"""Whether the records of a bank fit their schema and their vectors are the ones that were written.

A large bank is checked in two passes that may run side by side: SQL judges what it can in one
statement, and NumPy the vectors of many records at once. Whatever they do not find right is judged
by the schema itself, which has the last word and the words for people.
"""

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from memory_store.database import Connection, Row
from memory_store.errors import MemoryStoreError
from memory_store.indexes import Ids
from memory_store.records import (
    DIAGNOSTIC_CAP,
    EXAMPLE_CAP,
    ORIGINS,
    ROLES,
    SHORT_CAP,
    STATUSES,
    TEXT_CAP,
)
from memory_store.rows import CONTEXT, FAILURE, PROVENANCE, SELECT_RECORD, SUCCESS, record_of
from memory_store.vectors import Vectors

UNIT_TOLERANCE = 1e-4
"""A stored vector is of unit length within this."""
ROWS = 2000
NAME_CAP = 500


@dataclass(frozen=True)
class Checked:
    """Some records after their check: ids and vectors of those whose vectors are right.

    Attributes:
        illegible: ids of records whose texts are no UTF-8.
        inside: of these records, for each index the mask of those that it must hold.
        contexts, bodies: float32, one row for each id.
    """

    records: int
    problems: tuple[str, ...]
    illegible: tuple[int, ...]
    ids: Ids
    inside: dict[str, np.ndarray]
    contexts: Vectors
    bodies: Vectors


def misfits(connection: Connection) -> list[int]:
    """Ids of the records that SQL does not find sound; call it within a transaction.

    One statement, which Python does not hold up: it can run beside `check_records`.
    """
    return [int(row[0]) for row in connection.rows(_MISFITS)]


def judged(connection: Connection, ids: Iterable[int]) -> list[str]:
    """What the schema says of records that look wrong; nothing of those that are right after
    all."""
    return [problem for record_id in sorted(set(ids)) for problem in _judge(connection, record_id)]


def check_records(connection: Connection, dimension: int) -> Iterator[Checked]:
    """Check vectors and texts of all records in order of id; call it within a transaction."""
    for part in connection.stream(_SQL, size=ROWS):
        yield _check(part, dimension)


def _check(part: list[Row], dimension: int) -> Checked:
    problems: list[str] = []
    illegible: list[int] = []
    found: list[Row] = []
    sound = _all_sound(part, dimension)
    for row in part if sound is None else ():
        record_id, texts, kept, polarity, status, context, context_crc, body, body_crc = row
        if not _is_utf8(texts):
            illegible.append(record_id)
        faults = [
            f"record {record_id}: its {what} vector {fault}"
            for what, blob, crc in (("context", context, context_crc), ("body", body, body_crc))
            if (fault := _fault(blob, crc, dimension))
        ]
        problems += faults
        if not faults:
            found.append((record_id, kept, polarity, status, context, body))
    sound = found if sound is None else sound
    ids = np.array([row[0] for row in sound], dtype=np.int64)
    contexts = _table([row[4] for row in sound], dimension)
    bodies = _table([row[5] for row in sound], dimension)
    for what, rows in (("context", contexts), ("body", bodies)):
        problems += _not_unit(ids, what, rows)
    inside = {
        name: np.array([bool(row[1]) and row[2] == name and row[3] == "active" for row in sound])
        for name in ("success", "failure")
    }
    inside["body"] = np.array([bool(row[1]) for row in sound])
    return Checked(len(part), tuple(problems), tuple(illegible), ids, inside, contexts, bodies)


def _all_sound(part: list[Row], dimension: int) -> list[Row] | None:
    """The rows with what is needed of them, if nothing is wrong with any: then they are looked at
    all at once. None if each has to be looked at by itself."""
    ids, texts, kept, polarities, statuses, *vectors = zip(*part, strict=True)
    contexts, context_sums, bodies, body_sums = vectors
    try:
        # apart, so that halves of characters at their ends do not make a whole one
        right = b"\0".join(texts).decode() is not None
        for blobs, sums in ((contexts, context_sums), (bodies, body_sums)):
            right = right and {len(blob) for blob in blobs} == {4 * dimension}
            right = right and tuple(map(zlib.crc32, blobs)) == sums
    except (TypeError, UnicodeDecodeError):  # a text in the place of a vector, or none
        return None
    return (
        list(zip(ids, kept, polarities, statuses, contexts, bodies, strict=True)) if right else None
    )


def _judge(connection: Connection, record_id: int) -> list[str]:
    """What the schema says of a record that looks wrong; nothing if it is right after all."""
    try:
        row = connection.row(f"{SELECT_RECORD} WHERE id = ?", (record_id,))
        if row is not None:
            record_of(row)
    except MemoryStoreError as error:
        return [
            error.message if str(record_id) in error.message else f"record {record_id}: {error}"
        ]
    return []


def _is_utf8(texts: object) -> bool:
    try:
        return isinstance(texts, bytes) and texts.decode() is not None
    except UnicodeDecodeError:
        return False


def _fault(blob: object, crc: int, dimension: int) -> str | None:
    if not isinstance(blob, bytes) or len(blob) != 4 * dimension:
        return "has the wrong size"
    return None if zlib.crc32(blob) == crc else "is not the one that was written"


def _table(blobs: list[bytes], dimension: int) -> Vectors:
    rows: Vectors = np.frombuffer(b"".join(blobs), dtype="<f4").reshape(len(blobs), dimension)
    return rows


def _not_unit(ids: Ids, what: str, rows: Vectors) -> list[str]:
    with np.errstate(all="ignore"):  # what overflows is found wrong
        squares = np.einsum("ij,ij->i", rows, rows)
        wrong = ~(np.abs(np.sqrt(squares) - 1) <= UNIT_TOLERANCE)  # also for NaN
    found = []
    for place in np.flatnonzero(wrong):
        finite = bool(np.isfinite(rows[place]).all())
        fault = "is not of unit length" if finite else "holds NaN or infinity"
        found.append(f"record {ids[place]}: its {what} vector {fault}")
    return found


def _text(name: str, least: int, cap: int) -> str:
    """SQL: a column holds a text of `least` to `cap` characters. SQLite counts characters only as
    far as the first NUL, so what has more bytes than the cap must have none to pass here."""
    column = f'"{name}"'
    octets = f"length(CAST({column} AS BLOB))"
    no_nul = f"instr(CAST({column} AS BLOB), x'00') = 0"
    long = f"({octets} > {cap} AND length({column}) <= {cap} AND {no_nul})"
    return f"typeof({column}) = 'text' AND ({octets} BETWEEN {least} AND {cap} OR {long})"


def _score(name: str, may_lack: bool) -> str:
    inside = f"typeof({name}) IN ('real', 'integer') AND {name} BETWEEN 0 AND 100"
    return f"({name} IS NULL OR ({inside}))" if may_lack else f"({inside})"


def _moment(name: str) -> str:
    """SQL: a column holds a moment in the one form that the store writes."""
    digits = "[0-9]"
    shape = (
        f"{digits * 4}-{digits * 2}-{digits * 2}T{digits * 2}:{digits * 2}:{digits * 2}"
        f".{digits * 6}+00:00"
    )
    return (
        f"({name} GLOB '{shape}' AND {name} > '0001' "
        f"AND strftime('%Y-%m-%dT%H:%M:%S', substr({name}, 1, 19)) = substr({name}, 1, 19))"
    )


def _among(name: str, values: tuple[str, ...]) -> str:
    return f"{name} IN ({', '.join(repr(value) for value in values)})"


_SOUND = " AND ".join(
    (
        "id > 0",
        _among("status", STATUSES),
        _among("origin", ORIGINS),
        "typeof(hit_count) = 'integer'",
        f"(last_used IS NULL OR {_moment('last_used')})",
        _text("text", 1, TEXT_CAP),
        _among("role", ROLES),
        *(_text(name, 0, NAME_CAP) for name in ("domain", "paper_id", "section_id")),
        *(_text(name, 1, NAME_CAP) for name in ("run_id", "scene_id")),
        "typeof(ordinal) = 'integer' AND ordinal BETWEEN 0 AND 2147483648",
        _score("score_before", True),
        _score("score_after", True),
        *(_text(name, 0, NAME_CAP) for name in ("cast", "reviewer", "writer")),
        _moment("created"),
    )
)
_SOUND_SUCCESS = " AND ".join(
    (
        _text("rationale", 1, SHORT_CAP),
        _text("code", 1, TEXT_CAP),
        _score("score", False),
        _text("frame_hash", 0, NAME_CAP),
    )
)
_SOUND_FAILURE = " AND ".join(
    (
        _text("trigger", 1, SHORT_CAP),
        _text("root_cause", 0, SHORT_CAP),
        _text("recipe", 1, SHORT_CAP),
        _text("anti_example", 0, EXAMPLE_CAP),
        _text("good_example", 0, EXAMPLE_CAP),
        _text("diagnostic", 0, DIAGNOSTIC_CAP),
    )
)
_NUMBERS = {"ordinal", "score_before", "score_after", "score"}
_LONG = ("code", "text")
_TEXTS = [
    *(n for n in (*CONTEXT, *PROVENANCE, *SUCCESS, *FAILURE) if n not in {*_NUMBERS, *_LONG}),
    *_LONG,  # last, as joining copies what came before
]
_JOINED = " || char(31) || ".join(f"coalesce(\"{name}\", '')" for name in _TEXTS)
_MISFITS = (
    f"SELECT id FROM record WHERE NOT coalesce(({_SOUND}) AND (CASE polarity WHEN 'success' THEN "
    f"{_SOUND_SUCCESS} WHEN 'failure' THEN {_SOUND_FAILURE} ELSE 0 END), 0)"
)
_SQL = (
    f"SELECT id, CAST({_JOINED} AS BLOB), id NOT IN (SELECT record_id FROM trash), polarity, "
    "status, context_vector, context_crc, body_vector, body_crc FROM record ORDER BY id"
)
