"""The report is one file that holds everything and runs nothing."""

import re
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest

from app.editing.choosing import choose
from app.editing.ratings import SCALES, Rating, Ratings
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


def _rate(folder: RunFolder) -> None:
    scales = dict.fromkeys(SCALES, 4)
    first = Rating(usable=False, comment="Too fast.", when="2026-01-02T10:00:00+00:00", **scales)
    Ratings(folder).save("s1", 1, first)
    Ratings(folder).save(
        "s1",
        2,
        Rating(
            usable=True,
            flags=("overlap",),
            comment="Good <b>now</b>.",
            **scales | {"animation_flow": 2},
        ),
    )


def test_own_ratings_stand_apart_from_the_scores_of_the_machine(
    folder: RunFolder, paths: DataPaths, out: Path
) -> None:
    before = _read(folder, paths, out)
    assert "Own ratings" not in before.text, "there is none"
    _rate(folder)
    text = _read(folder, paths, out).text
    assert text.count("Own ratings") == 1, "the other scene has none"
    own = text.split("Own ratings")[1].split("Findings")[0].split("What changed")[0]
    assert "no scores of the machine" in own
    assert "v1no444444.0" in own
    assert "v2yes444243.6" in own
    assert "Too fast." in own
    assert "Things cover each other badly." in own
    assert "Good <b>now</b>." in own
    assert "mean score 90" in text, "the machine's mean is what it was"


def test_own_ratings_are_left_out_on_request(
    folder: RunFolder, paths: DataPaths, out: Path
) -> None:
    _rate(folder)
    request = ExportRequest(folder, "html", out, ratings=False)
    (made,) = export(request, paths=paths)
    text = made.read_text("utf-8")
    assert "Own ratings" not in text
    assert "Too fast." not in text


@pytest.mark.parametrize("wanted", [True, False])
def test_the_report_in_a_bundle_holds_them_only_if_they_are_wanted(
    folder: RunFolder, paths: DataPaths, out: Path, wanted: bool
) -> None:
    _rate(folder)
    (made,) = export(ExportRequest(folder, "bundle", out, ratings=wanted), paths=paths)
    with zipfile.ZipFile(made) as bundle:
        assert ("Own ratings" in bundle.read("report.html").decode()) is wanted
        assert not [name for name in bundle.namelist() if "ratings" in name]


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
