"""Iterations that a person asked for and that were broken off; light, so that views can look."""

from pipeline.run.folder import ITERATION, RunFolder
from pipeline.run.journal import read_json


def unfinished(folder: RunFolder, scene_id: str) -> tuple[int, ...]:
    """Iterations of a scene that a person asked for and that were broken off, or that somebody
    works on at this moment; in order of `t`.

    Raises `RunDamagedError`.
    """
    found = []
    for kept in folder.scene(scene_id).glob("i*/candidate.json"):
        t = kept.parent.name[1:]
        waits = t.isdigit() and not (kept.parent / ITERATION).exists()
        if waits and read_json(kept).get("loop") == "human":
            found.append(int(t))
    return tuple(sorted(found))
