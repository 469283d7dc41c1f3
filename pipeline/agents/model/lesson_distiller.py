"""The LessonDistiller: turns a failure and its cure into a lesson."""

from pipeline.agents.model.agent import Agent
from pipeline.agents.model.ask import ask
from pipeline.agents.model.context import findings_text, program_text, scene_text
from pipeline.agents.model.data import block
from pipeline.agents.model.replies.faults import ReplyFaultError
from pipeline.agents.model.replies.schemas import LessonReply
from pipeline.agents.protocols import DistilRequest, NoRecordError
from pipeline.schema.memory import Lesson


class ModelDistiller(Agent):
    """A LessonDistiller that asks the text model."""

    name = "LessonDistiller"
    prompt_name = "lesson_distiller"

    def distil(self, request: DistilRequest) -> Lesson:
        """Six fields within their caps. Raises `NoRecordError` when there is no usable reply."""
        prompt = self.prompt.fill(
            scene=scene_text(request.spec),
            program_before=program_text(request.before, "program before"),
            findings_before=findings_text(request.findings_before, "findings before"),
            program_after=program_text(request.after, "program after"),
            findings_after=findings_text(request.findings_after, "findings after"),
            scores=_scores(request),
            diagnostic=block("diagnostic", request.diagnostic),
        )
        chat = self.request(prompt, self.limits.lesson, request.spec.name)
        sources = (request.task.text, request.before, request.after)
        try:
            lesson = ask(self.line, chat, LessonReply, sources).value
        except ReplyFaultError as error:
            raise NoRecordError(f"no lesson: {error.fault.message}") from error
        return Lesson(
            trigger=lesson.trigger,
            root_cause=lesson.root_cause,
            recipe=lesson.recipe,
            anti_example=lesson.anti_example,
            good_example=lesson.good_example,
            diagnostic=lesson.diagnostic or request.diagnostic,
        )


def _scores(request: DistilRequest) -> str:
    if request.score_before is None or request.score_after is None:
        return "The program before did not run; the one after did."
    return f"Score before: {request.score_before:.0f}; after: {request.score_after:.0f} of 100."
