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
    """What a finished run delivered.

    Where scenes were made anew after the run, `scenes` are those of the animation as it is arranged
    now and `replaced` those that gave their place, while `rounds` and `seconds` stay what the run
    itself took.

    Attributes:
        video: relative to the run folder; None if no scene rendered.
        rounds: reflection rounds of the run.
        learned: by the run and by what was made anew.
        retrieved: ids of the records that any of `scenes` saw.
    """

    run: str
    video: str | None
    rounds: int
    seconds: float
    scenes: tuple[SceneTrace, ...]
    learned: Learned
    retrieved: tuple[int, ...] = ()
    replaced: tuple[SceneTrace, ...] = ()

    @property
    def repairs(self) -> int:
        """Programs mended without a model; counted apart from the rounds."""
        return sum(trace.repairs for trace in self.scenes)


def retrieved_by(traces: tuple[SceneTrace, ...]) -> tuple[int, ...]:
    """Ids of all records that any scene saw, in order of first appearance."""
    ids = [id_ for trace in traces for i in trace.iterations[:1] for id_ in i.candidate.retrieved]
    return tuple(dict.fromkeys(ids))
