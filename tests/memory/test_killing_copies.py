"""kill -9 while a bank is copied in any way: nothing half appears, the source stays as it was, and
what was left behind goes away with the next copy."""

import hashlib
import random
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from memory_store.archive import open_archive
from memory_store.bank import Bank
from memory_store.exporting import export_bank
from memory_store.layout import DATABASE
from memory_store.snapshot import Snapshot
from memory_store.testing import WordEmbedder, fill
from tests.memory.copier import make
from tests.memory.processes import ROOT, wait_for

KILLS = 12
RECORDS = 400


@dataclass(frozen=True)
class Sources:
    """What there is to copy from."""

    bank: Path
    snapshot: Path
    archive: Path

    def of(self, what: str) -> Path:
        if what in ("freeze", "export"):
            return self.bank
        return self.snapshot if what in ("twin", "restore") else self.archive


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    root = tmp_path_factory.mktemp("sources")
    with Bank.open(root / "bank", WordEmbedder(), create=True) as bank:
        fill(bank, RECORDS)
        bank.freeze("frozen", root)
        export_bank(bank, root / "bank.embz")
    return Sources(root / "bank", root / "frozen", root / "bank.embz")


def _hashes(path: Path) -> dict[str, str]:
    files = [path] if path.is_file() else sorted(path.rglob("*"))
    return {
        str(file): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in files
        if file.is_file() and not file.name.startswith(("write.", f"{DATABASE}-"))
    }


def _duration(what: str, source: Path, dest: Path) -> float:
    """Seconds that one copy takes here and now."""
    dest.mkdir()
    start = time.monotonic()
    make(what, source, dest, "timed-0")
    return time.monotonic() - start


def _require_whole(what: str, path: Path) -> None:
    if what == "export":
        with open_archive(path) as archive:
            archive.check()
            assert not archive.refused
            assert sum(1 for _ in archive.items()) == RECORDS
        return
    kind = Snapshot if what in ("freeze", "twin") else Bank
    embedder = WordEmbedder(64, "small") if what == "re-embed" else WordEmbedder()
    with kind.open(path, embedder, mode="ro" if kind is Snapshot else "rw") as bank:
        report = bank.verify()
        assert report.ok, report.problems
        # an import into a bank that is there is all or nothing; every other copy is whole
        assert report.records == RECORDS or (what == "import" and report.records == 0)


@pytest.mark.parametrize("what", ["freeze", "twin", "restore", "export", "import", "re-embed"])
def test_a_kill_while_copying_leaves_whole_copies_and_the_source(
    what: str, sources: Sources, tmp_path: Path
) -> None:
    source, dest = sources.of(what), tmp_path / "dest"
    before = _hashes(source)
    usual = _duration(what, source, tmp_path / "timed")
    dest.mkdir()
    dice = random.Random(what)
    left = 0
    for kill in range(KILLS):
        arguments = [what, str(source), str(dest), f"copy-{kill}"]
        with subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("copier.py")), *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": str(ROOT)},
        ) as process:
            wait_for(process, "READY")
            # at every part of a copy, and in the one after it
            time.sleep(dice.uniform(0, 1.3) * usual)
            process.kill()
        left += len(list(dest.glob(".*.making")))
    assert _hashes(source) == before
    make(what, source, dest, "last")
    assert list(dest.glob(".*")) == []
    if what != "import":  # which is one transaction of a bank
        assert left > 0, "no kill fell into a copy"
    copies = sorted(dest.iterdir())
    for path in copies:
        if what == "import" and not (path / DATABASE).exists():
            continue  # killed while the empty bank was made
        _require_whole(what, path)
    assert _hashes(source) == before
