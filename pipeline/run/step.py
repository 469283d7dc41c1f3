"""Which scene and iteration the present thread works on, for whoever counts what a step costs.

Agents are given tasks and programs, not numbers: they cannot say for which iteration they ask a
model. The loop knows, and says so here around every call of an agent.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """A place in a run. `scene_id` is empty and `t` None for the task as a whole."""

    scene_id: str = ""
    t: int | None = None


_CURRENT: ContextVar[Step] = ContextVar("step", default=Step())  # noqa: B039  # frozen


def current_step() -> Step:
    """Where the calling thread is; the task as a whole if nobody has said."""
    return _CURRENT.get()


@contextmanager
def working_on(scene_id: str = "", t: int | None = None) -> Iterator[None]:
    """Everything called inside, in this thread, belongs to this scene and iteration."""
    token = _CURRENT.set(Step(scene_id, t))
    try:
        yield
    finally:
        _CURRENT.reset(token)
