"""Skips the suite without its flag; servers and figures with it."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.paths import data_paths
from tests.local_model.fetching import CODER, SMALL, Store
from tests.local_model.figures import Figures
from tests.local_model.running import CONTEXT, LocalModel

HERE = Path(__file__).parent
FIGURES = pytest.StashKey[Figures]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Nothing here runs by default."""
    if config.getoption("--local-model"):
        return
    skip = pytest.mark.skip(reason="needs --local-model (downloads a model)")
    for item in items:
        if item.path.is_relative_to(HERE) and "needs_model" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def store() -> Store:
    """Below the cache folder of the person who runs the suite."""
    return Store(data_paths().cache / "local-model", lambda text: print(text, file=sys.stderr))


@pytest.fixture(scope="module")
def small(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalModel]:
    """SmolLM2: quick, keeps to a schema, writes nothing of use."""
    log = tmp_path_factory.mktemp("small") / "server.log"
    with LocalModel(store, SMALL, log) as model:
        yield model


@pytest.fixture(scope="module")
def coder(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalModel]:
    """Qwen2.5-Coder: writes simple programs."""
    log = tmp_path_factory.mktemp("coder") / "server.log"
    with LocalModel(store, CODER, log) as model:
        yield model


@pytest.fixture(scope="session")
def figures(request: pytest.FixtureRequest, store: Store) -> Iterator[Figures]:
    """What is measured; printed at the end, and kept as JSON beside the model."""
    measured = Figures(CODER.name, CONTEXT)
    yield measured
    request.config.stash[FIGURES] = measured
    document = json.dumps(measured.document(), indent=1)
    (store.folder / "figures.json").write_text(document + "\n")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """The table, then the same as one line of JSON."""
    measured = config.stash.get(FIGURES, None)
    if measured is None:
        return
    terminalreporter.section("a small local model plays the cast")
    for line in measured.lines():
        terminalreporter.write_line(line)
    terminalreporter.write_line(json.dumps(measured.document()))
