"""Small programs for the tests of the checks, read from the text files in `data`.

Each program has a heading, `=== what it is`. The lines after it stand at module level, below
`from manim import *`. Lines after `--- construct` (or `--- construct of Base, Other`) stand in the
`construct` of a scene `Example`, between two plays. Lines after `--- whole` are a whole program.
"""

import textwrap
from pathlib import Path

_DATA = Path(__file__).parent / "data"


def programs(name: str) -> dict[str, str]:
    """The programs of `data/<name>.txt` by heading."""
    text = (_DATA / f"{name}.txt").read_text(encoding="utf-8")
    found = {}
    for part in ("\n" + text).split("\n=== ")[1:]:
        title, _, rest = part.partition("\n")
        assert title not in found, f"two programs are called {title!r}"
        found[title] = _program(rest.strip("\n"))
    return found


def scene(body: str, before: str = "", base: str = "Scene") -> str:
    """A scene `Example` that plays, runs `body`, and plays again; `before` stands above it."""
    inner = textwrap.indent(body, " " * 8)
    return (
        f"from manim import *\n{before}\n\n\nclass Example({base}):\n    def construct(self):\n"
        f"        c = Circle()\n        self.play(Create(c))\n{inner}\n"
        f"        self.play(FadeOut(c))\n"
    )


def _program(text: str) -> str:
    before, mark, rest = f"\n{text}".partition("\n--- ")
    kind, _, body = rest.partition("\n")
    if mark and kind == "whole":
        return body + "\n"
    _, _, base = kind.partition(" of ")
    return scene(body, before.strip("\n"), base or "Scene")
