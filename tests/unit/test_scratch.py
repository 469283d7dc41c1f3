"""Working folders of processes that were killed are cleared away."""

import subprocess
import sys
from pathlib import Path

from app.paths import DataPaths
from app.scratch import scratch_folder


def dead_process() -> int:
    """The id of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_the_folder_of_a_killed_process_is_removed_and_that_of_a_living_one_kept(
    tmp_path: Path,
) -> None:
    paths = DataPaths(tmp_path)
    dead = dead_process()
    left, older, living = (paths.scratch / name for name in (f"{dead}-x", str(dead), "1-x"))
    for folder in (left, older, living):
        (folder / "job-x").mkdir(parents=True)
    with scratch_folder(paths) as own:
        assert own.is_dir()
        assert not left.exists()
        assert not older.exists()
        assert living.exists()
    assert not own.exists()


def test_two_pieces_of_work_of_one_process_have_folders_of_their_own(tmp_path: Path) -> None:
    paths = DataPaths(tmp_path)
    with scratch_folder(paths) as one:
        with scratch_folder(paths) as other:
            assert one != other
        assert one.is_dir()
        assert not other.exists()
