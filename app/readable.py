"""Text with LaTeX math as a person reads it on one line, for cards and tips."""

from functools import lru_cache

from pylatexenc.latex2text import LatexNodes2Text

from pipeline.agents.offline.reading.maths import find_math

LONGEST = 4000
"""Characters; a card shows a few lines, and a longer text would only take time."""


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
        plain = LatexNodes2Text(math_mode="text").latex_to_text(source)
    except Exception:
        # The parser is made for whole documents; a formula it cannot read is shown as written.
        return source
    return " ".join(str(plain).split()) or source
