"""Fixtures of the composer's tests: one warm renderer for the whole session."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.render import SandboxRenderer


@pytest.fixture(scope="session")
def renderer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SandboxRenderer]:
    """A sandbox that keeps compiled TeX between the renders of this session."""
    folder: Path = tmp_path_factory.mktemp("renders")
    with SandboxRenderer(folder / "scratch", tex_dir=folder / "tex", workers=1) as sandbox:
        yield sandbox
