"""What tests of endpoints share."""

from pathlib import Path

import pytest
from PIL import Image

from pipeline.models.port import Picture


@pytest.fixture
def still(tmp_path: Path) -> Picture:
    """A small picture."""
    path = tmp_path / "still.png"
    Image.new("RGB", (64, 36), "white").save(path)
    return Picture(path=path)
