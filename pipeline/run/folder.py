"""Where things lie in a run folder. No name depends on user text."""

import os
import secrets
from datetime import UTC, datetime
from pathlib import Path

MANIFEST = "manifest.json"
EVENTS = "events.jsonl"
TASK = "task.json"
STORYBOARD = "storyboard.json"
STORYBOARD_ORIGINAL = "storyboard.original.json"
"""The storyboard as it was planned; there only once a person has edited it."""
APPROVAL = "approval.json"
"""Says that a person approved the storyboard."""
RETRIEVAL = "retrieval.json"
CONSOLIDATION = "consolidation.json"
OUTCOME = "outcome.json"
VIDEO = "animation.mp4"
ITERATION = "iteration.json"
"""In an iteration's folder: an iteration that a person asked for, whole, once it is finished."""


def new_run_id(now: datetime | None = None) -> str:
    """A sortable identifier: UTC time and four random hex digits."""
    moment = now or datetime.now(UTC)
    return f"{moment:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


class RunFolder:
    """Paths of one run."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def run_id(self) -> str:
        """The folder's name."""
        return self.root.name

    def file(self, name: str) -> Path:
        """A file at the top of the run folder."""
        return self.root / name

    def scene(self, scene_id: str) -> Path:
        """The folder of a scene; `scene_id` is ours (`s1`, `s2`, ...)."""
        return self.root / "scenes" / scene_id

    def iteration(self, scene_id: str, t: int) -> Path:
        """The folder of an iteration."""
        return self.scene(scene_id) / f"i{t:02d}"

    @property
    def tex(self) -> Path:
        """Compiled TeX shared by the iterations of this run only."""
        return self.root / "tex"


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that a reader or a crash sees all of it or nothing of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(3)}")
    try:
        with temporary.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
