"""The measured review in place of a vision model.

It scores exactly as the offline cast does. Only the advice differs: the offline reviser changes
constants of its own programs, which a program of a model does not have, so that a review of one
would have nothing to suggest. Here the findings themselves are the instruction.
"""

from pipeline.agents.protocols import ReviewRequest, VisualReviewer
from pipeline.schema.finding import Finding
from pipeline.schema.review import Review

INSTRUCTION_CHARACTERS = 1500


class MeasuredStandIn:
    """A VisualReviewer without a model, for programs of a model."""

    def __init__(self, measured: VisualReviewer) -> None:
        self._measured = measured

    @property
    def identity(self) -> str:
        """That of the measured reviewer: the scores are the same."""
        return self._measured.identity

    @property
    def version(self) -> str:
        """For the manifest."""
        return f"{self.identity} in place of a vision model"

    def review(self, request: ReviewRequest) -> Review:
        """Raises `ReviewFailedError` when the render left no readable geometry trace."""
        review = self._measured.review(request)
        stuck = bool(request.earlier) and request.earlier[-1].issues == review.issues
        if review.verdict != "fail" or stuck or not review.issues:
            return review
        return review.model_copy(
            update={"verdict": "revise", "instruction": _instruction(review, request.findings)}
        )


def _instruction(review: Review, findings: tuple[Finding, ...]) -> str:
    """The issues, each with what its finding suggests."""
    advice = {f.message: f.suggestion for f in findings if f.suggestion}
    lines = [f"{issue} {advice.get(issue, '')}".strip() for issue in review.issues]
    return "\n".join(lines)[:INSTRUCTION_CHARACTERS]
