"""Starting and ending the writer process of these tests."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def writer(*arguments: str, program: str = "writer.py") -> Iterator["subprocess.Popen[str]"]:
    """A running writer, or another `program` beside it; killed at the end if it still runs."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name(program)), *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def wait_for(process: "subprocess.Popen[str]", word: str) -> str:
    """Read lines of the process until one begins with `word`."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(word):
            return line
    raise AssertionError(f"the writer ended without {word}")


def committed(lines: str) -> set[int]:
    """All ids that a writer printed as committed."""
    return {
        int(number)
        for line in lines.splitlines()
        if line.startswith("COMMITTED")
        for number in line.split()[1:]
    }
