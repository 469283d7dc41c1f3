"""A bank is frozen, compared, restored, sent and taken in, all by command."""

import json
from pathlib import Path

import pytest

from memory_store.bank import Bank
from memory_store.embedding import MiniLmEmbedder
from memory_store.testing import WordEmbedder, success
from tests.journeys.studio import SECTION, Answer, studio
from tests.memory.conftest import GATES, MARKET, WAVES, grow


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a bank of the real encoder, twelve records."""
    root = tmp_path_factory.mktemp("home")
    with (
        MiniLmEmbedder() as embedder,
        Bank.open(root / "banks" / "default", embedder, create=True) as bank,
    ):
        grow(bank)
    return root


def memory(home: Path, *arguments: str) -> Answer:
    return studio(home, "memory", *arguments, "--json")


def test_snapshots_are_cut_listed_compared_restored_twinned_and_deleted(home: Path) -> None:
    assert memory(home, "freeze", "all", "--description", "June").code == 0
    assert memory(home, "freeze", "five", "--first", "5").document["counts"] == {
        "success": 3,
        "failure": 2,
    }
    assert memory(home, "freeze", "minus", "--polarity", "failure").code == 0
    assert memory(home, "freeze", "much", "--first", "99").code != 0
    listed = memory(home, "snapshots", "--verify").document["snapshots"]
    assert {one["name"]: one["verified"] for one in listed} == {
        "all": True,
        "five": True,
        "minus": True,
    }
    found = memory(home, "compare", "five", "all").document
    assert (len(found["added"]), found["same"], found["changed"]) == (7, 5, [])
    assert memory(home, "restore", "five", "from-five").code == 0
    again = memory(home, "restore", "five", "from-five")
    assert again.document["error"]["kind"] == "not_a_bank"
    assert memory(home, "stats", "--bank", "from-five").document["total"] == 5
    twin = memory(home, "twin", "all", "all-twin", "--seed", "3").document
    assert twin["counts"] == {"success": 6, "failure": 6}
    assert memory(home, "delete-snapshot", "minus").code == 2
    assert (home / "snapshots" / "minus").exists()
    assert memory(home, "delete-snapshot", "minus", "--yes").code == 0
    assert not (home / "snapshots" / "minus").exists()


def test_a_run_reads_the_snapshot_that_it_names(home: Path, tmp_path: Path) -> None:
    assert memory(home, "freeze", "for-a-run").code == 0
    section = tmp_path / "section.md"
    section.write_text(SECTION)
    make = ("make", str(section), "--scenes", "1", "--memory", "for-a-run", "--json")
    assert studio(home, *make).document["error"]["kind"] == "read_only"
    done = studio(home, *make, "--memory-mode", "ro").document
    (manifest,) = (home / "runs").glob(f"{done['run']}*/**/manifest.json")
    used = json.loads(manifest.read_text())["memory"]
    frozen = json.loads((home / "snapshots" / "for-a-run" / "manifest.json").read_text())
    assert (used["bank"], used["snapshot_sha256"]) == ("for-a-run", frozen["sha256"])


def test_a_colleague_with_the_real_encoder_retrieves_the_same(home: Path, tmp_path: Path) -> None:
    archive = str(tmp_path / "sent.embz")
    said = ("--licence", "CC-BY-4.0", "--author", "Ada")
    assert memory(home, "freeze", "sent").code == 0
    assert memory(home, "export", archive, "--bank", "sent", *said).document["records"] == 12
    colleague = tmp_path / "colleague"
    trial = memory(colleague, "import", archive, "--dry-run").document
    assert (trial["added"], trial["licence"], trial["author"]) == (12, "CC-BY-4.0", "Ada")
    assert [one["action"] for one in trial["records"]] == ["add"] * 12
    assert not colleague.exists()
    assert memory(colleague, "import", archive).document["added_ids"] == list(range(1, 13))
    with MiniLmEmbedder() as embedder:
        mine = Bank.open(home / "snapshots" / "sent", embedder, mode="ro")
        theirs = Bank.open(colleague / "banks" / "default", embedder, mode="ro")
        for text in (WAVES, GATES, MARKET, SECTION):
            one, two = (bank.retrieve(text, "method", 4, 4) for bank in (mine, theirs))
            assert one.record_ids == two.record_ids
            for left, right in zip(one.successes, two.successes, strict=True):
                assert left.similarity == pytest.approx(right.similarity, abs=5e-6)
        mine.close()
        theirs.close()


def test_an_archive_of_another_encoder_is_embedded_into_a_new_bank_when_asked(
    home: Path, tmp_path: Path
) -> None:
    with Bank.open(tmp_path / "words", WordEmbedder(), create=True) as bank:
        grow(bank)
    archive = str(tmp_path / "words.embz")
    assert memory(home, "export", archive, "--bank", str(tmp_path / "words")).code == 0
    refused = memory(home, "import", archive).document["error"]
    assert refused["kind"] == "other_encoder"
    assert "--re-embed-into" in refused["remedy"]
    assert memory(home, "import", archive, "--re-embed-into", "words").document["added"] == 12
    assert memory(home, "verify", "--bank", "words").document["ok"]
    assert memory(home, "import", archive, "--re-embed-into", "words").code != 0


def test_exports_to_tables_and_wrong_use_are_told(home: Path, tmp_path: Path) -> None:
    for name in ("a.csv", "a.jsonl"):
        assert memory(home, "export", str(tmp_path / name), "--strip", "code").code == 0
        assert "to_edge" not in (tmp_path / name).read_text()
    for arguments in (
        ("export", str(tmp_path / "a.txt")),
        ("export", str(tmp_path / "b.embz"), "--strip", "everything"),
        ("export", str(tmp_path / "b.embz"), "--ids", "one"),
        ("export", str(tmp_path / "b.csv"), "--licence", "CC0"),
        ("import", str(tmp_path / "a.csv"), "--re-embed-into", "x", "--dry-run"),
    ):
        answer = memory(home, *arguments)
        assert (answer.code, answer.document["error"]["kind"]) == (2, "usage")
        assert "Traceback" not in answer.stderr
    assert memory(home, "import", str(tmp_path / "a.csv")).document["error"]["kind"] == (
        "import_refused"
    )
    assert memory(home, "export", str(tmp_path / "b.embz"), "--ids", "1,99").code != 0
    assert not (tmp_path / "b.embz").exists()


def test_what_a_stranger_wrote_does_not_steer_the_terminal(tmp_path: Path) -> None:
    words = "\x1b[2J\x1b]0;title\x07 red \u202e gnp.exe \r over"
    real = tmp_path / "real"
    with MiniLmEmbedder() as embedder, Bank.open(real, embedder, create=True) as bank:
        bank.consolidate([success(rationale=words)])
    archive = str(tmp_path / "odd.embz")
    said = ("--author", words, "--licence", "CC0\nAuthor: nobody")
    assert studio(tmp_path, "memory", "export", archive, "--bank", str(real), *said).code == 0
    answer = studio(tmp_path, "memory", "import", archive, "--dry-run")
    assert answer.code == 0
    assert "red gnp.exe over" in answer.stdout
    assert "Licence: CC0 Author: nobody" in answer.stdout
    assert all(character.isprintable() or character == "\n" for character in answer.stdout)
