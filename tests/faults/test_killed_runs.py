"""A run that is killed again and again, at varied moments, still comes to its end."""

import os
import signal
import subprocess
import time
from pathlib import Path

from tests.journeys.studio import SECTION, command, environment, studio

KILLS = 12


def test_a_run_killed_a_dozen_times_resumes_to_its_end(tmp_path: Path) -> None:
    section = tmp_path / "section.md"
    section.write_text(SECTION)
    home = tmp_path / "home"
    kill_after_ready(home, ["make", str(section), "--scenes", "1"], 0.0)
    run = next((home / "runs").iterdir()).name
    for number in range(1, KILLS):
        kill_after_ready(home, ["runs", "resume", run], 0.35 * number)
    answer = studio(home, "runs", "resume", run, "--json")
    assert answer.code == 0, answer.stderr
    assert Path(answer.document["video"]).is_file()
    assert studio(home, "memory", "verify", "--json").document["ok"]
    added = answer.document["memory"]["added"]
    assert studio(home, "memory", "stats", "--json").document["total"] == added
    assert not leftover(str(home))


def kill_after_ready(home: Path, arguments: list[str], delay: float) -> None:
    """Start a command and kill -9 it `delay` seconds after its first line about the run."""
    process = subprocess.Popen(
        command(*arguments), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
        env=environment(home), text=True,
    )  # fmt: skip
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith(("Run ", "Going on", "Run")):
            break
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=20)
    process.stderr.close()


def leftover(home: str, seconds: float = 5.0) -> list[str]:
    """Command lines of processes that still work below `home` after a short while."""
    deadline = time.monotonic() + seconds
    while True:
        found = [line for line in _command_lines() if home in line]
        if not found or time.monotonic() > deadline:
            return found
        time.sleep(0.2)


def _command_lines() -> list[str]:
    lines = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and entry.name != str(os.getpid()):
            try:
                lines.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
            except OSError:
                continue
    return lines
