"""Joining the shown renditions of scenes into an animation, and into new ones later."""

from pathlib import Path

from pipeline.run.arrangement import ARRANGEMENT, ArrangedRun, Arrangement, Arrangements, Rerun
from pipeline.run.folder import RunFolder, write_atomically
from pipeline.run.video import join_videos
from pipeline.schema.iteration import SceneTrace


def join_scenes(folder: RunFolder, traces: tuple[SceneTrace, ...], name: str) -> str | None:
    """Join the delivered renditions into the file `name` of the run; None if there is none.

    What a person chose instead is joined apart: an arrangement is what the studio makes of it.
    """
    parts: list[Path] = []
    for trace in traces:
        best = trace.best
        if best is not None and best.result.video:
            parts.append(folder.iteration(trace.scene_id, best.candidate.t) / best.result.video)
    if not parts:
        return None
    join_videos(tuple(parts), folder.file(name))
    return name


def take_in(run: ArrangedRun, rerun: Rerun, trace: SceneTrace) -> Arrangement:
    """Give a rerun the place of what it replaces; one that rendered nothing changes nothing."""
    now, place = run.current, run.place_of(rerun.scene_id)
    if rerun.scene_id in now.scenes or trace.delivered is None or place is None:
        return now
    scenes = (*now.scenes[:place], rerun.scene_id, *now.scenes[place + 1 :])
    return arrange(run, scenes)


def arrange(run: ArrangedRun, scenes: tuple[str, ...]) -> Arrangement:
    """Join the animation of these scenes into a new file; the ones before it stay.

    Raises:
        KeyError: there is no such scene, or it is not made yet.
        RunDamagedError, OSError: a file of the run cannot be read, or the video not be written.
    """
    known = run.all()
    number = known[-1].number + 1
    traces = tuple(run.trace(scene_id) for scene_id in scenes)
    video = join_scenes(run.folder, traces, f"animation-{number}.mp4")
    made = Arrangement(number=number, scenes=scenes, video=video)
    kept = Arrangements(arrangements=(*known, made))
    write_atomically(run.folder.file(ARRANGEMENT), kept.model_dump_json(indent=1).encode())
    return made
