"""How long replies may be."""

from pydantic import Field

from pipeline.schema.base import Value


class TokenLimits(Value):
    """Most output tokens per agent.

    Attributes:
        lesson: ManimAgent, appendix B.
        reasoning: added to each limit, for models that spend output tokens on hidden reasoning.
    """

    storyboard: int = Field(default=4000, gt=0)
    program: int = Field(default=8000, gt=0)
    hint: int = Field(default=500, gt=0)
    review: int = Field(default=2000, gt=0)
    rationale: int = Field(default=500, gt=0)
    lesson: int = Field(default=1500, gt=0)
    reasoning: int = Field(default=0, ge=0)
