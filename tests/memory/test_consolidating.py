"""Writing what a task taught: all of it or nothing, each transition once."""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from memory_store.bank import Bank
from memory_store.embedding import ContextVector
from memory_store.errors import BadVector, EncoderMismatch, ReadOnly
from memory_store.testing import WordEmbedder, failure, success
from memory_store.vectors import Vectors, checked
from tests.memory.conftest import CASES, WAVES, grow


class FaultyEmbedder(WordEmbedder):
    """Answers body vectors that a test gives it."""

    def __init__(self, answer: object) -> None:
        super().__init__()
        self.answer = answer

    def encode(self, texts: Sequence[str]) -> Vectors:
        return self.answer  # type: ignore[return-value]


def test_a_record_comes_back_as_it_was_stored(bank: Bank) -> None:
    new = failure(WAVES, run="r", scene="s", ordinal=3, before=61.5, after=80.25)
    (record_id,) = bank.consolidate([new]).added
    stored = bank.show(record_id)
    kept = set(type(new).model_fields)
    assert stored.model_dump(include=kept) == new.model_dump(include=kept)
    assert (stored.hit_count, stored.last_used, stored.origin) == (0, None, "self-grown")


def test_the_same_transition_written_twice_is_one_record(bank: Bank) -> None:
    first = bank.consolidate([success(), failure(ordinal=0), failure(ordinal=1)])
    again = bank.consolidate([success(), failure(ordinal=1), failure(ordinal=2)])
    assert len(first.added) == 3
    assert again.duplicates == (first.added[0], first.added[2])
    assert len(again.added) == 1
    assert bank.stats().total == 4


def test_ordinal_source_polarity_scene_and_run_each_make_another_record(bank: Bank) -> None:
    added = bank.consolidate(
        [
            failure(),
            failure(ordinal=1),
            failure(source="text", before=None, after=None),
            success(source="human"),
            failure(source="human"),
            failure(scene="other"),
            failure(run="other"),
        ]
    ).added
    assert len(added) == 7


def test_one_bad_vector_stores_nothing_of_the_task(tmp_path: Path) -> None:
    good = np.full((2, 384), 0.1, dtype=np.float32)
    bad = good.copy()
    bad[1, 7] = np.nan
    with Bank.open(tmp_path / "bank", FaultyEmbedder(bad), create=True) as bank:
        with pytest.raises(BadVector, match="NaN"):
            bank.consolidate([success(), failure()])
        assert bank.stats().total == 0
        assert bank.verify().ok


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (np.zeros((1, 384)), "zero"),
        (np.full((1, 384), np.inf), "NaN or infinity"),
        (np.ones((1, 383)), "383 dimensions, this bank has 384"),
        (np.ones((2, 384)), "2 vectors"),
        (np.ones(384), "384 vectors"),
        ([[0.1, 0.2], [0.1]], "no proper vectors"),
        (None, "0 vectors"),
        ("text", "no proper vectors"),
    ],
)
def test_a_vector_that_is_none_is_refused_in_words(
    tmp_path: Path, answer: object, words: str
) -> None:
    with Bank.open(tmp_path / "bank", FaultyEmbedder(answer), create=True) as bank:
        with pytest.raises(BadVector, match=words):
            bank.consolidate([success()])
        assert bank.stats().total == 0


def test_every_answer_of_a_faulty_endpoint_is_refused_or_kept_in_order() -> None:
    responses = json.loads((CASES / "E15.json").read_text())["responses"]
    for response in responses:
        body = response.get("body") or json.loads(response["body_raw"])
        vectors = [entry["embedding"] for entry in body["data"]]
        count = 3 if response["note"].startswith("3 inputs") else len(vectors)
        if response["note"] == "out of order":
            continue  # an endpoint's numbering; this store's encoder answers rows in order
        with pytest.raises(BadVector):
            checked(vectors, count, 8, "a test")


def test_a_bad_context_vector_stores_nothing(tmp_path: Path) -> None:
    class Zero(WordEmbedder):
        def context(self, text: str, role: str) -> ContextVector:
            return ContextVector(np.zeros(384, dtype=np.float32), 1, 1)

    with Bank.open(tmp_path / "bank", Zero(), create=True) as bank:
        with pytest.raises(BadVector, match="run run-1, scene scene-1"):
            bank.consolidate([success()])
        assert bank.stats().total == 0


def test_vectors_that_are_not_of_unit_length_are_made_so(tmp_path: Path) -> None:
    with Bank.open(tmp_path / "bank", FaultyEmbedder(np.full((1, 384), 5.0)), create=True) as bank:
        bank.consolidate([success()])
        assert bank.verify().ok


def test_an_error_in_the_middle_of_a_write_leaves_nothing(bank: Bank) -> None:
    grow(bank)
    before = bank.stats()
    connection = sqlite3.connect(bank.path / "memory.db")
    connection.execute(
        "CREATE TRIGGER stop BEFORE INSERT ON record WHEN NEW.scene_id = 'third' "
        "BEGIN SELECT RAISE(ABORT, 'stopped by the test'); END"
    )
    connection.commit()
    connection.close()
    with pytest.raises(Exception, match="stopped by the test"):
        bank.consolidate([success(run="x", scene=name) for name in ("one", "two", "third")])
    assert bank.stats().total == before.total
    assert bank.stats().revision == before.revision


def test_each_section_is_embedded_once_for_all_its_records(
    bank: Bank, embedder: WordEmbedder
) -> None:
    bank.consolidate([success(scene=f"s{number}") for number in range(10)])
    assert embedder.calls == 2  # one context, one batch of bodies


def test_a_task_that_taught_nothing_asks_nothing_of_the_encoder(
    bank: Bank, embedder: WordEmbedder
) -> None:
    assert bank.consolidate([]).added == ()
    assert embedder.calls == 0
    assert bank.stats().revision == 0


def test_a_read_only_bank_refuses_new_records(bank: Bank, embedder: WordEmbedder) -> None:
    with (
        Bank.open(bank.path, embedder, mode="ro") as reader,
        pytest.raises(ReadOnly, match="opened read-only"),
    ):
        reader.consolidate([success()])


def test_a_bank_without_an_encoder_refuses_new_records_but_can_be_curated(bank: Bank) -> None:
    (record_id,) = bank.consolidate([success()]).added
    with Bank.open(bank.path, None) as curated:
        with pytest.raises(EncoderMismatch, match="without an encoder"):
            curated.consolidate([success(run="other")])
        curated.set_status([record_id], "quarantined", author="me", why="test")
    assert bank.show(record_id).status == "quarantined"
