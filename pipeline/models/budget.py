"""What a call may cost at most, and whether a run can still afford it."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from pydantic import BaseModel

from pipeline.agents.protocols import TokenUse
from pipeline.models.port import ChatRequest, PausedError

BYTES_A_TOKEN = 2.5
"""English prose has about 4 bytes a token, code about 3 and TeX less; to reserve too much is the
safe side. What the endpoint reports corrects the estimate within a run."""
TOKENS_A_PICTURE = 1500
"""About what the usual vision models take for a still of 1,000 pixels."""
TOKENS_A_CALL = 50
"""What the chat templates of endpoints add to the text."""


def estimated_input(request: ChatRequest, schema: type[BaseModel] | None = None) -> int:
    """Tokens that a request has at most, or nearly so, from its length alone."""
    texts = [request.system, request.prompt, *(picture.caption for picture in request.pictures)]
    if schema is not None:
        texts.append(str(schema.model_json_schema()))
    size = sum(len(text.encode("utf-8", "replace")) for text in texts)
    pictures = TOKENS_A_PICTURE * len(request.pictures)
    return ceil(size / BYTES_A_TOKEN) + pictures + TOKENS_A_CALL


@dataclass(frozen=True)
class Reserve:
    """What a call may cost at most."""

    tokens: TokenUse
    money: float

    @property
    def count(self) -> int:
        """Input and output together."""
        return self.tokens.input + self.tokens.output


@dataclass(frozen=True)
class Budget:
    """The most a run may cost, in tokens and in the currency of the prices; None is no limit."""

    tokens: int | None = None
    money: float | None = None

    def refusal(
        self, agent: str, tokens: int, money: float, call: Reserve, others: Iterable[Reserve]
    ) -> PausedError | None:
        """Why a call cannot be made, None if it can.

        Args:
            tokens, money: spent already.
            others: calls under way.
        """
        under_way = tuple(others)
        taken = tokens + sum(other.count for other in under_way)
        if self.tokens is not None and taken + call.count > self.tokens:
            return PausedError(
                f"The budget of {self.tokens:,} tokens would be passed: {tokens:,} are spent, "
                f"and the next call of the {agent} may take up to {call.count:,}.",
                "Resume with a larger --budget-tokens.",
                kind="budget",
            )
        paid = money + sum(other.money for other in under_way)
        if self.money is not None and paid + call.money > self.money:
            return PausedError(
                f"The budget of {self.money:g} would be passed: {money:.4f} is spent, "
                f"and the next call of the {agent} may cost up to {call.money:.4f}.",
                "Resume with a larger --budget-money.",
                kind="budget",
            )
        return None
