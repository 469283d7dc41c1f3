"""Ways back from a snapshot, another encoder, and damage."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from memory_store.bank import Bank
from memory_store.errors import BankDamaged, EncoderFailed, NotABank
from memory_store.rescue import copy_bank, salvage, set_aside
from memory_store.snapshot import Snapshot
from memory_store.testing import WordEmbedder, success
from memory_store.vectors import Vectors
from tests.memory.conftest import GATES, WAVES, case_module, grow


@pytest.fixture
def grown(tmp_path: Path, embedder: WordEmbedder) -> Path:
    """The folder of a closed bank with twelve records, one edited, some used."""
    with Bank.open(tmp_path / "bank", embedder, create=True) as bank:
        grow(bank)
        bank.edit(2, {"rationale": "Edited."}, author="Ada", why="clearer")
        bank.retrieve(WAVES, "method", count_use=True)
    return tmp_path / "bank"


def test_a_snapshot_becomes_a_live_bank_again(
    grown: Path, tmp_path: Path, embedder: WordEmbedder
) -> None:
    with Bank.open(grown, embedder) as bank:
        bank.freeze("kept", tmp_path / "snaps")
        expected = bank.list(limit=100)
    with Snapshot.open(tmp_path / "snaps" / "kept", embedder) as snapshot:
        copy_bank(snapshot, tmp_path / "again", embedder)
        old_id = snapshot.bank_id
    with Bank.open(tmp_path / "again", embedder) as bank:
        assert bank.list(limit=100) == expected
        assert bank.bank_id != old_id
        assert len(bank.history(2)) == 1
        bank.set_status([1], "pending", author="me", why="it can be written")
        assert bank.verify().ok


def test_a_copy_for_another_encoder_embeds_every_record_again(grown: Path, tmp_path: Path) -> None:
    large = WordEmbedder(768, "large-words")
    seen: list[tuple[int, int]] = []
    with Bank.open(grown, None, mode="ro") as bank:
        copy_bank(bank, tmp_path / "large", large, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (12, 12)
    with Bank.open(tmp_path / "large", large) as bank:
        assert bank.identity.dimension == 768
        assert bank.stats().total == 12
        assert bank.retrieve(GATES, "method", 1).successes[0].record.context.text == GATES
        assert bank.verify().ok


def test_a_copy_that_fails_leaves_no_bank(grown: Path, tmp_path: Path) -> None:
    class Dying(WordEmbedder):
        def encode(self, texts: Sequence[str]) -> Vectors:
            raise EncoderFailed("The text encoder ended.")

    with Bank.open(grown, None, mode="ro") as bank, pytest.raises(EncoderFailed):
        copy_bank(bank, tmp_path / "large", Dying(768, "large-words"))
    assert not (tmp_path / "large" / "memory.db").exists()


def test_a_copy_goes_into_no_folder_that_holds_something(
    grown: Path, embedder: WordEmbedder
) -> None:
    with Bank.open(grown, embedder, mode="ro") as bank, pytest.raises(NotABank, match="already"):
        copy_bank(bank, grown, embedder)


def test_a_damaged_bank_is_set_aside_unchanged(grown: Path) -> None:
    (grown / "memory.db").write_bytes(b"damaged")
    kept = set_aside(grown)
    assert not grown.exists()
    assert (kept / "memory.db").read_bytes() == b"damaged"


@pytest.mark.parametrize("fault", ["bad_header", "zeroed_page", "truncated"])
def test_what_is_readable_in_a_damaged_bank_comes_into_a_new_one(
    grown: Path, tmp_path: Path, embedder: WordEmbedder, fault: str
) -> None:
    with Bank.open(grown, embedder) as bank:
        bank.consolidate([success(run="later", ordinal=number) for number in range(24)])
        total = bank.stats().total
        before = {record.id: record for record in bank.list(limit=100).records}
    broken = tmp_path / "broken"
    shutil.copytree(grown, broken)
    case_module("E22").FAULTS[fault](broken / "memory.db")
    damage = (broken / "memory.db").read_bytes()
    result = salvage(broken, tmp_path / "new", embedder)
    assert (broken / "memory.db").read_bytes() == damage
    assert result.recovered == total if fault != "truncated" else 0 < result.recovered < total
    with Bank.open(tmp_path / "new", embedder) as bank:
        assert bank.stats().total == result.recovered
        texts = {record.model_dump_json(include={"context"}) for record in before.values()}
        for record in bank.list(limit=100).records:
            assert record.model_dump_json(include={"context"}) in texts
        assert bank.verify().ok


def test_an_emptied_bank_has_nothing_to_salvage(
    grown: Path, tmp_path: Path, embedder: WordEmbedder
) -> None:
    (grown / "memory.db").write_bytes(b"")
    with pytest.raises(BankDamaged, match="holds nothing"):
        salvage(grown, tmp_path / "new", embedder)
    assert not (tmp_path / "new").exists()
