"""A disk that fills in the middle of a run stops it; nothing false is kept or learned."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.events import RunStopped, SceneDelivered
from pipeline.run.folder import RunFolder
from pipeline.run.journal import Journal, load_events
from tests.journeys.studio import SECTION, command, environment, studio

ROOM = 330  # MB; a run asks for 300


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system in memory with little more room than a run asks for."""
    mount = tmp_path / "disk"
    mount.mkdir()
    order = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}m", "tmpfs", str(mount)]
    if os.name != "posix" or subprocess.run(order, capture_output=True).returncode != 0:
        pytest.skip("a small file system can only be mounted by root")
    yield mount
    subprocess.run(["umount", "-l", str(mount)], check=True)


def fill(disk: Path) -> Path:
    """Write until nothing more goes in, while others write too."""
    path = disk / "fill"
    with path.open("wb", buffering=0) as file:
        for size in (1024**2, 4096):
            try:
                while file.write(bytes(size)):
                    pass
            except OSError:
                continue
    return path


@pytest.mark.parametrize("moment", ["Storyboard", "s1 v0: program written"])
def test_a_run_whose_disk_fills_is_stopped_and_resumed_without_a_loss(
    tmp_path: Path, disk: Path, moment: str
) -> None:
    section, home = tmp_path / "section.md", disk / "home"
    section.write_text(SECTION)
    process = subprocess.Popen(
        command("make", str(section), "--scenes", "2"), stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, env=environment(home), text=True,
    )  # fmt: skip
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith(moment):
            break
    filling = fill(disk)
    told = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=120) == 3, told
    assert "Traceback" not in told
    assert "skipped" not in told
    assert "disk" in told
    filling.unlink()
    run = next((home / "runs").iterdir()).name
    answer = studio(home, "runs", "resume", run, "--json")
    assert answer.code == 0, answer.stderr
    scenes = answer.document["scenes"]
    assert [scene["skipped"] for scene in scenes] == [""] * len(scenes)
    tried = [i["category"] for scene in scenes for i in scene["iterations"]]
    assert "python" not in tried
    assert "unknown" not in tried
    failures = studio(home, "memory", "list", "--polarity", "failure", "--json").document
    assert not [r["text"] for r in failures["records"] if "Error" in r["text"]]


def test_an_event_that_found_no_room_does_not_spoil_the_next_one(disk: Path) -> None:
    folder = RunFolder(disk / "r1")
    folder.root.mkdir()
    journal = Journal(folder, lambda event: None)
    filling = fill(disk)

    def emit_until_full() -> None:
        for count in range(1000):
            journal.emit(RunStopped(count=count, reason="x" * 3000))

    with pytest.raises(OSError, match="No space"):
        emit_until_full()
    filling.unlink()
    whole = len(load_events(folder.file("events.jsonl")))
    journal.emit(SceneDelivered(scene_id="s1", delivered=0, u=90.0, rounds=0))
    assert len(load_events(folder.file("events.jsonl"))) == whole + 1
