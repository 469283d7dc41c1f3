"""One attempt at a scene: keep the program, check it, render it, measure what was on screen."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.events import (
    CandidateWritten,
    Checked,
    Inspected,
    Rendered,
    RenderStarted,
)
from pipeline.inspection.findings import inspect
from pipeline.loop.pause import Pause
from pipeline.loop.services import Services
from pipeline.run.folder import write_atomically
from pipeline.run.journal import Journal
from pipeline.schema.base import Value
from pipeline.schema.finding import Finding
from pipeline.schema.iteration import Candidate, Iteration, Timings
from pipeline.schema.memory import MemorySlots
from pipeline.schema.render import RenderResult
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task
from pipeline.schema.trace import GeometryTrace
from pipeline.settings import RunSettings


class EnvironmentFaultError(Exception):
    """This machine lacks something a render needs; no retry and no lesson can help."""


class _Checked(Value):
    """The stored outcome of the static layer."""

    findings: tuple[Finding, ...]
    seconds: float

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.severity == "error")


class _Measured(Value):
    """The stored outcome of layer 2."""

    findings: tuple[Finding, ...]
    seconds: float


@dataclass(frozen=True)
class SceneWork:
    """What every step on one scene shares; `replaces` is the scene it is made anew for, if any."""

    task: Task
    spec: SceneSpec
    scene_id: str
    slots: MemorySlots | None
    services: Services
    settings: RunSettings
    journal: Journal
    pause: Pause = field(default_factory=Pause)
    replaces: str = ""

    def asking(self, t: int) -> AbstractContextManager[None]:
        """Around every call of an agent for iteration `t`; see `Pause.asking`."""
        return self.pause.asking(self.services.cancel, self.scene_id, t)

    def folder(self, t: int) -> Path:
        """The folder of iteration `t`."""
        return self.journal.folder.iteration(self.scene_id, t)

    def trace(self, t: int) -> GeometryTrace | None:
        """The geometry trace of iteration `t`, None where nothing rendered."""
        path = self.folder(t) / "geometry.json"
        return GeometryTrace.model_validate_json(path.read_bytes()) if path.exists() else None


def keep_candidate(
    work: SceneWork, t: int, compute: Callable[[], Candidate]
) -> tuple[Candidate, float]:
    """Recall or obtain a candidate; returns it and the seconds that writing it took now."""
    began = time.monotonic()
    folder = work.folder(t)
    candidate = work.journal.step(folder / "candidate.json", Candidate, compute)
    if not (folder / "scene.py").exists():
        write_atomically(folder / "scene.py", candidate.program.encode())
    work.journal.emit(
        CandidateWritten(
            scene_id=work.scene_id,
            t=t,
            loop=candidate.loop,
            revision=candidate.revision,
            attempt=candidate.attempt,
            applied=candidate.applied,
            trigger=candidate.trigger,
            base=candidate.base,
            comments=candidate.comments,
        )
    )
    return candidate, time.monotonic() - began


def evaluate(work: SceneWork, candidate: Candidate, write_seconds: float) -> Iteration:
    """Check, render and measure a candidate; steps that are done are recalled.

    Raises `EnvironmentFaultError`, and `CancelledError` from the renderer.
    """
    work.services.cancel.check()
    checked = _check(work, candidate)
    if checked.errors:
        result = _rejected(checked)
        work.journal.step(work.folder(candidate.t) / "render.json", RenderResult, lambda: result)
        measured = _Measured(findings=(), seconds=0.0)
    else:
        result = _render(work, candidate)
        measured = _measure(work, candidate.t, result)
    return Iteration(
        candidate=candidate,
        result=result,
        findings=checked.findings + measured.findings,
        timings=Timings(
            write=write_seconds,
            check=checked.seconds,
            render=result.seconds,
            inspect=measured.seconds,
        ),
    )


def _check(work: SceneWork, candidate: Candidate) -> _Checked:
    def compute() -> _Checked:
        began = time.monotonic()
        if candidate.faults:
            # No whole program came: what is wrong is the reply, not what there is of a program.
            return _Checked(findings=candidate.faults, seconds=0.0)
        report = work.services.check(candidate.program, work.spec.name)
        return _Checked(findings=report.findings, seconds=time.monotonic() - began)

    checked = work.journal.step(work.folder(candidate.t) / "check.json", _Checked, compute)
    work.journal.emit(
        Checked(
            scene_id=work.scene_id,
            t=candidate.t,
            ok=not checked.errors,
            findings=checked.findings,
        )
    )
    return checked


def _rejected(checked: _Checked) -> RenderResult:
    """A program that the static layer stops counts as a crash of category `static`."""
    first = checked.errors[0]
    rules = sorted({finding.rule for finding in checked.errors})
    return RenderResult(
        ok=False,
        category="static",
        message=first.message,
        line=first.line,
        signature=" ".join(rules),
        traceback_tail="\n".join(
            f"line {f.line or '?'}: {f.rule}: {f.message}" for f in checked.errors[:8]
        ),
    )


def _render(work: SceneWork, candidate: Candidate) -> RenderResult:
    folder = work.folder(candidate.t)
    path = folder / "render.json"
    result = work.journal.recall(path, RenderResult)
    if result is None:
        work.journal.emit(RenderStarted(scene_id=work.scene_id, t=candidate.t))
        result = work.services.renderer.render(
            candidate.program, work.spec.name, folder, work.settings.render, work.services.cancel
        )
        if result.environment:
            # Not kept: after the machine is mended, a resumed run renders again.
            raise EnvironmentFaultError(result.message)
        work.journal.keep(path, result)
    work.journal.emit(
        Rendered(
            scene_id=work.scene_id,
            t=candidate.t,
            ok=result.ok,
            category=result.category,
            message=result.message,
            seconds=result.seconds,
            duration=result.duration,
            plays=result.plays,
            cached=result.cached,
        )
    )
    return result


def _measure(work: SceneWork, t: int, result: RenderResult) -> _Measured:
    if not result.ok:
        return _Measured(findings=(), seconds=0.0)

    def compute() -> _Measured:
        began = time.monotonic()
        trace = work.trace(t)
        found = () if trace is None else inspect(trace, duration_hint=work.spec.duration_hint)
        return _Measured(findings=found, seconds=time.monotonic() - began)

    measured = work.journal.step(work.folder(t) / "findings.json", _Measured, compute)
    work.journal.emit(Inspected(scene_id=work.scene_id, t=t, findings=measured.findings))
    return measured
