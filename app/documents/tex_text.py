"""A stretch of TeX as Markdown: prose plain, math between dollar signs, the rest left out."""

import itertools
import logging
import re
from functools import cache
from typing import Any

from app.documents.tex_macros import group_at
from pipeline.agents.offline.reading.cleaning import clean_source

_FIRST_MASK = 0xF0000
_MASK = re.compile("[\U000f0000-\U000ffffd]")
_MATH_NAMES = (
    "equation|align|gather|multline|eqnarray|displaymath|alignat|flalign|math|dmath|subequations"
)
_MATH = re.compile(
    r"\\\$|\\\\(?=\[)"
    rf"|(?P<double>\$\$)(?P<a>.*?)\$\$|(?P<one>\$)(?P<b>(?:\\.|[^$\\])*)\$"
    r"|\\\[(?P<c>.*?)\\\]|\\\((?P<d>.*?)\\\)"
    rf"|\\begin\{{(?P<name>{_MATH_NAMES})(?P<star>\*?)\}}(?P<e>.*?)\\end\{{(?P=name)(?P=star)\}}",
    re.DOTALL,
)
_NOT_MATH = re.compile(
    r"\\(?:label|tag)\*?\{[^{}]*\}|\\(?:nonumber|notag)\b|\\begin\{subequations\}"
)
_ALIGNED = ("align", "alignat", "flalign", "eqnarray", "multline", "gather")
_ROWS = re.compile(r"\\\\(?:\[[^\]]*\])?")
_DROPPED = re.compile(
    r"[~ ]?\\(?:cite\w*|nocite|footnote\w*|thanks|label|index|includegraphics|vspace|hspace|"
    r"bibliography\w*|pagestyle|thispagestyle|setcounter|addtocounter|vskip|hskip|input|include|"
    r"graphicspath|hypersetup|email|orcid|affiliation|address|acks|keywords|ccsdesc|todo)\*?"
    r"(?=[\[{\s])"
)
_REF = re.compile(r"[~ ]?\(?\\(?:eq|auto|c|C|page|name)?ref\*?\{[^{}]*\}\)?")
_OPTION = re.compile(r"\s*\[[^\]]*\]")
_ITEM = re.compile(r"\\item\b\s*(?:\[([^\]]*)\])?")
_LIST = re.compile(
    r"\\(begin|end)\{(itemize|enumerate|description|compactitem|compactenum)\*?\}(?:\[[^\]]*\])?"
)
_PARAGRAPH = re.compile(r"\\(?:sub)?paragraph\*?\s*(?=\{)")
_THEOREM = re.compile(r"\\begin\{([A-Za-z]+)(\*?)\}(?:\s*\[([^\]]*)\])?")
_THEOREMS = {
    name: name.capitalize()
    for name in (
        "theorem", "lemma", "proposition", "corollary", "definition", "remark", "example",
        "assumption", "conjecture", "claim", "proof",
    )
}  # fmt: skip
_IS_ITEM = re.compile(r"- |\d+\. ")
_BLANK = re.compile(r"\n\s*\n+")


def markdown_of(tex: str, theorems: dict[str, str]) -> str:
    """Readable Markdown of a stretch of TeX without sectioning commands. Never raises."""
    text, math = _masked(tex)
    text = clean_source(text)
    text = _without_dropped(text)
    text = _REF.sub("", text)
    text = _THEOREM.sub(lambda found: _opening(found, _THEOREMS | theorems), text)
    text = _run_in_headings(text)
    text = _lists(text)
    blocks = [_prose(block) for block in _BLANK.split(text)]
    told = _joined([block for block in blocks if block])
    return _MASK.sub(lambda found: math[ord(found.group()) - _FIRST_MASK], told)


def _joined(blocks: list[str]) -> str:
    """Paragraphs apart, items of one list below each other."""
    told = blocks[0] if blocks else ""
    for before, block in itertools.pairwise(blocks):
        both = _IS_ITEM.match(before) and _IS_ITEM.match(block)
        told += ("\n" if both else "\n\n") + block
    return told


def plain_line(tex: str) -> str:
    """A heading or title on one line."""
    return " ".join(markdown_of(re.sub(r"\\\\|\\newline", " ", tex), {}).split())


