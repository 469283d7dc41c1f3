"""After a task: what was learned goes into the memory, through the gates."""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from memory_store.records import (
    NewFailure,
    NewRecord,
    NewSuccess,
    Provenance,
    RecordContext,
    Source,
    Status,
)
from pipeline.agents.protocols import DistilRequest, NoRecordError, RationaleRequest
from pipeline.events import Consolidated
from pipeline.loop.pause import Pause
from pipeline.loop.services import Services
from pipeline.loop.transitions import Transition, transitions
from pipeline.models.port import ModelError, PausedError
from pipeline.run.folder import CONSOLIDATION
from pipeline.run.journal import Journal
from pipeline.run.outcome import Learned
from pipeline.schema.base import Value
from pipeline.schema.finding import has_error
from pipeline.schema.iteration import Iteration, SceneTrace
from pipeline.schema.memory import Lesson
from pipeline.schema.review import Review
from pipeline.schema.task import Task
from pipeline.settings import RunSettings

T = TypeVar("T", bound=Value)
LEARNERS = 8
"""Records that are put into words at the same time; an endpoint has its own limit."""


_Job = Callable[[], NewRecord | str]
"""Puts one record into words; a string says why it could not."""


class _Rationale(Value):
    """The stored answer of the RationaleWriter."""

    text: str


class _Unwritten(Value):
    """The stored outcome where an agent found no words for a record."""

    reason: str


