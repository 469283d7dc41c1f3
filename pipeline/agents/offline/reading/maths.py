"""Finding math in text and hiding it behind single characters while prose is being read."""

import re

from pipeline.schema.base import Value

# Supplementary private-use plane A: one character stands for one formula while text is masked.
_FIRST = 0xF0000
_LAST = 0xFFFFD
MASK = f"[{chr(_FIRST)}-{chr(_LAST)}]"
_MASK_RE = re.compile(MASK)
_ENVIRONMENTS = "equation|align|gather|multline|eqnarray|displaymath|alignat|flalign|math"
_ENVIRONMENT_RE = re.compile(rf"\\begin\{{({_ENVIRONMENTS})(\*?)\}}(.*?)\\end\{{\1\2\}}", re.DOTALL)
_WORD_RUN_RE = re.compile(r"(?:(?<![\\a-zA-Z])[a-zA-Z]{2,}[\s,]+){2}[a-zA-Z]{2,}")
_TEXT_RE = re.compile(r"\\(?:text|textrm|mathrm|operatorname|textit|mbox)\*?\{[^{}]*\}")
_LABEL_RE = re.compile(r"\\(?:label|tag)\*?\{[^{}]*\}|\\(?:nonumber|notag)\b")


class MathSpan(Value):
    """A formula found in text: its body without delimiters, and whether it stands alone."""

    tex: str
    display: bool


class Masked(Value):
    """Text in which every formula is one private-use character."""

    text: str
    spans: tuple[MathSpan, ...]

    def span(self, mark: str) -> MathSpan:
        """The formula behind a mask character."""
        return self.spans[ord(mark) - _FIRST]

    def unmask(self, text: str) -> str:
        """The masks in `text` replaced by `$..$` and `$$..$$`."""
        return _MASK_RE.sub(lambda found: _dollars(self.span(found.group())), text)


def _dollars(span: MathSpan) -> str:
    return f"$${span.tex}$$" if span.display else f"${span.tex}$"


def mask_math(text: str) -> Masked:
    """Hide every formula of `text`. A dollar sign that is money, or never closed, stays."""
    spans: list[MathSpan] = []
    pieces: list[str] = []
    text = _MASK_RE.sub("", text)
    position = 0
    while position < len(text):
        start = _next_opening(text, position)
        pieces.append(text[position:start])
        if start >= len(text):
            break
        found = _math_at(text, start)
        if found is None or len(spans) > _LAST - _FIRST:
            width = 2 if text[start] == "\\" or text.startswith("$$", start) else 1
            pieces.append(text[start : start + width])
            position = start + width
            continue
        span, position = found
        if span.tex:
            pieces.append(chr(_FIRST + len(spans)))
            spans.append(span)
    return Masked(text="".join(pieces), spans=tuple(spans))


def find_math(text: str) -> tuple[tuple[int, int, MathSpan], ...]:
    """Every formula of `text` with the place where it begins and the place after it.

    The same formulas as `mask_math` finds, delimiters included in their places.
    """
    found: list[tuple[int, int, MathSpan]] = []
    position = 0
    while (start := _next_opening(text, position)) < len(text):
        formula = _math_at(text, start)
        if formula is None:
            position = start + (2 if text[start] == "\\" or text.startswith("$$", start) else 1)
            continue
        span, position = formula
        if span.tex:
            found.append((start, position, span))
    return tuple(found)


def _next_opening(text: str, position: int) -> int:
    places = [place for mark in ("$", "\\") if (place := text.find(mark, position)) >= 0]
    return min(places, default=len(text))


def _math_at(text: str, start: int) -> tuple[MathSpan, int] | None:
    """The formula that opens at `start` and the position after it."""
    if text.startswith("$$", start):
        return _closed(text, start, 2, "$$", display=True)
    if text.startswith(r"\[", start):
        return _closed(text, start, 2, r"\]", display=True)
    if text.startswith(r"\(", start):
        return _closed(text, start, 2, r"\)", display=False)
    if text.startswith(r"\begin{", start):
        name = text[start + 7 : start + 24].partition("}")[0]
        if text.find(rf"\end{{{name}}}", start) < 0:
            return None
        found = _ENVIRONMENT_RE.match(text, start)
        if found is None:
            return None
        return MathSpan(tex=_clean(found.group(3)), display=found.group(1) != "math"), found.end()
    if text[start] == "$":
        return _inline_dollar(text, start)
    return None


def _closed(
    text: str, start: int, width: int, closing: str, *, display: bool
) -> tuple[MathSpan, int] | None:
    end = text.find(closing, start + width)
    # A formula never runs over a blank line: then the mark was something else.
    if end < 0 or re.search(r"\n[ \t]*\n", text[start:end].strip()[width:].strip()):
        return None
    return MathSpan(tex=_clean(text[start + width : end]), display=display), end + len(closing)


def _inline_dollar(text: str, start: int) -> tuple[MathSpan, int] | None:
    """`$..$` under the usual rules: no space inside its ends, no digit after, not prose."""
    if start + 1 >= len(text) or text[start + 1].isspace():
        return None
    end = start
    while True:
        end = text.find("$", end + 1)
        if end < 0 or "\n\n" in text[start:end]:
            return None
        if text[end - 1] == "\\" or text[end - 1].isspace():
            if text[end - 1] != "\\" and text[start + 1].isdigit():
                return None  # two amounts of money: "$5 and $10"
            continue
        break
    body = text[start + 1 : end]
    after = text[end + 1 : end + 2]
    if not body or after.isdigit() or _WORD_RUN_RE.search(_TEXT_RE.sub(" ", body)):
        return None
    return MathSpan(tex=_clean(body), display=False), end + 1


def _clean(tex: str) -> str:
    return " ".join(_LABEL_RE.sub(" ", tex).split())
