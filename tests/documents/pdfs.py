"""PDFs made on the spot: cairo draws the text, so that no binary file has to be kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cairo

WIDTH, HEIGHT = 612, 792


@dataclass(frozen=True)
class Words:
    """A line of text: left end and baseline from the top in points, font size, weight."""

    x: float
    y: float
    text: str
    size: float = 10.0
    bold: bool = False


def write_pdf(path: Path, pages: Sequence[Sequence[Words]], title: str = "") -> Path:
    """A PDF with one page per entry."""
    surface = cairo.PDFSurface(str(path), WIDTH, HEIGHT)
    if title:
        surface.set_metadata(cairo.PDF_METADATA_TITLE, title)
    context: Any = cairo.Context(surface)
    for page in pages:
        for words in page:
            weight = cairo.FONT_WEIGHT_BOLD if words.bold else cairo.FONT_WEIGHT_NORMAL
            context.select_font_face("Serif", cairo.FONT_SLANT_NORMAL, weight)
            context.set_font_size(words.size)
            context.move_to(words.x, words.y)
            context.show_text(words.text)
        context.show_page()
    surface.finish()
    return path


def column(x: float, y: float, lines: Sequence[str], size: float = 10.0) -> list[Words]:
    """Lines of one paragraph, 12 points apart."""
    return [Words(x, y + 12 * n, line, size) for n, line in enumerate(lines)]


def with_outline(path: Path, entries: Sequence[tuple[str, int]]) -> Path:
    """Entries (title, page from 0) for the document's outline, written by cairo."""
    surface = cairo.PDFSurface(str(path), WIDTH, HEIGHT)
    no_flags: Any = 0
    context: Any = cairo.Context(surface)
    context.select_font_face("Serif")
    context.set_font_size(10)
    for number in range(max(page for _, page in entries) + 1):
        for title, page in entries:
            if page == number:
                context.move_to(72, 100)
                context.show_text(title)
                surface.add_outline(
                    cairo.PDF_OUTLINE_ROOT, title, f"page={page + 1} pos=[72 90]", no_flags
                )
        context.move_to(72, 130)
        context.show_text(f"Some words stand on the page that has the number {number}.")
        context.show_page()
    surface.finish()
    return path


def picture_pdf(path: Path, pages: int) -> Path:
    """Pages with a drawing and no letter, as a scan has."""
    surface = cairo.PDFSurface(str(path), WIDTH, HEIGHT)
    context: Any = cairo.Context(surface)
    for _ in range(pages):
        context.rectangle(100, 100, 300, 200)
        context.fill()
        context.show_page()
    surface.finish()
    return path


def locked_pdf(path: Path) -> Path:
    """A PDF whose user password is not empty: its check value fits no password at all."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
        b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <"
        + b"41" * 32
        + b"> /U <"
        + b"42" * 32
        + b"> >>",
    ]
    data = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(data)
    data += b"xref\n0 5\n0000000000 65535 f \n"
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer\n<< /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [<00> <00>] >>\n"
    data += b"startxref\n%d\n%%%%EOF\n" % start
    path.write_bytes(bytes(data))
    return path
