"""Shared by the tests of the checks."""

from pathlib import Path

import pytest

from pipeline.checks import load_tables


@pytest.fixture(scope="session")
def tables_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder with the tables of the installed Manim in it."""
    folder = tmp_path_factory.mktemp("tables")
    load_tables(folder)
    return folder
