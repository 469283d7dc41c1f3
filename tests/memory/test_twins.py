"""The shuffled twin of a snapshot: the same lessons, each at a wrong section."""

import random
from pathlib import Path

import pytest

from memory_store.bank import Bank
from memory_store.errors import SnapshotInvalid
from memory_store.snapshot import Snapshot, derangement, shuffled_twin
from memory_store.testing import WordEmbedder, failure, success
from tests.memory.conftest import GATES, MARKET, WAVES, grow


@pytest.fixture
def frozen(bank: Bank, tmp_path: Path) -> Path:
    """A snapshot of twelve records over three sections."""
    grow(bank)
    bank.freeze("original", tmp_path / "snaps")
    return tmp_path / "snaps" / "original"


def contexts(snapshot: Snapshot) -> dict[int, str]:
    return {record.id: record.context.text for record in snapshot.list(limit=500).records}


def test_no_record_keeps_a_context_of_its_own_section(frozen: Path, embedder: WordEmbedder) -> None:
    with Snapshot.open(frozen, embedder) as original:
        for seed in range(5):
            path = frozen.parent / f"twin-{seed}"
            info = shuffled_twin(original, path, seed)
            assert info.seed == seed
            assert info.shuffled_from == original.snapshot.sha256  # type: ignore[union-attr]
            with Snapshot.open(path, embedder) as twin:
                assert twin.verify().ok
                before, after = contexts(original), contexts(twin)
                assert before.keys() == after.keys()
                assert all(before[key] != after[key] for key in before)
                assert sorted(before.values()) == sorted(after.values())


def test_counts_sizes_and_bodies_stay(frozen: Path, embedder: WordEmbedder) -> None:
    with Snapshot.open(frozen, embedder) as original:
        shuffled_twin(original, frozen.parent / "twin", 7)
        with Snapshot.open(frozen.parent / "twin", embedder) as twin:
            assert twin.snapshot is not None
            assert original.snapshot is not None
            assert twin.snapshot.counts == original.snapshot.counts
            for record in original.list(limit=500).records:
                other = twin.show(record.id)
                assert other.model_copy(update={"context": record.context}) == record
            wanted = original.retrieve(WAVES, "method")
            got = twin.retrieve(WAVES, "method")
            assert len(got.record_ids) == len(wanted.record_ids)
            assert not set(got.record_ids) & set(wanted.record_ids[:4])
            assert got.successes[0].similarity == pytest.approx(1, abs=1e-5)


def test_the_same_seed_deals_the_same_twin(frozen: Path, embedder: WordEmbedder) -> None:
    with Snapshot.open(frozen, embedder) as original:
        found = []
        for name, seed in (("one", 3), ("two", 3), ("three", 4)):
            shuffled_twin(original, frozen.parent / name, seed)
            with Snapshot.open(frozen.parent / name, embedder) as twin:
                found.append(contexts(twin))
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_a_twin_that_cannot_be_is_refused_in_words(
    bank: Bank, tmp_path: Path, embedder: WordEmbedder
) -> None:
    bank.consolidate([failure(WAVES, scene=f"s{n}") for n in range(3)])
    bank.consolidate([failure(GATES, scene=f"g{n}") for n in range(2)])
    bank.freeze("uneven", tmp_path / "snaps")
    with (
        Snapshot.open(tmp_path / "snaps" / "uneven", embedder) as original,
        pytest.raises(SnapshotInvalid, match="more than half of them are of one section"),
    ):
        shuffled_twin(original, tmp_path / "snaps" / "twin", 1)
    assert not (tmp_path / "snaps" / "twin").exists()


def test_the_same_section_under_two_roles_is_one_section(
    bank: Bank, tmp_path: Path, embedder: WordEmbedder
) -> None:
    for number, text in enumerate((WAVES, GATES, MARKET)):
        for role in ("method", "background"):
            bank.consolidate([success(text, role=role, run=f"{number}-{role}")])
    bank.freeze("roles", tmp_path / "snaps")
    with Snapshot.open(tmp_path / "snaps" / "roles", embedder) as original:
        shuffled_twin(original, tmp_path / "snaps" / "twin", 2)
        with Snapshot.open(tmp_path / "snaps" / "twin", embedder) as twin:
            before, after = contexts(original), contexts(twin)
            assert all(before[key] != after[key] for key in before)


@pytest.mark.parametrize("sizes", [[1, 1], [2, 2], [3, 2, 1], [5, 1, 1, 1, 1, 1], [50, 30, 20]])
def test_a_derangement_exists_wherever_no_section_has_more_than_half(sizes: list[int]) -> None:
    groups = [f"g{number}" for number, size in enumerate(sizes) for _ in range(size)]
    for seed in range(30):
        dice = random.Random(seed)
        dice.shuffle(groups)
        deal = derangement(groups, dice)
        assert deal is not None
        assert sorted(deal) == list(range(len(groups)))
        assert all(groups[source] != groups[place] for place, source in enumerate(deal))


@pytest.mark.parametrize("sizes", [[1], [2, 1], [4, 1, 1, 1]])
def test_no_derangement_is_claimed_where_there_is_none(sizes: list[int]) -> None:
    groups = [f"g{number}" for number, size in enumerate(sizes) for _ in range(size)]
    assert derangement(groups, random.Random(0)) is None


def test_nothing_can_always_be_shuffled() -> None:
    assert derangement([], random.Random(0)) == []
