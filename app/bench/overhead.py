"""`bench overhead`: one sample through the whole command, watched from outside.

Overhead is the share of the command's wall time during which no scene was being rendered and no
model was answering (the offline cast has none). Peak memory is that of the main process alone.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from app.bench.report import Report, figure
from app.environment import without_secrets
from app.errors import failed
from app.paths import HOME_VARIABLE, RESOURCES
from pipeline.events import Rendered, RenderStarted
from pipeline.render_port import CancelToken
from pipeline.run.folder import EVENTS
from pipeline.run.journal import load_events

ROOT = RESOURCES.parent
SAMPLE = RESOURCES / "samples" / "fourier_transform.md"


def run(quick: bool, progress: Callable[[str], None], cancel: CancelToken) -> Report:
    """Run the README's main command with an empty data folder and read its event log."""
    with tempfile.TemporaryDirectory(prefix="studio-bench-") as home:
        seconds, peak, document = _make(Path(home), cancel)
        events = load_events(Path(str(document["dir"])) / EVENTS)
    drawing = rendering_seconds([e for e in events if isinstance(e, (RenderStarted, Rendered))])
    share = 100 * (1 - drawing / seconds)
    return Report(
        name="overhead",
        figures=(
            figure("neither drawing nor model", share, "% of wall time", 15.0),
            figure("one sample, whole command", seconds, "s", 90.0),
            figure("peak memory of the main process", peak, "MB", 400.0),
            figure("rendering", drawing, "s"),
        ),
        notes=(f"sample {SAMPLE.name}, empty data folder, {os.cpu_count()} cores",),
    )


def rendering_seconds(events: list[RenderStarted | Rendered]) -> float:
    """Seconds in which at least one render was under way, from the events of a run."""
    began: dict[tuple[str, int], datetime] = {}
    spans: list[tuple[datetime, datetime]] = []
    for event in events:
        step = (event.scene_id, event.t)
        if isinstance(event, RenderStarted):
            began[step] = datetime.fromisoformat(event.at)
        elif step in began:
            spans.append((began[step], datetime.fromisoformat(event.at)))
    total, end = 0.0, None
    for start, stop in sorted(spans):
        if end is not None and start < end:
            start = end
        if stop > start:
            total += (stop - start).total_seconds()
            end = stop
    return total


def _make(home: Path, cancel: CancelToken) -> tuple[float, float, dict[str, object]]:
    """Wall seconds, peak resident megabytes and the JSON document of one `make`."""
    arguments = ("make", str(SAMPLE), "--no-repair", "--json")
    command = [sys.executable, str(ROOT / "main.py"), *arguments]
    environment = without_secrets() | {HOME_VARIABLE: str(home)}
    peak = 0.0
    began = time.perf_counter()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, cwd=ROOT
    ) as process:
        while process.poll() is None:
            peak = max(peak, _resident_megabytes(process.pid))
            if cancel.wait(0.1):
                process.terminate()
                cancel.check()
        seconds = time.perf_counter() - began
        assert process.stdout is not None
        answer = process.stdout.read()
    if process.returncode != 0:
        raise failed(f"`make` ended with {process.returncode}: {answer[:300]!r}", "Run it by hand.")
    document: dict[str, object] = json.loads(answer)
    return seconds, peak, document


def _resident_megabytes(pid: int) -> float:
    """Peak resident memory so far; 0 where the system does not tell."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0.0
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0
