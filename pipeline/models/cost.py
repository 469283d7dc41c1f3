"""What calls of models cost: prices, and the table that adds up to the calls of a run."""

import math
from collections.abc import Iterable

from pydantic import Field

from pipeline.events import Event
from pipeline.model_events import ModelAnswered
from pipeline.schema.base import Value


class Spent(Value):
    """What some calls used together.

    Attributes:
        calls: everything that was asked, also what failed (`failed` of them gave no reply).
        input, output: tokens; those of `estimated` calls are estimates.
        lost: tokens of attempts that broke off and may be billed, an estimate, not in the above.
        money: of the calls that have a price, None if none has; `unpriced` calls have none.
    """

    calls: int = 0
    failed: int = 0
    input: int = 0
    output: int = 0
    estimated: int = 0
    lost: int = 0
    money: float | None = None
    unpriced: int = 0

    @property
    def tokens(self) -> int:
        """Everything together."""
        return self.input + self.output + self.lost


class StepCost(Spent):
    """What one agent used for one iteration; `t` is None for a scene or task as a whole."""

    agent: str
    scene_id: str = ""
    t: int | None = None


class CostTable(Value):
    """What a run used, in all, by agent, and by agent and iteration. All three add up."""

    total: Spent = Spent()
    by_agent: dict[str, Spent] = Field(default_factory=dict)
    by_step: tuple[StepCost, ...] = ()


def cost_table(events: Iterable[Event]) -> CostTable:
    """The table of the calls among some events; it does not depend on their order."""
    calls = sorted((e for e in events if isinstance(e, ModelAnswered)), key=_order)
    agents = sorted({call.agent for call in calls})
    steps = dict.fromkeys((call.scene_id, call.t, call.agent) for call in calls)
    return CostTable(
        total=_spent(calls),
        by_agent={name: _spent([c for c in calls if c.agent == name]) for name in agents},
        by_step=tuple(
            StepCost(
                agent=agent,
                scene_id=scene_id,
                t=t,
                **_spent(
                    [c for c in calls if (c.scene_id, c.t, c.agent) == (scene_id, t, agent)]
                ).model_dump(),
            )
            for scene_id, t, agent in steps
        ),
    )


def _order(call: ModelAnswered) -> tuple[str, int, str, str]:
    return (call.scene_id, -1 if call.t is None else call.t, call.agent, call.key)


def _spent(calls: list[ModelAnswered]) -> Spent:
    priced = [call.money for call in calls if call.money is not None]
    return Spent(
        calls=len(calls),
        failed=sum(call.outcome != "reply" for call in calls),
        input=sum(call.input for call in calls),
        output=sum(call.output for call in calls),
        estimated=sum(call.estimated for call in calls),
        lost=sum(call.lost for call in calls),
        money=math.fsum(priced) if priced else None,
        unpriced=len(calls) - len(priced),
    )
