"""The supervisor of one job: a trusted process between the fork server and the worker.

It forks the worker, watches its limits from outside, and ends it with everything it started.
It is a child subreaper of its own, so every process below it belongs to exactly this job.
"""

import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from pipeline.render import processes, quota
from pipeline.render.confine import become_subreaper, die_with_parent
from pipeline.render.wire import Cause, Ending, Job

_POLL_SECONDS = 0.2
_VOLUME_EVERY = 3  # the folder is measured at every third poll


def supervise(job: Job, work: Callable[[Job], None]) -> Ending:
    """Run `work(job)` in a forked child and wait for its end, whoever brings it about.

    Returns when no process of the job is left. SIGTERM to this process cancels the job.
    """
    become_subreaper()
    die_with_parent(signal.SIGTERM)
    cancelled: list[int] = []
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_read, False)
    os.set_blocking(wake_write, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda number, _: cancelled.append(number))
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    if os.getppid() == 1:  # the server died before the line above took effect
        cancelled.append(signal.SIGTERM)
    started = time.monotonic()
    worker = _fork(job, work)
    cause: Cause = "exit"
    code: int | None = None
    tex = False
    polls = 0
    while code is None:
        select.select([wake_read], [], [], _POLL_SECONDS)
        with suppress(BlockingIOError):
            os.read(wake_read, 512)
        code = _collect(worker)
        if code is not None:
            break
        polls += 1
        found = _breach(job, started, bool(cancelled), measure=polls % _VOLUME_EVERY == 0)
        if found is not None:
            cause = found
            tex = processes.runs_tex(list(processes.descendants(os.getpid())))
            code = -signal.SIGKILL
    if not os.path.isdir("/proc/self"):  # no process tree to walk: the group has to do
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(worker, signal.SIGKILL)
    processes.end_descendants()
    return Ending(id=job.id, cause=cause, code=code, tex=tex, seconds=time.monotonic() - started)


def _fork(job: Job, work: Callable[[Job], None]) -> int:
    pid = os.fork()
    if pid:
        return pid
    status = 70
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        os.setsid()
        die_with_parent(signal.SIGKILL)
        work(job)
        status = 0
    finally:
        with suppress(Exception):
            sys.stderr.flush()
        os._exit(status)


def _collect(worker: int) -> int | None:
    """Reap what has ended; the worker's exit code (or minus its signal) once it has."""
    result: int | None = None
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return result if result is not None else -signal.SIGKILL
        if pid == 0:
            return result
        if pid == worker:
            result = os.waitstatus_to_exitcode(status)


def _breach(job: Job, started: float, cancelled: bool, measure: bool) -> Cause | None:
    """Which limit the job has passed, if any."""
    if cancelled:
        return "cancel"
    if time.monotonic() - started > job.wall_seconds:
        return "wall"
    if not job.layers.watch:
        return None
    family = list(processes.descendants(os.getpid()))
    if len(family) > job.processes:
        return "processes"
    if processes.more_than(family, job.memory_bytes):
        return "memory"
    with suppress(OSError):
        if os.stat(os.path.join(job.folder, "output.log")).st_size > job.log_bytes:
            return "log"
    return quota.passed(job.folder, family, job.volume_bytes, job.files) if measure else None
