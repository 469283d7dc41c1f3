"""Frozen snapshots: opening one, and its shuffled twin for comparison."""

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from memory_store.bank import Bank
from memory_store.database import Connection
from memory_store.embedding.base import Embedder
from memory_store.errors import ReadOnly, SnapshotInvalid
from memory_store.freezing import build
from memory_store.layout import DATABASE
from memory_store.manifest import SnapshotInfo, check_files
from memory_store.narrowing import restamp
from memory_store.opening import Mode
from memory_store.records import POLARITIES
from memory_store.rows import CONTEXT, names

MOVED = (*CONTEXT, "context_vector", "context_crc")
"""What a shuffled twin moves from record to record: the context with its vector."""
TRIES = 50


class Snapshot(Bank):
    """A frozen bank. It reads like any bank; every method that would change it raises `ReadOnly`,
    and SQLite itself opens the file as immutable."""

    @classmethod
    def open(
        cls,
        path: Path,
        embedder: Embedder | None,
        mode: Mode = "ro",
        create: bool = False,
        *,
        lock_timeout: float = 30.0,
    ) -> Self:
        """Open a snapshot after checking the hash of every file.

        Raises:
            SnapshotInvalid: a file is missing, was changed or added.
            EncoderMismatch: the snapshot was made with another encoder.
            ReadOnly: it was to be opened for writing.
        """
        if mode != "ro" or create:
            raise ReadOnly(f"{path} is a frozen snapshot and cannot be written.", "Use a bank.")
        return cls._open_frozen(path, embedder)


def shuffled_twin(
    snapshot: Snapshot, dest: Path, seed: int, *, studio_version: str = ""
) -> SnapshotInfo:
    """Freeze a twin of a snapshot in the folder `dest` whose lessons sit at wrong sections.

    Within each polarity the contexts are dealt out anew, so that no record keeps a context of its
    own section text; counts, sizes and bodies stay. The deal depends on `seed` alone.

    Raises:
        SnapshotInvalid: one section has more than half of the records of a polarity, so that no
            such deal exists.
    """
    info = check_files(snapshot.path)

    def fill(folder: Path) -> dict[str, object]:
        snapshot._connection.dump_into(folder / DATABASE)
        connection = Connection(folder / DATABASE, "create")
        try:
            with connection.writing():
                for polarity in POLARITIES:
                    _deal(connection, polarity, random.Random(f"{seed} {polarity}"))
                restamp(connection)
            connection.run("VACUUM")
        finally:
            connection.close()
        return {
            "shuffled_from": info.sha256, "seed": seed, "first_k": info.first_k,
            "chosen": info.chosen,
        }  # fmt: skip

    description = f"Shuffled twin of {info.name}, seed {seed}"
    return build(snapshot._opened, dest.name, dest.parent, description, studio_version, fill)


def _deal(connection: Connection, polarity: str, dice: random.Random) -> None:
    rows = connection.rows(
        f"SELECT id, {names(MOVED)} FROM record WHERE polarity = ? ORDER BY id", (polarity,)
    )
    sources = derangement([str(row[1]) for row in rows], dice)
    if sources is None:
        raise SnapshotInvalid(
            f"The {polarity} records cannot be shuffled: more than half of them are of one "
            "section, so some would keep their own.",
            "Freeze a bank that has learned from more sections.",
        )
    sets = ", ".join(f'"{name}" = ?' for name in MOVED)
    for row, source in zip(rows, sources, strict=True):
        connection.run(f"UPDATE record SET {sets} WHERE id = ?", (*rows[source][1:], row[0]))


def derangement(groups: Sequence[str], dice: random.Random) -> list[int] | None:
    """For each place another place whose group differs, each used once; None if impossible.

    A random order is repaired by swaps; should that fail, the places are sorted by group and turned
    by the size of the largest group, which always works where a solution exists.
    """
    count = len(groups)
    largest = max(Counter(groups).values(), default=0)
    if 2 * largest > count:
        return None
    for _ in range(TRIES):
        deal = list(range(count))
        dice.shuffle(deal)
        if _repair(groups, deal, dice):
            return deal
    order = sorted(range(count), key=lambda place: groups[place])
    deal = [0] * count
    for position, place in enumerate(order):
        deal[place] = order[(position + largest) % count]
    return deal


def _repair(groups: Sequence[str], deal: list[int], dice: random.Random) -> bool:
    """Swap away the places that kept their group; whether that worked."""
    places = range(len(groups))
    for place in places:
        if groups[deal[place]] != groups[place]:
            continue
        partners = [
            other
            for other in places
            if groups[deal[other]] != groups[place] and groups[deal[place]] != groups[other]
        ]
        if not partners:
            return False
        other = dice.choice(partners)
        deal[place], deal[other] = deal[other], deal[place]
    return True
