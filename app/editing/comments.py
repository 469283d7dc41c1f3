"""Comments of a person, pinned to a moment and a place of an iteration; kept with the run.

They can be written while the run is running: they have a file and a lock of their own.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

from filelock import FileLock, Timeout
from pydantic import Field, TypeAdapter, ValidationError

from app.errors import environment_fault, wrong_use
from app.texts import tr
from pipeline.run.clock import utc_now
from pipeline.run.folder import RunFolder, write_atomically
from pipeline.run.journal import RunDamagedError
from pipeline.schema.base import Value

FILE = "comments.json"
LOCK = ".comments.lock"
PATIENCE = 5.0
"""Seconds to wait for another window that writes a comment at this moment."""
TEXT_CHARACTERS = 2000

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class Comment(Value):
    """What a person says about one moment and place of an iteration.

    Attributes:
        id: unique within the run.
        seconds: the moment in the video.
        x, y: the place in fractions of the picture from its top left corner; None for a comment
            on the whole picture.
        written, edited, resolved: UTC in ISO 8601; the latter two empty until it was.
        sent: the iterations (`t`) that the reviser made from it.
    """

    id: str
    scene_id: str
    t: int = Field(ge=0)
    seconds: float = Field(ge=0, allow_inf_nan=False)
    x: Share | None = None
    y: Share | None = None
    text: str = Field(min_length=1, max_length=TEXT_CHARACTERS)
    written: str
    edited: str = ""
    resolved: str = ""
    sent: tuple[int, ...] = ()

    @property
    def where(self) -> str:
        """The moment and place in words."""
        moment = f"seen at {self.seconds:.1f} s of the video"
        if self.x is None or self.y is None:
            return moment
        return f"{moment}, {self.x:.0%} from the left and {self.y:.0%} from the top of the picture"


_ALL = TypeAdapter(tuple[Comment, ...])


class Comments:
    """The comments of one run. Every call reads and writes the file, whole or not at all.

    Raises:
        RunDamagedError: the file cannot be read; nothing is written over it.
        StudioError: a text or place is not right, a comment is gone, or the file is in use.
    """

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self._path = folder.file(FILE)

    def all(self, scene_id: str | None = None, t: int | None = None) -> tuple[Comment, ...]:
        """The comments of the run, of one scene or one iteration: by scene, iteration, moment."""
        found = [
            c
            for c in self._read()
            if (scene_id is None or c.scene_id == scene_id) and (t is None or c.t == t)
        ]
        return tuple(sorted(found, key=lambda c: (c.scene_id, c.t, c.seconds, c.written)))

    def get(self, comment_id: str) -> Comment:
        """One comment."""
        return _find(self._read(), comment_id)

    def add(
        self,
        scene_id: str,
        t: int,
        seconds: float,
        text: str,
        x: float | None = None,
        y: float | None = None,
    ) -> Comment:
        """A new comment on a moment (seconds) and a place (picture fractions) of an iteration."""
        if not (self._folder.iteration(scene_id, t) / "scene.py").exists():
            raise wrong_use(
                tr("Run {run_id} has no iteration {t} of scene {scene_id}.").format(
                    run_id=self._folder.run_id, t=t, scene_id=scene_id
                ),
                tr("Comment on one that is there."),
            )
        if (x is None) != (y is None):
            raise wrong_use(
                tr("A place has two numbers."), tr("Give both, or none for the whole picture.")
            )
        made = _checked(
            {
                "id": secrets.token_hex(4),
                "scene_id": scene_id,
                "t": t,
                "seconds": seconds,
                "x": x,
                "y": y,
                "text": text.strip(),
                "written": utc_now(),
            }
        )
        with self._writing() as save:
            save((*self._read(), made))
        return made

    def edit(self, comment_id: str, text: str) -> Comment:
        """Give a comment another text."""
        return self._change(comment_id, text=text.strip(), edited=utc_now())

    def resolve(self, comment_id: str) -> Comment:
        """Mark a comment as settled."""
        return self._change(comment_id, resolved=utc_now())

    def reopen(self, comment_id: str) -> Comment:
        """Take `resolve` back."""
        return self._change(comment_id, resolved="")

    def delete(self, comment_id: str) -> Comment:
        """Remove a comment; it is returned, and `restore` brings it back."""
        with self._writing() as save:
            known = self._read()
            gone = _find(known, comment_id)
            save(tuple(c for c in known if c.id != comment_id))
        return gone

    def restore(self, comment: Comment) -> None:
        """Bring a deleted comment back as it was."""
        with self._writing() as save:
            known = self._read()
            if all(c.id != comment.id for c in known):
                save((*known, comment))

    def note_sent(self, comment_ids: tuple[str, ...], t: int) -> None:
        """Write down that the reviser made iteration `t` from these; deleted ones are left out."""
        with self._writing() as save:
            save(
                tuple(
                    c.model_copy(update={"sent": (*c.sent, t)})
                    if c.id in comment_ids and t not in c.sent
                    else c
                    for c in self._read()
                )
            )

    def _change(self, comment_id: str, **changes: str) -> Comment:
        with self._writing() as save:
            known = self._read()
            changed = _checked(_find(known, comment_id).model_dump() | changes)
            save(tuple(changed if c.id == comment_id else c for c in known))
        return changed

    def _read(self) -> tuple[Comment, ...]:
        if not self._path.exists():
            return ()
        try:
            return _ALL.validate_json(self._path.read_bytes())
        except (OSError, ValidationError) as error:
            raise RunDamagedError(
                tr(
                    "{path} cannot be read. Mend it or move it away; no comment can be added "
                    "to this run until then."
                ).format(path=self._path)
            ) from error

    @contextmanager
    def _writing(self) -> Iterator[Callable[[tuple[Comment, ...]], None]]:
        def save(comments: tuple[Comment, ...]) -> None:
            write_atomically(self._path, _ALL.dump_json(comments, indent=1))

        try:
            with FileLock(self._folder.root / LOCK, timeout=PATIENCE):
                yield save
        except Timeout as error:
            raise environment_fault(
                tr("The comments of run {run_id} are being written elsewhere.").format(
                    run_id=self._folder.run_id
                ),
                tr("Try again in a moment."),
                kind="run_in_use",
            ) from error


def instruction_for(comments: tuple[Comment, ...]) -> str:
    """The comments as one revision instruction, a line each: the text, then where it was seen.

    The place stands behind a colon, where the offline reviser expects the reason of a request.
    """
    return "\n".join(f"{c.text.rstrip(' .')}: {c.where}." for c in comments)


def _find(known: tuple[Comment, ...], comment_id: str) -> Comment:
    for comment in known:
        if comment.id == comment_id:
            return comment
    raise wrong_use(tr("This comment is not there any more."), tr("Look at the comments again."))


def _checked(values: dict[str, object]) -> Comment:
    try:
        return Comment.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise wrong_use(
            tr("The comment was not kept: {where}: {first}.").format(
                where=where, first=first["msg"]
            ),
            tr(
                "A text has 1 to {most} characters, a moment is not negative, and a place lies "
                "in the picture."
            ).format(most=TEXT_CHARACTERS),
        ) from error
