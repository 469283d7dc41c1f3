"""What is told in the window speaks of the window."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.errors import wrong_use
from app.faults import joined, words_of
from app.remedies import in_window

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = re.compile(r"\./run\b|(?<=[\s(])--[a-z]|^--[a-z-]+:")
OWN = {"app/remedies.py", "app/export/report/style.py"}
"""The table itself, and a style sheet whose variables look like options."""
ONLY_COMMANDS = ("app/cli/", "app/setup/", "app/bench/")


def sentences(path: Path) -> Iterator[str]:
    """The texts of a file that people may read: those with a blank, docstrings left out."""
    tree = ast.parse(path.read_text("utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    skipped: set[int] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for number, part in enumerate(body if isinstance(body, list) else []):
            alone = isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
            if alone and (isinstance(node, documented) or number):
                skipped.add(id(part.value))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if id(node) not in skipped and " " in node.value:
            yield node.value


def told() -> list[tuple[str, str]]:
    """Every sentence outside the commands that names one."""
    found = []
    for layer in ("app", "pipeline", "memory_store"):
        for path in sorted((ROOT / layer).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(ONLY_COMMANDS) and name not in OWN:
                found += [(name, text) for text in sentences(path) if COMMANDS.search(text)]
    return found


def test_there_are_sentences_that_name_commands() -> None:
    assert len(told()) > 20


@pytest.mark.parametrize(("place", "sentence"), told())
def test_no_sentence_in_the_window_names_a_command(place: str, sentence: str) -> None:
    assert not COMMANDS.search(in_window(sentence)), place


def test_an_error_is_told_in_the_words_of_the_window() -> None:
    error = wrong_use("There is a profile mine already", "Take another name, or add --replace.")
    assert words_of(error) == (
        "There is a profile mine already. Take another name, or edit the profile that is there."
    )


def test_sentences_are_joined_with_one_full_stop() -> None:
    assert joined("It gave no reason", "Free some space.") == "It gave no reason. Free some space."
    assert joined("Why?", "So.") == "Why? So."
    assert joined("Over.", "") == "Over."
