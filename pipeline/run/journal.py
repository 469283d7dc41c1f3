"""Finished steps and events of a run, kept so that a kill at any moment costs one step at most.

A step is a file: if it is there, the step is done and its value is read back instead of being
computed again. Files are written whole or not at all. Events are appended; an event whose key the
log already holds is not added again, so a resumed run may simply walk through its steps anew.
"""

import errno
import json
import os
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from pipeline.events import EVENT, Event
from pipeline.run.folder import EVENTS, RunFolder, write_atomically

T = TypeVar("T")


class RunDamagedError(Exception):
    """A file of a run folder cannot be read; the message names it and says what to do."""


class Journal:
    """The memory of one run. Thread-safe: scenes write from threads of their own."""

    def __init__(self, folder: RunFolder, sink: Callable[[Event], None]) -> None:
        self.folder = folder
        self._sink = sink
        self._lock = threading.Lock()
        self._log = folder.file(EVENTS)
        self._seen = {event.key for event in load_events(self._log)}
        drop_torn_line(self._log)

    @property
    def resumed(self) -> bool:
        """Whether the run had begun before."""
        return bool(self._seen)

    def count(self, kind: str) -> int:
        """How many events of a kind the log holds."""
        return sum(key.split("/", 1)[0] == kind for key in self._seen)

    def count_of(self, kind: str, scene_id: str, t: int) -> int:
        """How many events of a kind the log holds for one iteration."""
        return sum(key.startswith(f"{kind}/{scene_id}/{t}/") for key in self._seen)

    def emit(self, event: Event) -> None:
        """Append an event and hand it on, unless the log has it already."""
        with self._lock:
            if event.key in self._seen:
                return
            stamped = event.model_copy(update={"at": datetime.now(UTC).isoformat()})
            _append(self._log, stamped.model_dump_json().encode() + b"\n")
            self._seen.add(event.key)
        self._sink(stamped)

    def recall(self, path: Path, kind: type[T]) -> T | None:
        """The value of a finished step, None if the step is still to be done."""
        return read_step(self.folder, path, kind)

    def keep(self, path: Path, value: object) -> None:
        """Record a finished step."""
        write_atomically(path, TypeAdapter(type(value)).dump_json(value, indent=1))

    def step(self, path: Path, kind: type[T], compute: Callable[[], T]) -> T:
        """Recall the step or do it."""
        value = self.recall(path, kind)
        if value is None:
            value = compute()
            self.keep(path, value)
        return value


def read_step(folder: RunFolder, path: Path, kind: type[T]) -> T | None:
    """The value of a finished step of a run, None if the step is still to be done.

    Raises `RunDamagedError`.
    """
    if not path.exists():
        return None
    try:
        return TypeAdapter(kind).validate_json(path.read_bytes())
    except (ValidationError, OSError) as error:
        raise RunDamagedError(
            f"{path} of run {folder.run_id} cannot be read back "
            f"({type(error).__name__}). Delete this one file to repeat the step, then resume."
        ) from error


def load_events(log: Path) -> tuple[Event, ...]:
    """The events of a log in order; a line that a kill tore is passed over.

    Raises `RunDamagedError` if any other line is not an event.
    """
    if not log.exists():
        return ()
    lines = log.read_bytes().split(b"\n")
    events = []
    for number, line in enumerate(lines[:-1], start=1):
        try:
            events.append(EVENT.validate_json(line))
        except ValidationError as error:
            raise RunDamagedError(
                f"line {number} of {log} is not an event of this version of the studio"
            ) from error
    return tuple(events)


def _append(log: Path, line: bytes) -> None:
    """Add a line whole or not at all: on a full disk half of it would spoil the next one."""
    with log.open("ab", buffering=0) as stream:
        before = stream.seek(0, os.SEEK_END)
        try:
            if stream.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(log))
            os.fsync(stream.fileno())
        except OSError:
            stream.truncate(before)
            raise


def drop_torn_line(log: Path) -> None:
    """Cut off what a kill left behind after the last complete line."""
    if not log.exists():
        return
    data = log.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole != len(data):
        with log.open("r+b") as stream:
            stream.truncate(whole)


def read_json(path: Path) -> dict[str, object]:
    """A JSON object from a file of a run; raises `RunDamagedError`."""
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise RunDamagedError(f"{path} cannot be read ({type(error).__name__})") from error
    if not isinstance(value, dict):
        raise RunDamagedError(f"{path} does not hold a JSON object")
    return value
