"""Options of the whole suite."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Names our marker."""
    config.addinivalue_line("markers", "needs_model: runs only with --local-model")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The opt-in suite, and how much of it."""
    group = parser.getgroup("studio")
    group.addoption(
        "--local-model",
        action="store_true",
        help="run the suite with a real local model (downloads 1.3 GB once, takes many minutes)",
    )
    group.addoption(
        "--local-model-sections",
        type=int,
        default=1,
        metavar="N",
        help="how many sample sections the whole cast is run on (1)",
    )
