"""What all events of a run have in common."""

from pipeline.schema.base import Value


class RunEvent(Value):
    """Fields that every event has. `at` is UTC in ISO 8601, filled in by the journal."""

    at: str = ""

    @property
    def key(self) -> str:
        """Identifies the step this event reports."""
        data = self.model_dump(include={"kind", "scene_id", "t"})
        return "/".join(str(value) for value in data.values())


class SceneEvent(RunEvent):
    """An event of one scene."""

    scene_id: str


class IterationEvent(SceneEvent):
    """An event of one iteration; `t` counts every attempt of the scene from 0."""

    t: int
