"""Taking formulas apart: their symbols and their two sides."""

import re

from pipeline.agents.offline.reading.maths import MASK, Masked
from pipeline.agents.offline.reading.model import Formula
from pipeline.agents.offline.reading.plain import GREEK

RELATIONS = {
    "=": "=", "<": "<", ">": ">", r"\le": r"\le", r"\leq": r"\le", r"\ge": r"\ge",
    r"\geq": r"\ge", r"\ne": r"\ne", r"\neq": r"\ne", r"\approx": r"\approx", r"\sim": r"\sim",
    r"\equiv": r"\equiv", r"\propto": r"\propto", r"\to": r"\to", r"\rightarrow": r"\to",
    r"\mapsto": r"\mapsto", r"\in": r"\in", r"\Rightarrow": r"\Rightarrow", r"\ll": r"\ll",
    r"\gg": r"\gg", r"\leftarrow": r"\leftarrow", ":=": ":=",
}  # fmt: skip
_TOKEN_RE = re.compile(r"\\[a-zA-Z]+|\\.|:=|.", re.DOTALL)
_WORDS_RE = re.compile(
    r"\\(?:text|textrm|mathrm|operatorname|textit|mbox|begin|end|label|mathcal|mathbb)"
    r"\*?\s*\{[^{}]*\}"
)
_STYLED_RE = re.compile(r"\\(?:mathbf|boldsymbol|mathcal|mathbb|hat|bar|tilde|vec)\s*\{?\s*")
_NAME = r"\\(?:" + "|".join(sorted(GREEK, key=len, reverse=True)) + r"|hbar|ell)(?![a-zA-Z])"
_ACCENTED = r"\\(?:mathbf|boldsymbol|mathcal|mathbb|hat|bar|tilde|vec|mathrm)\s*\{[^{}]*\}"
_SYMBOL_RE = re.compile(
    rf"({_ACCENTED}|{_NAME}|(?<![a-zA-Z\\])[a-zA-Z](?![a-zA-Z])|(?<![\\a-zA-Z])[a-zA-Z])"
    r"(_\{[^{}]*\}|_\\?[a-zA-Z0-9]+)?"
)
_CONTEXT = 300
_CONSTANTS = frozenset({"e", "i", "d", r"\pi"})


def sides(tex: str) -> tuple[str, str, str]:
    """Left side, relation, right side at the first relation outside of braces and brackets."""
    depth = 0
    position = 0
    opened = {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}
    for token in _TOKEN_RE.findall(tex):
        depth += opened.get(token, 0)
        if token == r"\begin":
            depth += 1
        elif token == r"\end":
            depth -= 1
        elif depth <= 0 and token in RELATIONS and position > 0:
            left = _side(tex[:position])
            return left, RELATIONS[token], _side(tex[position + len(token) :])
        position += len(token)
    return _side(tex), "", ""


def _side(tex: str) -> str:
    return re.sub(r"(?<!\\)&|\\\\", " ", tex).strip(" .,;") if "begin" not in tex else tex.strip()


def symbols(tex: str) -> tuple[str, ...]:
    """Letters and named symbols of a formula, each once, in order; constants last of all.

    `e`, `i`, `d` and `\\pi` are left out unless nothing else is found.
    """
    found: dict[str, None] = {}
    constants: dict[str, None] = {}
    body = _WORDS_RE.sub(_keep_styled, tex)
    for match in _SYMBOL_RE.finditer(body):
        symbol = match.group().strip()
        (constants if symbol in _CONSTANTS else found).setdefault(symbol)
    return tuple(found) or tuple(constants)


def _keep_styled(found: re.Match[str]) -> str:
    return found.group() if re.match(r"\\math(?:cal|bb)", found.group()) else " "


def read_formulas(sentence: str, index: int, masked: Masked) -> list[Formula]:
    """The formulas of one masked sentence."""
    formulas: list[Formula] = []
    for found in re.finditer(MASK, sentence):
        span = masked.span(found.group())
        left, relation, right = sides(span.tex)
        before = sentence[max(0, found.start() - _CONTEXT) : found.start()]
        after = sentence[found.end() : found.end() + _CONTEXT]
        formulas.append(
            Formula(
                tex=span.tex.rstrip(" .,;") if not span.tex.endswith(r"\;") else span.tex,
                display=span.display,
                sentence=index,
                intro=masked.unmask(before).strip(),
                after=masked.unmask(after).strip(" .,;"),
                symbols=symbols(span.tex),
                left=left,
                relation=relation,
                right=right,
            )
        )
    return formulas
