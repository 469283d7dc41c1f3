"""What runs on a scripted model share: one warm renderer, a bank for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_store.bank import Bank
from memory_store.testing import WordEmbedder
from pipeline.render import SandboxRenderer
from tests.model_agents.stage import Stage


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    root = tmp_path_factory.mktemp("model")
    cache = root / "cache"
    with SandboxRenderer(root / "scratch", cache_dir=cache, tex_dir=root / "tex", workers=1) as r:
        yield Stage(root, r)


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Bank]:
    opened = Bank.open(tmp_path / "bank", WordEmbedder(), mode="rw", create=True)
    yield opened
    opened.close()
