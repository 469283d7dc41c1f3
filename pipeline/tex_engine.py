"""The one way in which the studio runs TeX. The checks refuse, and the renderer runs, by it."""

COMPILER = "latex"
OUTPUT = ".dvi"


def runs(compiler: str | list[str], output: str) -> bool:
    """Whether the studio runs an engine, as a TeX template names it, for a kind of output."""
    return compiler in (COMPILER, [COMPILER]) and output == OUTPUT
