"""The tokens of a formula: what two spellings of it have in common."""

import re

_TOKEN = re.compile(r"\\[a-zA-Z]+|[a-zA-Z]|\d+(?:\.\d+)?|[^\s{}\\]")
_DECORATION = re.compile(
    r"\\(?:left|right|[bB]igg?[lrm]?|displaystyle|textstyle|limits|nolimits|quad|qquad|,|;|:|!| "
    r"|mathrm|mathit|mathbf|text|textrm|operatorname|boldsymbol)(?![a-zA-Z])\*?"
)
_SYNONYMS = {r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\le": r"\leq", r"\ge": r"\geq",
             r"\ne": r"\neq", r"\to": r"\rightarrow", r"\lvert": "|", r"\rvert": "|",
             r"\vert": "|", r"\mid": "|"}  # fmt: skip


def tex_tokens(tex: str) -> tuple[str, ...]:
    """The tokens of a formula that carry meaning: no braces, spaces or size commands."""
    plain = _DECORATION.sub(" ", tex)
    return tuple(_SYNONYMS.get(t, t) for t in _TOKEN.findall(plain) if t not in {".", ",", ";"})
