"""`bench pipeline`: a task of three scenes on an endpoint with a fixed delay, against the ideal.

The ideal schedule is computed from the delay and the measured time of each render: every step
begins as soon as the step before it is done and there is room among the calls that the profile
allows and the renders that go on at a time. What the run takes longer is the studio's own work
(checks, geometry, files, memory) and whatever waited without need.
"""

import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from app.bench.replay import SCENES, ReplayServer
from app.bench.report import Report, figure
from app.bench.schedule import Chain, Work, makespan
from app.studio import make_check
from app.version import STUDIO_VERSION
from memory_store.bank import Bank
from memory_store.embedding import MiniLmEmbedder
from pipeline.agents.model.cast import model_cast
from pipeline.agents.offline.review import lost_content
from pipeline.loop.services import Services
from pipeline.loop.task import RunOutcome, run_task
from pipeline.models.endpoint import ModelChat
from pipeline.models.ledger import Ledger
from pipeline.models.profile import Limits, ModelChoice, Profile
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.run.manifest import Manifest, utc_now
from pipeline.schema.iteration import Iteration, SceneTrace
from pipeline.schema.render import RenderResult, RenderSettings
from pipeline.schema.task import Task
from pipeline.settings import RunSettings

DELAY = 1.0
"""Seconds that the endpoint thinks; short against a real model, so that waste shows."""
PARALLEL = 4
RENDERS = 2
BAR = 1.25
TASK = Task(
    text="Doubling and halving multiply by a fixed factor; a balance compares the two.",
    role="method",
    title="Factors",
)


class _TimedRenderer:
    """Lets so many renders on at a time and notes how long each takes by itself."""

    def __init__(self, renderer: SandboxRenderer) -> None:
        self._renderer = renderer
        self._room = threading.BoundedSemaphore(RENDERS)
        self.seconds: dict[Path, float] = {}

    def render(
        self, program: str, scene: str, folder: Path, settings: RenderSettings, cancel: CancelToken
    ) -> RenderResult:
        """See `pipeline.render_port.Renderer`."""
        with self._room:
            began = time.perf_counter()
            result = self._renderer.render(program, scene, folder, settings, cancel)
            self.seconds[folder] = time.perf_counter() - began
        return result

    def close(self) -> None:
        """See `pipeline.render_port.Renderer`."""
        self._renderer.close()


def run(quick: bool, progress: Callable[[str], None], cancel: CancelToken) -> Report:
    """Run the task a few times; the figures are medians."""
    walls, ideals, serials, calls = [], [], [], 0
    with tempfile.TemporaryDirectory(prefix="studio-bench-") as name, MiniLmEmbedder() as embedder:
        root = Path(name)
        embedder.start()
        embedder.context(TASK.text, TASK.role)
        renderer = SandboxRenderer(scratch_root=root / "scratch", workers=RENDERS)
        try:
            renderer.ready()
            for number in range(1 if quick else 3):
                wall, ideal, serial, calls = _once(root / f"r{number}", embedder, renderer, cancel)
                progress(f"run {number + 1}: {wall:.2f} s, ideal {ideal:.2f} s")
                walls.append(wall)
                ideals.append(ideal)
                serials.append(serial)
        finally:
            renderer.close()
    ratios = [wall / ideal for wall, ideal in zip(walls, ideals, strict=True)]
    return Report(
        name="pipeline",
        figures=(
            figure("wall time against the ideal schedule", statistics.median(ratios), "x", BAR),
            figure("wall time", statistics.median(walls), "s"),
            figure("ideal schedule", statistics.median(ideals), "s"),
            figure("all steps one after another", statistics.median(serials), "s"),
            figure("calls", calls, ""),
        ),
        notes=(
            f"{len(SCENES)} scenes, {DELAY:g} s a call, {PARALLEL} calls and {RENDERS} renders "
            "at a time; encoder, fork server and client library warm",
        ),
    )


def _once(
    root: Path, embedder: MiniLmEmbedder, renderer: SandboxRenderer, cancel: CancelToken
) -> tuple[float, float, float, int]:
    """Wall seconds, ideal seconds, seconds one after another, and the number of calls."""
    folder = RunFolder(root / "runs" / "bench")
    folder.root.mkdir(parents=True)
    settings = RunSettings(max_scenes=len(SCENES), parallel_scenes=len(SCENES))
    timed = _TimedRenderer(renderer)
    with (
        ReplayServer(DELAY) as server,
        Bank.open(root / "bank", embedder, create=True) as bank,
    ):
        chat = ModelChat(_profile(server.base_url), {}, cancel)
        chat.models()  # loads the client library
        ledger = Ledger(chat, cancel)
        services = Services(
            cast=model_cast(ledger),
            renderer=timed,
            cancel=cancel,
            lost_content=lost_content,
            check=make_check(settings),
            memory=bank,
            ledger=ledger,
        )
        services.check("", SCENES[0])  # its tables are made once for a Manim version
        began = time.perf_counter()
        outcome = _drive(folder, settings, services)
        wall = time.perf_counter() - began
        spent = ledger.table().total
    if spent.tokens != server.tokens or any(t.delivered is None for t in outcome.scenes):
        raise AssertionError("the benchmark's own script was not followed")
    phases = _phases(folder, outcome, timed.seconds)
    ideal = sum(makespan(chains, PARALLEL, RENDERS) for chains in phases)
    serial = sum(step.seconds for chains in phases for chain in chains for step in chain)
    return wall, ideal, serial, server.calls


def _profile(base_url: str) -> Profile:
    choice = ModelChoice(base_url=base_url, model="replay")
    limits = Limits(parallel=PARALLEL)
    return Profile(name="bench", text=choice, vision=choice, limits=limits)


def _drive(folder: RunFolder, settings: RunSettings, services: Services) -> RunOutcome:
    manifest = Manifest(
        run=folder.run_id,
        title=TASK.title,
        studio_version=STUDIO_VERSION,
        manim_version="",
        python_version="",
        platform="",
        cast="model",
        language_model=True,
        agents=services.cast.versions,
        settings=settings,
        started=utc_now(),
    )
    running = run_task(TASK, folder, manifest, services)
    while True:
        try:
            next(running)
        except StopIteration as done:
            outcome: RunOutcome = done.value
            return outcome


def _phases(
    folder: RunFolder, outcome: RunOutcome, renders: dict[Path, float]
) -> list[list[Chain]]:
    """What has to follow on what: the storyboard, then the scenes, then what is learned."""
    call = Work(kind="call", seconds=DELAY)
    scenes = [_chain(folder, trace, renders) for trace in outcome.scenes]
    return [[[call]], scenes, [[call] for _ in outcome.learned.added]]


def _chain(folder: RunFolder, trace: SceneTrace, renders: dict[Path, float]) -> Chain:
    chain: list[Work] = []
    for iteration in trace.iterations:
        place = folder.iteration(trace.scene_id, iteration.candidate.t)
        chain.append(Work(kind="call", seconds=DELAY))
        if place in renders:
            chain.append(Work(kind="render", seconds=renders[place]))
        if _was_judged(iteration):
            chain.append(Work(kind="call", seconds=DELAY))
    return chain


def _was_judged(iteration: Iteration) -> bool:
    return iteration.review is not None or iteration.hint is not None
