"""What opening a document gives: plain values, no handles to close."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

DocumentKind = Literal["pdf", "tex", "markdown", "text"]


@dataclass(frozen=True)
class DocumentSection:
    """A part of a document that a person may pick.

    Attributes:
        heading: as printed, without marks; "" for a document without headings.
        page: 1-based page it begins on, None where there are no pages.
        last_page: 1-based page it ends on, None where there are no pages.
        level: 1 for a section, 2 and 3 for what stands below it. A section's text holds its
            subsections, their headings as Markdown.
        text: Markdown with math between dollar signs, its own heading first; "" for pages of a
            long PDF that were not read: ask `page_text` for them.
    """

    heading: str
    page: int | None
    text: str
    level: int = 1
    last_page: int | None = None


@dataclass(frozen=True)
class Document:
    """A document as far as it was read.

    Attributes:
        title: a guess from the document itself, else "".
        sections: in the order of the document, at least one.
        notes: what the person should know or check, whole sentences.
        pages: number of pages of a PDF, else None.
        text: the whole text; "" for a PDF.
        fields: front matter of a Markdown file by task field (`role`, `domain`, ...).
    """

    path: Path
    kind: DocumentKind
    title: str
    sections: tuple[DocumentSection, ...]
    notes: tuple[str, ...] = ()
    pages: int | None = None
    text: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PageText:
    """The text of a range of pages, headings as Markdown, and notes as of a `Document`."""

    first: int
    last: int
    text: str
    notes: tuple[str, ...] = ()
