"""Reading PDFs from the studio's side: ask the child, put its answer into words for people."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from app.documents.model import Document, DocumentSection, PageText
from app.environment import without_secrets
from app.texts import mark, ngettext, tr
from pipeline.intake.errors import IntakeError
from pipeline.intake.text import normalise

MAX_BYTES = 300 * 1024**2
MAX_PAGES = 60
"""Pages whose text is read at a time: far more than one animation needs."""
READ_SECONDS = 8.0
"""Time for reading the pages of a document when it is opened; 1,000 plain pages need about 6 s."""
WALL_SECONDS = 40.0
"""When the child is ended, whatever it does."""
_ROOT = Path(__file__).resolve().parents[2]
_COPY = mark("Copy the section's text into the field instead.")
_MATH_NOTE = mark(
    "Formulas come out of a PDF broken: check them and write them as LaTeX between dollar signs."
)


def open_pdf(path: Path, seconds: float = READ_SECONDS) -> Document:
    """Title, outline and sections of a PDF. See `opening.open_document` for the errors."""
    told = _ask(path, None, None, outline=True, seconds=seconds)
    pages, read_to = int(told["pages"]), int(told["read_to"])
    if len(told["empty"]) == read_to:
        raise _scanned(path, pages)
    sections = tuple(_section(part) for part in told["sections"])
    notes = list(_notes(told))
    if read_to < pages:
        notes.insert(
            0,
            ngettext(
                "This document has {pages:,} page; the first {read_to:,} were looked through. "
                "Pick later pages by their numbers.",
                "This document has {pages:,} pages; the first {read_to:,} were looked through. "
                "Pick later pages by their numbers.",
                pages,
            ).format(pages=pages, read_to=read_to),
        )
    if not any(section.heading for section in sections):
        notes.insert(0, tr("No headings were found. Pick pages by their numbers."))
    if not sections:
        sections = (DocumentSection("", 1, "", 1, pages),)
    return Document(
        path=path,
        kind="pdf",
        title=normalise(told["title"]),
        sections=sections,
        notes=tuple(notes),
        pages=pages,
    )


def pdf_pages(path: Path, first: int, last: int) -> PageText:
    """The text of pages `first` to `last`, counted from 1, both included."""
    if not 1 <= first <= last:
        raise IntakeError(
            "bad_range",
            tr("Pages {first} to {last} are no range.").format(first=first, last=last),
            tr("Give a first page from 1 on and a last page that is not before it."),
        )
    if last - first + 1 > MAX_PAGES:
        raise IntakeError(
            "too_long",
            tr("Pages {first} to {last} are {count} pages; at most {max_pages} at a time.").format(
                first=first, last=last, count=last - first + 1, max_pages=MAX_PAGES
            ),
            tr("Pick the pages of one section."),
        )
    told = _ask(path, first, last, outline=False, seconds=WALL_SECONDS / 2)
    read_to = int(told["read_to"])
    if len(told["empty"]) == read_to - first + 1:
        raise _scanned(path, read_to - first + 1)
    return PageText(first, read_to, normalise(told["text"]), _notes(told))


def _section(part: dict[str, Any]) -> DocumentSection:
    return DocumentSection(
        heading=normalise(part["heading"]),
        page=part["page"],
        text=normalise(part["text"]),
        level=part["level"],
        last_page=part["last_page"],
    )


def _notes(told: dict[str, Any]) -> tuple[str, ...]:
    notes = []
    if told["broken"]:
        notes.append(
            tr(
                "This PDF does not say which letters it draws, so that part of its text is wrong. "
                "Check all of it, or copy the text from another source."
            )
        )
    if told["math"]:
        notes.append(tr(_MATH_NOTE))
    if told["empty"]:
        numbers = _ranges(told["empty"])
        notes.append(
            tr("No text could be read on page {numbers}: a picture, or a scan.").format(
                numbers=numbers
            )
        )
    return tuple(notes)


def _ranges(numbers: list[int]) -> str:
    """`[1, 2, 3, 7]` as "1-3, 7"; a long list is cut."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    told = [f"{a}-{b}" if a < b else str(a) for a, b in spans]
    shown = ", ".join(told[:8])
    return tr("{pages} and others").format(pages=shown) if len(told) > 8 else shown


def _ask(
    path: Path, first: int | None, last: int | None, *, outline: bool, seconds: float
) -> dict[str, Any]:
    request = {
        "path": str(path.resolve()),
        "first": first,
        "last": last,
        "outline": outline,
        "seconds": seconds,
    }
    try:
        done = subprocess.run(
            [sys.executable, "-m", "app.documents.pdf_child"],
            input=json.dumps(request).encode(),
            capture_output=True,
            timeout=WALL_SECONDS,
            cwd=_ROOT,
            env=without_secrets(),
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise IntakeError(
            "damaged",
            tr("Reading {path} took more than {wall_seconds:.0f} seconds.").format(
                path=path, wall_seconds=WALL_SECONDS
            ),
            tr(_COPY),
        ) from error
    try:
        told: dict[str, Any] = json.loads(done.stdout)
    except ValueError as error:
        raise IntakeError(
            "damaged",
            tr("{path} makes the PDF reader fail: the file is damaged.").format(path=path),
            tr(_COPY),
        ) from error
    if not told["ok"]:
        raise _refusal(path, told)
    return told


def _refusal(path: Path, told: dict[str, Any]) -> IntakeError:
    match told["kind"]:
        case "encrypted":
            return IntakeError(
                "encrypted",
                tr("{path} is locked with a password.").format(path=path),
                tr("Save a copy without the password in your PDF viewer and open that."),
            )
        case "range":
            pages = int(told["message"])
            words = ngettext("{path} has {pages:,} page.", "{path} has {pages:,} pages.", pages)
            return IntakeError(
                "bad_range",
                words.format(path=path, pages=pages),
                tr("Give pages from 1 to {pages:,}.").format(pages=pages),
            )
        case "memory":
            return IntakeError(
                "too_long", tr("{path} is too large to be read.").format(path=path), tr(_COPY)
            )
    return IntakeError(
        "damaged",
        tr("{path} cannot be read as a PDF: the file is damaged or cut short.").format(path=path),
        tr("Fetch it again, or save it anew in your PDF viewer."),
    )


def _scanned(path: Path, pages: int) -> IntakeError:
    words = ngettext(
        "{path} holds no text, only a picture of it: it was scanned, or its letters are drawn.",
        "{path} holds no text, only pictures of it: it was scanned, or its letters are drawn.",
        pages,
    )
    return IntakeError(
        "no_text",
        words.format(path=path),
        tr("Run text recognition (OCR) on it first, or type the section into the field."),
    )
