"""What a person is told about a finished run."""

import pytest

from app.cli.run_report import doubt_about
from pipeline.schema.iteration import Candidate, Iteration, Timings
from pipeline.schema.render import RenderResult
from pipeline.schema.review import AxisScores, Review, Verdict


def delivered(review: Review | None) -> Iteration:
    """A rendered candidate with this review."""
    candidate = Candidate(
        t=0, loop="text", revision=0, attempt=0, program="", trigger="", applied=(), retrieved=()
    )
    return Iteration(
        candidate=candidate,
        result=RenderResult(ok=True, category=None),
        findings=(),
        timings=Timings(),
        review=review,
    )


def review(verdict: Verdict, *reasons: str) -> Review:
    axes = AxisScores(logical_flow=90, layout=100, accuracy=60)
    return Review(reviewer="measured/1", axes=axes, verdict=verdict, reasons=reasons)


def test_a_scene_that_passed_leaves_no_doubt() -> None:
    assert doubt_about(delivered(review("pass", "Accuracy 60: half is missing."))) == ""


@pytest.mark.parametrize("verdict", ["fail", "revise"])
def test_a_scene_that_did_not_pass_is_named_with_what_was_found(verdict: Verdict) -> None:
    reasons = ("Layout 100: nothing was found.", "Accuracy 60: 25% of 2 formulas are on screen.")
    assert doubt_about(delivered(review(verdict, *reasons))) == reasons[1]


def test_a_scene_without_a_review_says_so() -> None:
    assert "could not be reviewed" in doubt_about(delivered(None))
