"""`python main.py test`: the whole test suite; `./run test` comes here without this detour."""

import argparse
import subprocess
import sys

from app.cli.output import Output
from app.environment import without_secrets
from app.errors import ExitCode
from app.setup.suite import ROOT, pytest_arguments
from pipeline.render_port import CancelToken


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """Exit 0 if all tests pass. Arguments go to pytest, e.g. `./run test tests/memory -x`."""
    command = [sys.executable, "-m", "pytest", *pytest_arguments(options.arguments)]
    code = subprocess.run(command, cwd=ROOT, env=without_secrets(), check=False).returncode
    return ExitCode.DONE if code == 0 else ExitCode.FAILED
