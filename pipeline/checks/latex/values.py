"""Which TeX strings an expression can be, and where their characters stand in the program."""

import ast
import io
import re
import string
import tokenize
from collections.abc import Iterable
from typing import NamedTuple

from pipeline.checks.folding import HOLE, Folder
from pipeline.checks.patterns import Pattern

_SPEC = Pattern(r"%(?:\(\w*\))?[-#0 +]*(?:\d+|\*)?(?:\.\d+)?[a-zA-Z%]")
ESCAPE = Pattern(
    r"\\(?:\r\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|.)",
    re.DOTALL,
)
_PREFIX = Pattern(r"[a-zA-Z]*")
# Lines as Python's parser counts them; `splitlines` knows more separators.
_LINE = Pattern(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class TexFolder(Folder):
    """As the folder of the safety rules, but exact where that one only has to be wary.

    A filled-in value of unknown text becomes a hole; `%d` and `{:.2f}` do not stay in the string.
    """

    def _percent(self, left: ast.expr, right: ast.expr, seen: frozenset[str]) -> tuple[str, ...]:
        pieces = right.elts if isinstance(right, ast.Tuple) else [right]
        fills = [self._fold(piece, seen)[0] for piece in pieces]

        def fill(template: str) -> str:
            queue = iter(fills)

            def one(match: re.Match[str]) -> str:
                if match.group() == "%%":
                    return "%"
                text = next(queue, HOLE)
                return text if match.group() == "%s" else HOLE

            return _SPEC.sub(one, template)

        return tuple(fill(option) for option in self._fold(left, seen))

    def _method(
        self, text: ast.expr, method: str, args: list[ast.expr], seen: frozenset[str]
    ) -> tuple[str, ...]:
        if method != "format":
            return super()._method(text, method, args, seen)
        fills = [self._fold(argument, seen)[0] for argument in args]
        return tuple(_formatted(option, fills) for option in self._fold(text, seen))


def _formatted(template: str, fills: list[str]) -> str:
    answer, number = "", 0
    try:
        for literal, field, spec, conversion in string.Formatter().parse(template):
            answer += literal
            if field is None:
                continue
            index = number if field == "" else int(field) if field.isdigit() else -1
            number += 1
            plain = not spec and not conversion and 0 <= index < len(fills)
            answer += fills[index] if plain else HOLE
    except ValueError:
        return HOLE
    return answer


class Token(NamedTuple):
    """One string literal of the program, as written.

    Attributes:
        line, column: where it starts (1-based, 0-based in characters).
        text: the literal with prefix and quotes.
    """

    line: int
    column: int
    text: str

    @property
    def prefix(self) -> str:
        """Its prefix in lower case, e.g. `rf`."""
        found = _PREFIX.match(self.text)
        return found.group().lower() if found else ""

    @property
    def raw(self) -> bool:
        """Whether backslashes stay as they are."""
        return "r" in self.prefix

    @property
    def body(self) -> tuple[int, int]:
        """Start and end of what stands between the quotes, within `text`."""
        start = len(self.prefix)
        quote = 3 if self.text[start : start + 3] in ('"""', "'''") else 1
        return start + quote, max(start + quote, len(self.text) - quote)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character of `text`."""
        before = self.text[:offset]
        lines = before.count("\n")
        column = len(before) - before.rfind("\n") - 1 if lines else self.column + len(before)
        return self.line + lines, column

    def places(self) -> list[tuple[int, int]]:
        """For each character of the value, start and end in `text`."""
        start, end = self.body
        found: list[tuple[int, int]] = []
        k = start
        while k < end:
            escape = None if self.raw else ESCAPE.match(self.text, k, end)
            if escape is None:
                found.append((k, k + 1))
                k += 1
                continue
            body = escape.group()[1:]
            k = escape.end()
            if body in ("\n", "\r\n"):
                continue
            if body[0] in "abfnrtvxuUN01234567\\'\"":
                found.append((escape.start(), k))
            else:  # not an escape of Python: the backslash stays
                found += [(escape.start(), escape.start() + 1), (escape.start() + 1, k)]
        return found


class Literal(NamedTuple):
    """A string literal and, for each character of its value, start and end in its text."""

    token: Token
    places: list[tuple[int, int]]


class Source:
    """The text of a program, for looking up string literals."""

    def __init__(self, text: str) -> None:
        self._lines = _LINE.findall(text)
        self._literals: dict[ast.expr, Literal | None] = {}

    def tokens(self, node: ast.expr) -> list[Token]:
        """The string literals that `node` is written with; empty if they cannot be told."""
        if node.end_lineno is None or node.end_col_offset is None:
            return []
        lines = self._lines[node.lineno - 1 : node.end_lineno]
        if not lines:
            return []
        try:
            start = len(lines[0].encode()[: node.col_offset].decode())
            if len(lines) == 1:
                segment = lines[0].encode()[node.col_offset : node.end_col_offset].decode()
            else:
                last = lines[-1].encode()[: node.end_col_offset].decode()
                segment = lines[0][start:] + "".join(lines[1:-1]) + last
            # In brackets, so that pieces on several lines are one statement.
            read = list(tokenize.generate_tokens(io.StringIO(f"({segment}\n)").readline))
        except (UnicodeDecodeError, tokenize.TokenError, SyntaxError, IndentationError):
            return []
        return [
            Token(
                node.lineno + token.start[0] - 1,
                token.start[1] - 1 + start if token.start[0] == 1 else token.start[1],
                token.string,
            )
            for token in read
            if token.type == tokenize.STRING
        ]

    def literal(self, node: ast.expr) -> "Literal | None":
        """The one literal that `node` is, if it is exactly one plain string."""
        if node not in self._literals:
            self._literals[node] = self._literal(node)
        return self._literals[node]

    def _literal(self, node: ast.expr) -> "Literal | None":
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            return None
        tokens = self.tokens(node)
        places = tokens[0].places() if len(tokens) == 1 else []
        return Literal(tokens[0], places) if places and len(places) == len(node.value) else None


def literals_of(nodes: Iterable[ast.expr]) -> list[ast.expr]:
    """The string literals (f-strings included) within some expressions, outer ones only."""
    found: list[ast.expr] = []
    waiting = list(nodes)[::-1]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Constant) and isinstance(node.value, str)
        ):
            found.append(node)
        elif isinstance(node, ast.BinOp | ast.IfExp | ast.Tuple | ast.List | ast.Starred):
            waiting += [n for n in ast.iter_child_nodes(node) if isinstance(n, ast.expr)][::-1]
    return found
