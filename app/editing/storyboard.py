"""The storyboard of a run on disk: read, changed by a person, approved.

`storyboard.json` is what the scenes are made from. Once a person has changed it, the storyboard as
it was planned stands beside it in `storyboard.original.json`. Which cards are locked is kept apart,
in `storyboard.locks.json`. What a person is changing, fit to be saved or not, is the draft in
`storyboard.draft.json`; no scene is made from it, and saving the cards ends it.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from app.editing.cards import Card, storyboard_of
from app.errors import failed
from app.runs import locked
from app.texts import tr
from pipeline.events import SceneStarted
from pipeline.run.folder import (
    APPROVAL,
    EVENTS,
    STORYBOARD,
    STORYBOARD_ORIGINAL,
    RunFolder,
    write_atomically,
)
from pipeline.run.journal import RunDamagedError, load_events
from pipeline.run.manifest import utc_now
from pipeline.schema.base import Value
from pipeline.schema.storyboard import Storyboard

LOCKS = "storyboard.locks.json"
DRAFT = "storyboard.draft.json"
T = TypeVar("T", bound=Value)
PATIENCE = 2.0
"""Seconds to wait for a run that is just about to pause."""


class Locks(Value):
    """Names of locked cards; a name that the storyboard does not have means nothing."""

    locked: tuple[str, ...] = ()


class Draft(Value):
    """Cards in the midst of being changed; see `save_draft`."""

    cards: tuple[Card, ...]


class Approval(Value):
    """When a person approved the storyboard, in ISO 8601, UTC."""

    at: str


def load(folder: RunFolder) -> tuple[Card, ...]:
    """The cards as they are now; none before the scenes are planned. Raises `RunDamagedError`."""
    board = _read(folder, STORYBOARD, Storyboard)
    if board is None:
        return ()
    keep = (_read(folder, LOCKS, Locks) or Locks()).locked
    return tuple(Card.of(spec, locked=spec.name in keep) for spec in board.scenes)


def original(folder: RunFolder) -> tuple[Card, ...]:
    """The cards as they were planned, whatever a person did since. Raises `RunDamagedError`."""
    board = _read(folder, STORYBOARD_ORIGINAL, Storyboard) or _read(folder, STORYBOARD, Storyboard)
    return tuple(Card.of(spec) for spec in board.scenes) if board else ()


def save(folder: RunFolder, cards: Sequence[Card]) -> None:
    """Keep the cards, all or none of them. A storyboard that changes has to be approved again.

    Raises:
        CardsError: they make no storyboard; it names every fault.
        StudioError: the scenes are being made already, or the run is at work.
        RunDamagedError: the run folder cannot be read.
    """
    board = storyboard_of(cards)
    with locked(folder, PATIENCE):
        _refuse_if_begun(folder)
        locks = Locks(locked=tuple(card.name for card in cards if card.locked))
        _write(folder, LOCKS, locks)
        discard_draft(folder)
        present = _read(folder, STORYBOARD, Storyboard)
        if present == board:
            return
        if present is not None and not folder.file(STORYBOARD_ORIGINAL).exists():
            _write(folder, STORYBOARD_ORIGINAL, present)
        folder.file(APPROVAL).unlink(missing_ok=True)
        _write(folder, STORYBOARD, board)


def save_draft(folder: RunFolder, cards: Sequence[Card]) -> None:
    """Keep cards as they are being changed. They need not make a storyboard.

    Raises `OSError` where the folder takes no files.
    """
    if folder.root.is_dir():  # a run that was deleted meanwhile is not brought back by halves
        _write(folder, DRAFT, Draft(cards=tuple(cards)))


def draft(folder: RunFolder) -> tuple[Card, ...] | None:
    """The cards of the draft; None where there is none, or none that differs from what is kept.

    Raises `RunDamagedError`.
    """
    kept = _read(folder, DRAFT, Draft)
    return None if kept is None or kept.cards == load(folder) else kept.cards


def discard_draft(folder: RunFolder) -> None:
    """Forget the draft."""
    folder.file(DRAFT).unlink(missing_ok=True)


def approve(folder: RunFolder) -> None:
    """Let the scenes be made from the storyboard as it is; the run then has to be resumed.

    Raises:
        StudioError: no scene is planned yet, or the run is at work.
        RunDamagedError: the storyboard cannot be read.
    """
    with locked(folder, PATIENCE):
        if _read(folder, STORYBOARD, Storyboard) is None:
            raise failed(
                tr("Run {run_id} has no storyboard yet.").format(run_id=folder.run_id),
                tr("Wait until its scenes are planned."),
            )
        if not is_approved(folder):
            _write(folder, APPROVAL, Approval(at=utc_now()))


def is_approved(folder: RunFolder) -> bool:
    """Whether a person has approved the storyboard as it is now."""
    return folder.file(APPROVAL).exists()


def has_begun(folder: RunFolder) -> bool:
    """Whether scenes are made from the storyboard already, so that it cannot change any more."""
    return any(isinstance(event, SceneStarted) for event in load_events(folder.file(EVENTS)))


def _refuse_if_begun(folder: RunFolder) -> None:
    if has_begun(folder):
        raise failed(
            tr("The scenes of run {run_id} are made from this storyboard already.").format(
                run_id=folder.run_id
            ),
            tr("Let the run finish, then change one scene and run it again."),
            kind="storyboard_in_use",
        )


def _read(folder: RunFolder, name: str, kind: type[T]) -> T | None:
    path: Path = folder.file(name)
    try:
        return kind.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as error:
        raise RunDamagedError(
            tr("{path} cannot be read ({name})").format(path=path, name=type(error).__name__)
        ) from error


def _write(folder: RunFolder, name: str, value: Value) -> None:
    write_atomically(folder.file(name), value.model_dump_json(indent=1).encode())
