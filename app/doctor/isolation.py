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
    layers = _layers(found["layers"].split())
    if found["open"]:
        raise CheckFailed(f"not closed: {found['open']}; {layers}", REMEDY)
    return f"files outside the job and the network are closed; {layers}"


def _layers(held: list[str]) -> str:
    """The layers by name, those that do not hold with the reason."""
    from pipeline.render import isolation_report

    report = [layer for layer in isolation_report(dict.fromkeys(held, "")) if layer[0] != "TeX"]
    active = ", ".join(name for name, holds, _ in report if holds)
    missing = "; ".join(f"no {name}: {detail}" for name, holds, detail in report if not holds)
    return f"layers: {active}" + (f"; {missing}" if missing else "")


def run_into_walls() -> dict[str, str]:
    """Runs in the child, whose working folder is the job's: the layers that hold, what is open."""
    from pipeline.render.confine import Access, confine

    here = os.getcwd()
    layers = confine(Access(write=[here], read=[sys.prefix, sys.base_prefix]))
    attempts: dict[str, Callable[[], object]] = {
        "reading outside": lambda: Path(here, "..", "private.txt").read_text(encoding="utf-8"),
        "writing outside": lambda: Path(here, "..", "escaped.txt").write_text("", encoding="utf-8"),
        "the network": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM).close(),
    }
    return {
        "layers": " ".join(layers),
        "open": ", ".join(name for name, attempt in attempts.items() if _works(attempt)),
    }


def _works(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return False
    return True
