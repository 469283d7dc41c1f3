"""A person's own rating of a video, after the questionnaire of ManimAgent's appendix H.

Ratings lie in a folder of their own in the run, outside every folder that an agent is given, and
nothing below `app` reads them: they are there to judge the machine, not to steer it. Earlier
ratings of an iteration are kept.
"""

from typing import Annotated, Literal, Self, get_args

from filelock import FileLock, Timeout
from pydantic import Field, TypeAdapter, ValidationError, model_validator

from app.errors import environment_fault, wrong_use
from app.texts import mark, tr
from pipeline.run.clock import utc_now
from pipeline.run.folder import RunFolder, write_atomically
from pipeline.run.journal import RunDamagedError
from pipeline.schema.base import Value
from pipeline.schema.iteration import SceneTrace

FOLDER = "ratings"
LOCK = ".ratings.lock"
PATIENCE = 5.0
COMMENT_CHARACTERS = 4000

Scale = Annotated[int, Field(ge=1, le=5, strict=True)]
FatalFlag = Literal[
    "unrelated",
    "factual_error",
    "invented_claim",
    "missing_claim",
    "overlap",
    "cropped",
    "unreadable",
    "confusing_order",
    "static",
    "too_much_text",
    "unplayable",
    "other",
]
FATAL_FLAGS: tuple[FatalFlag, ...] = get_args(FatalFlag)

QUESTION = mark("Could you use this video for the section as it is, without a major repair?")
MAJOR_REPAIR = mark(
    "A major repair means planning the scene differently or writing its program anew. Moving, "
    "resizing or recolouring something, correcting a word, or changing a pause is none."
)
SCALE_ENDS = (mark("very poor"), mark("very good"))
"""What 1 and 5 stand for; 3 is average."""
SCALES: dict[str, tuple[str, str]] = {
    "visual_design": (
        mark("Visual design"),
        mark("Do arrangement, colours and emphasis make a clear and consistent picture?"),
    ),
    "key_claim_coverage": (
        mark("Key claims"),
        mark("Is what the section mainly claims shown in pictures?"),
    ),
    "visual_robustness": (
        mark("Clean rendering"),
        mark("Can everything be read, with nothing overlapping and nothing drawn wrongly?"),
    ),
    "animation_flow": (
        mark("Flow"),
        mark("Do speed, order and transitions suit what is told?"),
    ),
    "first_attempt_usability": (
        mark("Readiness"),
        mark("How close is it to a video that you would use without planning it again?"),
    ),
}
"""Title and question of each scale, in the order of the form."""
FLAGS: dict[FatalFlag, str] = {
    "unrelated": mark("It is about something else."),
    "factual_error": mark("A fact or formula is badly wrong."),
    "invented_claim": mark("It claims what the section does not say."),
    "missing_claim": mark("The central claim is missing."),
    "overlap": mark("Things cover each other badly."),
    "cropped": mark("Something is cut off or leaves the picture."),
    "unreadable": mark("Words or labels cannot be read."),
    "confusing_order": mark("The order of the animations confuses."),
    "static": mark("Hardly anything moves."),
    "too_much_text": mark("There is too much text."),
    "unplayable": mark("The video is broken or does not play."),
    "other": mark("Something else (say what)."),
}


class Rating(Value):
    """One rating of one iteration.

    Attributes:
        usable: without a major repair; see `MAJOR_REPAIR`.
        visual_design ... first_attempt_usability: 1 (very poor) to 5 (very good); see `SCALES`.
        flags: what ruins the video; see `FLAGS`. `other` needs a comment.
        when: UTC, ISO 8601.
        seconds: from the opening of the form to saving it.
    """

    usable: bool
    visual_design: Scale
    key_claim_coverage: Scale
    visual_robustness: Scale
    animation_flow: Scale
    first_attempt_usability: Scale
    flags: tuple[FatalFlag, ...] = ()
    comment: str = Field(default="", max_length=COMMENT_CHARACTERS)
    when: str = ""
    seconds: float = Field(default=0.0, ge=0, allow_inf_nan=False)

    @property
    def mean(self) -> float:
        """The unweighted mean of the five scales, in [1, 5]."""
        total: int = sum(getattr(self, name) for name in SCALES)
        return total / len(SCALES)

    @model_validator(mode="after")
    def _other_is_described(self) -> Self:
        if "other" in self.flags and not self.comment.strip():
            raise ValueError(tr("say in the comment what the other fault is"))
        if len(set(self.flags)) != len(self.flags):
            raise ValueError(tr("a fault is named twice"))
        return self


