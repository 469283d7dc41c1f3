"""The VisualReviser: rewrites a program that renders but does not convince."""

from dataclasses import dataclass

from pipeline.agents.model.agent import Agent
from pipeline.agents.model.context import (
    findings_text,
    frame_text,
    program_text,
    scene_text,
    section_text,
)
from pipeline.agents.model.data import block
from pipeline.agents.model.programs import write_program
from pipeline.agents.model.slots import memory_text
from pipeline.agents.protocols import CodeReply, RevisionRequest
from pipeline.schema.review import Review


@dataclass(frozen=True)
class ModelReviser(Agent):
    """A VisualReviser that asks the text model: it reads the review, not the pictures."""

    code_excerpts: bool = True

    name = "VisualReviser"
    prompt_name = "visual_reviser"

    def revise(self, request: RevisionRequest) -> CodeReply:
        """One call, answered as the Coder's are."""
        prompt = self.prompt.fill(
            section=section_text(request.task),
            memory=memory_text(request.slots, code_excerpts=self.code_excerpts),
            scene=scene_text(request.spec),
            frame=frame_text(request.aspect),
            program=program_text(request.program, "program under review"),
            review=_review(request.review),
            findings=findings_text(request.findings),
        )
        chat = self.request(prompt, self.limits.program, request.spec.name)
        return write_program(
            self.line,
            chat,
            request.spec.name,
            request.slots,
            (request.task.text,),
            before=request.program,
        )


def _review(review: Review) -> str:
    """The scores in our words, the rest as data."""
    axes = review.axes
    scores = (
        f"Scores out of 100: logical flow {axes.logical_flow:.0f}, layout {axes.layout:.0f}, "
        f"accuracy {axes.accuracy:.0f}."
    )
    issues = "\n".join(f"- {issue}" for issue in review.issues)
    body = f"Issues:\n{issues or '- none listed'}\nInstruction: {review.instruction}"
    return f"{scores}\n{block('review', body)}"
