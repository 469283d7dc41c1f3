"""The fork server: imports Manim once, then forks a supervisor and a worker for every job.

Started as a program of its own, with an environment made from nothing, so that neither it nor
anything forked from it holds a secret. It ends, with all its descendants, when its standard
input closes, when it is told to (SIGTERM), or when the thread that started it dies. If the
studio was killed it also removes what the studio can no longer remove: its folders.
"""

import gc
import os
import selectors
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

from pipeline.render import processes, worker
from pipeline.render.confine import become_subreaper, die_with_parent
from pipeline.render.scratch import remove_folder
from pipeline.render.supervise import supervise
from pipeline.render.wire import Ending, Job, Message, Order, Ready, ServerSetup

_STOP_SECONDS = 3.0


class _Server:
    def __init__(self, setup: ServerSetup, output: int) -> None:
        self._setup = setup
        self._output = output
        self._pending = b""
        self._jobs: dict[int, tuple[Job, int]] = {}  # report pipe -> job, supervisor
        self._selector = selectors.DefaultSelector()
        self._stopping = False
        self._studio = os.getppid()
        self._folders = {setup.home}

    def run(self) -> None:
        signal.signal(signal.SIGTERM, lambda *_: setattr(self, "_stopping", True))
        wake_read, wake_write = os.pipe()
        os.set_blocking(wake_read, False)
        os.set_blocking(wake_write, False)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        self._selector.register(wake_read, selectors.EVENT_READ)
        self._selector.register(0, selectors.EVENT_READ)
        while not self._stopping:
            for key, _ in self._selector.select(timeout=1.0):
                if key.fd == 0:
                    self._read_orders()
                elif key.fd == wake_read:
                    with suppress(BlockingIOError):
                        os.read(wake_read, 512)
                elif key.fd in self._jobs:
                    self._finish(key.fd)
            self._reap_strays()
        self._stop()
        if os.getppid() != self._studio:
            for folder in self._folders:
                remove_folder(Path(folder))

    def _read_orders(self) -> None:
        data = os.read(0, 65536)
        if not data:
            self._stopping = True
            return
        *lines, self._pending = (self._pending + data).split(b"\n")
        for line in lines:
            order = Order.model_validate_json(line)
            if order.job is not None:
                self._start(order.job)
            elif order.cancel:
                self._cancel(order.cancel)

    def _start(self, job: Job) -> None:
        self._folders.add(job.folder)
        report_read, report_write = os.pipe()
        pid = os.fork()
        if pid:
            os.close(report_write)
            self._jobs[report_read] = (job, pid)
            self._selector.register(report_read, selectors.EVENT_READ)
            return
        try:  # the supervisor
            signal.set_wakeup_fd(-1)
            self._selector.close()
            keep = {2, report_write}
            for number in range(0, 256):
                if number not in keep:
                    with suppress(OSError):
                        os.close(number)
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, 0)
            os.dup2(null, 1)
            ending = supervise(job, lambda job: worker.run(job, self._setup))
            os.write(report_write, ending.model_dump_json().encode())
        finally:
            os._exit(0)

    def _cancel(self, name: str) -> None:
        for job, supervisor in self._jobs.values():
            if job.id == name:
                with suppress(ProcessLookupError):
                    os.kill(supervisor, signal.SIGTERM)

    def _finish(self, report: int) -> None:
        job, supervisor = self._jobs.pop(report)
        self._selector.unregister(report)
        data = os.read(report, 65536)  # one write below PIPE_BUF, or nothing if it was killed
        os.close(report)
        with suppress(ChildProcessError):
            os.waitpid(supervisor, 0)
        ending = Ending.model_validate_json(data) if data else Ending(id=job.id, cause="lost")
        self.send(Message(ending=ending))

    def _reap_strays(self) -> None:
        """End orphans of a supervisor that died: every child of ours must be a supervisor."""
        known = {supervisor for _, supervisor in self._jobs.values()}
        for pid in processes.children(os.getpid()):
            if pid not in known:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)

    def send(self, message: Message) -> None:
        data = message.model_dump_json(exclude_none=True).encode() + b"\n"
        with suppress(BrokenPipeError):
            os.write(self._output, data)

    def _stop(self) -> None:
        for _, supervisor in self._jobs.values():
            with suppress(ProcessLookupError):
                os.kill(supervisor, signal.SIGTERM)
        deadline = time.monotonic() + _STOP_SECONDS
        while self._jobs and time.monotonic() < deadline:
            for key, _ in self._selector.select(timeout=0.1):
                if key.fd in self._jobs:
                    self._finish(key.fd)
        processes.end_descendants()


def main(arguments: list[str]) -> int:
    """Serve until standard input closes. `arguments` holds one `ServerSetup` as JSON."""
    setup = ServerSetup.model_validate_json(arguments[0])
    die_with_parent(signal.SIGTERM)
    become_subreaper()
    output = os.dup(1)
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)
    versions = worker.warm(setup)
    gc.collect()
    gc.freeze()  # nothing imported so far is ever looked at again by a child's collector
    server = _Server(setup, output)
    layers = worker.probe_layers(setup)
    server.send(Message(ready=Ready(pid=os.getpid(), layers=layers, versions=versions)))
    server.run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
