"""The whole test suite: `./run test [pytest arguments]`."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A debugger and a chosen number of workers do not go with workers of ours.
OWN_CHOICE = ("-n", "--numprocesses", "--pdb", "--trace", "--collect-only", "--co")


def pytest_arguments(given: list[str]) -> list[str]:
    """`given` with two workers, each taking whole files, unless they speak about that.

    MANIMAGENT_TEST_WORKERS is the number of workers; 0 runs everything in one process.
    """
    if any(argument.startswith(OWN_CHOICE) for argument in given):
        return given
    workers = os.environ.get("MANIMAGENT_TEST_WORKERS", "2")
    return ["-n", workers, "--dist", "loadfile", *given]


def main(given: list[str]) -> int:
    """Become pytest in the project's folder."""
    os.chdir(ROOT)
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *pytest_arguments(given)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
