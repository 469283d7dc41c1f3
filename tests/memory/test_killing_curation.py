"""kill -9 in an edit, a merge, a deletion, an emptied trash and an undo: all of it, or nothing."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_store import curating
from memory_store.bank import Bank
from memory_store.testing import WordEmbedder
from tests.memory.curator import FILLED, OPERATIONS, TOUCHED, fill
from tests.memory.processes import wait_for, writer

KILLS = 10
PAUSES = (0.0, 0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.03)
"""Seconds after READY: before the commit, in it, while index files are written, in the next one."""


@pytest.fixture(scope="module", params=OPERATIONS)
def killed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> "Killed":
    """A bank that all the killed processes of one operation share: damage would add up."""
    folder = tmp_path_factory.mktemp("killed") / "bank"
    with Bank.open(folder, WordEmbedder(), create=True) as bank:
        fill(bank)
    return Killed(request.param, folder)


class Killed:
    """What the killed processes of one operation have printed as committed."""

    def __init__(self, operation: str, folder: Path) -> None:
        self.operation = operation
        self.folder = folder
        self.committed: dict[int, list[int]] = {}

    def kill(self, number: int) -> None:
        """Start a process and kill it at some moment after its second READY or a later one."""
        dice = random.Random(number)
        with writer(self.operation, str(self.folder), program="curator.py") as process:
            assert process.stdout is not None
            for _ in range(1 + number % 3):
                self.note(wait_for(process, "COMMITTED"))
            wait_for(process, "READY")
            time.sleep(dice.choice(PAUSES))
            process.kill()
            self.note(process.stdout.read())

    def note(self, lines: str) -> None:
        """Remember what was printed as committed; a line that was cut off is none."""
        for line in lines.splitlines(keepends=True):
            if line.startswith("COMMITTED") and line.endswith("\n"):
                operation, *ids = map(int, line.split()[1:])
                self.committed[operation] = ids


@pytest.mark.parametrize("number", range(KILLS))
def test_a_kill_leaves_all_of_an_operation_or_nothing(killed: Killed, number: int) -> None:
    killed.kill(number)
    with Bank.open(killed.folder, WordEmbedder(), lock_timeout=5) as bank:
        report = bank.verify()
        assert report.ok, report.problems
        done = {found.id: found for found in curating.operations(bank, 10**6)}
        assert killed.committed.keys() <= done.keys()
        for found in done.values():
            wanted = 0 if found.kind == "empty-trash" else TOUCHED.get(found.kind)
            assert wanted is None or found.final or found.records == wanted
        for operation, ids in killed.committed.items():
            if killed.operation != "purge":
                assert sorted(curating.touched_by(bank, operation)) == ids
        assert _lost(bank, killed) == set()
        assert list(_contradictions(bank)) == []
        (again,) = bank.list(limit=1).records
        curating.tag(bank, [again.id], [f"after-{number}"], author="next")


def _lost(bank: Bank, killed: Killed) -> set[int]:
    """Records that were there at first and are not any more; only others were ever removed."""
    present = {row[0] for row in bank._connection.rows("SELECT id FROM record")}
    gone = {row[0] for row in bank._connection.rows("SELECT record_id FROM gone")}
    assert not present & gone
    if killed.operation == "purge":
        assert {key for ids in killed.committed.values() for key in ids} <= gone
        assert len(gone) % 3 == 0
    else:
        assert gone == set()
    return set(range(1, FILLED + 1)) - present


def _contradictions(bank: Bank) -> Iterator[str]:
    """Records whose state is not the one that their history ends with."""
    stands = curating.marks(
        bank, (row[0] for row in bank._connection.rows("SELECT id FROM record"))
    )
    for record_id, mark in stands.items():
        record = bank.show(record_id)
        content = record.model_dump()
        state = {
            **content, **content["context"], "trashed": "yes" if mark.trashed_at else "no",
            "merged_into": str(mark.merged_into or ""), "tags": ", ".join(mark.tags),
        }  # fmt: skip
        last = {
            name: after
            for line in bank.history(record_id)
            for name, (_, after) in line.changes.items()
            if name in state and name not in ("hit_count", "last_used")
        }
        for name, after in last.items():
            if state[name] != after:
                yield f"record {record_id}: {name} is {state[name]!r}, its history says {after!r}"
