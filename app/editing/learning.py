""" "Learn from this": a person has a record written from an iteration; it waits as pending.

What is learned depends on the pair of the iteration and the one it was made from:

- the one before crashed or was refused and this one renders: a lesson (M-) with the crash as its
  diagnostic, as the text loop would write it;
- both were scored by one reviewer and this one gained at least delta_fail: a lesson (M-) with what
  asked for the change as its diagnostic, as the visual loop would write it;
- else, if this one scored at least theta_high: a success (M+);
- else a lesson (M-): the person sees an improvement that the score does not show.

A person may ask for one or the other instead. Without an iteration before it there is only M+, and
only from theta_high up, since a success record needs a score that deserves the name. The record has
source `human` and the iteration's number as its ordinal, so that learning twice is one record.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from app.editing.choice import without_words
from app.editing.workshop import Sink, Workshop, ignore, iteration_of, open_workshop
from app.errors import failed
from app.paths import DataPaths
from app.texts import tr
from memory_store.bank import Bank
from memory_store.embedding import MiniLmEmbedder
from memory_store.layout import MANIFEST as SNAPSHOT
from memory_store.records import (
    DIAGNOSTIC_CAP,
    NewFailure,
    NewRecord,
    NewSuccess,
    Polarity,
    Provenance,
)
from pipeline.agents.protocols import DistilRequest, NoRecordError, RationaleRequest
from pipeline.events import LearnedFrom
from pipeline.loop.attempt import SceneWork
from pipeline.loop.consolidate import context_of, frame_hash
from pipeline.loop.services import Memory, Services
from pipeline.loop.transitions import crash_diagnostic
from pipeline.models.port import ModelError, PausedError
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.schema.iteration import Iteration
from pipeline.settings import RunSettings

_NO_WORDS = "A person preferred the second program and did not say why."
Kind = Literal["auto", "success", "failure"]


@dataclass(frozen=True)
class LearnedByHand:
    """The record that was written, or was there already; `bank` is the folder it is in."""

    record: int
    polarity: Polarity
    bank: Path
    duplicate: bool = False


def what_to_learn(
    before: Iteration | None, after: Iteration, settings: RunSettings
) -> Polarity | None:
    """Which record the pair gives, by the rules above; None if it gives none."""
    if not after.result.ok:
        return None
    high = after.u is not None and after.u >= settings.theta_high
    if before is None or before.candidate.faults:
        return "success" if high else None
    if not before.result.ok or _gained(before, after, settings.delta_fail):
        return "failure"
    return "success" if high else "failure"


def learn_from(
    paths: DataPaths,
    folder: RunFolder,
    scene_id: str,
    t: int,
    cancel: CancelToken,
    sink: Sink = ignore,
    *,
    kind: Kind = "auto",
    against: int | None = None,
    bank: str | None = None,
    services: Services | None = None,
    memory: Memory | None = None,
) -> LearnedByHand:
    """Write a pending record with source `human` from iteration `t`. Takes some seconds.

    Args:
        kind: which record; `auto` decides by what the pair is.
        against: the iteration to compare with; None is the one it was made from.
        bank: name or folder of a bank; None is the run's own, or the default one where the run
            had none or a frozen one. It is made if it is missing.
        services, memory: those to use instead of opening them.

    Raises:
        StudioError: there is nothing to learn, or no words were found for it; the run is not
            finished or in use.
        CancelledError, PausedError, MemoryStoreError, RunDamagedError: nothing is written.
    """
    with open_workshop(paths, folder, cancel, sink, services) as workshop:
        trace = workshop.trace(scene_id)
        after = iteration_of(trace, t)
        compared = after.candidate.base if against is None else against
        before = None if compared is None else iteration_of(trace, compared)
        polarity = _decided(kind, before, after, workshop.manifest.settings)
        work = workshop.work(trace)
        record = _worded(work, polarity, before, after)
        place = _bank_for(workshop, paths, bank)
        with _opened(place, memory) as open_bank:
            workshop.services.cancel.check()
            written = open_bank.consolidate([record])
        (record_id,) = written.added or written.duplicates
        duplicate = not written.added
        workshop.journal.emit(
            LearnedFrom(
                scene_id=scene_id,
                t=t,
                base=before.candidate.t if before and polarity == "failure" else None,
                polarity=polarity,
                record=record_id,
                bank=str(place),
                duplicate=duplicate,
            )
        )
    return LearnedByHand(record_id, polarity, place, duplicate)


def _reviewer(iteration: Iteration) -> str:
    return iteration.review.reviewer if iteration.review else ""


def _gained(before: Iteration, after: Iteration, delta: float) -> bool:
    one, other = before.review, after.review
    if one is None or other is None or one.reviewer != other.reviewer:
        return False
    return other.u - one.u >= delta


def _decided(
    kind: Kind, before: Iteration | None, after: Iteration, settings: RunSettings
) -> Polarity:
    t = after.candidate.t
    if not after.result.ok:
        raise failed(
            tr("Iteration {t} did not render, so there is nothing to learn from it.").format(t=t),
            tr("Mend it first; the pair of both can then be learned from."),
        )
    found = what_to_learn(before, after, settings) if kind == "auto" else kind
    if found == "failure" and before is None:
        raise failed(
            tr("Iteration {t} was made from no other: there is no pair to learn from.").format(t=t),
            tr("Name the iteration to compare it with."),
        )
    if found is None or (found == "success" and after.u is None):
        unscored, scored = (
            tr(
                "Iteration {t} has no score; a success is learned from {theta_high:.0f} up, and "
                "there is no iteration to compare it with."
            ),
            tr(
                "Iteration {t} scored {u:.0f}; a success is learned from {theta_high:.0f} up, and "
                "there is no iteration to compare it with."
            ),
        )
        words = unscored if after.u is None else scored
        raise failed(
            words.format(t=t, u=after.u, theta_high=settings.theta_high),
            tr("Name an earlier iteration that it improves on."),
        )
    return found


def _worded(
    work: SceneWork, polarity: Polarity, before: Iteration | None, after: Iteration
) -> NewRecord:
    try:
        with work.asking(after.candidate.t):
            if polarity == "success":
                return _success(work, after)
            assert before is not None
            return _failure(work, before, after)
    except PausedError:
        raise
    except (NoRecordError, ModelError) as error:
        raise failed(
            tr("No words were found for a record of iteration {t}: {error}").format(
                t=after.candidate.t, error=error
            ),
            tr("Nothing was written. Try again later, or write the record in the memory view."),
        ) from error


def _success(work: SceneWork, after: Iteration) -> NewSuccess:
    assert after.review is not None
    rationale = work.services.cast.rationale_writer.write(
        RationaleRequest(
            task=work.task,
            spec=work.spec,
            program=after.candidate.program,
            review=after.review,
            findings=after.findings,
        )
    )
    return NewSuccess(
        context=context_of(work.task),
        provenance=_provenance(work, None, after, "RationaleWriter"),
        status="pending",
        origin="human",
        rationale=rationale,
        code=after.candidate.program,
        score=after.review.u,
        frame_hash=frame_hash(work.folder(after.candidate.t), after),
    )


def _failure(work: SceneWork, before: Iteration, after: Iteration) -> NewFailure:
    lesson = work.services.cast.lesson_distiller.distil(
        DistilRequest(
            task=work.task,
            spec=work.spec,
            before=before.candidate.program,
            after=after.candidate.program,
            diagnostic=_diagnostic(before, after),
            findings_before=before.findings,
            findings_after=after.findings,
            score_before=before.u,
            score_after=after.u,
        )
    )
    return NewFailure(
        context=context_of(work.task),
        provenance=_provenance(work, before, after, "LessonDistiller"),
        status="pending",
        origin="human",
        **lesson.model_dump(),
    )


def _diagnostic(before: Iteration, after: Iteration) -> str:
    """The crash, or what the person said and what the review had asked for."""
    if not before.result.ok:
        return crash_diagnostic(before)
    made = after.candidate
    said = "" if made.loop != "human" or made.trigger == without_words(made.base) else made.trigger
    review = before.review.instruction if before.review else ""
    return "\n".join(part for part in (said, review) if part)[:DIAGNOSTIC_CAP] or _NO_WORDS


def _provenance(
    work: SceneWork, before: Iteration | None, after: Iteration, writer: str
) -> Provenance:
    one_reviewer = before is not None and _reviewer(before) == _reviewer(after)
    return Provenance(
        run_id=work.journal.folder.run_id,
        scene_id=work.scene_id,
        source="human",
        ordinal=after.candidate.t,
        score_before=before.u if before and one_reviewer else None,
        score_after=after.u,
        cast=work.services.cast.name,
        reviewer=_reviewer(after),
        writer=work.services.cast.versions.get(writer, ""),
        created=datetime.now(UTC),
    )


def _bank_for(workshop: Workshop, paths: DataPaths, bank: str | None) -> Path:
    if bank is not None:
        return paths.bank(bank)
    own = workshop.manifest.memory.path
    usable = own and Path(own).is_dir() and not (Path(own) / SNAPSHOT).exists()
    return Path(own) if usable else paths.bank(None)


@contextmanager
def _opened(place: Path, memory: Memory | None) -> Iterator[Memory]:
    if memory is not None:
        yield memory
        return
    with MiniLmEmbedder() as embedder:
        bank = Bank.open(place, embedder, mode="rw", create=True)
        try:
            yield bank
        finally:
            bank.close()
