"""The studio's end of the fork server: start it, hand it jobs, hear how they ended."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from pipeline.render import bubblewrap, processes
from pipeline.render.wire import Ending, Job, Message, Order, Ready, ServerSetup

_ROOT = Path(__file__).resolve().parents[2]
RESOURCES = _ROOT / "resources"
_PATH = "/usr/local/bin:/usr/bin:/bin"
_BOOT = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from pipeline.render.server import main; sys.exit(main(sys.argv[2:]))"
)
START_SECONDS = 60.0


class ServerError(Exception):
    """The fork server did not start, or ended while it was needed. Says why and what to do."""


class ServerLink:
    """One running fork server. All methods may be called from any thread.

    Args:
        home: a folder of its own for the server; made if missing.
        shared: folder for what all jobs may read, such as the font cache; made if missing.
        scratch: where the folders of jobs are made; needed with `wrapped`.
        wrapped: start the server in bubblewrap (see there).

    Raises `ServerError` from `ready` and `submit`.
    """

    def __init__(
        self, home: Path, shared: Path, scratch: Path | None = None, wrapped: bool = False
    ) -> None:
        self._home = home
        self._scratch = scratch or home
        self._wrapped = wrapped
        # In bubblewrap jobs could write what the server can: keep that apart for this renderer.
        self._shared = home / "shared" if wrapped else shared
        self._lock = threading.Lock()
        self._endings: dict[str, tuple[threading.Event, list[Ending]]] = {}
        self._is_ready = threading.Event()
        self._ready: Ready | None = None
        self._gone = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._closing = False
        # The server asks to be told when the *thread* that started it dies, so that thread
        # lives as long as the server: it is the one that listens.
        self._thread = threading.Thread(target=self._listen, name="render server", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether the server can take jobs."""
        return not self._gone.is_set()

    @property
    def pid(self) -> int | None:
        """Process id of the server, once it is started."""
        return self._process.pid if self._process else None

    def ready(self, seconds: float = START_SECONDS) -> Ready:
        """Wait until the server is warm."""
        if not self._is_ready.wait(seconds) or self._ready is None:
            raise ServerError(f"the render server did not start: {self._last_words()}")
        return self._ready

    def submit(self, job: Job) -> threading.Event:
        """Start `job`; the event is set when it has ended."""
        ended = threading.Event()
        with self._lock:
            self._endings[job.id] = (ended, [])
        if not self._send(Order(job=job)):
            with self._lock:
                self._endings.pop(job.id, None)
            raise ServerError(f"the render server has ended: {self._last_words()}")
        if self._gone.is_set():
            ended.set()
        return ended

    def cancel(self, job_id: str) -> None:
        """Ask for an end of a job; its event is set once nothing of it is left."""
        self._send(Order(cancel=job_id))

    def collect(self, job_id: str) -> Ending:
        """How an ended job ended; `lost` if the server went away."""
        with self._lock:
            _, endings = self._endings.pop(job_id, (None, []))
        return endings[0] if endings else Ending(id=job_id, cause="lost")

    def close(self, seconds: float = 5.0) -> None:
        """End the server and everything below it; bounded, and at once while it warms up."""
        with self._lock:
            self._closing = True  # a process that is only just being started is ended there
            process = self._process
        if process is not None:
            with self._lock, suppress(OSError):
                if process.stdin is not None:
                    process.stdin.close()
            if not self._is_ready.is_set():
                # It imports Manim for seconds and has no job yet that would have to end in order.
                _kill_with_children(process)
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(2.0)
        self._thread.join(2.0)

    def _send(self, order: Order) -> bool:
        process = self._process
        if process is None or process.stdin is None or self._gone.is_set():
            return False
        data = order.model_dump_json(exclude_none=True).encode() + b"\n"
        try:
            with self._lock:
                process.stdin.write(data)
                process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def _listen(self) -> None:
        try:
            process = self._start()
            with self._lock:
                self._process, too_late = process, self._closing
            if too_late:
                _kill_with_children(process)
            output = process.stdout
            assert output is not None
            for line in output:
                message = Message.model_validate_json(line)
                if message.ready is not None:
                    self._ready = self._seen_from_here(message.ready)
                    self._is_ready.set()
                if message.ending is not None:
                    self._deliver(message.ending)
            output.close()
        finally:
            self._gone.set()
            self._is_ready.set()
            if self._process is not None:
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(5.0)
                with self._lock, suppress(OSError):
                    if self._process.stdin is not None:
                        self._process.stdin.close()
            with self._lock:
                for ended, _ in self._endings.values():
                    ended.set()

    def _seen_from_here(self, ready: Ready) -> Ready:
        """With the server's process id outside of its namespace: a child's child of bubblewrap."""
        if not self._wrapped or self._process is None:
            return ready
        below = list(processes.descendants(self._process.pid))
        layers = {**ready.layers, "bubblewrap": "own namespaces, the system read-only"}
        return ready.model_copy(update={"pid": below[1], "layers": layers})

    def _deliver(self, ending: Ending) -> None:
        with self._lock:
            waiting = self._endings.get(ending.id)
            if waiting is not None:
                waiting[1].append(ending)
                waiting[0].set()

    def _start(self) -> subprocess.Popen[bytes]:
        self._home.mkdir(parents=True, exist_ok=True)
        self._shared.mkdir(parents=True, exist_ok=True)
        setup = ServerSetup(
            home=str(self._home),
            shared=str(self._shared),
            fonts_conf=str(self._write_fonts_conf()),
            readable=(str(RESOURCES / "fonts"), str(RESOURCES / "tex"), str(self._shared)),
            latex=shutil.which("latex", path=_PATH) or "",
            dvisvgm=shutil.which("dvisvgm", path=_PATH) or "",
        )
        with open(self._home / "server.log", "wb") as log:
            return subprocess.Popen(
                [*self._prefix(setup), *_command(), setup.model_dump_json()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=self._home,
                env=_environment(setup),
                start_new_session=True,
            )

    def _prefix(self, setup: ServerSetup) -> list[str]:
        if not self._wrapped:
            return []
        interpreter = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}
        bundle = getattr(sys, "_MEIPASS", None)
        code = [bundle] if bundle else [str(_ROOT / "pipeline"), str(RESOURCES)]
        return bubblewrap.prefix(
            [*sorted(interpreter), *code, *setup.readable], [str(self._scratch), setup.home]
        )

    def _write_fonts_conf(self) -> Path:
        text = (RESOURCES / "fonts" / "fonts.conf").read_text(encoding="utf-8")
        text = text.replace("@FONTS@", str(RESOURCES / "fonts"))
        text = text.replace("@CACHE@", str(self._shared))
        path = self._shared / "fonts.conf"
        path.write_text(text, encoding="utf-8")
        return path

    def _last_words(self) -> str:
        with suppress(OSError):
            lines = (self._home / "server.log").read_text(errors="replace").strip().split("\n")
            if lines[-1]:
                return lines[-1]
        return "it gave no reason"


def _kill_with_children(process: subprocess.Popen[bytes]) -> None:
    """The server leads a process group of its own; what it starts while it warms up is in it."""
    if process.poll() is not None:
        return
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _command() -> list[str]:
    """How to start the server: a fresh interpreter, or this program again when frozen."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--render-server"]
    return [sys.executable, "-s", "-P", "-c", _BOOT, str(_ROOT)]


def _environment(setup: ServerSetup) -> dict[str, str]:
    """The whole environment of the server: made from nothing, so it holds no secrets."""
    environment = {
        "PATH": _PATH,
        "HOME": setup.home,
        "TMPDIR": setup.home,
        "XDG_CACHE_HOME": setup.home,
        "LC_ALL": "C.UTF-8",
        "FONTCONFIG_FILE": setup.fonts_conf,
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
    }
    if getattr(sys, "frozen", False):
        environment["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    return environment


def encode(document: object) -> str:
    """Stable JSON of plain data, for keys and files."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
