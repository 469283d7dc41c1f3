"""A tiny parser of elementary LaTeX expressions into a tree."""

import math
import re
from collections.abc import Callable, Mapping

from pipeline.agents.offline.reading.plain import GREEK
from pipeline.agents.offline.reading.words import word_set
from pipeline.schema.base import Value


class NotElementaryError(Exception):
    """The formula is not an elementary expression."""


class Expression(Value):
    """A node: `number`, `name`, an operator `+ - * / ^ neg`, or an elementary function."""

    kind: str
    number: float = 0.0
    name: str = ""
    parts: tuple["Expression", ...] = ()


_FUNCTIONS: dict[str, tuple[Callable[[float], float], str]] = {
    "sin": (math.sin, "np.sin"),
    "cos": (math.cos, "np.cos"),
    "tan": (math.tan, "np.tan"),
    "sinh": (math.sinh, "np.sinh"),
    "cosh": (math.cosh, "np.cosh"),
    "tanh": (math.tanh, "np.tanh"),
    "exp": (math.exp, "np.exp"),
    "ln": (math.log, "np.log"),
    "log": (math.log, "np.log"),
    "arctan": (math.atan, "np.arctan"),
    "sqrt": (math.sqrt, "np.sqrt"),
    "abs": (abs, "np.abs"),
    "log2": (math.log2, "np.log2"),
    "log10": (math.log10, "np.log10"),
}
_TOKEN_RE = re.compile(r"\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|\S")
_SIZES = word_set(r"\left \right \big \Big \bigl \bigr \Bigl \Bigr \, \; \! \: \displaystyle \quad")
_DEEPEST = 60


def parse(tex: str) -> Expression:
    """The tree of an expression. Raises `NotElementaryError` for anything it does not know."""
    tokens = [token for token in _TOKEN_RE.findall(tex) if token not in _SIZES]
    if not tokens or len(tokens) > 200:
        raise NotElementaryError(tex)
    parser = _Parser(tokens)
    tree = parser.sum()
    if parser.peek():
        raise NotElementaryError(tex)
    return tree


