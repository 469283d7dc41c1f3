"""One folder of compiled formulas for all scenes of this area."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def media(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("media")
