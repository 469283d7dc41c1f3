"""The report is one file that holds everything and runs nothing."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from app.editing.choosing import choose
from app.export.exporting import export
from app.export.report.code import diff_table
from app.export.report.html import esc
from app.export.request import ExportRequest
from app.paths import DataPaths
from pipeline.run.folder import RETRIEVAL, RunFolder

_VOID = {"meta", "img", "br"}


class _Reader(HTMLParser):
    """Tags that are opened and closed in order, and every address."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.addresses: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        assert not [name for name, _ in attrs if name.startswith("on")]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def report(folder: RunFolder, paths: DataPaths, out: Path) -> _Reader:
    """The report of the run, read."""
    return _read(folder, paths, out)


def _read(folder: RunFolder, paths: DataPaths, out: Path) -> _Reader:
    (made,) = export(ExportRequest(folder, "html", out, overwrite=True), paths=paths)
    reader = _Reader()
    reader.feed(made.read_text(encoding="utf-8"))
    assert reader.open == []
    return reader


def test_it_needs_nothing_from_elsewhere_and_runs_nothing(report: _Reader) -> None:
    assert not report.tags & {"script", "iframe", "object", "link", "form", "base"}
    assert report.addresses
    assert all(address.startswith("data:image/jpeg;base64,") for address in report.addresses)


def test_text_of_the_run_is_shown_and_not_obeyed(report: _Reader) -> None:
    assert "Slow <script>alert(1)</script> swings" in report.text


def test_it_tells_iterations_scores_and_reasons(report: _Reader) -> None:
    for told in (
        "1. Swing",
        "2. Rest",
        "v2 (shown)",
        "latex",
        "70",
        "88",
        "Before: v1",
        "After: v2",
    ):
        assert told in report.text
    assert re.search(r"v1 → v2: \d+ lines? out, \d+ in", report.text)
    assert "Manifest" in report.text
    assert "A pendulum swings with a period" in report.text


def test_a_persons_choice_stands_beside_the_automatic_one(
    folder: RunFolder, paths: DataPaths, out: Path
) -> None:
    choose(folder, "s1", 1)
    text = _read(folder, paths, out).text
    assert "A person chose v1; the automatic choice is v2." in text
    assert "v1 (shown)" in text


def test_retrieved_records_are_told_with_their_similarity(
    folder: RunFolder, paths: DataPaths, out: Path
) -> None:
    folder.file(RETRIEVAL).write_text(
        """{"slots": {"examples": [], "pitfalls": [{"record_id": 7, "similarity": 0.8125,
        "trigger": "a <b> tag", "root_cause": "too wide", "recipe": "font size 30",
        "anti_example": "", "good_example": ""}]}}"""
    )
    text = _read(folder, paths, out).text
    assert "record 7, similarity 0.81" in text
    assert "a <b> tag" in text


def test_changed_words_are_marked_and_equal_lines_are_folded() -> None:
    before = "".join(f"line {n}\n" for n in range(30)) + "size = 10\n"
    shown = diff_table(before, before.replace("10", "<20>").replace("line <20>", "line 10"))
    assert "<mark>" in shown
    assert "&lt;" in shown
    assert "equal lines" in shown


def test_control_characters_do_not_get_through() -> None:
    assert esc('a\x00\x1b[31m"<') == "a[31m&quot;&lt;"
