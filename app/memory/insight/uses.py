"""Which runs read a bank, and what they retrieved from it: an index over all runs.

Which runs count for a bank:

- A run names the bank it read by its id (`bank_id` of the manifest). A run of an earlier version of
  the studio does not; it counts if it names the folder of this bank and began after the bank was
  made.
- A snapshot has the id of the bank it was taken from, and its records keep their ids. So a run that
  read a snapshot used records of the bank, and counts for both; `Reading.snapshot` tells it apart.
- A shuffled twin has its lessons at wrong sections on purpose. What it gives is no use of the bank:
  its runs count for that twin alone.
- Runs without memory used nothing; scenes of theirs serve as comparison. Runs of other banks, where
  the same ids mean other records, are left out of everything.
"""

import threading
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from app.library.index import load_rows, save_rows
from app.library.reading import Stamp, stamp_of
from app.memory.insight.run_facts import RunFacts, SceneFacts, read_run_facts
from app.paths import DataPaths
from memory_store.bank import Bank
from memory_store.columns import created
from memory_store.records import Polarity
from pipeline.schema.base import Value

FILE = "memory-uses.json"
ABOUT = {"memory uses": 1}
"""Name and format of the index; raise the number when `RunFacts` or its reading changes."""

Reading = Literal["bank", "snapshot", "nothing", "other"]
"""What a run read, seen from one bank."""


class Row(Value):
    """The facts of a run and the files they were read from."""

    stamp: Stamp
    facts: RunFacts


_ROWS = TypeAdapter(dict[str, Row])


@dataclass(frozen=True)
class BankMark:
    """What tells a bank or snapshot from others. `snapshot` is its hash, empty for a live bank."""

    bank_id: str
    path: str
    created: str
    snapshot: str = ""
    shuffled: bool = False


def mark_of(bank: Bank) -> BankMark:
    """The mark of an open bank or snapshot."""
    info = bank.snapshot
    return BankMark(
        bank.bank_id,
        str(bank.path.absolute()),
        created(bank),
        info.sha256 if info else "",
        bool(info and info.shuffled_from),
    )


def reading_of(run: RunFacts, mark: BankMark) -> Reading:
    """What a run read, by the rules at the top of this file."""
    if not run.bank_id and not run.bank_path:
        return "nothing"
    if run.snapshot and run.snapshot == mark.snapshot:
        return "snapshot"
    if run.shuffled or mark.shuffled:
        return "other"
    if run.bank_id:
        if run.bank_id != mark.bank_id:
            return "other"
        return "snapshot" if run.snapshot else "bank"
    same = run.bank_path == mark.path and run.started >= mark.created[:19]
    return "bank" if same else "other"


@dataclass(frozen=True)
class Use:
    """A record in the prompts of one scene.

    Attributes:
        slot: `success` (Reference Examples) or `failure` (Known Pitfalls).
        rank: place in its slot, from 1; `of` how many the slot held.
        similarity: cosine of the record's context with the query.
        changes: what it changed, as (iteration, words), as far as the log says.
        snapshot: hash of the snapshot that was read, empty if the run read the live bank.
    """

    run: str
    title: str
    started: str
    scene: SceneFacts
    slot: Polarity
    rank: int
    of: int
    similarity: float
    changes: tuple[tuple[int, str], ...]
    snapshot: str


@dataclass(frozen=True)
class Runs:
    """The runs of a data folder at one moment, by id; `unread` are those that cannot be read."""

    facts: dict[str, RunFacts]

    @property
    def unread(self) -> tuple[str, ...]:
        """Why the facts of some runs are not known."""
        return tuple(facts.problem for facts in self.facts.values() if facts.problem)

    def uses(self, mark: BankMark) -> dict[int, tuple[Use, ...]]:
        """Every use of every record of a bank, newest run first."""
        found: dict[int, list[Use]] = defaultdict(list)
        for run in sorted(self.facts, reverse=True):
            facts = self.facts[run]
            if reading_of(facts, mark) in ("bank", "snapshot"):
                for scene in facts.scenes:
                    for record, use in _uses(run, facts, scene):
                        found[record].append(use)
        return {record: tuple(uses) for record, uses in found.items()}


def _uses(run: str, facts: RunFacts, scene: SceneFacts) -> list[tuple[int, Use]]:
    slots: tuple[tuple[Polarity, tuple[tuple[int, float], ...]], ...] = (
        ("success", scene.examples),
        ("failure", scene.pitfalls),
    )
    return [
        (
            record,
            Use(
                run=run,
                title=facts.title,
                started=facts.started,
                scene=scene,
                slot=slot,
                rank=rank,
                of=len(held),
                similarity=similarity,
                changes=tuple((a.t, a.change) for a in scene.applied if a.record == record),
                snapshot=facts.snapshot,
            ),
        )
        for slot, held in slots
        for rank, (record, similarity) in enumerate(held, start=1)
    ]


class UseIndex:
    """What all runs of a data folder retrieved. Thread-safe; every call looks at the disk anew.

    A run is read when it is new or one of its files changed, and kept in `cache/memory-uses.json`.
    A missing or damaged index is made again. Runs in the trash count no more.
    """

    def __init__(self, paths: DataPaths) -> None:
        self._paths = paths
        self._index = paths.cache / FILE
        self._lock = threading.Lock()
        self._rows: dict[str, Row] | None = None
        self.read = 0
        """How many runs have been read from their files so far; the others came from the index."""

    def runs(self) -> Runs:
        """The facts of all runs as they are now."""
        with self._lock:
            if self._rows is None:
                self._rows = load_rows(self._index, _ROWS, ABOUT)
            rows = self._rows
            folders = self._folders()
            gone = rows.keys() - folders.keys()
            for run in gone:
                del rows[run]
            changed = [name for name, folder in folders.items() if self._renew(name, folder, rows)]
            if gone or changed:
                save_rows(self._index, _ROWS, ABOUT, rows)
            return Runs({name: row.facts for name, row in rows.items()})

    def _folders(self) -> dict[str, Path]:
        try:
            found = [path for path in self._paths.runs.iterdir() if path.is_dir()]
        except OSError:
            return {}
        return {path.name: path for path in found if not path.name.startswith(".")}

    def _renew(self, name: str, folder: Path, rows: dict[str, Row]) -> bool:
        stamp = stamp_of(folder)
        row = rows.get(name)
        if row is not None and row.stamp == stamp:
            return False
        rows[name] = Row(stamp=stamp, facts=read_run_facts(folder))
        self.read += 1
        return True
