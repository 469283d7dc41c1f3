"""The words of a program by their kind, for colouring. No Qt here: it runs in any thread."""

from collections.abc import Iterator
from typing import NamedTuple


class Run(NamedTuple):
    """Characters of one kind in a line: `token` is a colour of the theme."""

    start: int
    length: int
    token: str


_KINDS = (
    ("Comment", "code_comment"),
    ("Literal.String", "code_string"),
    ("Literal.Number", "code_number"),
    ("Keyword", "code_keyword"),
    ("Operator.Word", "code_keyword"),
    ("Name.Function", "code_name"),
    ("Name.Class", "code_name"),
    ("Name.Decorator", "code_name"),
)
"""Beginnings of Pygments' kinds and the colour for them; what is not here is plain text."""


def highlight(lines: tuple[str, ...]) -> list[tuple[Run, ...]]:
    """The coloured runs of every line of a Python program, which may be unfinished or wrong."""
    runs: list[list[Run]] = [[] for _ in lines]
    for number, start, text, colour in _pieces("\n".join(lines)):
        if colour and text.strip() and number < len(runs):
            runs[number].append(Run(start, len(text), colour))
    return [tuple(line) for line in runs]


def _pieces(program: str) -> Iterator[tuple[int, int, str, str]]:
    """Pieces of lines: number of the line, column, text, colour or nothing."""
    # Imported here since the window starts without it and only worker threads colour programs.
    from pygments.lexers.python import PythonLexer

    lexer = PythonLexer(stripnl=False, ensurenl=False)
    number = column = 0
    held: tuple[int, int, str, str] | None = None
    for kind, text in lexer.get_tokens(program):
        name = str(kind).removeprefix("Token.")
        if held is not None:
            # A name in front of a bracket is a call; only the next piece tells.
            yield (*held[:3], "code_call" if text.startswith("(") else held[3])
            held = None
        for place, part in enumerate(text.split("\n")):
            if place:
                number, column = number + 1, 0
            if not part:
                continue
            piece = (number, column, part, _colour(name))
            column += len(part)
            if name in ("Name", "Name.Builtin"):
                held = piece
            else:
                yield piece
    if held is not None:
        yield held


def _colour(name: str) -> str:
    return next((colour for start, colour in _KINDS if name.startswith(start)), "")
