"""Queues whose runs are played by the scripted cast and renderer, so that every path is quick."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app import run_session
from app.jobs.queue import RunQueue
from app.jobs.updates import JobEnded, JobHandle, JobUpdate
from app.paths import DataPaths
from app.players import Players
from app.run_plan import RunPlan
from pipeline.loop.services import Services
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.run.manifest import MemoryUse
from pipeline.schema.task import Task
from pipeline.settings import RunSettings
from tests.loop.memories import ListMemory
from tests.loop.scripted import ScriptedCast, ScriptedRenderer, nothing_lost, program

PATIENCE = 60.0


@dataclass
class Script:
    """What the runs of a test do; each start of a run gets a new cast and renderer."""

    programs: dict[str, list[str]] = field(
        default_factory=lambda: {"Swing": [program("u=60"), program("u=95")]}
    )
    before: Callable[[int], None] = lambda _: None
    opening: Callable[[], None] = lambda: None
    memory: ListMemory = field(default_factory=ListMemory)
    casts: list[ScriptedCast] = field(default_factory=list)
    told_apart: dict[str, int] = field(default_factory=dict)

    def players(self, plan: RunPlan, paths: DataPaths, cancel: CancelToken) -> Players:
        cast = ScriptedCast(self.programs)
        for scene, count in self.told_apart.items():
            cast.skip(scene, count)
        self.casts.append(cast)
        return Players(cast)

    @contextmanager
    def services(
        self,
        plan: RunPlan,
        paths: DataPaths,
        folder: RunFolder,
        cancel: CancelToken,
        players: Players,
    ) -> Iterator[tuple[Services, MemoryUse]]:
        self.opening()
        yield (
            Services(
                cast=players.cast,
                renderer=ScriptedRenderer(before=self.before),
                cancel=cancel,
                lost_content=nothing_lost,
                memory=None if plan.settings.memory_mode == "off" else self.memory,
            ),
            MemoryUse(),
        )


@dataclass
class Updates:
    """A sink that keeps what it is told, and waits for what a test expects."""

    told: list[JobUpdate] = field(default_factory=list)
    threads: set[str] = field(default_factory=set)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def __call__(self, update: JobUpdate) -> None:
        with self.changed:
            self.told.append(update)
            self.threads.add(threading.current_thread().name)
            self.changed.notify_all()

    def wait(self, fits: Callable[[JobUpdate], bool]) -> JobUpdate:
        with self.changed:
            assert self.changed.wait_for(lambda: any(map(fits, self.told)), PATIENCE), self.told
            return next(update for update in self.told if fits(update))

    def end_of(self, job: JobHandle) -> JobEnded:
        ended = self.wait(lambda u: isinstance(u, JobEnded) and u.job.id == job.id)
        assert isinstance(ended, JobEnded)
        return ended

    def of(self, job: JobHandle) -> list[str]:
        return [type(update).__name__ for update in self.told if update.job.id == job.id]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    played = Script()
    monkeypatch.setattr(run_session, "make_cast", played.players)
    monkeypatch.setattr(run_session, "open_services", played.services)
    return played


@pytest.fixture
def paths(tmp_path: Path) -> DataPaths:
    return DataPaths(tmp_path / "home")


@pytest.fixture
def updates() -> Updates:
    return Updates()


@pytest.fixture
def queue(paths: DataPaths, script: Script, updates: Updates) -> Iterator[RunQueue]:
    made = RunQueue(paths, updates)
    yield made
    assert made.close()
    left = [t.name for t in threading.enumerate() if t.name.startswith(("run-", "scene"))]
    assert left == []


def plan(title: str = "Pendulum", **settings: object) -> RunPlan:
    """A plan for the scripted cast."""
    return RunPlan(
        task=Task(text="A pendulum swings slower the longer it is.", title=title),
        settings=RunSettings.model_validate({"memory_mode": "off"} | settings),
        source="pendulum.md",
    )
