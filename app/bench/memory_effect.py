"""`bench memory-effect`: does a grown memory spare later tasks their reflection rounds?

The fixed-probe design of ManimAgent, section 4.3, with the offline cast: a bank grows on the
build sections and is frozen; then the probe sections, which are of other papers, are run
read-only with an empty bank, with a shuffled twin of the snapshot (the same records, but none
keeps a context of its own section) and with the snapshot. The conditions share no render cache.

Three measures. Reflection rounds and scores are those of the loop. The yardstick is one that no
gate reads: the share of first-attempt scene time under an error finding, from a second reading of
the geometry with other thresholds. A first attempt that did not render counts as score 0 and
yardstick 1, for every condition alike.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from app.bench.report import Figure, Report, figure, spread
from app.paths import RESOURCES
from app.version import STUDIO_VERSION
from memory_store.bank import Bank
from memory_store.embedding import MiniLmEmbedder
from memory_store.snapshot import Snapshot, shuffled_twin
from pipeline.agents.offline.assembly import offline_cast
from pipeline.agents.offline.review import lost_content
from pipeline.inspection.findings import error_seconds, inspect
from pipeline.inspection.thresholds import YARDSTICK
from pipeline.intake.benchmark import load_tasks
from pipeline.loop.services import Memory, Services
from pipeline.loop.task import RunOutcome, run_task
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.run.manifest import Manifest, utc_now
from pipeline.schema.base import Value
from pipeline.schema.iteration import SceneTrace
from pipeline.schema.task import Task
from pipeline.schema.trace import GeometryTrace
from pipeline.settings import MemoryMode, RunSettings, Split

BENCHMARK = RESOURCES / "benchmark"
CONDITIONS = ("empty", "shuffled", "frozen")
SEED = 20260
FALL_BAR = -50.0
"""Percent; the paper's fall is from 12.2 to 6.5 rounds, -47%."""
MIN_ROUNDS = 1.0
"""Rounds a section that the empty bank must need for a comparison to mean anything."""
QUICK_PROBES = 3

Progress = Callable[[str], None]


class ProbeResult(Value):
    """One probe section under one condition."""

    section: str
    condition: str
    rounds: int
    first_score: float
    final_score: float
    yardstick: float
    longest_scene: float


def run(quick: bool, progress: Progress, cancel: CancelToken) -> Report:
    """Grow, freeze, probe, compare."""
    began = time.monotonic()
    builds, probes = load_tasks(BENCHMARK, "build"), load_tasks(BENCHMARK, "probe")
    if quick:
        probes = probes[:QUICK_PROBES]
        builds = builds[: 2 * QUICK_PROBES]
    with (
        tempfile.TemporaryDirectory(prefix="studio-bench-") as name,
        MiniLmEmbedder() as embedder,
    ):
        embedder.start()
        lab = _Lab(Path(name), embedder, progress, cancel)
        try:
            lab.grow([b.task for b in builds])
            results = lab.probe([(p.section.id, p.task) for p in probes])
            records = lab.records
        finally:
            lab.close()
    return _report(results, records, len(builds), time.monotonic() - began)


class _Lab:
    """The bank, its frozen and shuffled copies, and the runs on them."""

    def __init__(
        self, root: Path, embedder: MiniLmEmbedder, progress: Progress, cancel: CancelToken
    ) -> None:
        self._root = root
        self._embedder = embedder
        self._progress = progress
        self._cancel = cancel
        self._cast = offline_cast()
        self._count = 0
        # No render cache: a condition must not profit from what another has drawn.
        self._renderer = SandboxRenderer(scratch_root=root / "scratch", workers=2)
        self.records: dict[str, int] = {}

    def close(self) -> None:
        """End the render workers."""
        self._renderer.close()

    def grow(self, tasks: list[Task]) -> None:
        """Run the build sections one after another on one bank, then freeze and shuffle it."""
        with Bank.open(self._root / "bank", self._embedder, create=True) as bank:
            for number, task in enumerate(tasks, start=1):
                outcome = self._run(task, bank, "rw", "build", parallel=2)
                self._progress(
                    f"build {number}/{len(tasks)} {task.section_id}: {outcome.rounds} rounds, "
                    f"{len(outcome.learned.added)} records"
                )
            self.records = bank.stats().by_polarity
            bank.freeze("frozen", self._root, studio_version=STUDIO_VERSION)
        with Snapshot.open(self._root / "frozen", self._embedder) as snapshot:
            shuffled_twin(snapshot, self._root / "shuffled", seed=SEED)
        with Bank.open(self._root / "nothing", self._embedder, create=True) as bank:
            bank.freeze("empty", self._root, studio_version=STUDIO_VERSION)

    def probe(self, tasks: list[tuple[str, Task]]) -> list[ProbeResult]:
        """Every probe under every condition, two runs at a time."""
        jobs = [(name, task, c) for name, task in tasks for c in CONDITIONS]
        snapshots = {c: Snapshot.open(self._root / c, self._embedder) for c in CONDITIONS}
        try:
            with ThreadPoolExecutor(2) as pool:
                futures = [
                    pool.submit(self._probe, name, task, condition, snapshots[condition])
                    for name, task, condition in jobs
                ]
                return [future.result() for future in futures]
        finally:
            for snapshot in snapshots.values():
                snapshot.close()

    def _probe(self, name: str, task: Task, condition: str, memory: Memory) -> ProbeResult:
        folder = self._folder()
        outcome = self._run(task, memory, "ro", "probe", parallel=1, folder=folder)
        result = ProbeResult(
            section=name,
            condition=condition,
            rounds=outcome.rounds,
            first_score=statistics.fmean(first_score(t) for t in outcome.scenes),
            final_score=statistics.fmean(final_score(t) for t in outcome.scenes),
            yardstick=yardstick(folder, outcome.scenes),
            longest_scene=max(i.result.duration for t in outcome.scenes for i in t.iterations),
        )
        self._progress(
            f"probe {name}, {condition}: {result.rounds} rounds, first {result.first_score:.1f}, "
            f"final {result.final_score:.1f}, yardstick {result.yardstick:.2f}"
        )
        return result

    def _folder(self) -> RunFolder:
        self._count += 1
        folder = RunFolder(self._root / "runs" / f"run{self._count}")
        folder.root.mkdir(parents=True)
        return folder

    def _run(
        self,
        task: Task,
        memory: Memory,
        mode: MemoryMode,
        split: Split,
        parallel: int,
        folder: RunFolder | None = None,
    ) -> RunOutcome:
        folder = folder or self._folder()
        settings = RunSettings(
            max_scenes=3, memory_mode=mode, split=split, parallel_scenes=parallel, repair=False
        )
        manifest = Manifest(
            run=folder.run_id,
            title=task.title,
            studio_version=STUDIO_VERSION,
            manim_version="",
            python_version="",
            platform="",
            cast=self._cast.name,
            language_model=False,
            agents=self._cast.versions,
            settings=settings,
            started=utc_now(),
        )
        services = Services(
            cast=self._cast,
            renderer=self._renderer,
            cancel=self._cancel,
            lost_content=lost_content,
            memory=memory,
        )
        events = run_task(task, folder, manifest, services)
        while True:
            try:
                next(events)
            except StopIteration as done:
                outcome: RunOutcome = done.value
                return outcome


