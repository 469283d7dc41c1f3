"""Text with LaTeX math as a person reads it on one line, for cards and tips."""

import re
from functools import lru_cache

from pylatexenc.latex2text import LatexNodes2Text

_MATH = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+)\$|\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)
LONGEST = 4000
"""Characters; a card shows a few lines, and a longer text would only take time."""


@lru_cache(maxsize=2048)
def readable(text: str) -> str:
    """Math between dollar signs in Unicode, white space joined; what cannot be read stays."""
    return " ".join(_MATH.sub(_formula, text[:LONGEST]).split())


def shortened(text: str, limit: int = 110) -> str:
    """The readable beginning of a text, at most `limit` characters."""
    plain = readable(text)
    return plain if len(plain) <= limit else plain[: limit - 1].rstrip() + "\u2026"


def _formula(match: re.Match[str]) -> str:
    source = next(group for group in match.groups() if group is not None)
    try:
        plain = LatexNodes2Text(math_mode="text").latex_to_text(source)
    except Exception:
        # The parser is made for whole documents; a formula it cannot read is shown as written.
        return source
    return " ".join(str(plain).split()) or source
