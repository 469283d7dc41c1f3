"""Projects to set up."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.setup.standin import Project, make_project


@pytest.fixture(scope="session")
def blank_environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment that holds pip alone."""
    folder = tmp_path_factory.mktemp("blank") / ".venv"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    return folder


@pytest.fixture
def project(tmp_path: Path, blank_environment: Path) -> Project:
    """A project that has its environment and none of its packages."""
    return _with_environment(tmp_path, blank_environment)


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory, blank_environment: Path) -> Project:
    """A project whose set-up is done; the tests of a file share it."""
    project = _with_environment(tmp_path_factory.mktemp("ready"), blank_environment)
    done = project.run()
    assert done.returncode == 0, done.stderr
    return project


def _with_environment(folder: Path, blank: Path) -> Project:
    project = make_project(folder)
    shutil.copytree(blank, project.root / ".venv", symlinks=True)
    return project
