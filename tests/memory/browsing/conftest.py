"""A bank to look through: records that differ in everything a list shows."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory_store.bank import Bank
from memory_store.records import NewRecord
from memory_store.testing import WordEmbedder, failure, success
from memory_store.writing import next_revision

START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def embedder() -> WordEmbedder:
    return WordEmbedder()


@pytest.fixture
def bank(tmp_path: Path, embedder: WordEmbedder) -> Iterator[Bank]:
    """An empty bank, open for writing."""
    with Bank.open(tmp_path / "bank", embedder, create=True, lock_timeout=5) as opened:
        yield opened


@pytest.fixture(scope="module")
def varied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bank]:
    """120 records; some in the trash, some pinned, some with tags. Only to be read."""
    folder = tmp_path_factory.mktemp("varied") / "bank"
    with Bank.open(folder, WordEmbedder(), create=True) as opened:
        opened.consolidate(various(120))
        mark(opened)
        yield opened


def various(count: int, seed: int = 5) -> list[NewRecord]:
    """Records with few different values, so that there are many ties."""
    dice = random.Random(seed)
    return [_one(dice, number) for number in range(count)]


def _one(dice: random.Random, number: int) -> NewRecord:
    created = START + timedelta(days=dice.randrange(20))
    word = dice.choice(["Éclair", "éclair", "wave", "Waves", "axis", "x²"])
    text, run = f"Section {dice.randrange(6)}", f"run-{dice.randrange(5)}"
    record: NewRecord
    if dice.random() < 0.5:
        record = success(
            text, run=run, scene=f"s{number}", score=dice.randrange(85, 95), created=created,
            rationale=f"{word} and {dice.choice(['one', 'two'])}",
        )  # fmt: skip
    else:
        scored = dice.random() < 0.6
        before = float(dice.randrange(40, 60)) if scored else None
        record = failure(
            text, run=run, scene=f"s{number}", source="visual" if scored else "text",
            before=before, after=before + dice.randrange(1, 30) if before else None,
            created=created, trigger=f"{word} with {dice.choice(['labels', 'lines'])}",
        )  # fmt: skip
    who = {
        "cast": dice.choice(["offline", "model"]), "writer": dice.choice(["offline", "large"]),
        "reviewer": dice.choice(["measured", "vision prompt 3", "vision prompt 2"]),
    }  # fmt: skip
    context = record.context.model_copy(
        update={"domain": dice.choice(["optics", "Économie", "general"]),
                "role": dice.choice(["method", "background"])}
    )  # fmt: skip
    return record.model_copy(
        update={
            "context": context,
            "provenance": record.provenance.model_copy(update=who),
            "status": dice.choice(["active", "active", "pending", "quarantined"]),
            "origin": dice.choice(["self-grown", "imported"]),
        }
    )


def trash(bank: Bank, *ids: int) -> None:
    """Put records into the trash."""
    with bank._connection.writing():
        revision = next_revision(bank._connection)
        for record_id in ids:
            bank._connection.run("INSERT INTO trash VALUES (?, '2026-02-01')", (record_id,))
            bank._connection.run(
                "UPDATE record SET changed = ? WHERE id = ?", (revision, record_id)
            )


def delete(bank: Bank, *ids: int) -> None:
    """Remove records for good."""
    with bank._connection.writing():
        revision = next_revision(bank._connection)
        for record_id in ids:
            bank._connection.run("INSERT INTO gone VALUES (?, ?)", (record_id, revision))
            bank._connection.run("DELETE FROM record WHERE id = ?", (record_id,))


def mark(bank: Bank) -> None:
    """Trash, pins, tags and uses as curation and retrieval leave them."""
    trash(bank, 3, 17, 40, 41)
    connection = bank._connection
    with connection.writing():
        for record_id in (1, 3, 50, 77):
            connection.run("INSERT INTO pin VALUES (?, '2026-02-01')", (record_id,))
        for record_id in range(5, 60, 5):
            connection.run("INSERT INTO tag VALUES (?, ?)", (record_id, f"t{record_id % 3}"))
            connection.run("INSERT INTO tag VALUES (?, 'five')", (record_id,))
        connection.run(
            "UPDATE record SET hit_count = id % 4, last_used = '2026-02-0' || (id % 4 + 1) "
            "|| 'T00:00:00.000000+00:00' WHERE id % 4 > 0"
        )