class _Ratings(Value):
    """The file of one iteration, oldest rating first."""

    scene_id: str
    t: int
    ratings: tuple[Rating, ...]


_FILE = TypeAdapter(_Ratings)


def first_to_rate(trace: SceneTrace) -> int | None:
    """The iteration that the form opens on: the first of the scene that rendered, whatever its
    score; None if none did."""
    rendered = (i.candidate.t for i in trace.iterations if i.result.ok)
    return next(rendered, None)


class Ratings:
    """The ratings of one run.

    Raises:
        RunDamagedError: a file cannot be read; nothing is written over it.
        StudioError: a rating makes no sense, or the file is in use.
    """

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder

    def of(self, scene_id: str, t: int) -> tuple[Rating, ...]:
        """All ratings of an iteration, oldest first; the last one counts."""
        path = self._folder.root / FOLDER / f"{scene_id}-i{t:02d}.json"
        if not path.exists():
            return ()
        try:
            return _FILE.validate_json(path.read_bytes()).ratings
        except (OSError, ValidationError) as error:
            raise RunDamagedError(
                tr(
                    "{path} cannot be read. Mend it or move it away; this iteration cannot be "
                    "rated until then."
                ).format(path=path)
            ) from error

    def latest(self, scene_id: str, t: int) -> Rating | None:
        """The rating of an iteration that counts, None if nobody rated it."""
        return (self.of(scene_id, t) or (None,))[-1]

    def all(self) -> dict[tuple[str, int], Rating]:
        """The ratings that count, by scene and iteration."""
        found = {}
        for path in sorted((self._folder.root / FOLDER).glob("*-i*.json")):
            scene_id, _, number = path.stem.rpartition("-i")
            if number.isdigit() and (rating := self.latest(scene_id, int(number))) is not None:
                found[scene_id, int(number)] = rating
        return found

    def save(self, scene_id: str, t: int, rating: Rating) -> Rating:
        """Keep a rating beside the earlier ones of the iteration; returns it as kept.

        Args:
            rating: `when` is filled in if it is empty.
        """
        if not (self._folder.iteration(scene_id, t) / "scene.py").exists():
            raise wrong_use(
                tr("Run {run_id} has no iteration {t} of scene {scene_id}.").format(
                    run_id=self._folder.run_id, t=t, scene_id=scene_id
                ),
                tr("Rate one that is there."),
            )
        kept = rating.model_copy(update={"when": rating.when or utc_now()})
        path = self._folder.root / FOLDER / f"{scene_id}-i{t:02d}.json"
        try:
            with FileLock(self._folder.root / LOCK, timeout=PATIENCE):
                whole = _Ratings(scene_id=scene_id, t=t, ratings=(*self.of(scene_id, t), kept))
                write_atomically(path, _FILE.dump_json(whole, indent=1))
        except Timeout as error:
            raise environment_fault(
                tr("The ratings of run {run_id} are being written elsewhere.").format(
                    run_id=self._folder.run_id
                ),
                tr("Try again in a moment."),
                kind="run_in_use",
            ) from error
        return kept


def rating_of(values: dict[str, object]) -> Rating:
    """A rating from the values of a form. Raises `StudioError` naming what is missing or wrong."""
    try:
        return Rating.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]) or tr("the comment")
        title = tr(SCALES[name][0]) if name in SCALES else name
        raise wrong_use(
            tr("The rating was not kept: {title}: {first}.").format(
                title=title, first=first["msg"]
            ),
            tr(
                "Answer the question and all five scales; describe a fault that is not in the list."
            ),
        ) from error
