"""TeX math of a section as a tree, and back as canonical, harmless TeX.

Canonical: every script and argument is braced, every unknown command has become upright letters,
and a command is followed by a space where a letter comes next. Nothing else can come out, whatever
went in, since the writer knows no other commands than those of `texwords`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from pipeline.agents.offline.compose import texwords as words

MAX_TOKENS = 400
MAX_DEPTH = 14

_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|[^\\]", re.DOTALL)
_DROPPED_WITH_ARGUMENT = {"label", "tag", "tag*", "color", "vspace", "hspace", "phantom"}
_DROPPED = {"nonumber", "notag", "allowbreak", "middle", "relax", "displaystyle", "limits", "left.",
            "nolimits", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "biggl",
            "biggr", "textstyle", "mathstrut", "strut", "boxed", "ensuremath", "mathopen",
            "mathclose", "mathbin", "mathrel"}  # fmt: skip

Shape = Literal["letter", "digit", "op", "rel", "open", "close", "punct", "big", "function",
                "command", "space", "environment", "delimited", "group", "words"]  # fmt: skip


class TexError(ValueError):
    """The text is no formula that could be shown as one."""


@dataclass
class Atom:
    """One nucleus with its scripts. `name` is its canonical TeX without arguments and scripts."""

    shape: Shape
    name: str
    arguments: list[list["Atom"]] = field(default_factory=list)
    sub: list["Atom"] | None = None
    sup: list["Atom"] | None = None
    primes: int = 0

    def walk(self) -> Iterator["Atom"]:
        """This atom and everything inside it."""
        yield self
        if self.shape == "words":
            return
        for inner in (*self.arguments, self.sub or [], self.sup or []):
            for atom in inner:
                yield from atom.walk()


def parse(tex: str) -> list[Atom]:
    """The atoms of a formula. Raises `TexError` when it is empty, too long or too deep."""
    tokens = [t for t in _TOKEN.findall(_ascii(tex)) if t not in ("$", "\n", "\r")]
    if not tokens:
        raise TexError("the formula is empty")
    if len(tokens) > MAX_TOKENS:
        raise TexError(f"the formula has {len(tokens)} tokens, more than {MAX_TOKENS}")
    return _Parser(tokens).run()


def _ascii(tex: str) -> str:
    out = []
    for char in tex:
        if char.isascii():
            out.append(char)
        elif char in words.UNICODE:
            out.append(f"\\{words.UNICODE[char]} ")
        elif char in words.ASCII:
            out.append(words.ASCII[char])
        else:
            raise TexError(f"the formula holds {char!r}, which TeX does not know")
    return "".join(out)


class _Parser:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    def run(self) -> list[Atom]:
        atoms = self.sequence(())
        while self.at < len(self.tokens):  # a stray closing brace ends nothing
            self.at += 1
            atoms += self.sequence(())
        if not any(a.shape != "space" for a in atoms):
            raise TexError("the formula shows nothing")
        return atoms

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def skip_spaces(self) -> None:
        while self.peek().isspace():
            self.at += 1

    def sequence(self, stops: tuple[str, ...]) -> list[Atom]:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise TexError("the formula is nested too deeply")
        atoms: list[Atom] = []
        while self.at < len(self.tokens):
            token = self.peek()
            if token in stops or token == "}":
                break
            self.one(atoms)
        self.depth -= 1
        return atoms

    def one(self, atoms: list[Atom]) -> None:
        token = self.take()
        if token.isspace() or token in ("~", "&"):
            return
        if token in ("^", "_"):
            self.script(token, atoms)
        elif token == "'":
            (atoms or [_append(atoms, Atom("group", ""))])[-1].primes += 1
        elif token == "{":
            inner = self.sequence(())
            self.take()
            atoms.extend(inner if len(inner) == 1 else [Atom("group", "", [inner])])
        elif token.startswith("\\"):
            atoms.extend(self.command(token[1:]))
        else:
            atoms.append(_character(token))

    def script(self, mark: str, atoms: list[Atom]) -> None:
        content = self.argument()
        if not atoms:
            atoms.append(Atom("group", ""))
        nucleus = atoms[-1]
        if mark == "_":
            nucleus.sub = (nucleus.sub or []) + content
        else:
            nucleus.sup = (nucleus.sup or []) + content

    def argument(self) -> list[Atom]:
        self.skip_spaces()
        if self.peek() == "{":
            self.take()
            inner = self.sequence(())
            self.take()
            return inner
        if not self.peek() or self.peek() == "}":
            return []
        atoms: list[Atom] = []
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise TexError("the formula is nested too deeply")
        self.one(atoms)
        self.depth -= 1
        return atoms

    def plain_argument(self) -> str:
        """The letters of a braced argument, for names and words."""
        self.skip_spaces()
        if self.peek() != "{":
            return self.take()
        self.take()
        depth, out = 1, []
        while self.at < len(self.tokens):
            token = self.take()
            depth += (token == "{") - (token == "}")
            if depth == 0:
                break
            out.append(token)
        return "".join(out)

    def command(self, name: str) -> list[Atom]:
        name = words.RENAMED.get(name, name)
        if "{" in name:
            head, letter = name[:-1].split("{")
            return [Atom("command", f"\\{head}", [[Atom("letter", letter)]])]
        if name in _DROPPED or name == "":
            return []
        if name in _DROPPED_WITH_ARGUMENT:
            self.plain_argument()
            return []
        if name in ("ket", "bra", "braket", "abs", "norm"):
            return self.bracketed(name)
        if name in ("left", "right"):
            return self.delimited() if name == "left" else self.lost_right()
        if name == "begin":
            return self.environment()
        if name == "end":
            self.plain_argument()
            return []
        return self.named(name)

    def named(self, name: str) -> list[Atom]:
        if name in ("{", "}", "|", "%", "#", "&", "$", "_"):
            return [_escaped(name)]
        if name in words.SPACES:
            return [Atom("space", f"\\{name}")]
        if name == "\\":
            return [Atom("space", r"\quad")]
        if name in words.TEXT_ARGUMENT:
            return [Atom("words", f"\\{name}", [[Atom("letter", _words(self.plain_argument()))]])]
        if name in words.ONE_ARGUMENT:
            if name == "sqrt":
                self.root_degree()
            return [Atom("command", f"\\{name}", [self.argument()])]
        if name in words.UNDER:
            return [Atom("big", f"\\{name}", [self.argument()])]
        if name in words.TWO_ARGUMENTS:
            return [Atom("command", f"\\{name}", [self.argument(), self.argument()])]
        if name in ("argmax", "argmin"):
            return [Atom("big", f"\\operatorname*{{{name[:3]}\\,{name[3:]}}}")]
        for group, shape in _SHAPES:
            if name in group:
                return [Atom(shape, f"\\{name}")]
        if name in (">", "<", ":"):
            return [_character(name)]
        letters = re.sub(r"[^A-Za-z]", "", name)
        return [Atom("words", r"\operatorname", [[Atom("letter", letters)]])] if letters else []

    def root_degree(self) -> None:
        self.skip_spaces()
        if self.peek() == "[":
            while self.at < len(self.tokens) and self.take() != "]":
                pass

    def bracketed(self, name: str) -> list[Atom]:
        opening, closing = {
            "ket": ("|", r"\rangle"), "bra": (r"\langle", "|"), "braket": (r"\langle", r"\rangle"),
            "abs": ("|", "|"), "norm": (r"\|", r"\|"),
        }[name]  # fmt: skip
        return [Atom("open", opening), *self.argument(), Atom("close", closing)]

    def delimited(self) -> list[Atom]:
        opening = _delimiter(self.take())
        inner = self.sequence(("\\right",))
        closing = "."
        if self.peek() == "\\right":
            self.take()
            closing = _delimiter(self.take())
        return [Atom("delimited", f"{opening} {closing}", [inner])]

    def lost_right(self) -> list[Atom]:
        token = _delimiter(self.take())
        return [] if token == "." else [Atom("close", token)]

    def environment(self) -> list[Atom]:
        name = self.plain_argument()
        if name not in words.ENVIRONMENTS and name not in words.LINE_ENVIRONMENTS:
            return []
        cells: list[list[Atom]] = [[]]
        breaks: list[str] = []
        if name == "cases" or name in words.ENVIRONMENTS:
            while self.at < len(self.tokens):
                cells[-1] += self.sequence(("&", "\\\\", "\\end"))
                mark = self.take()
                if mark not in ("&", "\\\\"):
                    break
                breaks.append(mark)
                cells.append([])
            self.plain_argument()
            return [Atom("environment", " ".join([name, *breaks]), cells)]
        return []


_SHAPES: tuple[tuple[frozenset[str], Shape], ...] = (
    (words.BIG, "big"),
    (words.RELATIONS, "rel"),
    (words.FUNCTIONS, "function"),
    (frozenset({"langle", "lfloor", "lceil", "lbrace", "lvert", "lVert"}), "open"),
    (frozenset({"rangle", "rfloor", "rceil", "rbrace", "rvert", "rVert"}), "close"),
    (words.OPERATORS, "op"),
    (words.SYMBOLS, "letter"),
)


def _append(atoms: list[Atom], atom: Atom) -> Atom:
    atoms.append(atom)
    return atom


def _character(char: str) -> Atom:
    if char.isalpha():
        return Atom("letter", char)
    if char.isdigit() or char == ".":
        return Atom("digit", char)
    if char in "+-*/":
        return Atom("op", char)
    if char in "=<>:":
        return Atom("rel", char)
    if char in "([":
        return Atom("open", char)
    if char in ")]":
        return Atom("close", char)
    if char == "|":
        return Atom("punct", "|")
    if char in "#%&_$":
        return Atom("punct", f"\\{char}")
    if char in ',;!?@`"':
        return Atom("punct", "" if char in '@`"' else char)
    return Atom("punct", "")


def _escaped(name: str) -> Atom:
    shape: Shape = "open" if name == "{" else "close" if name == "}" else "punct"
    return Atom(shape, f"\\{name}")


def _delimiter(token: str) -> str:
    bare = token.removeprefix("\\")
    if bare not in words.DELIMITERS:
        return "."
    return (
        token
        if bare in "{}|" and token.startswith("\\")
        else (f"\\{bare}" if bare.isalpha() else bare)
    )


def _words(text: str) -> str:
    """Text inside a formula: letters, digits, blanks and gentle punctuation only."""
    return re.sub(r"\s+", " ", re.sub(r"\\[A-Za-z]+|[^A-Za-z0-9 .,:;()'/+=-]", " ", text))
