"""What a run delivered and learned."""

from pipeline.schema.base import Value
from pipeline.schema.iteration import SceneTrace


class Learned(Value):
    """Ids that a run added to the bank; `pending` is the part that waits for a person.

    `unwritten` names what passed the gates and could not be put into words.
    """

    added: tuple[int, ...] = ()
    pending: tuple[int, ...] = ()
    duplicates: int = 0
    skipped: str = ""
    unwritten: tuple[str, ...] = ()


class RunOutcome(Value):
    """What a finished run delivered. `video` is relative to the run folder."""

    run: str
    video: str | None
    rounds: int
    seconds: float
    scenes: tuple[SceneTrace, ...]
    learned: Learned
    retrieved: tuple[int, ...] = ()

    @property
    def repairs(self) -> int:
        """Programs mended without a model; counted apart from the rounds."""
        return sum(trace.repairs for trace in self.scenes)
