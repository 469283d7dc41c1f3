"""The VisualReviewer: scores the keyframes of a render on three axes."""

from typing import ClassVar

from pipeline.agents.model.agent import Agent
from pipeline.agents.model.ask import ask
from pipeline.agents.model.context import findings_text, scene_text, section_text
from pipeline.agents.model.replies.faults import ReplyFaultError
from pipeline.agents.model.replies.schemas import ReviewReply
from pipeline.agents.model.replies.verdicts import judge_review
from pipeline.agents.protocols import ReviewFailedError, ReviewRequest
from pipeline.models.port import Picture, Role
from pipeline.schema.review import AxisScores, Review


class ModelReviewer(Agent):
    """A VisualReviewer that asks the vision model. It sees pictures and no memory."""

    name = "VisualReviewer"
    prompt_name = "visual_reviewer"
    role: ClassVar[Role] = "vision"

    @property
    def identity(self) -> str:
        """Model and prompt version; scores of two identities are never compared."""
        return self.version

    def review(self, request: ReviewRequest) -> Review:
        """One call, and one more for a reply that does not fit or contradicts itself.

        Raises:
            ReviewFailedError: no usable review; the candidate has no score.
        """
        pictures = _pictures(request)
        prompt = self.prompt.fill(
            section=section_text(request.task),
            scene=scene_text(request.spec),
            findings=_findings(request),
            pictures="\n".join(f"- {picture.caption}" for picture in pictures),
        )
        chat = self.request(prompt, self.limits.review, request.spec.name, pictures)
        try:
            answer = ask(self.line, chat, ReviewReply, (request.task.text,), judge_review)
        except ReplyFaultError as error:
            raise ReviewFailedError(
                f"Scene {request.spec.name} has no score. {error.fault.message}"
            ) from error
        reply = answer.value
        return Review(
            reviewer=self.identity,
            axes=AxisScores(
                logical_flow=reply.scores.logical_flow,
                layout=reply.scores.layout,
                accuracy=reply.scores.accuracy,
            ),
            verdict=reply.verdict,
            issues=reply.issues,
            instruction=reply.instruction,
            reasons=reply.reasons,
            notes=answer.notes,
        )


def _findings(request: ReviewRequest) -> str:
    """Measured facts under their heading; nothing where they are switched off or none were."""
    told = findings_text(request.findings)
    return f"# Measured on the rendered video\n{told}" if told else ""


def _pictures(request: ReviewRequest) -> tuple[Picture, ...]:
    """The keyframes in order of time."""
    frames = request.result.keyframes
    paths = request.result.keyframe_paths(request.folder)
    if not paths:
        raise ReviewFailedError(f"Scene {request.spec.name} has no keyframes to look at.")
    gone = next((path for path in paths if not path.is_file()), None)
    if gone is not None:
        raise ReviewFailedError(f"The keyframe {gone} is missing. Render the scene again.")
    return tuple(
        Picture(path=path, caption=f"keyframe {n} of {len(paths)}, at {frame.time:.1f} s")
        for n, (path, frame) in enumerate(zip(paths, frames, strict=True), start=1)
    )
