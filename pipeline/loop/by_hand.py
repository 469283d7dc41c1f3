"""One iteration that a person asked for: checked, rendered, measured and reviewed like any other.

It stands beside the run's own iterations and changes nothing that the run chose or learned.
"""

from collections.abc import Callable

from pipeline.agents.protocols import CodeReply, RevisionRequest
from pipeline.loop.attempt import SceneWork, evaluate, keep_candidate
from pipeline.loop.reviewing import review_iteration, with_lost_content
from pipeline.loop.text_loop import no_program
from pipeline.models.port import ModelError, PausedError
from pipeline.run.folder import ITERATION
from pipeline.schema.iteration import Candidate, Iteration, SceneTrace
from pipeline.schema.review import PERSON, AxisScores, Review

_UNSCORED = "Nobody has scored this version: the scores say nothing."


def evaluate_by_hand(
    work: SceneWork, trace: SceneTrace, t: int, write: Callable[[], Candidate]
) -> Iteration:
    """Evaluate the candidate of iteration `t`; steps that are done already are read back.

    Its program is on disk before anything else happens, so that a kill loses no work of a
    person's. A candidate that fails is a finished iteration without a score.

    Args:
        trace: the iterations of the scene before it.
        write: makes the candidate, if it is not there yet.

    Raises:
        CancelledError, PausedError, EnvironmentFaultError: it can be taken up again.
    """
    candidate, seconds = keep_candidate(work, t, write)
    iteration = evaluate(work, candidate, seconds)
    if iteration.result.ok:
        earlier = [i for i in trace.iterations if i.candidate.t < t]
        base = next((i for i in earlier if i.candidate.t == candidate.base), None)
        shown = base.candidate.t if base is not None and base.result.ok else None
        iteration = with_lost_content(work, iteration, shown)
        reviews = tuple(i.review for i in earlier if i.review is not None)
        iteration = review_iteration(work, iteration, reviews)
    work.journal.keep(work.folder(t) / ITERATION, iteration)
    return iteration


def ask_reviser(work: SceneWork, base: Iteration, t: int, instruction: str) -> CodeReply:
    """The VisualReviser's program for what a person asks, as iteration `t`.

    The reviser gets the person's words as the review's only issue and instruction, and no measured
    findings: it is to do what was asked, and nothing else on the way.

    Raises `PausedError`, `CancelledError`. A model without an answer is a fault of the reply.
    """
    scores = base.review.axes if base.review else AxisScores(logical_flow=0, layout=0, accuracy=0)
    issues = (instruction,) if base.review else (instruction, _UNSCORED)
    review = Review(
        reviewer=PERSON,
        axes=scores,
        verdict="revise",
        issues=issues,
        instruction=instruction,
    )
    request = RevisionRequest(
        task=work.task,
        spec=work.spec,
        slots=work.slots,
        program=base.candidate.program,
        review=review,
    )
    try:
        with work.asking(t):
            return work.services.cast.visual_reviser.revise(request)
    except PausedError:
        raise
    except ModelError as error:
        return CodeReply(program="", faults=(no_program(error),))