def _masked(tex: str) -> tuple[str, list[str]]:
    """Formulas become single private-use characters; their dollar forms are handed out apart."""
    math: list[str] = []

    def mask(found: re.Match[str]) -> str:
        body = next((found[key] for key in "abcde" if found[key] is not None), None)
        if body is None or len(math) >= 0xFFFD:
            return found.group()
        display = not (found["one"] or found["d"] is not None or found["name"] == "math")
        tex = " ".join(_NOT_MATH.sub(" ", body).split())
        if found["name"] == "alignat":
            tex = re.sub(r"^\{\d+\}\s*", "", tex)
        if not tex:
            return " "
        if found["name"] in _ALIGNED and _ROWS.search(tex):
            tex = rf"\begin{{aligned}} {tex} \end{{aligned}}"
        math.append(f"$${tex}$$" if display else f"${tex}$")
        sign = chr(_FIRST_MASK + len(math) - 1)
        return f" {sign} " if display else sign

    return _MATH.sub(mask, _MASK.sub("", tex)), math


def _without_dropped(text: str) -> str:
    """Without citations, footnotes, pictures and settings, their arguments included."""
    kept: list[str] = []
    start = 0
    for found in _DROPPED.finditer(text):
        if found.start() < start:
            continue
        at = found.end()
        while option := _OPTION.match(text, at):
            at = option.end()
        group = group_at(text, at)
        if group is None and at == found.end():
            continue
        kept.append(text[start : found.start()])
        start = group[1] if group else at
    return "".join([*kept, text[start:]])


def _run_in_headings(text: str) -> str:
    """`\\paragraph{Setup}` opens a paragraph with that word as a sentence of its own."""
    kept: list[str] = []
    start = 0
    for found in _PARAGRAPH.finditer(text):
        group = group_at(text, found.end())
        if group is not None and found.start() >= start:
            mark = "" if group[0].rstrip().endswith((".", ":", "?", "!")) else "."
            kept += [text[start : found.start()], f"\n\n{group[0]}{mark} "]
            start = group[1]
    return "".join([*kept, text[start:]])


def _opening(found: re.Match[str], names: dict[str, str]) -> str:
    name = names.get(found[1])
    if name is None:
        return found.group()
    told = f" ({found[3]})" if found[3] else ""
    return f"\n\n{name}{told}. \\begin{{{found[1]}{found[2]}}}"


def _lists(text: str) -> str:
    """List items as Markdown items; numbers count within their own list."""
    stack: list[list[Any]] = []
    pieces: list[str] = []
    start = 0
    marks = sorted([*_LIST.finditer(text), *_ITEM.finditer(text)], key=lambda found: found.start())
    for found in marks:
        pieces.append(text[start : found.start()])
        start = found.end()
        if found.re is _LIST:
            if found[1] == "begin":
                stack.append([found[2], 0])
            elif stack:
                stack.pop()
            pieces.append("\n\n")
            continue
        if stack:
            stack[-1][1] += 1
        numbered = (stack and stack[-1][0].endswith("enum")) or (
            stack and stack[-1][0] == "enumerate"
        )
        label = f"{found[1]}: " if found[1] else ""
        pieces.append(f"\n\n{stack[-1][1]}. {label}" if numbered else f"\n\n- {label}")
    return "".join([*pieces, text[start:]])


def _prose(block: str) -> str:
    """One paragraph without commands."""
    if block.lstrip().startswith("|"):
        rows = [_words(line) for line in block.splitlines() if line.strip()]
        width = rows[0].count("|") - 1 if rows else 0
        return "\n".join([*rows[:1], "|" + " --- |" * width, *rows[1:]])
    return _words(block)


def _words(tex: str) -> str:
    try:
        told = str(_converter().latex_to_text(tex))
    except Exception:  # the library fails on some commands without their arguments
        told = re.sub(r"\\(?:begin|end)\{[^{}]*\}|\\[A-Za-z]+\*?(?:\[[^\]]*\])?|[{}]", " ", tex)
    told = re.sub(r"\s+([.,;:!?)])", r"\1", " ".join(told.split()))
    return re.sub(r"\(\s*\)", "", told).strip()


@cache
def _converter() -> Any:
    """The library's converter with its messages silenced; made on first use, it costs 50 ms."""
    logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)
    from pylatexenc.latex2text import (
        LatexNodes2Text,
        MacroTextSpec,
        get_default_latex_context_db,
    )

    context = get_default_latex_context_db()
    plain = [MacroTextSpec(name, "%s") for name in ("emph", "textbf", "textit", "textsc", "texttt")]
    plain += [MacroTextSpec("href", "%(2)s"), MacroTextSpec("url", "%s")]
    context.add_context_category("studio", prepend=True, macros=plain)
    return LatexNodes2Text(latex_context=context, math_mode="verbatim", keep_comments=False)
