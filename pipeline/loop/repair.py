"""A refused program that its findings can mend: an iteration that no agent wrote."""

from pipeline.checks.repair import Repair, propose
from pipeline.events import Repaired
from pipeline.loop.attempt import SceneWork, evaluate, keep_candidate
from pipeline.schema.base import Value
from pipeline.schema.iteration import Candidate, Iteration

TRIGGER_CHARACTERS = 1000


class _Proposal(Value):
    """The stored answer: a repair, or that there is none."""

    repair: Repair | None


def repair_iteration(work: SceneWork, refused: Iteration) -> Iteration | None:
    """Mend a program that the check refused, and evaluate the result as the next iteration.

    It costs no retry and no agent is asked. What records changed in the refused program stays
    named, since it is still there.

    Returns:
        The iteration `t + 1`; None if the setting is off, the program was not refused by the
        check, or no safe fix makes it better.
    """
    if not work.settings.repair or refused.result.category != "static":
        return None
    before = refused.candidate
    repair = _proposal(work, refused)
    if repair is None:
        return None
    work.journal.emit(
        Repaired(
            scene_id=work.scene_id,
            t=before.t,
            mended=repair.words,
            diff=repair.diff,
            edits=repair.edits,
        )
    )
    mended = Candidate(
        t=before.t + 1,
        loop="repair",
        revision=before.revision,
        attempt=before.attempt,
        program=repair.program,
        trigger=repair.words[:TRIGGER_CHARACTERS],
        applied=before.applied,
        retrieved=before.retrieved,
    )
    candidate, seconds = keep_candidate(work, mended.t, lambda: mended)
    return evaluate(work, candidate, seconds)


def _proposal(work: SceneWork, refused: Iteration) -> Repair | None:
    def compute() -> _Proposal:
        work.services.cancel.check()
        return _Proposal(
            repair=propose(
                refused.candidate.program,
                refused.findings,
                lambda text: work.services.check(text, work.spec.name),
            )
        )

    path = work.folder(refused.candidate.t) / "repair.json"
    return work.journal.step(path, _Proposal, compute).repair
