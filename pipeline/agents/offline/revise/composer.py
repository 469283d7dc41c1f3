"""The four functions of the composer that revising and learning need, as one value."""

from collections.abc import Callable
from dataclasses import dataclass

from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.layout import Layout
from pipeline.schema.render import Aspect
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task


@dataclass(frozen=True)
class Composer:
    """plan: what the scene will show; estimate: sizes from the text alone; write: the program;
    read: the sizes that a program states at its top, None where it states none."""

    plan: Callable[[Task, SceneSpec], ScenePlan]
    estimate: Callable[[ScenePlan, Aspect], Layout]
    write: Callable[[ScenePlan, Layout], str]
    read: Callable[[str], Layout | None]
