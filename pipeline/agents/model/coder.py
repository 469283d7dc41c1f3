"""The Coder: writes the whole program of a scene, also after a failure."""

from dataclasses import dataclass

from pipeline.agents.model.agent import Agent
from pipeline.agents.model.context import (
    failure_text,
    frame_text,
    program_text,
    scene_text,
    section_text,
)
from pipeline.agents.model.data import block
from pipeline.agents.model.programs import write_program
from pipeline.agents.model.slots import memory_text
from pipeline.agents.protocols import Attempt, CodeReply, CodeRequest


@dataclass(frozen=True)
class ModelCoder(Agent):
    """A Coder that asks the text model."""

    code_excerpts: bool = True

    name = "Coder"
    prompt_name = "coder"

    def write(self, request: CodeRequest) -> CodeReply:
        """One call; a reply without a program is asked for once more, then a failed attempt."""
        prompt = self.prompt.fill(
            section=section_text(request.task),
            memory=memory_text(request.slots, code_excerpts=self.code_excerpts),
            scene=scene_text(request.spec),
            frame=frame_text(request.aspect),
            revision=_revision(request.instruction),
            attempts=_attempts(request.attempts),
        )
        chat = self.request(prompt, self.limits.program, request.spec.name)
        return write_program(
            self.line,
            chat,
            request.spec.name,
            request.slots,
            (request.task.text,),
            before=request.attempts[-1].program if request.attempts else "",
        )


def _revision(instruction: str) -> str:
    """Why the scene is being rewritten, where a review asked for it."""
    if not instruction:
        return ""
    return f"# What a reviewer of the rendered scene asked for\n{block('revision', instruction)}"


def _attempts(attempts: tuple[Attempt, ...]) -> str:
    """Failed attempts, oldest first: what came of each, and the program of the last."""
    parts = []
    for number, attempt in enumerate(attempts, start=1):
        parts.append(f"# Failed attempt {number}")
        if number == len(attempts) and attempt.program:
            parts.append(program_text(attempt.program, "failed program"))
        parts.append(failure_text(attempt))
    return "\n".join(part for part in parts if part)
