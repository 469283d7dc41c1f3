"""The ideal schedule of a run: its steps, and nothing but its steps."""

import heapq
from collections.abc import Sequence
from typing import Literal

from pipeline.schema.base import Value


class Work(Value):
    """One step: a call of a model or a render, and the seconds it takes by itself."""

    kind: Literal["call", "render"]
    seconds: float


Chain = Sequence[Work]
"""Steps that follow on each other."""


def makespan(chains: Sequence[Chain], calls: int, renders: int) -> float:
    """Seconds until all chains are done if every step begins as soon as it can.

    Chains do not depend on each other. At most `calls` calls and `renders` renders go on at a
    time; who is ready first goes first.
    """
    free = {"call": [0.0] * calls, "render": [0.0] * renders}
    ready = [(0.0, chain, 0) for chain, steps in enumerate(chains) if steps]
    heapq.heapify(ready)
    end = 0.0
    while ready:
        moment, chain, number = heapq.heappop(ready)
        step = chains[chain][number]
        places = free[step.kind]
        done = max(moment, heapq.heappop(places)) + step.seconds
        heapq.heappush(places, done)
        end = max(end, done)
        if number + 1 < len(chains[chain]):
            heapq.heappush(ready, (done, chain, number + 1))
    return end
