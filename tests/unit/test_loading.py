"""A command loads what it needs and leaves the rest for when it is needed."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def loaded_by(module: str) -> set[str]:
    """The modules that are loaded once `module` is, in a process of its own."""
    code = f"import sys, {module}; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(found.stdout.split())


@pytest.mark.parametrize("late", ["faiss", "av", "rich", "manim", "torch", "app.model_cast"])
def test_an_animation_begins_before_what_it_needs_later_is_loaded(late: str) -> None:
    assert late not in loaded_by("app.cli.make")
