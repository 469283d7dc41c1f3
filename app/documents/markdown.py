"""Markdown and plain text as sections."""

import re
from pathlib import Path

from app.documents.model import Document, DocumentKind, DocumentSection
from app.texts import tr
from pipeline.intake.errors import IntakeError
from pipeline.intake.front_matter import split_front_matter
from pipeline.intake.reading import first_heading, read_text

_MARKDOWN = (".md", ".markdown", ".mdown", ".mkd", ".rmd", ".qmd")
_FENCE = re.compile(r"^ {0,3}(```+|~~~+)")
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$")
_UNDERLINE = re.compile(r"^ {0,3}(=+|-{3,})[ \t]*$")
_ATTRIBUTES = re.compile(r"\s*\{[#.][^{}]*\}\s*$")
_DEEPEST = 3
MAX_SECTIONS = 600


def open_markdown(path: Path) -> Document:
    """See `opening.open_document`."""
    matter = split_front_matter(read_text(path), str(path))
    if not matter.body.strip():
        raise IntakeError(
            "empty",
            tr("{path} is empty.").format(path=path),
            tr("Give a file with a section in it."),
        )
    fields = {name: entry.value for name, entry in matter.entries.items()}
    kind: DocumentKind = "markdown" if path.suffix.lower() in _MARKDOWN else "text"
    return Document(
        path=path,
        kind=kind,
        title=fields.get("title") or first_heading(matter.body),
        sections=sections_of(matter.body),
        text=matter.body,
        fields=fields,
    )


def sections_of(text: str) -> tuple[DocumentSection, ...]:
    """The sections of a Markdown text by its headings down to the third level; at least one.

    A single heading above everything else is the document's title: the text as a whole comes
    first then, under that heading.
    """
    lines = text.split("\n")
    heads = _headings(lines)[:MAX_SECTIONS]
    if not heads:
        return (DocumentSection("", None, text.strip()),)
    parts = []
    opening = "\n".join(lines[: heads[0][0]]).strip()
    if opening:
        parts.append(DocumentSection("", None, opening))
    top = min(level for _, level, _ in heads)
    for place, (line, level, heading) in enumerate(heads):
        end = next((other for other, deep, _ in heads[place + 1 :] if deep <= level), len(lines))
        told = "\n".join(lines[line:end]).strip()
        if level - top < _DEEPEST:
            parts.append(DocumentSection(heading, None, told, level - top + 1))
    return tuple(parts)


def _headings(lines: list[str]) -> list[tuple[int, int, str]]:
    """Line, level and words of every heading outside fenced code."""
    found: list[tuple[int, int, str]] = []
    fence = ""
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark and (not fence or line.strip().startswith(fence)):
            fence = "" if fence else mark.group(1)[:3]
        elif fence:
            continue
        elif heading := _HEADING.match(line):
            found.append((number, len(heading.group(1)), _bare(heading.group(2))))
        elif number and (rule := _UNDERLINE.match(line)) and _may_be_underlined(lines, number):
            level = 1 if rule.group(1)[0] == "=" else 2
            found.append((number - 1, level, _bare(lines[number - 1])))
    return found


def _may_be_underlined(lines: list[str], number: int) -> bool:
    before = lines[number - 1]
    alone = number < 2 or not lines[number - 2].strip()
    return bool(before.strip()) and alone and not before.lstrip().startswith(("#", "|", "-", ">"))


def _bare(heading: str) -> str:
    return " ".join(_ATTRIBUTES.sub("", heading).replace("**", "").split())
