"""MiniLM in a child process: the parent talks to it over pipes and never imports torch."""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import IO, Any, Self, cast

import numpy as np

from memory_store.embedding import weights
from memory_store.embedding.base import ContextVector, EncoderIdentity
from memory_store.embedding.wire import read_frame, write_frame
from memory_store.errors import EncoderFailed
from memory_store.vectors import Vectors, checked, checked_one

Frame = tuple[dict[str, Any], bytes]
PATIENT = "patient"
KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT",
                  "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "USERPROFILE")  # fmt: skip
REMEDY = "Try again; if it stays so, run ./run doctor to see what the encoder lacks."


class MiniLmEmbedder:
    """all-MiniLM-L6-v2, 384 dimensions, in a process of its own.

    `start()` returns at once and loads the model in the background; the first call waits for it.
    A child that died is started again by the next call. Calls of several threads are served one
    after the other.

    Args:
        directory: of the model; the packaged one by default.
        start_timeout: seconds for the model to load.
        answer_timeout: seconds for one answer (of at most `batch` texts).
        hash_cache: file that remembers the hash of the weights; None for none.
    """

    batch = 256

    def __init__(
        self,
        directory: Path | None = None,
        *,
        start_timeout: float = 180.0,
        answer_timeout: float = 120.0,
        hash_cache: Path | None = None,
    ) -> None:
        self._given = directory
        self._start_timeout = start_timeout
        self._answer_timeout = answer_timeout
        self._cache = hash_cache or weights.default_cache()
        self._calls = threading.Lock()
        self._state = threading.Lock()
        self._child: _Child | None = None
        self._closed = False
        self._last_context: tuple[tuple[str, str], ContextVector | None] = (("", ""), None)

    @cached_property
    def directory(self) -> Path:
        """The folder of the model; raises `EncoderFailed` if it is not there."""
        return self._given or weights.model_directory()

    @cached_property
    def identity(self) -> EncoderIdentity:
        """From a hash of the weights; needs neither the child nor torch."""
        return weights.identity(self.directory, self._cache)

    @property
    def pid(self) -> int | None:
        """Process id of the running child, if there is one."""
        child = self._child
        return child.pid if child is not None and child.alive else None

    def start(self, *, patient: bool = False) -> None:
        """Start the child in the background; harmless if it runs already.

        A `patient` child lets every other process go first: its first answer is needed late.
        """
        self._running(patient)

    def _running(self, patient: bool = False) -> "_Child":
        with self._state:
            if self._closed:
                raise EncoderFailed("The text encoder was closed.", REMEDY)
            if self._child is None or not self._child.alive:
                weights.check_directory(self.directory)
                self._child = _Child(self.directory, patient)
            return self._child

    def _ask(self, request: dict[str, Any]) -> Frame:
        with self._calls:
            child = self._running()
            try:
                child.wait_ready(self._start_timeout)
                head, body = child.ask(request, self._answer_timeout)
            except EncoderFailed:
                child.end()
                raise
        if not head.get("ok"):
            raise EncoderFailed(f"The text encoder failed: {head.get('error')}.", REMEDY)
        return head, body

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors of `texts`, float32, shape (len(texts), 384), unit length."""
        dimension = weights.DIMENSION
        parts = [np.zeros((0, dimension), dtype=np.float32)]
        for start in range(0, len(texts), self.batch):
            part = list(texts[start : start + self.batch])
            _, body = self._ask({"do": "encode", "texts": part})
            rows = np.frombuffer(body, dtype="<f4")
            if rows.size != len(part) * dimension:
                raise EncoderFailed("The text encoder answered with a wrong size.", REMEDY)
            parts.append(checked(rows.reshape(len(part), dimension), len(part), dimension, "texts"))
        return np.concatenate(parts)

    def context(self, text: str, role: str) -> ContextVector:
        """The vector of [s; r]; s is cut at a word piece so that the role always fits.

        The last one is kept: a run that has retrieved writes its records with the same context.
        """
        known, last = self._last_context
        if known == (text, role) and last is not None:
            return last
        head, body = self._ask({"do": "context", "text": text, "role": role})
        vector = np.frombuffer(body, dtype="<f4")
        found = ContextVector(
            checked_one(vector, weights.DIMENSION, "the section"), head["read"], head["total"]
        )
        self._last_context = ((text, role), found)
        return found

    def close(self) -> None:
        """End the child."""
        with self._state:
            self._closed = True
            child, self._child = self._child, None
        if child is not None:
            child.end()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Child:
    """One running child and the thread that started it and reads its answers.

    The kernel's "kill me when my parent dies" looks at the thread that started the child, so that
    thread lives exactly as long as the child does.
    """

    def __init__(self, directory: Path, patient: bool) -> None:
        self._directory = directory
        self._patient = patient
        self._frames: SimpleQueue[Frame | None] = SimpleQueue()
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed in end)
        self._log_use = threading.Lock()
        self._started = threading.Event()
        self._error: OSError | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = False
        self._number = 0
        self._thread = threading.Thread(target=self._run, name="encoder-child", daemon=True)
        self._thread.start()
        self._started.wait()

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def _run(self) -> None:
        try:
            self._process = self._spawn()
        except OSError as error:
            self._error = error
            self._frames.put(None)
            return
        finally:
            self._started.set()
        out = cast(IO[bytes], self._process.stdout)
        try:
            while True:
                self._frames.put(read_frame(cast(Any, out)))
        except (EOFError, OSError, ValueError):
            self._frames.put(None)
        self._process.wait()

    def _spawn(self) -> subprocess.Popen[bytes]:
        environment = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        environment |= {
            "HF_HUB_OFFLINE": "1",
            "TOKENIZERS_PARALLELISM": "false",
            "OMP_NUM_THREADS": "1",
            "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
        }
        arguments = ["-m", "memory_store.embedding.child", str(self._directory), str(os.getpid())]
        if self._patient:
            arguments.append(PATIENT)
        return subprocess.Popen(
            [sys.executable, *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, env=environment,
            start_new_session=True,
        )  # fmt: skip

    def wait_ready(self, timeout: float) -> None:
        """Wait for the model to be loaded, at most `timeout` seconds."""
        if not self._ready:
            self._next(timeout, "did not start", number=0)
            self._ready = True

    def ask(self, request: dict[str, Any], timeout: float) -> Frame:
        """Send one request and wait for its answer, at most `timeout` seconds."""
        process = cast("subprocess.Popen[bytes]", self._process)
        self._number += 1
        stuck = threading.Timer(timeout, process.kill)  # a full pipe would wait for ever
        stuck.daemon = True
        stuck.start()
        try:
            write_frame(cast(Any, process.stdin), {**request, "id": self._number})
        except (OSError, ValueError):
            raise self._failure("ended unexpectedly") from None
        finally:
            stuck.cancel()
        return self._next(timeout, "did not answer", self._number)

    def _next(self, timeout: float, what: str, number: int) -> Frame:
        deadline = time.monotonic() + timeout
        while True:
            try:
                frame = self._frames.get(timeout=max(deadline - time.monotonic(), 0.001))
            except Empty:
                raise self._failure(f"{what} within {timeout:g} seconds") from None
            if frame is None:
                raise self._failure("ended unexpectedly")
            if frame[0].get("id") == number:
                return frame

    def _failure(self, what: str) -> EncoderFailed:
        with self._log_use:
            if self._log.closed:
                return EncoderFailed("The text encoder was closed.", REMEDY)
            self._log.seek(0)
            lines = self._log.read()[-4000:].decode(errors="replace").strip().splitlines()
        detail = f" ({self._error})" if self._error else f" ({lines[-1].strip()})" if lines else ""
        return EncoderFailed(f"The text encoder {what}{detail}.", REMEDY)

    def end(self) -> None:
        """Kill the child, which keeps no state; a call that waits for it ends at once."""
        process = self._process
        if process is None:
            return
        process.kill()
        process.wait()
        self._thread.join(2)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not sent any more
                    pipe.close()
        with self._log_use:
            self._log.close()
