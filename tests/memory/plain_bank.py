"""A bank in plain Python: what the real one must be equal to after every step.

It holds records as dictionaries, searches by comparing with each of them, and finds out what an
operation did by comparing all records before and after it.
"""

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from memory_store.records import NewRecord, Polarity
from memory_store.testing import WordEmbedder

TIE = 1e-6
Fields = dict[str, Any]
Place = tuple[int, str]
"""A record and what of it is meant: its tags, its pin, or itself."""


class Refused(Exception):
    """The real bank must refuse this, too."""


@dataclass
class Done:
    """An operation: what it changed by record, and who stood where before and after it."""

    lines: dict[int, Fields]
    before: dict[Place, tuple[int, ...]]
    after: dict[Place, tuple[int, ...]]
    closed: bool = False


@dataclass
class PlainBank:
    """Rows by id, lines of history by id, operations by number."""

    embedder: WordEmbedder
    rows: dict[int, Fields] = field(default_factory=dict)
    history: dict[int, list[Fields]] = field(default_factory=dict)
    done: dict[int, Done] = field(default_factory=dict)
    holding: dict[Place, tuple[int, ...]] = field(default_factory=dict)
    _kept: dict[int, Fields] = field(default_factory=dict)

    # --- what is written ---

    def add(self, record_id: int, record: NewRecord) -> None:
        body = record.model_dump(exclude={"context", "provenance", "status", "origin"})
        self.rows[record_id] = {
            **body, **record.context.model_dump(), "status": record.status,
            "origin": record.origin, "polarity": record.polarity, "rank": record.rank,
            "key": key_of(record), "tags": (), "pinned": False, "trashed": False,
            "merged_into": None, "merged_from": "", "hits": 0,
        }  # fmt: skip
        self.history[record_id] = []

    def known(self, record: NewRecord) -> int | None:
        """The record that has this transition already, also one in the trash."""
        same = (key for key, row in self.rows.items() if row["key"] == key_of(record))
        return next(same, None)

    def listed(self) -> list[int]:
        return [key for key, row in self.rows.items() if not row["trashed"]]

    def trashed(self) -> list[int]:
        return [key for key, row in self.rows.items() if row["trashed"]]

    def assign(self, ids: Iterable[int], **values: Any) -> None:
        for record_id in self._usable(ids):
            self.rows[record_id].update(values)

    def edit(self, record_id: int, texts: Fields) -> None:
        self._usable([record_id])
        row = self.rows[record_id]
        if any(row[name] != text for name, text in texts.items()):
            row.update(texts)
            row["origin"] = "edited" if row["origin"] == "self-grown" else row["origin"]

    def retag(self, ids: Iterable[int], plus: set[str], minus: set[str]) -> None:
        for record_id in self._usable(ids):
            tags = (set(self.rows[record_id]["tags"]) | plus) - minus
            self.rows[record_id]["tags"] = tuple(sorted(tags))

    def trash(self, ids: Iterable[int]) -> None:
        for record_id in ids:
            self.rows[record_id]["trashed"] = True

    def restore(self, ids: Iterable[int]) -> None:
        for record_id in ids:
            self.rows[record_id].update(trashed=False, merged_into=None)

    def merge(self, keep: int, others: list[int], texts: Fields) -> None:
        self._usable([keep, *others])
        kept = self.rows[keep]
        if not others or any(self.rows[o]["polarity"] != kept["polarity"] for o in others):
            raise Refused
        kept.update(texts, origin="merged", merged_from=", ".join(map(str, others)))
        for other in others:
            row = self.rows[other]
            kept["hits"] += row["hits"]
            kept["tags"] = tuple(sorted({*kept["tags"], *row["tags"]}))
            kept["pinned"] = kept["pinned"] or row["pinned"]
            row.update(trashed=True, merged_into=keep, hits=0)

    def purge(self, ids: Iterable[int]) -> None:
        for record_id in ids:
            if not self.rows[record_id]["trashed"]:
                raise Refused
        for record_id in list(ids):
            del self.rows[record_id], self.history[record_id]
            for done in self.done.values():
                done.closed |= record_id in done.lines
            for row in self.rows.values():
                if row["merged_into"] == record_id:
                    row["merged_into"] = None

    def undo(self, number: int) -> None:
        done = self.done[number]
        stands = {place: self.holding.get(place, ()) for place in done.after}
        targets = {line["merged_into"][0] for line in done.lines.values() if "merged_into" in line}
        if done.closed or stands != done.after or not targets - {None} <= self.rows.keys():
            raise Refused
        for record_id, line in done.lines.items():
            row = self.rows[record_id]
            for name, (old, new) in line.items():
                row[name] = row[name] + old - new if name == "hits" else old
        done.closed = True

    # --- operations ---

    def begin(self) -> None:
        """Remember how all is, to see what an operation changes."""
        for row in self.rows.values():
            row["merged_from"] = ""  # tells of one operation only
        self._kept = deepcopy(self.rows)

    def finish(self, number: int, undone: int | None = None) -> Done:
        """Note what the operation changed since `begin`."""
        lines = {}
        for record_id, row in self.rows.items():
            old = self._kept[record_id]
            line = {name: (old[name], row[name]) for name in row if old[name] != row[name]}
            if line:
                lines[record_id] = line
        if undone is not None:  # names of records that were merged are told again, backwards
            for record_id, line in self.done[undone].lines.items():
                if "merged_from" in line:
                    lines.setdefault(record_id, {})["merged_from"] = line["merged_from"][::-1]
        for record_id, line in lines.items():
            self.history[record_id].append(line)
        places = {(key, matter(name)) for key, line in lines.items() for name in line}
        before = {place: self.holding.get(place, ()) for place in places}
        if undone is None:
            after = {place: (*stack, number) for place, stack in before.items()}
        else:
            after = {place: self.done[undone].before[place] for place in places}
        self.holding.update(after)
        self.done[number] = Done(lines, before, after)
        return self.done[number]

    def _usable(self, ids: Iterable[int]) -> list[int]:
        wanted = list(ids)
        if any(self.rows[record_id]["trashed"] for record_id in wanted):
            raise Refused
        return wanted

    # --- what is asked ---

    def retrieve(self, text: str, role: str, k: int, polarity: Polarity) -> list[tuple[int, float]]:
        query = self.embedder.context(text, role).vector
        rows = [
            (key, self.embedder.context(row["text"], row["role"]).vector)
            for key, row in self.rows.items()
            if row["polarity"] == polarity and row["status"] == "active" and not row["trashed"]
        ]
        return self._nearest(query, rows, k)

    def search(self, text: str, k: int) -> list[tuple[int, float]]:
        query = self.embedder.encode([text])[0]
        rows = [
            (key, self.embedder.encode([meaning(row)])[0])
            for key, row in self.rows.items()
            if not row["trashed"]
        ]
        return self._nearest(query, rows, k)

    def _nearest(self, query: Any, rows: list[tuple[int, Any]], k: int) -> list[tuple[int, float]]:
        found = [(key, float(np.dot(query.astype(float), row.astype(float)))) for key, row in rows]
        found.sort(key=lambda item: -item[1])
        places: list[int] = []  # equal cosines share a place
        for position, (_, cosine) in enumerate(found):
            tied = position > 0 and found[position - 1][1] - cosine <= TIE
            places.append(places[-1] if tied else position)
        order = sorted(
            zip(places, found, strict=True),
            key=lambda item: (item[0], -self.rows[item[1][0]]["rank"], item[1][0]),
        )
        return [item for _, item in order][:k]


def key_of(record: NewRecord) -> tuple[Any, ...]:
    """The transition of a record."""
    origin = record.provenance
    return origin.run_id, origin.scene_id, record.polarity, origin.source, origin.ordinal


def meaning(row: Fields) -> str:
    """The text that the body vector of a row is made from."""
    if row["polarity"] == "success":
        return str(row["rationale"])
    return "\n".join(part for part in (row["trigger"], row["root_cause"], row["recipe"]) if part)


def matter(name: str) -> str:
    """What a field is about."""
    return name if name in ("tags", "pinned") else "record"


def as_told(line: Fields) -> dict[str, tuple[str, str]]:
    """A line of the model as the history of the real bank tells it, without times of use."""
    names = {"hits": "hit_count"}
    return {names.get(name, name): (_told(old), _told(new)) for name, (old, new) in line.items()}


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is None else str(value)
