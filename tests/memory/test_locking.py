"""Several programs and threads on one bank: they wait, see each other, and lose nothing."""

import threading
import time
from pathlib import Path

import pytest

from memory_store.bank import Bank
from memory_store.errors import BankInUse
from memory_store.lock import WriteLock
from memory_store.testing import WordEmbedder, success
from tests.memory.conftest import WAVES
from tests.memory.processes import committed, wait_for, writer


def test_a_second_writer_is_told_who_holds_the_bank(bank: Bank, embedder: WordEmbedder) -> None:
    bank.consolidate([success(WAVES)])
    with writer("hold", str(bank.path)) as holder:
        wait_for(holder, "READY")
        with Bank.open(bank.path, embedder, lock_timeout=0.2) as second:
            with pytest.raises(BankInUse) as caught:
                second.consolidate([success(run="second")])
            for part in (str(holder.pid), "writer.py hold", "since", "waited 0.2 seconds"):
                assert part in caught.value.message
            assert second.list().total == 1
            assert second.retrieve(WAVES, "method").record_ids == (1,)


def test_the_lock_of_a_killed_process_is_void_and_its_write_is_gone(
    bank: Bank, embedder: WordEmbedder
) -> None:
    with writer("hold", str(bank.path)) as holder:
        wait_for(holder, "READY")
        holder.kill()
        holder.wait()
    with Bank.open(bank.path, embedder, lock_timeout=0.5) as second:
        second.consolidate([success(run="second")])
        assert second.stats().total == 1
        assert second.verify().ok


def test_a_writer_waits_for_another_that_is_done_in_time(
    bank: Bank, embedder: WordEmbedder
) -> None:
    lock = WriteLock(bank.path)
    released = threading.Event()

    def hold() -> None:
        with lock.held():
            held.set()
            time.sleep(0.3)
            released.set()

    held = threading.Event()
    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    bank.consolidate([success()])
    assert released.is_set()
    thread.join()


def test_two_processes_write_at_once_and_every_acknowledged_record_is_there(
    tmp_path: Path, embedder: WordEmbedder
) -> None:
    path = tmp_path / "bank"
    with (
        writer("add", str(path), "first", "20") as first,
        writer("add", str(path), "second", "20") as second,
    ):
        acknowledged = committed(first.communicate(timeout=60)[0])
        acknowledged |= committed(second.communicate(timeout=60)[0])
        assert (first.returncode, second.returncode) == (0, 0)
    assert len(acknowledged) == 160
    with Bank.open(path, embedder, mode="ro") as bank:
        assert bank.stats().total == 160
        report = bank.verify()
        assert report.ok
        assert report.indexes == {"success": "ok", "failure": "ok", "body": "ok"}


def test_reading_goes_on_while_another_process_is_killed_in_its_write_and_writes_follow(
    tmp_path: Path, embedder: WordEmbedder
) -> None:
    path = tmp_path / "bank"
    with Bank.open(path, embedder, create=True, lock_timeout=10) as bank:
        bank.consolidate([success(WAVES)])
        with writer("hold", str(path)) as holder:
            wait_for(holder, "READY")
            assert bank.list().total == 1
            assert len(bank.retrieve(WAVES, "method").successes) == 1
            holder.kill()
            holder.wait()
        for number in range(20):
            bank.consolidate([success(run=f"after-{number}")])
    with Bank.open(path, embedder) as third:
        assert third.stats().total == 21
        assert third.verify().ok


def test_threads_share_one_open_bank(bank: Bank) -> None:
    errors: list[BaseException] = []

    def work(name: str) -> None:
        try:
            for number in range(15):
                bank.consolidate([success(f"Section {name}", run=f"{name}-{number}")])
                found = bank.retrieve(f"Section {name}", "method", count_use=True)
                assert found.successes[0].record.context.text == f"Section {name}"
                bank.search("formula", 3)
                bank.list(limit=5)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("one", "two", "three")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert bank.stats().total == 45
    assert bank.verify().ok


def test_a_thread_that_waits_too_long_is_told_so(bank: Bank, embedder: WordEmbedder) -> None:
    lock = WriteLock(bank.path, timeout=0.1)
    with lock.held(), pytest.raises(BankInUse, match=r"waited 0\.1 seconds"):
        _in_thread(lock)


def _in_thread(lock: WriteLock) -> None:
    caught: list[BankInUse] = []

    def work() -> None:
        try:
            with lock.held():
                pass
        except BankInUse as error:
            caught.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    for error in caught:
        raise error


def test_a_bank_is_found_sound_while_another_program_writes_it(
    bank: Bank, embedder: WordEmbedder
) -> None:
    bank.consolidate([success()])
    done = threading.Event()

    def write() -> None:
        with Bank.open(bank.path, embedder) as other:
            for number in range(40):
                other.consolidate([success(run=f"run{number}")])
        done.set()

    thread = threading.Thread(target=write)
    thread.start()
    checks = 0
    while not done.is_set():
        report = bank.verify()
        assert report.ok, report.problems
        checks += 1
    thread.join()
    assert checks
    assert bank.verify().records == 41
