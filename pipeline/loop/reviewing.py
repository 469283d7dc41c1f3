"""The review of one rendered iteration: asked for once, kept, and told to whoever watches."""

import time

from pipeline.agents.protocols import ReviewFailedError, ReviewRequest
from pipeline.events import ContentLost, Reviewed, ReviewFailed
from pipeline.loop.attempt import SceneWork
from pipeline.models.port import ModelError, PausedError
from pipeline.schema.base import Value
from pipeline.schema.finding import Finding
from pipeline.schema.iteration import Iteration
from pipeline.schema.review import Review


class ReviewOutcome(Value):
    """The stored outcome of a review: a review, or why there is none."""

    review: Review | None
    error: str = ""
    seconds: float


def visible_findings(work: SceneWork, iteration: Iteration) -> tuple[Finding, ...]:
    """What reviewer and reviser are told of the measurements: nothing where that is off."""
    return iteration.findings if work.settings.measured_findings else ()


def review_iteration(
    work: SceneWork, iteration: Iteration, earlier: tuple[Review, ...]
) -> Iteration:
    """The iteration with its review, or with the reason why there is none.

    A review of the present reviewer that is kept already is read back.

    Args:
        earlier: reviews of the scene's iterations before this one.

    Raises:
        PausedError, CancelledError: nothing is kept; the review can be asked for again.
    """
    t = iteration.candidate.t
    path = work.folder(t) / "review.json"
    outcome = work.journal.recall(path, ReviewOutcome)
    present = work.services.cast.visual_reviewer.identity
    if outcome is None or (outcome.review and outcome.review.reviewer != present):
        outcome = _ask(work, iteration, earlier)
        work.journal.keep(path, outcome)
    _report(work, t, outcome)
    timings = iteration.timings.model_copy(update={"review": outcome.seconds})
    return iteration.model_copy(
        update={"review": outcome.review, "review_error": outcome.error, "timings": timings}
    )


def with_lost_content(work: SceneWork, iteration: Iteration, before: int | None) -> Iteration:
    """The iteration with a finding for everything that iteration `before` showed and it does not.

    `before` is None where nothing rendered before it.
    """
    t = iteration.candidate.t
    old = None if before is None else work.trace(before)
    new = work.trace(t)
    if old is None or new is None:
        return iteration
    lost = work.services.lost_content(old, new, work.spec)
    if not lost:
        return iteration
    work.journal.emit(ContentLost(scene_id=work.scene_id, t=t, findings=lost))
    return iteration.model_copy(update={"findings": iteration.findings + lost})


def _ask(work: SceneWork, iteration: Iteration, earlier: tuple[Review, ...]) -> ReviewOutcome:
    began = time.monotonic()
    t = iteration.candidate.t
    request = ReviewRequest(
        task=work.task,
        spec=work.spec,
        program=iteration.candidate.program,
        result=iteration.result,
        folder=work.folder(t),
        findings=visible_findings(work, iteration),
        earlier=earlier,
    )
    try:
        with work.asking(t):
            review = work.services.cast.visual_reviewer.review(request)
    except PausedError:
        raise  # nothing is kept: a resumed run asks for this review again
    except (ReviewFailedError, ModelError) as error:
        return ReviewOutcome(review=None, error=str(error), seconds=time.monotonic() - began)
    return ReviewOutcome(review=review, seconds=time.monotonic() - began)


def _report(work: SceneWork, t: int, outcome: ReviewOutcome) -> None:
    scene_id, review = work.scene_id, outcome.review
    if review is None:
        work.journal.emit(ReviewFailed(scene_id=scene_id, t=t, message=outcome.error))
        return
    work.journal.emit(
        Reviewed(
            scene_id=scene_id,
            t=t,
            reviewer=review.reviewer,
            axes=review.axes,
            u=review.u,
            verdict=review.verdict,
            instruction=review.instruction,
            notes=review.notes,
        )
    )
