"""A person edits the program of an iteration and has it rendered as a new one.

The new iteration has loop `human` and the next free number of its scene. It is checked, rendered,
measured and reviewed as the run's own are, with the same events, so that whatever shows a run
shows it too. It never changes what the run delivers by itself, and nothing is learned from it
unless a person asks for that (`app.editing.learning`).
"""

from typing import NoReturn

from app.editing.broken_off import unfinished
from app.editing.choice import without_words
from app.editing.comments import Comments
from app.editing.workshop import Sink, ignore, iteration_of, next_t, open_workshop
from app.errors import wrong_use
from app.paths import DataPaths
from app.texts import tr
from pipeline.checks.parsing import parse_program
from pipeline.loop.by_hand import evaluate_by_hand
from pipeline.loop.services import Services
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.run.journal import RunDamagedError
from pipeline.schema.finding import Finding
from pipeline.schema.iteration import Candidate, Iteration

NOTE_CHARACTERS = 1000
PROGRAM_CHARACTERS = 200_000
"""A longer program is surely a mistake; the memory takes none either."""


def render_by_hand(
    paths: DataPaths,
    folder: RunFolder,
    scene_id: str,
    base: int,
    program: str,
    cancel: CancelToken,
    sink: Sink = ignore,
    *,
    note: str = "",
    services: Services | None = None,
) -> Iteration:
    """Render a person's version of iteration `base` as a new iteration and return it.

    A program that the check refuses, or that crashes, is a finished iteration too: its result says
    why. One whose review fails has no score.

    Args:
        program: the whole program; line ends are made those of Unix.
        sink: is given every event, in the calling thread.
        note: what the person says about the edit; kept as the iteration's trigger.
        services: see `open_workshop`.

    Raises:
        StudioError: nothing was changed in the program, it is empty or too long, the run is not
            finished or in use, or there is no such iteration.
        CancelledError, PausedError, EnvironmentFaultError: the program is kept, and `take_up`
            goes on with it.
        RunDamagedError: a file of the run cannot be read.
    """
    text = _clean(program)
    with open_workshop(paths, folder, cancel, sink, services) as workshop:
        trace = workshop.trace(scene_id)
        before = iteration_of(trace, base)
        if text.rstrip() == before.candidate.program.rstrip():
            raise wrong_use(
                tr(
                    "The program is the same as in iteration {base}: there is nothing to render."
                ).format(base=base),
                tr("Change it first."),
                kind="unchanged",
            )
        trigger = note.strip()[:NOTE_CHARACTERS] or without_words(base)
        candidate = Candidate(
            t=next_t(folder, trace),
            loop="human",
            revision=before.candidate.revision,
            attempt=before.candidate.attempt,
            program=text,
            trigger=trigger,
            base=base,
        )
        with workshop.making(scene_id, candidate.t):
            work = workshop.work(trace)
            return evaluate_by_hand(work, trace, candidate.t, lambda: candidate)


def require_python(program: str) -> None:
    """Raises `StudioError`, which names the line, for a program that cannot be read as Python."""
    parsed = parse_program(program)
    if isinstance(parsed, Finding):
        raise wrong_use(parsed.message, parsed.suggestion, kind="no_python")


def take_up(
    paths: DataPaths,
    folder: RunFolder,
    scene_id: str,
    t: int,
    cancel: CancelToken,
    sink: Sink = ignore,
    services: Services | None = None,
) -> Iteration:
    """Go on with an iteration that a person asked for and that was broken off; see `unfinished`.

    Raises as `render_by_hand` does.
    """
    with open_workshop(paths, folder, cancel, sink, services) as workshop:
        trace = workshop.trace(scene_id)
        if t not in unfinished(folder, scene_id):
            raise wrong_use(
                tr("Iteration {t} of scene {name} is not waiting to be finished.").format(
                    t=t, name=trace.spec.name
                ),
                tr("Edit an iteration, or choose one."),
            )
        with workshop.making(scene_id, t):
            made = evaluate_by_hand(workshop.work(trace), trace, t, _gone)
    if made.candidate.comments:
        Comments(folder).note_sent(made.candidate.comments, t)
    return made


def _gone() -> NoReturn:
    raise RunDamagedError(tr("The program of this iteration is gone. Edit the earlier one again."))


def _clean(program: str) -> str:
    text = program.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise wrong_use(tr("The program is empty."), tr("Write one, or cancel the edit."))
    if len(text) > PROGRAM_CHARACTERS:
        raise wrong_use(
            tr(
                "The program has {count:,} characters; at most {program_characters:,} are taken."
            ).format(count=len(text), program_characters=PROGRAM_CHARACTERS),
            tr("Shorten it: a scene has some hundred lines."),
        )
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise wrong_use(
            tr("Line {line} of the program holds a character that cannot be saved.").format(
                line=line
            ),
            tr("Delete that character; it came with the clipboard."),
        ) from error
    return text if text.endswith("\n") else text + "\n"
