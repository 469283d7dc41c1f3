"""kill -9 at any moment: no committed record is lost, none is half written, the next one works."""

import random
import time
from pathlib import Path

import pytest

from memory_store.bank import Bank
from memory_store.testing import WordEmbedder, success
from tests.memory.processes import committed, wait_for, writer

KILLS = 28


@pytest.fixture(scope="module")
def acknowledged() -> set[int]:
    """Ids that any of the killed writers printed as committed."""
    return set()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One bank that all the killed writers share, so that damage would add up."""
    return tmp_path_factory.mktemp("killed") / "bank"


@pytest.mark.parametrize("kill", range(KILLS))
def test_a_kill_in_or_after_a_write_loses_no_committed_record(
    kill: int, folder: Path, acknowledged: set[int]
) -> None:
    dice = random.Random(kill)
    with writer("loop", str(folder), f"writer-{kill}") as process:
        assert process.stdout is not None
        for _ in range(1 + kill % 4):
            acknowledged |= committed(wait_for(process, "COMMITTED"))
        wait_for(process, "READY")
        # right in the write, at its commit, while index files are renewed, or in the next write
        time.sleep(dice.choice((0, dice.uniform(0, 0.002), dice.uniform(0, 0.03))))
        process.kill()
        acknowledged |= committed(process.stdout.read())
    with Bank.open(folder, WordEmbedder(), lock_timeout=5) as bank:
        present = {row[0] for row in bank._connection.rows("SELECT id FROM record")}
        assert acknowledged <= present
        report = bank.verify()
        assert report.ok, report.problems
        halves = bank._connection.rows(
            "SELECT run_id, count(*) FROM record WHERE run_id LIKE 'writer-%' "
            "GROUP BY run_id HAVING count(*) != 4"
        )
        assert halves == []
        acknowledged |= set(bank.consolidate([success(run=f"after-{kill}")]).added)


def test_a_kill_while_the_bank_is_made_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    for number in range(6):
        path = tmp_path / f"bank-{number}"
        with writer("loop", str(path), "maker") as process:
            while not path.exists():
                time.sleep(0.001)
            time.sleep(number * 0.003)
            process.kill()
        with Bank.open(path, WordEmbedder(), create=True, lock_timeout=5) as bank:
            bank.consolidate([success()])
            assert bank.verify().ok
