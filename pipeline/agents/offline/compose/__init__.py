"""Composing Manim programs without a model: the hands of the offline cast.

Public API (stable):

- `plan_scene(task, spec) -> ScenePlan`: what is told and which figure shows it, read from the text.
- `estimate_layout(plan) -> Layout`: sizes and times estimated from the text alone.
- `write_program(plan, layout) -> str`: the complete program; deterministic.
- `read_layout(program) -> Layout | None`: the layout a composed program states at its top.
"""

from pipeline.agents.offline.compose.constants import read_layout
from pipeline.agents.offline.compose.estimate import (
    estimate_layout,
    labels_fit,
    unhurried,
    within_length,
)
from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.compose.planning import plan_scene
from pipeline.agents.offline.compose.program import write_program

__all__ = [
    "ScenePlan",
    "estimate_layout",
    "labels_fit",
    "plan_scene",
    "read_layout",
    "unhurried",
    "within_length",
    "write_program",
]
