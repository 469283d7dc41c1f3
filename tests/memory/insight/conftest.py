"""An empty data folder and an empty bank."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.paths import DataPaths
from memory_store.bank import Bank
from memory_store.testing import WordEmbedder
from tests.memory.insight.recorded import data


@pytest.fixture
def paths(tmp_path: Path) -> DataPaths:
    return data(tmp_path)


@pytest.fixture
def embedder() -> WordEmbedder:
    return WordEmbedder()


@pytest.fixture
def bank(paths: DataPaths, embedder: WordEmbedder) -> Iterator[Bank]:
    """The default bank, empty, open for writing."""
    with Bank.open(paths.bank(None), embedder, create=True, lock_timeout=5) as opened:
        yield opened
