"""Runs wait for their turn, are moved, stopped, paused and resumed, and no thread is ever lost."""

import errno
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.errors import StudioError
from app.jobs.queue import RunQueue
from app.jobs.updates import JobEvent, JobStarted
from app.paths import DataPaths
from app.runs import list_runs, load_manifest, load_outcome, run_state
from memory_store.errors import BankInUse
from pipeline.models.port import PausedError
from pipeline.models.secrets import Key
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import load_events
from tests.jobs.conftest import PATIENCE, Script, Updates, plan

ROOT = Path(__file__).resolve().parents[2]


class Gate:
    """Holds a render until it is opened."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.open = threading.Event()

    def __call__(self, _: int) -> None:
        self.reached.set()
        assert self.open.wait(PATIENCE)

    def wait(self) -> None:
        assert self.reached.wait(PATIENCE)


def test_a_run_is_begun_told_event_by_event_and_finished(
    queue: RunQueue, updates: Updates, paths: DataPaths
) -> None:
    job = queue.submit(plan())
    ended = updates.end_of(job)
    assert (ended.state, ended.kind, ended.message) == ("finished", "", "")
    assert updates.of(job)[:2] == ["JobQueued", "JobStarted"]
    assert updates.of(job)[-1] == "JobEnded"
    folder = RunFolder(job.folder)
    assert job.folder == paths.runs / job.run_id
    told = [update.event for update in updates.told if isinstance(update, JobEvent)]
    assert told == list(load_events(folder.file(EVENTS)))
    outcome = load_outcome(folder)
    assert outcome is not None
    assert outcome.video == "animation.mp4"
    assert load_manifest(folder).source == "pendulum.md"
    assert threading.current_thread().name not in updates.threads


def test_a_waiting_run_has_its_folder_and_is_listed_as_queued(
    queue: RunQueue, script: Script, updates: Updates, paths: DataPaths
) -> None:
    script.before = gate = Gate()
    first, second = queue.submit(plan("First")), queue.submit(plan("Second"))
    gate.wait()
    updates.wait(lambda update: update.job.id == second.id)
    states = {run.run: (run.title, run.state) for run in list_runs(paths)}
    assert states == {first.run_id: ("First", "running"), second.run_id: ("Second", "queued")}
    assert [(v.handle, v.state) for v in queue.jobs()] == [(first, "running"), (second, "queued")]
    gate.open.set()
    assert updates.end_of(second).state == "finished"
    assert queue.jobs() == ()


def test_waiting_runs_are_moved_and_removed(
    queue: RunQueue, script: Script, updates: Updates
) -> None:
    script.before = gate = Gate()
    jobs = [queue.submit(plan(name)) for name in ("First", "Second", "Third", "Fourth")]
    gate.wait()
    updates.wait(lambda update: update.job.id == jobs[3].id)
    queue.move(jobs[3], 0)
    assert queue.remove(jobs[1])
    assert not queue.remove(jobs[0])
    assert [view.handle for view in queue.jobs()] == [jobs[0], jobs[3], jobs[2]]
    gate.open.set()
    updates.end_of(jobs[2])
    started = [update.job for update in updates.told if isinstance(update, JobStarted)]
    assert started == [jobs[0], jobs[3], jobs[2]]
    assert updates.of(jobs[1]) == ["JobQueued", "JobRemoved"]
    assert not jobs[1].folder.exists()


def test_a_run_that_was_withdrawn_is_kept_and_can_be_resumed(
    queue: RunQueue, script: Script, updates: Updates
) -> None:
    script.before = gate = Gate()
    first, second = queue.submit(plan("First")), queue.submit(plan("Second"))
    gate.wait()
    updates.wait(lambda update: update.job.id == second.id)
    assert queue.withdraw(second)
    assert not queue.withdraw(second), "it waits no more"
    assert not queue.withdraw(first), "its turn has come"
    assert [view.handle for view in queue.jobs()] == [first]
    gate.open.set()
    updates.end_of(first)
    assert updates.of(second) == ["JobQueued", "JobRemoved"]
    assert run_state(RunFolder(second.folder)) == "queued"
    assert updates.end_of(queue.resume(second.run_id)).state == "finished"


def test_a_stopped_run_is_resumed_to_its_end(
    queue: RunQueue, script: Script, updates: Updates
) -> None:
    script.before = gate = Gate()
    job = queue.submit(plan())
    gate.wait()
    queue.stop(job)
    assert queue.jobs()[0].state == "stopping"
    gate.open.set()
    ended = updates.end_of(job)
    assert (ended.state, ended.kind) == ("stopped", "")
    assert run_state(RunFolder(job.folder)) == "stopped"
    script.told_apart = {"Swing": 1}
    again = queue.resume(job.run_id)
    assert updates.end_of(again).state == "finished"
    assert (again.run_id, again.folder, again.kind) == (job.run_id, job.folder, "resume")


def test_a_paused_run_says_so_in_its_log_and_goes_on(
    queue: RunQueue, script: Script, updates: Updates
) -> None:
    script.before = gate = Gate()
    job = queue.submit(plan())
    gate.wait()
    queue.pause(job)
    assert queue.jobs()[0].state == "pausing"
    gate.open.set()
    assert updates.end_of(job).state == "paused"
    folder = RunFolder(job.folder)
    last = load_events(folder.file(EVENTS))[-1]
    assert last.kind == "run_paused"
    assert last.reason == "person"
    assert run_state(folder) == "paused"
    script.told_apart = {"Swing": 1}
    assert updates.end_of(queue.resume(job.run_id)).state == "finished"


def test_a_stop_after_a_pause_is_a_stop(queue: RunQueue, script: Script, updates: Updates) -> None:
    script.before = gate = Gate()
    job = queue.submit(plan())
    gate.wait()
    queue.pause(job)
    queue.stop(job)
    queue.pause(job)
    gate.open.set()
    assert updates.end_of(job).state == "stopped"
    assert run_state(RunFolder(job.folder)) == "stopped"


def test_a_waiting_run_that_is_stopped_stays_in_the_list_and_can_be_begun_later(
    queue: RunQueue, script: Script, updates: Updates
) -> None:
    script.before = gate = Gate()
    first, second = queue.submit(plan()), queue.submit(plan("Second"))
    gate.wait()
    queue.stop(second)
    assert updates.end_of(second).state == "stopped"
    gate.open.set()
    updates.end_of(first)
    assert run_state(RunFolder(second.folder)) == "queued"
    assert updates.end_of(queue.resume(second.run_id)).state == "finished"
    assert load_manifest(RunFolder(second.folder)).earlier_models == ()


def test_a_run_in_the_queue_is_not_queued_twice(
    queue: RunQueue, script: Script, updates: Updates
) -> None:
    script.before = gate = Gate()
    first, second = queue.submit(plan()), queue.submit(plan())
    gate.wait()
    assert queue.resume(first.run_id) == first
    assert queue.resume(second.run_id) == second
    gate.open.set()
    updates.end_of(second)


def test_a_bug_ends_its_run_with_a_report_without_keys_and_the_next_run_works(
    queue: RunQueue, script: Script, updates: Updates
) -> None:
    key = Key("sk-a-canary-that-nobody-may-see")
    script.opening = lambda: (_ for _ in ()).throw(RuntimeError(f"with {key.reveal()}"))
    first = queue.submit(plan())
    ended = updates.end_of(first)
    assert (ended.state, ended.kind, ended.fault) == ("failed", "bug", "internal")
    assert "RuntimeError: with [key removed]" in ended.report
    assert ended.report_file is not None
    kept = ended.report_file.read_text(encoding="utf-8")
    assert kept == ended.report
    assert "canary" not in kept + ended.message + ended.remedy
    script.opening = lambda: None
    assert updates.end_of(queue.submit(plan())).state == "finished"
    assert updates.end_of(queue.resume(first.run_id)).state == "finished"


@pytest.mark.parametrize(
    ("error", "state", "kind", "fault"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "failed", "environment", "disk_full"),
        (BankInUse("The bank is in use by 7.", "Wait."), "failed",
         "environment", "bank_in_use"),
        (PausedError("The account is empty.", "Add credit.", kind="quota"), "paused",
         "environment", "quota"),
        (SystemExit(1), "failed", "bug", "internal"),
    ],
)  # fmt: skip
def test_trouble_is_told_with_whose_it_is(
    queue: RunQueue,
    script: Script,
    updates: Updates,
    error: BaseException,
    state: str,
    kind: str,
    fault: str,
) -> None:
    script.opening = lambda: (_ for _ in ()).throw(error)
    ended = updates.end_of(queue.submit(plan()))
    assert (ended.state, ended.kind, ended.fault) == (state, kind, fault)
    assert ended.message
    assert ended.remedy


def test_a_run_without_a_scene_that_renders_is_finished_and_says_why(
    queue: RunQueue, script: Script, updates: Updates
) -> None:
    script.programs = {"Swing": ["import os\n"] * 3}
    ended = updates.end_of(queue.submit(plan(repair=False)))
    assert (ended.state, ended.kind, ended.fault) == ("finished", "work", "no_scene")
    assert "Swing" in ended.message


def test_an_unknown_run_is_refused_in_words(queue: RunQueue, updates: Updates) -> None:
    ended = updates.end_of(queue.resume("20260101-000000-abcd"))
    assert (ended.state, ended.kind, ended.fault) == ("failed", "work", "run_missing")


def test_a_run_that_was_deleted_while_it_waited_is_not_begun(
    queue: RunQueue, script: Script, updates: Updates
) -> None:
    script.before = gate = Gate()
    first, second = queue.submit(plan()), queue.submit(plan("Second"))
    gate.wait()
    updates.wait(lambda update: update.job.id == second.id)
    shutil.rmtree(second.folder)
    gate.open.set()
    ended = updates.end_of(second)
    assert (ended.state, ended.kind, ended.fault) == ("failed", "work", "run_missing")
    assert updates.end_of(first).state == "finished"
    assert not second.folder.exists()


def test_a_sink_that_fails_loses_no_run(paths: DataPaths, script: Script) -> None:
    ended = threading.Event()

    def sink(update: object) -> None:
        if type(update).__name__ == "JobEnded":
            ended.set()
        raise RuntimeError("the window is gone")

    queue = RunQueue(paths, sink)
    job = queue.submit(plan())
    assert ended.wait(PATIENCE)
    assert run_state(RunFolder(job.folder)) == "finished"
    assert queue.close()


def test_closing_pauses_what_runs_and_leaves_what_waits_to_be_resumed(
    paths: DataPaths, script: Script, updates: Updates
) -> None:
    script.before = gate = Gate()
    queue = RunQueue(paths, updates)
    first, second = queue.submit(plan()), queue.submit(plan("Second"))
    gate.wait()
    updates.wait(lambda update: update.job.id == second.id)
    assert not queue.close(0.1)  # the render does not watch the token here
    gate.open.set()
    assert queue.close()
    assert updates.end_of(first).state == "paused"
    states = [run_state(RunFolder(job.folder)) for job in (first, second)]
    assert states == ["paused", "queued"]
    with pytest.raises(StudioError, match="closing"):
        queue.submit(plan())


def test_a_queue_that_was_never_used_has_no_thread(paths: DataPaths, updates: Updates) -> None:
    before = set(threading.enumerate())
    queue = RunQueue(paths, updates)
    assert set(threading.enumerate()) == before
    assert queue.close()
    assert not paths.root.exists()


def test_the_queue_is_imported_without_manim_torch_faiss_or_a_model_client() -> None:
    heavy = ("manim", "torch", "faiss", "openai", "peewee", "av", "numpy", "PIL", "keyring")
    code = (
        "import sys, app.jobs.queue\n"
        f"print(sorted({heavy!r} & {{name.split('.')[0] for name in sys.modules}}))"
    ).replace(f"{heavy!r} &", f"set({heavy!r}) &")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
