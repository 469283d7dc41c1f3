"""Taking off what a section holds besides prose: TeX floats, comments, footnotes, entities."""

import html
import re

_FRONT_MATTER_RE = re.compile(r"\A---[ \t]*\n.*?\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_COMMENT_RE = re.compile(r"^[ \t]*%.*$", re.MULTILINE)
_TABULAR_RE = re.compile(
    r"\\begin\{tabular\*?\}(?:\[[^\]]*\])?(?:\{[^{}]*\})*(.*?)\\end\{tabular\*?\}", re.DOTALL
)
_FLOAT_RE = re.compile(
    r"\\begin\{(figure|algorithm|tikzpicture|lstlisting|verbatim|thebibliography)(\*?)\}"
    r".*?\\end\{\1\2\}",
    re.DOTALL,
)
_TABLE_RE = re.compile(
    r"\\(?:begin|end)\{table\*?\}(?:\[[^\]]*\])?|\\(?:centering|small|footnotesize|hline|toprule|"
    r"midrule|bottomrule|noindent|maketitle|newpage|par)\b|\\caption\{[^{}]*\}"
)
_FOOTNOTE_RE = re.compile(r"^\[\^[^\]\n]+\]:.*(?:\n[ \t]+\S.*)*$", re.MULTILINE)
_FOOTNOTE_MARK_RE = re.compile(r"\[\^[^\]\n]{1,30}\]")
_REFERENCE_RE = re.compile(
    r"(?P<see>,?\s*\(?(?:see|cf\.)\s+)?\b(?P<what>eqs?|equations?|figs?|figures?|tab|tables?|secs?|"
    r"sections?|appendix)\.?[~\s]*\(?\\(?:eq|auto|c|page)?ref\{[^{}]*\}\)?\)?",
    re.IGNORECASE,
)
_ENTITY_RE = re.compile(r"&#?\w{2,8};")
# Only in a TeX source does a percent sign at the start of a line open a comment.
_TEX_RE = re.compile(r"\\(?:section|subsection|begin|label|cite[tp]?|ref|usepackage)\b")
_NAMES = {"eq": "equation", "fi": "figure", "ta": "table", "se": "section", "ap": "appendix"}


def clean_source(text: str) -> str:
    """Text without front matter, TeX floats and comments, Markdown footnotes and HTML entities.

    A `tabular` becomes a Markdown table; `Eq.~\\ref{..}` becomes `the equation`. Lines and
    paragraphs stay apart.
    """
    text = _FRONT_MATTER_RE.sub("", text.replace("\r\n", "\n"))
    if "\\" in text or "%" in text:
        text = _COMMENT_RE.sub("", text) if _TEX_RE.search(text) else text
        text = _FLOAT_RE.sub("\n\n", text)
        text = _TABULAR_RE.sub(lambda found: _markdown_table(found.group(1)), text)
        text = _TABLE_RE.sub("", text)
        text = _REFERENCE_RE.sub(_referenced, text)
        text = re.sub(r"(?<=\w)---?(?=\w)", "\u2013", text)
    text = _FOOTNOTE_MARK_RE.sub("", _FOOTNOTE_RE.sub("", text))
    # with its semicolon only: `&` also aligns formulas
    return _ENTITY_RE.sub(lambda found: html.unescape(found.group()), text)


def _referenced(found: re.Match[str]) -> str:
    if found.group("see"):
        return ""
    name = f"the {_NAMES[found.group('what')[:2].lower()]}"
    return (
        name[:1].upper() + name[1:] if found.group("what")[0].isupper() and _opens(found) else name
    )


def _opens(found: re.Match[str]) -> bool:
    """Whether the reference begins its sentence."""
    before = found.string[: found.start()].rstrip()
    return (
        not before or before[-1] in ".!?\n" or "\n\n" in found.string[len(before) : found.start()]
    )


def _markdown_table(body: str) -> str:
    rows = [re.sub(r"\\[a-z]*(?:rule|line)\b(?:\{[^{}]*\})?", "", row) for row in body.split(r"\\")]
    cells = [[cell.strip() for cell in row.split("&")] for row in rows if row.strip()]
    lines = [f"| {' | '.join(' '.join(cell.split()) for cell in row)} |" for row in cells]
    return "\n\n" + "\n".join(lines) + "\n\n"
