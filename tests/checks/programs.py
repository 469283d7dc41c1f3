"""Small programs for the tests of the checks."""

import textwrap


def scene(body: str, before: str = "", base: str = "Scene", name: str = "Example") -> str:
    """A scene whose `construct` plays, runs `body`, and plays again; `before` stands above it."""
    inner = textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 8)
    head = textwrap.dedent(before).strip("\n")
    return (
        f"from manim import *\n{head}\n\n\nclass {name}({base}):\n    def construct(self):\n"
        f"        c = Circle()\n        self.play(Create(c))\n{inner}\n"
        f"        self.play(FadeOut(c))\n"
    )
