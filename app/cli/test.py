"""`./run test`: the whole test suite."""

import argparse
import subprocess
import sys
from pathlib import Path

from app.cli.output import Output
from app.errors import ExitCode
from pipeline.render_port import CancelToken

ROOT = Path(__file__).resolve().parent.parent.parent


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """Exit 0 if all tests pass. Arguments go to pytest, e.g. `./run test tests/memory -x`."""
    command = [sys.executable, "-m", "pytest", *options.arguments]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    return ExitCode.DONE if code == 0 else ExitCode.FAILED
