"""The walls around model-written programs, by running into them."""

import os
import socket
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from app.doctor.check import CheckFailed, in_child

SECONDS = 30.0
REMEDY = (
    "Programs are still checked before they run, watched from inside Python, limited in time and "
    "memory, and run in a scratch folder. Do not render programs from strangers on this machine; "
    "a Linux kernel of version 6.7 or newer has every layer."
)


def isolation_layers() -> str:
    """A confined process reads, writes and connects to nothing outside its folder."""
    with tempfile.TemporaryDirectory(prefix="doctor-") as name:
        folder = Path(name)
        (folder / "private.txt").write_text("private", encoding="utf-8")
        job = folder / "job"
        job.mkdir()
        found = in_child("app.doctor.isolation:run_into_walls", SECONDS, job)
        if found["open"] == "" and (folder / "escaped.txt").exists():
            found["open"] = "writing outside"
    layers = found["layers"] or "no layer of the operating system"
    if found["open"]:
        raise CheckFailed(f"{layers}; not closed: {found['open']}", REMEDY)
    return f"{layers}; files outside the job and the network are closed"


def run_into_walls() -> dict[str, str]:
    """Runs in the child, whose working folder is the job's."""
    from pipeline.render.confine import Access, confine

    here = os.getcwd()
    layers = confine(Access(write=[here], read=[sys.prefix, sys.base_prefix]))
    attempts: dict[str, Callable[[], object]] = {
        "reading outside": lambda: Path(here, "..", "private.txt").read_text(encoding="utf-8"),
        "writing outside": lambda: Path(here, "..", "escaped.txt").write_text("", encoding="utf-8"),
        "the network": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM).close(),
    }
    return {
        "layers": ", ".join(f"{name} ({detail})" for name, detail in layers.items()),
        "open": ", ".join(name for name, attempt in attempts.items() if _works(attempt)),
    }


def _works(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return False
    return True
