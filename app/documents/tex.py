"""A TeX source as sections."""

import re
from pathlib import Path

from app.documents.model import Document, DocumentSection
from app.documents.tex_macros import group_at, spell_out, take_macros
from app.documents.tex_source import read_source
from app.documents.tex_text import markdown_of, plain_line
from app.texts import ngettext, tr
from pipeline.intake.errors import IntakeError

_LEVELS = {"part": 0, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4}
_HEADING = re.compile(r"\\(part|chapter|(?:sub){0,2}section)\*?\s*(?:\[[^\]]*\])?\s*(?=\{)")
_BODY = re.compile(r"\\begin\{document\}(.*?)(?:\\end\{document\}|\Z)", re.DOTALL)
_ABSTRACT = re.compile(r"\\begin\{abstract\}(.*?)\\end\{abstract\}|\\abstract(?=\{)", re.DOTALL)
_AFTER = re.compile(r"\\begin\{thebibliography\}|\\bibliography\{|\\printbibliography")
_TITLE = re.compile(r"\\(?:title|icmltitle)\s*(?:\[[^\]]*\])?\s*(?=\{)")
MAX_SECTIONS = 400
_DEEPEST = 3


def open_tex(path: Path) -> Document:
    """See `opening.open_document`."""
    source, macros, theorems = take_macros(read_source(path))
    source = spell_out(source, macros)
    body = found[1] if (found := _BODY.search(source)) else source
    title = _title(source)
    sections = _sections(body, theorems)
    if not sections:
        raise IntakeError(
            "empty",
            tr("{path} holds no text of its own.").format(path=path),
            tr("Open the file that holds the section, or the main file of the paper."),
        )
    text = "\n\n".join(s.text for s in sections if s.level == 1)
    return Document(path, "tex", title, sections, _notes(source), text=text)


def _title(source: str) -> str:
    found = _TITLE.search(source)
    group = group_at(source, found.end()) if found else None
    return plain_line(group[0])[:300] if group else ""


def _notes(source: str) -> tuple[str, ...]:
    pictures = len(re.findall(r"\\includegraphics|\\begin\{tikzpicture\}", source))
    if not pictures:
        return ()
    words = tr("A picture is left out: describe in words what the animation needs of it.")
    if pictures > 1:
        words = ngettext(
            "{count} picture is left out: describe in words what the animation needs of it.",
            "{count} pictures are left out: describe in words what the animation needs of them.",
            pictures,
        )
    return (words.format(count=pictures),)


def _sections(body: str, theorems: dict[str, str]) -> tuple[DocumentSection, ...]:
    abstract = _abstract(body)
    body = _ABSTRACT.sub("", body)
    if end := _AFTER.search(body):
        # What follows the references is an appendix, if it has a heading.
        following = _HEADING.search(body, end.end())
        body = body[: end.start()] + (body[following.start() :] if following else "")
    heads = _heads(body)
    parts = []
    if abstract and (told := markdown_of(abstract, theorems)):
        parts.append(DocumentSection("Abstract", None, f"# Abstract\n\n{told}"))
    opening = markdown_of(body[: heads[0][0]] if heads else body, theorems)
    if len(opening) > 80 or (opening and not heads):
        parts.append(DocumentSection("", None, opening))
    return (*parts, *_headed(body, heads, theorems))


def _abstract(body: str) -> str:
    found = _ABSTRACT.search(body)
    if found is None:
        return ""
    if found[1] is not None:
        return found[1]
    group = group_at(body, found.end())
    return group[0] if group else ""


def _heads(body: str) -> list[tuple[int, int, int, str]]:
    """Start, end, level and words of every heading."""
    heads: list[tuple[int, int, int, str]] = []
    for found in _HEADING.finditer(body):
        group = group_at(body, found.end())
        if group is not None and len(heads) < MAX_SECTIONS:
            words = plain_line(group[0]) or "(untitled)"
            heads.append((found.start(), group[1], _LEVELS[found[1]], words))
    top = min((level for _, _, level, _ in heads), default=0)
    return [(start, end, level - top + 1, words) for start, end, level, words in heads]


def _headed(
    body: str, heads: list[tuple[int, int, int, str]], theorems: dict[str, str]
) -> list[DocumentSection]:
    """One section per heading; each holds what stands below it, headings included."""
    ends = [*[head[0] for head in heads], len(body)][1:]
    own = [
        markdown_of(body[head[1] : end], theorems) for head, end in zip(heads, ends, strict=True)
    ]
    told = [
        f"{'#' * min(6, level)} {words}\n\n{text}".strip()
        for (_, _, level, words), text in zip(heads, own, strict=True)
    ]
    parts = []
    for place, (_, _, level, words) in enumerate(heads):
        last = next((i for i in range(place + 1, len(heads)) if heads[i][2] <= level), len(heads))
        if level <= _DEEPEST and any(own[place:last]):
            parts.append(DocumentSection(words, None, "\n\n".join(told[place:last]), level))
    return parts
