"""What all agents on a model share: their prompt, their line to a model, how they ask."""

from dataclasses import dataclass
from typing import ClassVar

from pipeline.agents.model.ask import Line
from pipeline.agents.model.limits import TokenLimits
from pipeline.agents.model.prompts import Prompt, load_prompt
from pipeline.models.port import ChatRequest, Picture, Role


@dataclass(frozen=True)
class Agent:
    """The base of the seven agents."""

    line: Line
    limits: TokenLimits

    name: ClassVar[str]
    """The agent's name in manifests, cost tables and logs."""
    prompt_name: ClassVar[str]
    role: ClassVar[Role] = "text"

    @property
    def prompt(self) -> Prompt:
        """The agent's template."""
        return load_prompt(self.prompt_name)

    @property
    def version(self) -> str:
        """Model and prompt version, for manifests and records."""
        return f"{self.line.chat.identity(self.role)} prompt {self.prompt.version}"

    def request(
        self,
        prompt: str,
        limit: int,
        scene: str = "",
        pictures: tuple[Picture, ...] = (),
    ) -> ChatRequest:
        """A call of this agent; `limit` is the length of the visible answer in tokens."""
        return ChatRequest(
            agent=self.name,
            scene=scene,
            role=self.role,
            system=self.prompt.system,
            prompt=prompt,
            pictures=pictures,
            max_tokens=limit + self.limits.reasoning,
        )
