"""Which rendition of a scene is shown: a person's choice if there is one, else the automatic one.

Both are kept: the automatic choice stands in the scene's trace, a person's in `choice.json` beside
it. What the run learned is always from the automatic one.
"""

from collections.abc import Iterable

from pydantic import Field, ValidationError

from app.texts import tr
from pipeline.run.arrangement import ArrangedRun, arranged_outcome
from pipeline.run.folder import ITERATION, OUTCOME, RunFolder
from pipeline.run.journal import RunDamagedError
from pipeline.schema.base import Value
from pipeline.schema.iteration import Iteration, SceneTrace

CHOICE = "choice.json"


class Choice(Value):
    """A person's choice of a rendition.

    Attributes:
        t: the chosen iteration; None shows no rendition of a scene that the run had skipped.
        when: UTC, ISO 8601.
        video: the animation that was joined with it, relative to the run folder; None if no
            scene was left to join.
    """

    t: int | None = Field(ge=0)
    when: str
    video: str | None = None


def read_choice(folder: RunFolder, scene_id: str) -> Choice | None:
    """The choice for a scene, None if nobody has chosen.

    Raises `RunDamagedError` with what to do.
    """
    path = folder.scene(scene_id) / CHOICE
    if not path.exists():
        return None
    try:
        return Choice.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise RunDamagedError(
            tr(
                "{path} cannot be read. Delete this one file to have the automatic choice again, "
                "then choose anew."
            ).format(path=path)
        ) from error


def delivered(folder: RunFolder, trace: SceneTrace) -> int | None:
    """`t` of the rendition to show for a scene: chosen by a person, else automatically.

    Reports, exports and the library all ask this. Raises `RunDamagedError`.
    """
    choice = read_choice(folder, trace.scene_id)
    return trace.delivered if choice is None else choice.t


def delivered_iteration(folder: RunFolder, trace: SceneTrace) -> Iteration | None:
    """The iteration that `delivered` names, None where none is shown.

    Raises `RunDamagedError`.
    """
    t = delivered(folder, trace)
    if t is None:
        return None
    found = {i.candidate.t: i for i in whole_trace(folder, trace).iterations}
    if t not in found:
        raise RunDamagedError(
            tr(
                "Iteration {t} of scene {scene_id}, which was chosen, is not in {root}. "
                "Delete {scene} to have the automatic choice again."
            ).format(
                t=t,
                scene_id=trace.scene_id,
                root=folder.root,
                scene=folder.scene(trace.scene_id) / CHOICE,
            )
        )
    return found[t]


def whole_trace(folder: RunFolder, trace: SceneTrace) -> SceneTrace:
    """The trace with the finished iterations that a person asked for, in order of `t`.

    What was delivered and counted stays as the run left it. `t` may leave gaps where work on an
    iteration was broken off: look iterations up by `t`, not by place.

    Raises `RunDamagedError`.
    """
    made = human_iterations(folder, trace.scene_id)
    return trace.model_copy(update={"iterations": trace.iterations + made}) if made else trace


def human_iterations(folder: RunFolder, scene_id: str) -> tuple[Iteration, ...]:
    """The finished iterations of a scene that a person asked for, in order of `t`.

    Raises `RunDamagedError`.
    """
    found = []
    for path in sorted(folder.scene(scene_id).glob(f"i*/{ITERATION}")):
        try:
            found.append(Iteration.model_validate_json(path.read_bytes()))
        except (OSError, ValidationError) as error:
            raise RunDamagedError(
                tr(
                    "{path} cannot be read. Delete this one file and take the iteration up again: "
                    "its finished steps are read back."
                ).format(path=path)
            ) from error
    return tuple(sorted(found, key=lambda i: i.candidate.t))


def without_words(base: int | None) -> str:
    """The trigger of an edit about which the person said nothing."""
    return f"Edited by hand, from version {base}."


def load_trace(folder: RunFolder, scene_id: str) -> SceneTrace:
    """What the run made of a scene. Raises `RunDamagedError`, also for a scene not finished."""
    path = folder.scene(scene_id) / "scene.json"
    try:
        return SceneTrace.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise RunDamagedError(
            tr(
                "{path} cannot be read: the scene is not finished, or the file was damaged. "
                "Resume the run, or make the section again."
            ).format(path=path)
        ) from error


def current_video(folder: RunFolder) -> str | None:
    """The animation with all choices in it, relative to the run folder; None if there is none.

    Raises `RunDamagedError`.
    """
    if not folder.file(OUTCOME).exists():
        return None
    outcome = arranged_outcome(ArrangedRun(folder))
    shown = [(trace, delivered(folder, trace)) for trace in outcome.scenes]
    if all(t == trace.delivered for trace, t in shown):
        return outcome.video
    name = joined_name((trace.scene_id, t) for trace, t in shown)
    # Missing only if the studio was killed between arranging the scenes and joining the choices.
    return name if name is None or folder.file(name).exists() else outcome.video


def joined_name(shown: Iterable[tuple[str, int | None]]) -> str | None:
    """The file that holds these iterations of these scenes, in their order; it need not be there.

    Its name says which they are, so that the same choices give the same file. None for none.
    """
    places = [f"{scene_id}v{t}" for scene_id, t in shown if t is not None]
    return f"animation-{'-'.join(places)}.mp4" if places else None
