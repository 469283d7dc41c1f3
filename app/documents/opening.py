"""`open_document` and `page_text`: the one door for documents that a person opens."""

from pathlib import Path

from app.documents.markdown import open_markdown
from app.documents.model import Document, PageText
from app.documents.pdf import MAX_BYTES, open_pdf, pdf_pages
from app.documents.tex import open_tex
from app.texts import tr
from pipeline.intake.errors import IntakeError

_TEX = (".tex", ".ltx", ".latex")
_HEAD = 1024  # bytes; a PDF may begin with some of something else


def open_document(path: Path) -> Document:
    """Read a PDF, TeX, Markdown or plain text file as sections.

    What it is, is told by its content for a PDF and by its name for the others. Blocks for up to
    some seconds (40 at most, for a hostile PDF): call it from a worker thread.

    Raises:
        IntakeError: `missing`, `directory`, `unreadable`, `binary`, `encoding`, `empty`,
            `too_long`, `malformed`; for a PDF also `encrypted`, `damaged`, `no_text`.
    """
    if is_pdf(path):
        return open_pdf(path)
    if path.suffix.lower() in _TEX:
        return open_tex(path)
    return open_markdown(path)


def page_text(path: Path, first: int, last: int) -> PageText:
    """The text of pages `first` to `last` of a PDF, counted from 1, at most 60 of them.

    A `last` beyond the end is the last page. Blocks like `open_document`.

    Raises:
        IntakeError: as `open_document`, and `bad_range`.
    """
    if not is_pdf(path):
        raise IntakeError(
            "bad_range",
            tr("{path} has no pages.").format(path=path),
            tr("Pick one of its sections."),
        )
    return pdf_pages(path, first, last)


def is_pdf(path: Path) -> bool:
    """Whether the file says of itself that it is a PDF.

    Raises:
        IntakeError: `too_long` for a PDF of more than 300 MB. Other faults of the file are those
            of whoever reads it next.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
        size = path.stat().st_size
    except (OSError, ValueError):
        return False
    if b"%PDF-" not in head:
        return False
    if size > MAX_BYTES:
        raise IntakeError(
            "too_long",
            tr("{path} has {size} MB; a PDF may have {max_bytes} MB.").format(
                path=path, size=size // 1024**2, max_bytes=MAX_BYTES // 1024**2
            ),
            tr("Save the pages you need as a PDF of their own."),
        )
    return True
