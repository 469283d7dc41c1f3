"""The RationaleWriter: says why a success succeeded."""

from pipeline.agents.model.agent import Agent
from pipeline.agents.model.ask import ask
from pipeline.agents.model.context import findings_text, program_text, scene_text, section_text
from pipeline.agents.model.replies.faults import ReplyFaultError
from pipeline.agents.model.replies.schemas import RationaleReply
from pipeline.agents.protocols import NoRecordError, RationaleRequest


class ModelRationaleWriter(Agent):
    """A RationaleWriter that asks the text model."""

    name = "RationaleWriter"
    prompt_name = "rationale_writer"

    def write(self, request: RationaleRequest) -> str:
        """At most 400 characters. Raises `NoRecordError` when there is no usable reply."""
        prompt = self.prompt.fill(
            section=section_text(request.task),
            scene=scene_text(request.spec),
            program=program_text(request.program),
            score=f"{request.review.u:.0f}",
            findings=findings_text(request.findings),
        )
        chat = self.request(prompt, self.limits.rationale, request.spec.name)
        try:
            answer = ask(self.line, chat, RationaleReply, (request.task.text, request.program))
        except ReplyFaultError as error:
            raise NoRecordError(f"no rationale: {error.fault.message}") from error
        return answer.value.rationale
