"""`./run bench window`: what the window costs and whether it stays alive under work."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app.bench.report import Figure, Report, figure
from app.errors import failed
from app.paths import HOME_VARIABLE, RESOURCES
from pipeline.render_port import CancelToken

ROOT = Path(__file__).resolve().parents[2]
STARTS, QUICK_STARTS = 9, 3
IDLE_SECONDS = 4.0


def run(quick: bool, say: Callable[[str], None], cancel: CancelToken) -> Report:
    """All figures; takes about two minutes.

    Raises:
        StudioError: a window did not start, or the run that is needed could not be made.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(prefix="studio-window-") as folder:
        home = Path(folder) / "home"
        os.environ[HOME_VARIABLE] = str(home)
        figures = _starts(QUICK_STARTS if quick else STARTS, say, cancel)
        say("Making two animations to show ...")
        for sample in ("fourier_transform.md", "scaled_dot_product_attention.md"):
            cancel.check()
            _make(sample)
        from ui.bench.inside import measure

        figures += measure(home, say)
    where = (
        "Offscreen: no screen and no graphics card take part."
        if os.environ["QT_QPA_PLATFORM"] == "offscreen"
        else f"On a screen, through Qt's {os.environ['QT_QPA_PLATFORM']}."
    )
    notes = (f"{where} Other work on the machine counts.",)
    return Report(name="window", figures=tuple(figures), notes=notes)


def _usual() -> dict[str, str]:
    """The environment of a start as people have it: Python keeps what it compiled of modules, so
    that only the first start after an update compiles them."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _starts(count: int, say: Callable[[str], None], cancel: CancelToken) -> list[Figure]:
    bare, studio = [], []
    heavy: set[str] = set()
    for number in range(count):
        cancel.check()
        say(f"Starting windows, {number + 1} of {count} ...")
        bare.append(_start("bare", 0.0)[0])
        seconds, found, _ = _start("studio", 0.0)
        studio.append(seconds)
        heavy |= set(found)
    _, _, memory = _start("studio", IDLE_SECONDS)
    ratio = statistics.median(studio) / statistics.median(bare)
    return [
        figure("start to first paint, against a bare window", ratio, "", 1.6),
        figure("start to first paint", statistics.median(studio), "s"),
        figure("heavy modules loaded by then", float(len(heavy)), "", 0),
        figure("memory of the idle window", memory / 1e6, "MB", 220),
    ]


def _start(kind: str, idle: float) -> tuple[float, list[str], int]:
    command = [sys.executable, "-m", "ui.bench.starts", kind, str(idle)]
    began = time.time()
    done = subprocess.run(
        command, cwd=ROOT, env=_usual(), capture_output=True, text=True, check=False
    )
    if done.returncode != 0 or not done.stdout.strip():
        raise failed("A window did not start.", done.stderr.strip()[-300:])
    told = json.loads(done.stdout)
    return told["painted"] - began, told["heavy"], told["memory"]


def _make(sample: str) -> None:
    path = RESOURCES / "samples" / sample
    command = [sys.executable, str(ROOT / "main.py"), "make", str(path), "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise failed(f"No animation of {sample} could be made.", done.stderr.strip()[-300:])


def many_runs(home: Path, target: Path, count: int) -> None:
    """A data folder with so many runs of the shape of a real one, without their videos."""
    source = sorted((home / "runs").iterdir())[-1]
    for number in range(count):
        folder = target / "runs" / f"20260101-{number // 60:06d}-{number:04x}"
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("*.mp4", "tex", ".lock"))
