"""Broken programs with what has to be said about them, read from `data/faults.txt`."""

import textwrap
from dataclasses import dataclass
from pathlib import Path

_DATA = Path(__file__).parent / "data" / "faults.txt"


@dataclass(frozen=True)
class Fault:
    """A program and its diagnosis; None where nothing is asked."""

    program: str
    category: str
    line: int | None
    message: str
    hint: str


def faults() -> dict[str, Fault]:
    """All faults by name."""
    text = _DATA.read_text(encoding="utf-8")
    found = {}
    for part in ("\n" + text).split("\n=== ")[1:]:
        head, _, body = part.partition("\n")
        name, category, line, message, hint = ("" if w == "-" else w for w in head.split(" | "))
        assert name not in found, name
        number = int(line) if line else None
        found[name] = Fault(_program(body.strip("\n")), category, number, message, hint)
    return found


def _program(body: str) -> str:
    if body.startswith("--- whole\n"):
        return body.removeprefix("--- whole\n") + "\n"
    inner = textwrap.indent(body, " " * 8)
    head = "import numpy as np\nfrom manim import *\n\n\nclass Scene1(Scene):\n"
    return f"{head}    def construct(self):\n{inner}\n"
