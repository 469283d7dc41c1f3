"""A task: one section of a paper that becomes an animation."""

from typing import Literal, get_args

from pydantic import Field

from pipeline.schema.base import Value

SceneRole = Literal["background", "method", "experiment", "conclusion"]
SCENE_ROLES: tuple[SceneRole, ...] = get_args(SceneRole)


class Task(Value):
    """A section with its role and domain. Every field is visible to the agents.

    Only `text` and `role` enter the retrieval query (ManimAgent, section 3.2).
    """

    text: str = Field(min_length=1)
    role: SceneRole = "method"
    domain: str = "general"
    paper_id: str = ""
    section_id: str = ""
    title: str = ""
    abstract: str = ""
    prior_context: str = ""
    prior_objects: tuple[str, ...] = ()
    source_type: str = "section"
