r"""Control characters from strings that are not raw: `"\theta"` holds a tab, `"\frac"` a page feed.

Looked for in the tokens of the program, since the string alone no longer shows what was meant.
"""

from typing import NamedTuple

from pipeline.checks.latex.known import known
from pipeline.checks.latex.values import ESCAPE, Token
from pipeline.checks.patterns import Pattern
from pipeline.schema.finding import TextEdit

_LETTERS = Pattern(r"[A-Za-z]*")
# What Python makes of a backslash and these letters.
_NAMES = {
    "a": "a bell",
    "b": "a backspace",
    "f": "a page feed",
    "n": "a line break",
    "r": "a carriage return",
    "t": "a tab",
    "v": "a vertical tab",
}
# TeX commands whose letters also follow a tab or a line break that is meant.
_ALSO_PLAIN = frozenset({"the", "to", "t", "n", "ne", "nu", "ni", "not"})


class Slip(NamedTuple):
    """A literal in which escapes of Python stand where TeX commands were meant.

    Attributes:
        line: of the first one.
        commands: what was meant, such as `\\theta`.
        made: what Python made of the first.
        certain: it cannot have been meant as an escape.
        edits: the cure.
    """

    line: int
    commands: tuple[str, ...]
    made: str
    certain: bool
    edits: tuple[TextEdit, ...]


def slip_in(token: Token, in_math: bool, own: frozenset[str] = frozenset()) -> Slip | None:
    """What is wrong with one literal, if anything."""
    if token.raw or "b" in token.prefix:
        return None
    start, end = token.body
    meant: list[tuple[int, str]] = []
    doubtful: list[tuple[int, str]] = []
    others = False
    for escape in ESCAPE.finditer(token.text, start, end):
        letter = escape.group()[1:2]
        if letter not in _NAMES:
            others |= letter in "\\'\"\n01234567xuUN"
            continue
        rest = _LETTERS.match(token.text, escape.end())
        word = letter + (rest.group() if rest else "")
        verdict = _meant(letter, word, in_math, own)
        if verdict is None:
            others = True
        elif verdict:
            meant.append((escape.start(), word))
        else:
            doubtful.append((escape.start(), word))
    found = meant or doubtful
    if not found:
        return None
    first = found[0]
    return Slip(
        token.position(first[0])[0],
        tuple(dict.fromkeys("\\" + word for _, word in found)),
        _NAMES[first[1][0]],
        bool(meant),
        _cure(token, meant, others or bool(doubtful)) if meant else (),
    )


def _meant(letter: str, word: str, in_math: bool, own: frozenset[str]) -> bool | None:
    """Whether a command was meant: True, False for perhaps, None for no."""
    if letter in "abfv":
        return True
    exists = len(word) > 1 and (word in known().commands or word in own or word in _COMMON)
    if not exists:
        return None
    if letter in "tr":
        return True if in_math or word not in _ALSO_PLAIN else None
    if in_math:
        return True
    return None if word in _ALSO_PLAIN else len(word) > 3


_COMMON = frozenset({"textcolor", "tensor", "norm", "num", "tr", "bm", "bra", "braket", "vb"})


def _cure(token: Token, meant: list[tuple[int, str]], others: bool) -> tuple[TextEdit, ...]:
    """A prefix r where every backslash is TeX's, else a second backslash where one was meant."""
    if not others:
        return (
            TextEdit(
                line=token.line,
                column=token.column,
                end_line=token.line,
                end_column=token.column,
                replacement="r",
            ),
        )
    edits = []
    for offset, _ in meant:
        line, column = token.position(offset)
        edits.append(
            TextEdit(line=line, column=column, end_line=line, end_column=column, replacement="\\")
        )
    return tuple(edits)