class Consolidator:
    """Writes the records of one finished task, or of one scene that was made anew after it.

    A rerun passes the same gates; its records carry its own scene id, so that none of the run's is
    written twice.
    """

    def __init__(
        self,
        task: Task,
        services: Services,
        settings: RunSettings,
        journal: Journal,
        pause: Pause,
        scene_id: str = "",
    ) -> None:
        self._task = task
        self._services = services
        self._settings = settings
        self._journal = journal
        self._pause = pause
        self._scene_id = scene_id

    @property
    def _path(self) -> Path:
        folder = self._journal.folder
        return (folder.scene(self._scene_id) if self._scene_id else folder.root) / CONSOLIDATION

    def run(self, traces: tuple[SceneTrace, ...]) -> Learned:
        """Distil and write; all records of a task in one transaction, or none."""
        learned = self._journal.step(self._path, Learned, lambda: self._learn(traces))
        self._journal.emit(
            Consolidated(
                scene_id=self._scene_id,
                added=learned.added,
                pending=learned.pending,
                duplicates=learned.duplicates,
                skipped=learned.skipped,
                unwritten=learned.unwritten,
            )
        )
        return learned

    def _learn(self, traces: tuple[SceneTrace, ...]) -> Learned:
        memory = self._services.memory
        if memory is None or self._settings.memory_mode != "rw":
            return Learned(skipped=f"memory mode is {self._settings.memory_mode}")
        jobs = [job for trace in traces for job in self._jobs(trace)]
        with ThreadPoolExecutor(LEARNERS, "learn") as pool:
            written_down = list(pool.map(lambda job: job(), jobs))
        records = [record for record in written_down if not isinstance(record, str)]
        unwritten = tuple(reason for reason in written_down if isinstance(reason, str))
        if not records:
            why = "no record could be written" if unwritten else "nothing passed the gates"
            return Learned(skipped=why, unwritten=unwritten)
        self._services.cancel.check()
        written = memory.consolidate(records)
        waiting = [id_ for id_ in written.added if memory.show(id_).status == "pending"]
        return Learned(
            added=written.added,
            pending=tuple(waiting),
            duplicates=len(written.duplicates),
            unwritten=unwritten,
        )

    def _jobs(self, trace: SceneTrace) -> list[_Job]:
        """One job for each record; jobs do not depend on each other."""
        settings = self._settings
        found = transitions(trace, settings.delta_fail, gated=settings.gate_failures)
        jobs = [self._job(trace, partial(self._failure, trace, pair)) for pair in found]
        best = trace.best
        if best is not None and best.review and best.review.u >= settings.theta_high:
            jobs.insert(0, self._job(trace, partial(self._success, trace, best, best.review)))
        return jobs

    def _job(self, trace: SceneTrace, write: Callable[[], NewRecord]) -> _Job:
        def job() -> NewRecord | str:
            try:
                return write()
            except NoRecordError as error:
                return f"{trace.spec.name}: {error}"

        return job

    def _worded(self, path: Path, kind: type[T], scene_id: str, t: int, ask: Callable[[], T]) -> T:
        """Recall an agent's words or ask for them. That there are none is kept as well, so that a
        resumed run does not pay for the same question again.

        Raises `NoRecordError`.
        """
        failed = path.with_suffix(".failed.json")
        known = self._journal.recall(failed, _Unwritten)
        if known is not None:
            raise NoRecordError(known.reason)

        def compute() -> T:
            with self._pause.asking(self._services.cancel, scene_id, t):
                return ask()

        try:
            return self._journal.step(path, kind, compute)
        except PausedError:
            raise
        except (NoRecordError, ModelError) as error:
            self._journal.keep(failed, _Unwritten(reason=str(error)))
            raise NoRecordError(str(error)) from error

    def _success(self, trace: SceneTrace, best: Iteration, review: Review) -> NewSuccess:
        request = RationaleRequest(
            task=self._task,
            spec=trace.spec,
            program=best.candidate.program,
            review=review,
            findings=best.findings,
        )
        writer = self._services.cast.rationale_writer
        rationale = self._worded(
            self._journal.folder.scene(trace.scene_id) / "rationale.json",
            _Rationale,
            trace.scene_id,
            best.candidate.t,
            lambda: _Rationale(text=writer.write(request)),
        )
        return NewSuccess(
            context=context_of(self._task),
            provenance=self._provenance(
                trace.scene_id, "success", 0, None, best, writer="RationaleWriter"
            ),
            status=self._status(best),
            rationale=rationale.text,
            code=best.candidate.program,
            score=review.u,
            frame_hash=frame_hash(
                self._journal.folder.iteration(trace.scene_id, best.candidate.t), best
            ),
        )

    def _failure(self, trace: SceneTrace, transition: Transition) -> NewFailure:
        request = DistilRequest(
            task=self._task,
            spec=trace.spec,
            before=transition.before.candidate.program,
            after=transition.after.candidate.program,
            diagnostic=transition.diagnostic,
            findings_before=transition.before.findings,
            findings_after=transition.after.findings,
            score_before=transition.before.u,
            score_after=transition.after.u,
        )
        name = f"lesson-{transition.source}-{transition.ordinal}.json"
        lesson = self._worded(
            self._journal.folder.scene(trace.scene_id) / name,
            Lesson,
            trace.scene_id,
            transition.after.candidate.t,
            lambda: self._services.cast.lesson_distiller.distil(request),
        )
        return NewFailure(
            context=context_of(self._task),
            provenance=self._provenance(
                trace.scene_id,
                transition.source,
                transition.ordinal,
                transition.before.u,
                transition.after,
                writer="LessonDistiller",
            ),
            status=self._status(transition.after),
            trigger=lesson.trigger,
            root_cause=lesson.root_cause,
            recipe=lesson.recipe,
            anti_example=lesson.anti_example,
            good_example=lesson.good_example,
            diagnostic=lesson.diagnostic,
        )

    def _provenance(
        self,
        scene_id: str,
        source: Source,
        ordinal: int,
        before: float | None,
        after: Iteration,
        writer: str,
    ) -> Provenance:
        return Provenance(
            run_id=self._journal.folder.run_id,
            scene_id=scene_id,
            source=source,
            ordinal=ordinal,
            score_before=before,
            score_after=after.u,
            cast=self._services.cast.name,
            reviewer=after.review.reviewer if after.review else "",
            writer=self._services.cast.versions.get(writer, ""),
            created=datetime.now(UTC),
        )

    def _status(self, iteration: Iteration) -> Status:
        if self._settings.write_policy == "review_first":
            return "pending"
        if self._settings.veto and has_error(iteration.findings):
            return "pending"
        return "active"


def context_of(task: Task) -> RecordContext:
    """Where a record of this task is learned."""
    return RecordContext(
        text=task.text,
        role=task.role,
        domain=task.domain,
        paper_id=task.paper_id,
        section_id=task.section_id,
    )


def frame_hash(folder: Path, iteration: Iteration) -> str:
    """SHA-256 of the last keyframe of the iteration in `folder`, empty if there is none."""
    stills = iteration.result.keyframe_paths(folder)
    return hashlib.sha256(stills[-1].read_bytes()).hexdigest() if stills else ""