def first_score(trace: SceneTrace) -> float:
    """u of the first attempt; 0 if it did not render."""
    return trace.iterations[0].u or 0.0


def final_score(trace: SceneTrace) -> float:
    """u of the delivered rendition; 0 for a skipped scene."""
    return (trace.best.u or 0.0) if trace.best else 0.0


def yardstick(folder: RunFolder, traces: tuple[SceneTrace, ...]) -> float:
    """Share of first-attempt scene time under an error finding, in [0, 1], second thresholds."""
    bad = total = 0.0
    for trace in traces:
        first = trace.iterations[0]
        if not first.result.ok or first.result.geometry is None:
            # Nothing to watch: as bad as a scene of the intended length can be.
            bad += trace.spec.duration_hint
            total += trace.spec.duration_hint
            continue
        path = folder.iteration(trace.scene_id, 0) / first.result.geometry
        geometry = GeometryTrace.model_validate_json(path.read_bytes())
        findings = inspect(geometry, thresholds=YARDSTICK)
        bad += error_seconds(findings, geometry.duration)
        total += geometry.duration
    return bad / total if total else 0.0


def _report(
    results: list[ProbeResult], records: dict[str, int], builds: int, seconds: float
) -> Report:
    by = {c: [r for r in results if r.condition == c] for c in CONDITIONS}
    probes = len(by["empty"])
    total = {c: sum(r.rounds for r in rs) for c, rs in by.items()}
    final = {c: statistics.fmean(r.final_score for r in rs) for c, rs in by.items()}
    figures: list[Figure] = []
    for condition, rows in by.items():
        figures += _condition_figures(condition, rows)
    enough = total["empty"] >= MIN_ROUNDS * probes
    if enough:
        fall = 100 * (total["frozen"] - total["empty"]) / total["empty"]
        figures.append(figure("rounds, frozen against empty", fall, "%", FALL_BAR))
    figures += [
        figure("rounds a section, empty", total["empty"] / probes, "rounds", 1.0, "at least"),
        figure(
            "rounds, frozen against shuffled",
            total["frozen"] - total["shuffled"],
            "rounds",
            0.0,
            "below",
        ),
        figure(
            "final score, frozen against empty",
            final["frozen"] - final["empty"],
            "points",
            0.0,
            "at least",
        ),
        figure("duration of the benchmark", seconds / 60, "minutes", 30.0),
        figure("longest scene", max(r.longest_scene for r in results), "s", 25.0),
    ]
    notes = [
        f"{builds} build sections gave {records}; {probes} probe sections of other papers.",
        *(_probe_line(rows) for rows in _by_section(results)),
    ]
    if not enough:
        notes.append("too few rounds to compare: the empty bank needs under one a section")
    return Report(name="memory-effect", figures=tuple(figures), notes=tuple(notes))


def _condition_figures(condition: str, rows: list[ProbeResult]) -> list[Figure]:
    rounds = [float(r.rounds) for r in rows]
    return [
        figure(f"{condition}: rounds, total", sum(rounds), "rounds"),
        figure(f"{condition}: rounds a section", statistics.fmean(rounds), "rounds"),
        figure(f"{condition}: rounds, spread over probes", spread(rounds), "rounds (sd)"),
        figure(f"{condition}: first score", statistics.fmean(r.first_score for r in rows), "u"),
        figure(f"{condition}: final score", statistics.fmean(r.final_score for r in rows), "u"),
        figure(
            f"{condition}: yardstick",
            statistics.fmean(r.yardstick for r in rows),
            "of first-attempt time",
        ),
    ]


def _by_section(results: list[ProbeResult]) -> list[list[ProbeResult]]:
    sections = dict.fromkeys(r.section for r in results)
    return [[r for r in results if r.section == section] for section in sections]


def _probe_line(rows: list[ProbeResult]) -> str:
    parts = ", ".join(
        f"{r.condition} {r.rounds} (first {r.first_score:.0f}, final {r.final_score:.0f}, "
        f"yardstick {r.yardstick:.2f})"
        for r in rows
    )
    return f"{rows[0].section}: {parts}"
