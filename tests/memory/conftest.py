"""Banks for the tests of the memory: real SQLite and Faiss, a fast encoder."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from memory_store.bank import Bank
from memory_store.testing import WordEmbedder, failure, success

CASES = Path(__file__).parents[1] / "cases"
WAVES = "The Fourier transform splits a signal into waves of different frequency."
GATES = "A quantum gate turns the state of a qubit, and two gates make entanglement."
MARKET = "When the price rises, supply grows and demand falls until both meet."


@pytest.fixture
def embedder() -> WordEmbedder:
    return WordEmbedder()


@pytest.fixture
def bank(tmp_path: Path, embedder: WordEmbedder) -> Iterator[Bank]:
    """An empty bank, open for writing."""
    with Bank.open(tmp_path / "bank", embedder, create=True, lock_timeout=5) as opened:
        yield opened


def grow(bank: Bank) -> None:
    """Twelve records of both polarities over three sections."""
    for number, text in enumerate((WAVES, GATES, MARKET)):
        run = f"run-{number}"
        bank.consolidate(
            [
                success(text, run=run, scene="a", score=88, rationale=f"Rationale a{number}."),
                success(text, run=run, scene="b", score=95, rationale=f"Rationale b{number}."),
                failure(text, run=run, scene="a", before=60, after=70, trigger=f"Dense {number}."),
                failure(text, run=run, scene="a", source="text", before=None, after=None),
            ]
        )


def case_module(name: str) -> ModuleType:
    """A fault maker of tests/cases, imported by path."""
    spec = importlib.util.spec_from_file_location(name, CASES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
