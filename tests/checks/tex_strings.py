"""Expressions of Manim that are TeX or markup, with what rendering each of them came to."""

from pathlib import Path

_TABLE = Path(__file__).parent / "data" / "tex_strings.txt"

HEAD = "from manim import *\n\n\nclass Example(Scene):\n    def construct(self):\n        m = "
TAIL = "\n        self.play(FadeIn(m), run_time=0.1)\n        self.play(FadeOut(m), run_time=0.1)\n"


def expressions() -> list[tuple[str, bool]]:
    """Each expression of `data/tex_strings.txt`, and whether it rendered in the sandbox."""
    lines = _TABLE.read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t", 1) for line in lines]
    return [(expression, verdict == "ok") for verdict, expression in pairs]


def program(expression: str) -> str:
    """A scene that shows the expression."""
    return f"{HEAD}{expression}{TAIL}"
