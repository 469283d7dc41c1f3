"""Driving `main.py` as a person or a script would, with a data folder of its own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SECTION = """# Why a longer pendulum is slower

A pendulum swings back because gravity pulls it toward the lowest point.
For small swings the period is $T = 2\\pi\\sqrt{L/g}$, where $L$ is the length and $g$ is gravity.
A pendulum of 1 metre needs about 2 seconds; one of 4 metres needs about 4 seconds.
Four times the length therefore doubles the period.
"""


@dataclass(frozen=True)
class Answer:
    """What a command printed and how it ended."""

    code: int
    stdout: str
    stderr: str

    @property
    def document(self) -> dict[str, Any]:
        """The one JSON document on standard output."""
        value = json.loads(self.stdout)
        assert isinstance(value, dict)
        return value


def command(*arguments: str) -> list[str]:
    """The command line of the studio."""
    return [sys.executable, str(ROOT / "main.py"), *arguments]


def environment(home: Path) -> dict[str, str]:
    """The environment with a data folder of its own."""
    return os.environ | {"MANIMAGENT_STUDIO_HOME": str(home)}


def studio(home: Path, *arguments: str, stdin: bytes | None = None, timeout: float = 300) -> Answer:
    """Run a command to its end."""
    done = subprocess.run(
        command(*arguments),
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        env=environment(home),
        timeout=timeout,
        check=False,
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())
