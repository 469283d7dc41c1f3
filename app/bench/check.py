"""`bench check`: what a static check costs, and whether it refuses programs that work.

Warm is one call in a running process, its tables loaded. Cold is the whole command from its start
to its end, less a bare interpreter measured in turn with it. A false alarm is an error about an
example of Manim's documentation that renders; the examples that do not are listed with their
reasons in `resources/bench/not_rendering.json`.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app.bench.docstrings import NOT_RENDERING, manim_examples
from app.bench.report import Figure, Report, figure
from app.environment import without_secrets
from app.errors import failed
from app.paths import HOME_VARIABLE, RESOURCES
from pipeline.agents.offline.coder import OfflineCoder
from pipeline.agents.offline.storyboard.storyboarder import OfflineStoryboarder
from pipeline.agents.protocols import CodeRequest
from pipeline.checks import check_program, load_tables
from pipeline.checks.report import ALL_GROUPS
from pipeline.intake.reading import read_task
from pipeline.render_port import CancelToken

ROOT = RESOURCES.parent
_LINES = 200
# Many examples are still pictures, and their scenes are named by the directive.
_CORPUS_GROUPS = ALL_GROUPS - {"scene", "plays"}


def run(quick: bool, progress: Callable[[str], None], cancel: CancelToken) -> Report:
    """Measure the check of one program warm and cold, and check all of Manim's examples."""
    with tempfile.TemporaryDirectory(prefix="studio-bench-") as name:
        folder = Path(name)
        began = time.perf_counter()
        load_tables(folder / "tables")
        built = time.perf_counter() - began
        scene, program = _program()
        progress(f"{scene}, {len(program.splitlines())} lines, warm")
        warm, best = _warm(scene, program, folder / "tables", 20 if quick else 60)
        progress("the whole command, cold")
        cold, bare = _cold(scene, program, folder, 3 if quick else 9, cancel)
        progress("all examples of Manim's documentation")
        corpus, alarms = _corpus(folder / "tables", cancel)
    lines = len(program.splitlines())
    return Report(
        name="check",
        figures=(
            figure(f"warm check of {lines} lines", 1000 * warm, "ms", 30.0),
            figure("the fastest of them", 1000 * best, "ms"),
            figure("cold command beyond the bare interpreter", 1000 * (cold - bare), "ms", 250.0),
            figure("bare interpreter", 1000 * bare, "ms"),
            figure("building the tables, once per Manim", built, "s", 3.0),
            *corpus,
        ),
        notes=(
            "medians; the program is one of the built-in cast",
            *(f"false alarm: {alarm}" for alarm in alarms),
        ),
    )


def _program() -> tuple[str, str]:
    """The program of the built-in cast whose length is nearest to the wanted one."""
    storyboarder, coder = OfflineStoryboarder(), OfflineCoder()
    found = []
    for file in sorted((RESOURCES / "samples").glob("*.md")):
        task = read_task(file)
        for spec in storyboarder.storyboard(task, 3).scenes:
            program = coder.write(CodeRequest(task=task, spec=spec, slots=None)).program
            found.append((abs(len(program.splitlines()) - _LINES), spec.name, program))
    _, name, program = min(found)
    return name, program


def _warm(scene: str, program: str, tables: Path, times: int) -> tuple[float, float]:
    """Median and least seconds of a check in this process."""
    check_program(program, scene, cache_dir=tables)
    seconds = []
    for number in range(times):
        fresh = f"{program}# {number}\n"  # a text that was not seen before is parsed anew
        began = time.perf_counter()
        check_program(fresh, scene, cache_dir=tables)
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds), min(seconds)


def _cold(
    scene: str, program: str, folder: Path, times: int, cancel: CancelToken
) -> tuple[float, float]:
    """Median seconds of the command `check`, and of an interpreter that does nothing."""
    file = folder / "scene.py"
    file.write_text(program, encoding="utf-8")
    command = [sys.executable, str(ROOT / "main.py"), "check", str(file), "--scene", scene]
    home = without_secrets() | {HOME_VARIABLE: str(folder / "home")}
    _seconds(command, home)  # builds the tables of that data folder
    checks, bares = [], []
    for _ in range(times):
        cancel.check()
        checks.append(_seconds(command, home))
        bares.append(_seconds([sys.executable, "-c", "pass"], home))
    return statistics.median(checks), statistics.median(bares)


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, env=environment, cwd=ROOT, check=False)
    if done.returncode != 0:
        raise failed(f"`{' '.join(command[:3])}` ended with {done.returncode}.", "Run it by hand.")
    return time.perf_counter() - began


def _corpus(tables: Path, cancel: CancelToken) -> tuple[tuple[Figure, ...], list[str]]:
    """Counts over all examples, and the errors about those that render."""
    programs = errors = warnings = 0
    alarms: list[str] = []
    began = time.perf_counter()
    for example in manim_examples():
        cancel.check()
        report = check_program(
            example.program, example.scene, rules=_CORPUS_GROUPS, cache_dir=tables
        )
        found = [f for f in report.findings if f.severity == "error"]
        programs += 1
        errors += len(found)
        warnings += sum(f.severity == "warning" for f in report.findings)
        if example.key not in NOT_RENDERING:
            alarms += [f"{example.key}, line {f.line}: {f.message}" for f in found]
    seconds = time.perf_counter() - began
    figures = (
        figure("documentation examples", programs, "programs"),
        figure("of them known not to render", len(NOT_RENDERING), "programs"),
        figure("errors", errors, "findings"),
        figure("warnings", warnings, "findings"),
        figure("false alarms", len(alarms), "errors", 0.0),
        figure("time for all of them", seconds, "s"),
    )
    return figures, alarms
