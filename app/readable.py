"""Text with LaTeX math as a person reads it on one line, for cards and tips."""

import re
from functools import lru_cache
from typing import Any

from pylatexenc.latex2text import (
    LatexNodes2Text,
    MacroTextSpec,
    get_default_latex_context_db,
)

from pipeline.agents.offline.reading.maths import find_math

LONGEST = 4000
"""Characters; a card shows a few lines, and a longer text would only take time."""
_SCRIPT = re.compile(r"[_^]\s*\{")
_SINGLE = re.compile(r"\w*|\\[A-Za-z]+|\\(?:text|mathrm|operatorname)\s*\{[\w\s]*\}|[^\w\\]")
"""A script that needs no brackets: a word, a number, one sign, one command."""
_FRACTION = re.compile(r"\\[dtc]frac(?![A-Za-z])")
_EQUALS = re.compile(r"(?<=[^\s<>=!:])= ")
"""A command before it took its space away."""
_SUM = re.compile(r"[-+\u2212/=\s]")
"""A side of a fraction that needs them."""


@lru_cache(maxsize=2048)
def readable(text: str) -> str:
    """Formulas in Unicode, white space joined; what cannot be read, and money, stays as it is."""
    text = text[:LONGEST]
    pieces, position = [], 0
    for start, end, span in find_math(text):
        pieces += [text[position:start], _formula(span.tex)]
        position = end
    return " ".join("".join([*pieces, text[position:]]).split())


def shortened(text: str, limit: int = 110) -> str:
    """The readable beginning of a text, at most `limit` characters."""
    plain = readable(text)
    return plain if len(plain) <= limit else plain[: limit - 1].rstrip() + "\u2026"


def _formula(source: str) -> str:
    try:
        plain = _reader().latex_to_text(_bracketed(_FRACTION.sub(r"\\frac", source)))
    except Exception:
        # The parser is made for whole documents; a formula it cannot read is shown as written.
        return source
    return _EQUALS.sub(" = ", " ".join(str(plain).split())) or source


@lru_cache(maxsize=1)
def _reader() -> LatexNodes2Text:
    """One that keeps the two sides of a fraction apart."""
    known = get_default_latex_context_db()
    fractions = [MacroTextSpec("frac", simplify_repl=_fraction)]
    known.add_context_category("fractions", prepend=True, macros=fractions)
    return LatexNodes2Text(latex_context=known, math_mode="text")


def _fraction(node: Any, l2tobj: Any) -> str:
    sides = (l2tobj.nodelist_to_text([side]).strip() for side in node.nodeargs[-2:])
    above, below = (f"({side})" if _SUM.search(side) else side for side in sides)
    return f"{above}/{below}"


def _bracketed(source: str) -> str:
    """Braces of a script that holds more than one sign or name become visible brackets."""
    pieces, at = [], 0
    for found in _SCRIPT.finditer(source):
        if found.start() < at:
            continue
        end = _closing(source, found.end())
        if end < 0:
            break
        inner = source[found.end() : end]
        whole = _bracketed(inner)
        told = whole if _SINGLE.fullmatch(inner.strip()) else f"({whole})"
        pieces += [source[at : found.end()], told, "}"]
        at = end + 1
    return "".join([*pieces, source[at:]])


def _closing(source: str, at: int) -> int:
    """The brace that closes the one before `at`; -1 if none does."""
    depth = 1
    for place in range(at, len(source)):
        depth += {"{": 1, "}": -1}.get(source[place], 0)
        if not depth:
            return place
    return -1