class _Parser:
    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        token = self.peek()
        if not token:
            raise NotElementaryError("the formula ends too early")
        self._at += 1
        return token

    def _expect(self, token: str) -> None:
        if self._next() != token:
            raise NotElementaryError(f"{token} missing")

    def sum(self) -> Expression:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise NotElementaryError("nested too deeply")
        sign = self._next() if self.peek() in {"-", "+"} else "+"
        tree = self._product()
        if sign == "-":
            tree = Expression(kind="neg", parts=(tree,))
        while self.peek() in {"+", "-"}:
            operator = self._next()
            tree = Expression(kind=operator, parts=(tree, self._product()))
        self._depth -= 1
        return tree

    def _product(self) -> Expression:
        tree = self._power()
        while True:
            token = self.peek()
            if token in {r"\cdot", r"\times", "*"}:
                self._next()
                tree = Expression(kind="*", parts=(tree, self._power()))
            elif token == "/":
                self._next()
                tree = Expression(kind="/", parts=(tree, self._implicit()))
            elif token and self._starts_factor(token):
                tree = Expression(kind="*", parts=(tree, self._power()))
            else:
                return tree

    def _implicit(self) -> Expression:
        """What follows a slash: `1/2\\sigma^2` is read as one over the whole product."""
        tree = self._power()
        while self.peek() and self._starts_factor(self.peek()) and self.peek() not in "([":
            tree = Expression(kind="*", parts=(tree, self._power()))
        return tree

    def _starts_factor(self, token: str) -> bool:
        return token not in {"+", "-", ")", "]", "}", "|", "^", "/", "=", ",", ".", ";"} and (
            token[0].isalnum() or token[0] in "({[\\"
        )

    def _power(self) -> Expression:
        base = self._atom()
        if self.peek() == "^":
            self._next()
            base = Expression(kind="^", parts=(base, self._argument()))
        return base

    def _argument(self) -> Expression:
        if self.peek() == "{":
            return self._bracketed("{", "}")
        token = self.peek()
        if token and token[0].isdigit() and len(token) > 1 and "." not in token:
            self._tokens[self._at : self._at + 1] = list(token)  # x^23 is x^2 3
        return self._atom()

    def _bracketed(self, opening: str, closing: str) -> Expression:
        self._expect(opening)
        tree = self.sum()
        self._expect(closing)
        return tree

    def _atom(self) -> Expression:
        token = self.peek()
        if token in {"(", "[", "{"}:
            return self._bracketed(token, {"(": ")", "[": "]", "{": "}"}[token])
        if token in {"|", r"\lvert", r"\vert"}:
            self._next()
            inner = self.sum()
            if self._next() not in {"|", r"\rvert", r"\vert"}:
                raise NotElementaryError("| missing")
            return Expression(kind="call", name="abs", parts=(inner,))
        token = self._next()
        if token[0].isdigit():
            return Expression(kind="number", number=float(token))
        if token.startswith("\\"):
            return self._command(token[1:])
        if token.isalpha() and token.isascii():
            return self._symbol(token)
        raise NotElementaryError(token)

    def _symbol(self, token: str) -> Expression:
        if token == "e":
            return Expression(kind="number", number=math.e, name="e")
        if token == "i":
            raise NotElementaryError("complex")
        return self._named(token + self._subscript())

    def _named(self, name: str) -> Expression:
        """A symbol; `p(x)` is a function whose definition is not here, and so is refused."""
        following = self._tokens[self._at : self._at + 3]
        if (
            following[:1] == ["("]
            and following[2:] == [")"]
            and following[1][0] not in "0123456789"
        ):
            raise NotElementaryError(f"{name} is a function")
        return Expression(kind="name", name=name)

    def _subscript(self) -> str:
        if self.peek() != "_":
            return ""
        self._next()
        if self.peek() != "{":
            return f"_{self._next()}"
        parts = [self._next()]
        while parts[-1] != "}":
            parts.append(self._next())
        return "_" + "".join(parts)

    def _command(self, name: str) -> Expression:
        if name in {"frac", "tfrac", "dfrac"}:
            top, bottom = self._argument(), self._argument()
            return Expression(kind="/", parts=(top, bottom))
        if name == "sqrt":
            if self.peek() == "[":
                raise NotElementaryError("root of higher degree")
            return Expression(kind="call", name="sqrt", parts=(self._argument(),))
        if name == "pi":
            return Expression(kind="number", number=math.pi, name="pi")
        if name in _FUNCTIONS:
            return self._call(name)
        if name in GREEK:
            return self._named(f"\\{name}{self._subscript()}")
        raise NotElementaryError(name)

    def _call(self, name: str) -> Expression:
        if self.peek() == "_" and name == "log":
            base = self._subscript().strip("_{}")
            if base not in {"2", "10"}:
                raise NotElementaryError("logarithm of another base")
            name = f"log{base}"
        power = None
        if self.peek() == "^":
            self._next()
            power = self._argument()
        if self.peek() in {"(", "[", "{"}:
            inner = self._atom()
        else:
            inner = self._power()
            while self.peek() and self._starts_factor(self.peek()) and self.peek()[0] not in "\\(":
                inner = Expression(kind="*", parts=(inner, self._power()))
            if self.peek() == r"\pi" or self.peek()[1:] in GREEK:
                inner = Expression(kind="*", parts=(inner, self._power()))
        call = Expression(kind="call", name=name, parts=(inner,))
        return call if power is None else Expression(kind="^", parts=(call, power))


def names(tree: Expression) -> list[str]:
    """Free symbols of a tree, each once, in order."""
    found = [tree.name] if tree.kind == "name" else []
    for part in tree.parts:
        found.extend(name for name in names(part) if name not in found)
    return found


def evaluate(tree: Expression, known: Mapping[str, float]) -> float | None:
    """The value of a tree, or None where it is undefined. Raises KeyError for an unknown name."""
    if tree.kind == "number":
        return tree.number
    if tree.kind == "name":
        return known[tree.name]
    values = [evaluate(part, known) for part in tree.parts]
    if any(value is None for value in values):
        return None
    try:
        return _apply(tree, [value for value in values if value is not None])
    except (ValueError, ZeroDivisionError, OverflowError):
        return None


def _apply(tree: Expression, values: list[float]) -> float | None:
    if tree.kind == "neg":
        return -values[0]
    if tree.kind == "call":
        return float(_FUNCTIONS[tree.name][0](values[0]))
    left, right = values
    if tree.kind == "^":
        power = left**right
        return float(power) if isinstance(power, float | int) else None
    operations = {"+": left + right, "-": left - right, "*": left * right}
    return operations[tree.kind] if tree.kind in operations else left / right


def to_python(tree: Expression, variable: str, parameters: Mapping[str, float]) -> str:
    """The tree as a Python expression in `x`, parameters written as their numbers."""
    if tree.kind == "number":
        return "np.pi" if tree.name == "pi" else "np.e" if tree.name == "e" else f"{tree.number:g}"
    if tree.kind == "name":
        return "x" if tree.name == variable else f"{parameters[tree.name]:g}"
    parts = [to_python(part, variable, parameters) for part in tree.parts]
    if tree.kind == "neg":
        return f"(-{parts[0]})"
    if tree.kind == "call":
        return f"{_FUNCTIONS[tree.name][1]}({parts[0]})"
    operator = "**" if tree.kind == "^" else tree.kind
    return f"({parts[0]} {operator} {parts[1]})"
