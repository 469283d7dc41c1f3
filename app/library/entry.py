"""What the library knows about a run: as kept in the index, and as shown."""

from pathlib import Path

from app.run_state import RunState
from app.texts import tr
from pipeline.schema.base import Value

TITLE_CHARACTERS = 200


class RunFacts(Value):
    """What the files of a run folder say. Holds no path of this machine.

    Attributes:
        state: as the files tell it; whether somebody works on the run now is asked each time.
        own_title: the title the run was begun with; `given_title` a person's, empty if none.
        text: the beginning of the section, folded for search; `whole_text` if that is all of it.
        section: hash of the section's text; empty where it cannot be read.
        score: mean u of the delivered scenes that have one, in [0, 100]; a person's choice of
            another rendition counts.
        rounds: reflection rounds, None until the run has finished.
        scenes: planned; `delivered`: with a rendition to show.
        thumbnail: a keyframe of a delivered rendition, relative to the run folder; or empty.
        human: iterations that a person asked for; `chosen`: a person chose a rendition.
        problem, remedy: what is wrong with a damaged run and what to do, in marked words; else
            empty. `line`: of the file that is damaged, 0 where no line is to blame.
    """

    state: RunState
    own_title: str = ""
    given_title: str = ""
    text: str = ""
    whole_text: bool = True
    opening: str = ""
    section: str = ""
    started: str = ""
    ended: str = ""
    cast: str = ""
    models: str = ""
    role: str = ""
    domain: str = ""
    score: float | None = None
    rounds: int | None = None
    scenes: int = 0
    delivered: int = 0
    thumbnail: str = ""
    human: int = 0
    chosen: bool = False
    problem: str = ""
    remedy: str = ""
    line: int = 0


class LibraryEntry(Value):
    """One run as the library shows it; see `RunFacts` for what is not said here.

    Attributes:
        title: a person's title, else the run's own, else the beginning of the section.
        thumbnail: an absolute path, None where nothing was rendered.
        complete: False in the first pass, where only the manifest of a run was looked at.
        trashed: when the run was put into the trash (ISO 8601, UTC); empty for one that is not.
    """

    run: str
    folder: Path
    title: str
    own_title: str
    renamed: bool
    state: RunState
    started: str
    ended: str
    cast: str
    models: str
    role: str
    domain: str
    score: float | None
    rounds: int | None
    scenes: int
    delivered: int
    section: str
    thumbnail: Path | None
    human: int
    chosen: bool
    problem: str
    remedy: str
    complete: bool = True
    trashed: str = ""


def entry_of(
    folder: Path, facts: RunFacts, state: RunState, *, complete: bool = True, trashed: str = ""
) -> LibraryEntry:
    """The entry of a run folder from its facts and its present state."""
    known = facts.model_dump(
        exclude={
            "state", "given_title", "text", "whole_text", "opening", "thumbnail",
            "problem", "remedy", "line",
        }
    )  # fmt: skip
    return LibraryEntry(
        run=folder.name,
        folder=folder,
        title=facts.given_title or facts.own_title or facts.opening,
        renamed=bool(facts.given_title),
        state=state,
        thumbnail=folder / facts.thumbnail if facts.thumbnail else None,
        complete=complete,
        trashed=trashed,
        problem=tr(facts.problem).format(line=facts.line),
        remedy=tr(facts.remedy),
        **known,
    )
