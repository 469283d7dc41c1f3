"""The process that reads a PDF, so that a broken one cannot take the studio with it.

Started as `python -m app.documents.pdf_child`, with one JSON request on standard input:
`{"path", "first", "last", "outline", "seconds"}`, pages from 1. It answers with one JSON document:
`{"ok": true, ...}` or `{"ok": false, "kind", "message"}`, and ends.
"""

# Signs of formulas are what this module reads.

import json
import os
import sys
import time
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from app.documents.pdf_chars import Page, read_page
from app.documents.pdf_columns import Line, lines_of
from app.documents.pdf_flow import blocks_of, body_size, without_margins
from app.documents.pdf_sections import Mark, apply_outline, markdown, outline_parts, parts_of

MEMORY_BYTES = 3 * 1024**3
MAX_MARKS = 600
_LEAST_LETTERS = 15  # a page with fewer holds a picture at most
_NEIGHBOURS = 2  # pages read on both sides of a range, to know its running heads
_MATH = frozenset("=∑∏∫√≤≥≠≈∂∇∈∞×∀∃→αβγδεθλμπσφψωΣΔΩ")
_PASSWORD, _SECURITY = 4, 5  # FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What one request gets."""
    import pypdfium2
    import pypdfium2.raw as raw

    try:
        document = pypdfium2.PdfDocument(request["path"])
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        kind = "encrypted" if code in (_PASSWORD, _SECURITY) else "damaged"
        return {"ok": False, "kind": kind, "message": str(error)}
    try:
        return _read(document, raw, request)
    finally:
        document.close()


def _read(document: Any, raw: Any, request: dict[str, Any]) -> dict[str, Any]:
    pages = len(document)
    if pages < 1:
        return {"ok": False, "kind": "damaged", "message": "it has no pages"}
    first = request["first"] or 1
    last = min(request["last"] or pages, pages)
    if not 1 <= first <= last:
        return {"ok": False, "kind": "range", "message": str(pages)}
    around = (max(1, first - _NEIGHBOURS), min(pages, last + _NEIGHBOURS))
    read = _pages(document, raw, around, request["seconds"])
    outline = _outline(document) if request["outline"] else []
    # What was read may end before `last`: then the time was up.
    got = {number: page for number, page in read.items() if first <= number <= last}
    whole = without_margins(
        [lines_of(page, number) for number, page in read.items()],
        [page.height for page in read.values()],
    )
    lines = [line for page in whole for line in page if first <= line.page <= last]
    blocks = blocks_of(lines, body_size(lines))
    told: dict[str, Any] = {"title": _title(document, lines, first)}
    if outline:
        blocks = apply_outline(blocks, outline)
    read_to = max(got, default=0)
    parts = parts_of(blocks, read_to)
    if outline:
        parts += outline_parts(outline, read_to, pages)
    return told | {
        "ok": True,
        "pages": pages,
        "read_to": read_to,
        "sections": [asdict(part) for part in parts],
        "text": "" if request["outline"] else markdown(blocks),
        "empty": [n for n, page in got.items() if page.characters < _LEAST_LETTERS],
        "broken": _unreadable(got),
        "math": sum(_is_math(line) for line in lines),
    }


def _pages(document: Any, raw: Any, span: tuple[int, int], seconds: float) -> dict[int, Page]:
    """The pages of a range, as many as fit into the time; a page that is broken is empty."""
    import pypdfium2

    end = time.monotonic() + seconds
    read: dict[int, Page] = {}
    for number in range(span[0], span[1] + 1):
        if read and time.monotonic() > end:
            break
        try:
            page = document[number - 1]
        except pypdfium2.PdfiumError:
            read[number] = Page(612.0, 792.0)
            continue
        read[number] = read_page(page, raw)
        page.close()
    return read


def _outline(document: Any) -> list[Mark]:
    """The document's own outline, entries with a title and a page only, at most three deep."""
    marks: list[Mark] = []
    with suppress(Exception):  # a damaged outline is as good as none
        for entry in document.get_toc(max_depth=3):
            target = entry.get_dest()
            title = " ".join(entry.get_title().split())[:200]
            page = target.get_index() if target is not None else None
            if title and page is not None and page >= 0:
                marks.append(Mark(title, entry.level + 1, page + 1))
            if len(marks) >= MAX_MARKS:
                break
    return marks if len(marks) > 1 else []


def _title(document: Any, lines: list[Line], first: int) -> str:
    """The largest text at the top of the first page, else what the file says of itself."""
    said = ""
    with suppress(Exception):  # metadata may be damaged where the text is not
        said = " ".join(document.get_metadata_value("Title").split())
    top = [line for line in lines if line.page == 1][:12] if first == 1 else []
    if top:
        size = max(line.size for line in top)
        large = [line for line in top if line.size >= 0.97 * size]
        start = top.index(large[0])
        title = " ".join(line.text for line in top[start : start + len(large)] if line in large)
        if size > 1.2 * body_size(lines) and len(title) <= 300:
            return title
    bad = not said or said.lower().startswith(("microsoft word", "untitled")) or "." in said[-5:]
    return "" if bad else said[:300]


def _unreadable(pages: dict[int, Page]) -> bool:
    letters = sum(page.characters for page in pages.values())
    return letters > 0 and sum(page.unknown for page in pages.values()) > 0.1 * letters


def _is_math(line: Line) -> bool:
    return line.math > 0 or any(c in _MATH for c in line.text)


def _limit() -> None:
    if os.name == "posix":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def main() -> None:
    """Answer one request."""
    _limit()
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # a library that prints must not write into the answer
    request = json.loads(sys.stdin.buffer.read())
    try:
        told = answer(request)
    except MemoryError:
        told = {"ok": False, "kind": "memory", "message": "it needs too much memory"}
    json.dump(told, out)
    out.flush()


if __name__ == "__main__":
    main()
