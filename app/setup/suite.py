"""The whole test suite: `./run test [pytest arguments]`.

`./run test --local-model` runs the opt-in part instead, with a real model on this machine.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A debugger and a chosen number of workers do not go with workers of ours.
LOCAL_MODEL = "--local-model"
OWN_CHOICE = ("-n", "--numprocesses", "--pdb", "--trace", "--collect-only", "--co")


def pytest_arguments(given: list[str]) -> list[str]:
    """`given` with two workers, each taking whole files, unless they speak about that.

    MANIMAGENT_TEST_WORKERS is the number of workers; 0 runs everything in one process. The suite
    with a real model always runs in one, since the model takes all the processors, and shows what
    it does as it goes.
    """
    if LOCAL_MODEL in given:
        places = [] if any(_is_place(argument) for argument in given) else ["tests/local_model"]
        return ["-n", "0", "-s", *given, *places]
    if any(argument.startswith(OWN_CHOICE) for argument in given):
        return given
    workers = os.environ.get("MANIMAGENT_TEST_WORKERS", "2")
    return ["-n", workers, "--dist", "loadfile", *given]


def _is_place(argument: str) -> bool:
    return not argument.startswith("-") and (ROOT / argument.split("::")[0]).exists()


def main(given: list[str]) -> int:
    """Become pytest in the project's folder."""
    os.chdir(ROOT)
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *pytest_arguments(given)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
