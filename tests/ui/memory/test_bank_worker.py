"""The one thread on which a bank is worked with."""

import threading
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

from app.memory.worker import BankWorker, WorkerClosedError
from memory_store.bank import Bank
from memory_store.changes import Change
from memory_store.curating import set_status
from memory_store.errors import BankDamaged, BankMissing, EncoderMismatch, ReadOnly
from memory_store.testing import WordEmbedder, success
from tests.ui.memory.banks import ClosingWords, add_to, make_bank, some_records


def worker_of(path: Path) -> BankWorker:
    return BankWorker(path, make_embedder=ClosingWords, poll=0.05)


def test_work_is_done_one_after_the_other_on_one_thread(tmp_path: Path) -> None:
    worker = worker_of(make_bank(tmp_path / "bank", some_records(3)))
    order: list[int] = []
    names: set[str] = set()

    def work(number: int) -> int:
        names.add(threading.current_thread().name)
        order.append(number)
        return number

    futures = [worker.submit(lambda bank, n=n: work(n)) for n in range(20)]  # type: ignore[misc]
    assert [future.result(10) for future in futures] == list(range(20)) == order
    assert names == {"bank bank"}
    assert worker.close()


def test_a_change_is_told_to_everyone_who_listens(tmp_path: Path) -> None:
    worker = worker_of(make_bank(tmp_path / "bank", some_records(3)))
    found: list[Change] = []
    stop = worker.listen(found.append)
    change = worker.submit(
        lambda bank: set_status(bank, [1, 2], "quarantined", author="me", why="test")
    ).result(10)
    assert found == [change]
    assert set(change.changed) == {1, 2}
    stop()
    worker.submit(lambda bank: set_status(bank, [1], "active", author="me", why="back")).result(10)
    assert found == [change]
    assert worker.close()


def test_what_another_process_wrote_is_noticed(tmp_path: Path) -> None:
    path = make_bank(tmp_path / "bank", some_records(3))
    worker = worker_of(path)
    assert worker.opened.result(10).read_only is False
    came: Future[Change] = Future()
    worker.listen(came.set_result)
    added = add_to(path, success(scene="new"))
    assert came.result(10).added == added
    assert worker.close()


def test_its_own_writing_is_not_told_as_someone_elses(tmp_path: Path) -> None:
    worker = worker_of(make_bank(tmp_path / "bank", some_records(3)))
    kinds: list[str] = []
    worker.listen(lambda change: kinds.append(change.kind))
    own = worker.submit(
        lambda bank: set_status(bank, [1], "quarantined", author="me", why="test")
    ).result(10)
    add_to(worker.path, success(scene="new"))
    deadline = time.monotonic() + 10
    while len(kinds) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert kinds == [own.kind, "elsewhere"]
    assert worker.close()


def test_a_snapshot_opens_read_only_and_says_so(tmp_path: Path) -> None:
    path = make_bank(tmp_path / "bank", some_records(4))
    with Bank.open(path, WordEmbedder()) as bank:
        bank.freeze("first", tmp_path)
    worker = worker_of(tmp_path / "first")
    facts = worker.opened.result(10)
    assert facts.read_only
    assert facts.name == "first"
    assert facts.snapshot is not None
    with pytest.raises(ReadOnly):
        worker.submit(
            lambda bank: set_status(bank, [1], "pending", author="me", why="test")
        ).result(10)
    assert worker.close()


@pytest.mark.parametrize("kind", ["missing", "damaged"])
def test_a_bank_that_cannot_be_opened_is_an_error_and_not_a_crash(
    tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "bank"
    if kind == "damaged":
        make_bank(path, some_records(3))
        (path / "memory.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    worker = worker_of(path)
    wanted = BankMissing if kind == "missing" else Exception
    with pytest.raises(wanted):
        worker.opened.result(10)
    with pytest.raises(wanted):
        worker.submit(lambda bank: bank.stats()).result(10)
    assert worker.close()


def test_a_text_is_embedded_beside_the_work_with_the_bank(tmp_path: Path) -> None:
    entered, go_on = threading.Event(), threading.Event()

    class Slow(ClosingWords):
        def encode(self, texts):  # type: ignore[no-untyped-def]
            entered.set()
            assert go_on.wait(10)
            return super().encode(texts)

    worker = BankWorker(make_bank(tmp_path / "bank", some_records(3)), make_embedder=Slow)
    future = worker.encode("labels")
    assert entered.wait(10)
    assert worker.submit(lambda bank: bank.stats().total).result(10) == 3
    assert not worker.encoder_ready
    go_on.set()
    assert future.result(10).vector.shape == (384,)
    assert worker.encoder_ready
    assert worker.close()


def test_a_bank_of_another_encoder_is_read_and_not_searched_by_meaning(tmp_path: Path) -> None:
    path = make_bank(tmp_path / "bank", some_records(3))

    class Other(ClosingWords):
        def __init__(self) -> None:
            super().__init__(name="another")

    worker = BankWorker(path, make_embedder=Other)
    assert worker.submit(lambda bank: bank.stats().total).result(10) == 3
    with pytest.raises(EncoderMismatch):
        worker.encode("labels").result(10)
    assert worker.close()


def test_closing_cuts_short_what_reads_and_keeps_what_a_person_changed(tmp_path: Path) -> None:
    path = make_bank(tmp_path / "bank", some_records(3))
    worker = worker_of(path)
    begun = threading.Event()

    def endless(bank: Bank) -> object:
        begun.set()
        sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
        return bank._connection.row(sql)

    reading = worker.submit(endless)
    assert begun.wait(10)
    waiting = worker.submit(lambda bank: bank.stats())
    kept = worker.submit(
        lambda bank: set_status(bank, [1], "quarantined", author="me", why="test"), kept=True
    )
    assert worker.close(timeout=10)
    for future in (reading, waiting):
        with pytest.raises(WorkerClosedError):
            future.result(0)
    assert kept.result(0).changed == (1,)
    with Bank.open(path, None, mode="ro") as bank:
        assert bank.show(1).status == "quarantined"
    with pytest.raises(WorkerClosedError):
        worker.submit(lambda bank: None).result(0)


def test_damage_is_told_in_words(tmp_path: Path) -> None:
    path = make_bank(tmp_path / "bank", some_records(3))
    (path / "memory.db").write_bytes(b"")
    worker = worker_of(path)
    with pytest.raises(BankDamaged, match="0 bytes"):
        worker.opened.result(10)
    assert worker.close()
