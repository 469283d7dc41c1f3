"""Inline mathematics of a scene's words: how it is spelled in them, and how it is typeset."""

import re
from collections.abc import Iterable, Sequence

from pipeline.agents.offline.compose import tex as maths
from pipeline.agents.offline.compose.plan import Sign, Tint
from pipeline.agents.offline.compose.quote import clean
from pipeline.agents.offline.compose.texparse import Atom, TexError, parse
from pipeline.agents.offline.reading.maths import mask_math
from pipeline.agents.offline.reading.plain import plain

MAX_SIGNS = 12
LONGEST = 40
"""Letters of the spelling beyond which a formula is left as it is spelled: it could not wrap."""

_ALSO_WORDS = frozenset({"a", "A", "I"})
_LETTER_RE = re.compile(r"[A-Za-z]")
_PROSE_RE = re.compile(r"\\(?:text|mathrm|operatorname|mbox)[a-z]*\*?\{[^{}]*\}|\\[%$&#,; ]")


def find_signs(texts: Iterable[str], tints: Sequence[Tint]) -> tuple[Sign, ...]:
    """The inline mathematics of some texts, each spelling once.

    Bare numbers and words stay as they are, and so does a letter that is an English word by
    itself: nothing in a line of words tells the amount a from the article.
    """
    found: dict[str, str] = {}
    for text in texts:
        for span in mask_math(text).spans:
            spelled = "" if span.display else clean(plain(f"${span.tex}$", lossy=True))
            if not _is_sign(spelled, span.tex):
                continue
            atoms = _atoms(span.tex)
            if atoms is not None:
                found.setdefault(spelled, maths.write(atoms, lambda a: _tinted(a, tints)))
    longest_first = sorted(found, key=len, reverse=True)[:MAX_SIGNS]
    return tuple(Sign(spelled=s, tex=found[s]) for s in longest_first)


def _is_sign(spelled: str, tex: str) -> bool:
    if not spelled or len(spelled) > LONGEST or spelled in _ALSO_WORDS:
        return False
    return bool(_LETTER_RE.search(_PROSE_RE.sub("", tex))) and "begin" not in tex


def _atoms(tex: str) -> list[Atom] | None:
    try:
        return parse(tex.strip())
    except TexError:
        return None


def _tinted(atom: Atom, tints: Sequence[Tint]) -> bool:
    symbol = maths.symbol_of(atom)
    return any(t.symbol == symbol for t in tints)
