"""After a task: what was learned goes into the memory, through the gates."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
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
from pipeline.loop.services import Services
from pipeline.loop.transitions import Transition, transitions
from pipeline.run.folder import CONSOLIDATION
from pipeline.run.journal import Journal
from pipeline.schema.base import Value
from pipeline.schema.finding import has_error
from pipeline.schema.iteration import Iteration, SceneTrace
from pipeline.schema.memory import Lesson
from pipeline.schema.task import Task
from pipeline.settings import RunSettings

T = TypeVar("T", bound=Value)


class Learned(Value):
    """Ids that a run added to the bank; `pending` is the part that waits for a person.

    `unwritten` names what passed the gates and could not be put into words.
    """

    added: tuple[int, ...] = ()
    pending: tuple[int, ...] = ()
    duplicates: int = 0
    skipped: str = ""
    unwritten: tuple[str, ...] = ()


class _Rationale(Value):
    """The stored answer of the RationaleWriter."""

    text: str


class _Unwritten(Value):
    """The stored outcome where an agent found no words for a record."""

    reason: str


class Consolidator:
    """Writes the records of one finished task."""

    def __init__(
        self, task: Task, services: Services, settings: RunSettings, journal: Journal
    ) -> None:
        self._task = task
        self._services = services
        self._settings = settings
        self._journal = journal

    def run(self, traces: tuple[SceneTrace, ...]) -> Learned:
        """Distil and write; all records of a task in one transaction, or none."""
        learned = self._journal.step(
            self._journal.folder.file(CONSOLIDATION), Learned, lambda: self._learn(traces)
        )
        self._journal.emit(
            Consolidated(
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
        records: list[NewRecord] = []
        unwritten: list[str] = []
        for trace in traces:
            self._collect(trace, records, unwritten)
        if not records:
            skipped = "no record could be written" if unwritten else "nothing passed the gates"
            return Learned(skipped=skipped, unwritten=tuple(unwritten))
        self._services.cancel.check()
        written = memory.consolidate(records)
        waiting = [id_ for id_ in written.added if memory.show(id_).status == "pending"]
        return Learned(
            added=written.added,
            pending=tuple(waiting),
            duplicates=len(written.duplicates),
            unwritten=tuple(unwritten),
        )

    def _collect(self, trace: SceneTrace, records: list[NewRecord], unwritten: list[str]) -> None:
        """Add the records of a scene, and the names of those that no agent could word."""
        try:
            success = self._success(trace)
            if success is not None:
                records.append(success)
        except NoRecordError as error:
            unwritten.append(f"{trace.spec.name}: {error}")
        for transition in transitions(trace, self._settings.delta_fail):
            try:
                records.append(self._failure(trace, transition))
            except NoRecordError as error:
                unwritten.append(f"{trace.spec.name}: {error}")

    def _worded(self, path: Path, kind: type[T], compute: Callable[[], T]) -> T:
        """Recall an agent's words or ask for them. That there are none is kept as well, so that a
        resumed run does not pay for the same question again.

        Raises `NoRecordError`.
        """
        failed = path.with_suffix(".failed.json")
        known = self._journal.recall(failed, _Unwritten)
        if known is not None:
            raise NoRecordError(known.reason)
        try:
            return self._journal.step(path, kind, compute)
        except NoRecordError as error:
            self._journal.keep(failed, _Unwritten(reason=str(error)))
            raise

    def _success(self, trace: SceneTrace) -> NewSuccess | None:
        best = trace.best
        if best is None or best.review is None or best.review.u < self._settings.theta_high:
            return None
        self._services.cancel.check()
        review = best.review
        rationale = self._worded(
            self._journal.folder.scene(trace.scene_id) / "rationale.json",
            _Rationale,
            lambda: _Rationale(
                text=self._services.cast.rationale_writer.write(
                    RationaleRequest(
                        task=self._task,
                        spec=trace.spec,
                        program=best.candidate.program,
                        review=review,
                        findings=best.findings,
                    )
                )
            ),
        )
        return NewSuccess(
            context=self._context(),
            provenance=self._provenance(
                trace.scene_id, "success", 0, None, best, writer="RationaleWriter"
            ),
            status=self._status(best),
            rationale=rationale.text,
            code=best.candidate.program,
            score=review.u,
            frame_hash=self._frame_hash(trace.scene_id, best),
        )

    def _failure(self, trace: SceneTrace, transition: Transition) -> NewFailure:
        self._services.cancel.check()
        name = f"lesson-{transition.source}-{transition.ordinal}.json"
        lesson = self._worded(
            self._journal.folder.scene(trace.scene_id) / name,
            Lesson,
            lambda: self._services.cast.lesson_distiller.distil(
                DistilRequest(
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
            ),
        )
        return NewFailure(
            context=self._context(),
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

    def _context(self) -> RecordContext:
        return RecordContext(
            text=self._task.text,
            role=self._task.role,
            domain=self._task.domain,
            paper_id=self._task.paper_id,
            section_id=self._task.section_id,
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

    def _frame_hash(self, scene_id: str, iteration: Iteration) -> str:
        folder = self._journal.folder.iteration(scene_id, iteration.candidate.t)
        stills = iteration.result.keyframe_paths(folder)
        return _sha256(stills[-1]) if stills else ""


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
