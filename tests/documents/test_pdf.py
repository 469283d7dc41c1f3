"""PDFs become sections and text, and what is wrong with one is said in plain words."""

from pathlib import Path

import pytest

from app.documents.opening import open_document, page_text
from app.documents.pdf import MAX_PAGES, open_pdf
from pipeline.intake.errors import IntakeError
from tests.documents.pdfs import Words, column, locked_pdf, picture_pdf, with_outline, write_pdf

LEFT = [
    "A pendulum swings back because gravity",
    "pulls it to the lowest point, and the mo-",
    "tion repeats itself with a fixed period.",
]
RIGHT = [
    "We measured twenty swings of every wire",
    "and took the mean of the readings, which",
    "a self-",
    "similar series of lengths made simple.",
]


def _paper(path: Path) -> Path:
    """Two columns under a wide title; the right column is drawn first."""
    page = [
        *column(320, 192, RIGHT[:2]),
        *column(320, 216, RIGHT[2:]),
        Words(320, 175, "2 Method", 12, bold=True),
        Words(110, 90, "On the Slow Motion of Pendulums", 22, bold=True),
        Words(240, 120, "A. Nobody and B. Somebody", 12),
        Words(72, 175, "1 Introduction", 12, bold=True),
        *column(72, 192, LEFT),
        *column(
            72, 250, ["The second paragraph stands apart and", "says that nothing else matters."]
        ),
        Words(72, 300, "1.1 Earlier work", 11, bold=True),
        *column(
            72,
            316,
            ["Others have found T = 2 s for one metre", "of wire, and no one has doubted that."],
        ),
        Words(300, 770, "1", 10),
    ]
    return write_pdf(path, [page])


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    text = page_text(_paper(tmp_path / "p.pdf"), 1, 1).text
    assert "# 1 Introduction\n\nA pendulum swings back because gravity pulls it" in text
    assert text.index("1.1 Earlier work") < text.index("2 Method") < text.index("We measured")


def test_a_word_cut_at_the_end_of_a_line_is_whole_again_and_a_compound_keeps_its_hyphen(
    tmp_path: Path,
) -> None:
    text = page_text(_paper(tmp_path / "p.pdf"), 1, 1).text
    assert "the motion repeats itself" in text
    assert "a self-similar series" in text


def test_paragraphs_stay_apart_and_the_page_number_goes(tmp_path: Path) -> None:
    blocks = page_text(_paper(tmp_path / "p.pdf"), 1, 1).text.split("\n\n")
    assert "The second paragraph stands apart and says that nothing else matters." in blocks
    assert "1" not in blocks


def test_the_sections_of_a_paper_can_be_picked_with_their_pages(tmp_path: Path) -> None:
    document = open_document(_paper(tmp_path / "p.pdf"))
    assert (document.kind, document.pages) == ("pdf", 1)
    assert document.title == "On the Slow Motion of Pendulums"
    assert [(s.heading, s.level, s.page) for s in document.sections] == [
        ("1 Introduction", 1, 1),
        ("1.1 Earlier work", 2, 1),
        ("2 Method", 1, 1),
    ]
    introduction = document.sections[0].text
    assert introduction.startswith("# 1 Introduction\n\nA pendulum")
    assert "## 1.1 Earlier work" in introduction
    assert "twenty swings" not in introduction


def test_a_pdf_with_formulas_warns_that_they_come_out_broken(tmp_path: Path) -> None:
    assert any("Formulas" in note for note in open_document(_paper(tmp_path / "p.pdf")).notes)
    plain = write_pdf(tmp_path / "q.pdf", [column(72, 100, ["Only words stand on this page."])])
    assert not any("Formulas" in note for note in open_document(plain).notes)


def test_the_outline_of_the_document_gives_the_sections(tmp_path: Path) -> None:
    entries = [("Waves", 0), ("Sound in air", 2), ("Light", 3)]
    document = open_document(with_outline(tmp_path / "o.pdf", entries))
    assert [(s.heading, s.page, s.last_page) for s in document.sections] == [
        ("Waves", 1, 2),
        ("Sound in air", 3, 3),
        ("Light", 4, 4),
    ]
    assert "the number 1." in document.sections[0].text
    assert "the number 2." not in document.sections[0].text


def test_running_heads_are_left_out(tmp_path: Path) -> None:
    pages = [
        [
            Words(72, 40, f"Journal of Slow Motion, volume {n}", 9),
            *column(72, 100, [f"The page with the number {n} says this and", "no more than this."]),
        ]
        for n in range(1, 5)
    ]
    text = page_text(write_pdf(tmp_path / "r.pdf", pages), 2, 2).text
    assert text == "The page with the number 2 says this and no more than this."


def test_a_sentence_goes_on_over_the_page_break(tmp_path: Path) -> None:
    pages = [
        column(
            72, 600, ["The period grows with the root of the", "length of the wire, and this is"]
        ),
        column(72, 100, ["true for small swings only."]),
    ]
    text = page_text(write_pdf(tmp_path / "b.pdf", pages), 1, 2).text
    assert "and this is true for small swings only." in text


def test_a_page_lying_on_its_side_is_read(tmp_path: Path) -> None:
    import cairo

    surface = cairo.PDFSurface(str(tmp_path / "side.pdf"), 612, 792)
    context = cairo.Context(surface)
    context.set_font_size(10)
    for n, line in enumerate(LEFT):
        context.save()
        context.move_to(100 + 12 * n, 700)
        context.rotate(-3.14159265 / 2)
        context.show_text(line)
        context.restore()
    surface.finish()
    text = page_text(tmp_path / "side.pdf", 1, 1).text
    assert text.startswith("A pendulum swings back because gravity pulls it to the lowest point")


def test_a_thousand_pages_are_opened_and_the_unread_ones_can_be_picked(tmp_path: Path) -> None:
    pages = [[Words(72, 100, f"This is what page {n} has to say.")] for n in range(1, 1001)]
    path = write_pdf(tmp_path / "long.pdf", pages)
    document = open_pdf(path, seconds=0.0)
    assert document.pages == 1000
    assert any("1,000 pages" in note for note in document.notes)
    assert page_text(path, 998, 1003).text.endswith("This is what page 1000 has to say.")


@pytest.mark.parametrize(
    ("first", "last", "kind"),
    [(0, 1, "bad_range"), (3, 2, "bad_range"), (7, 9, "bad_range"), (1, MAX_PAGES + 1, "too_long")],
)
def test_a_range_that_is_none_is_refused(tmp_path: Path, first: int, last: int, kind: str) -> None:
    path = write_pdf(tmp_path / "p.pdf", [column(72, 100, LEFT)] * 3)
    with pytest.raises(IntakeError) as caught:
        page_text(path, first, last)
    assert caught.value.kind == kind


def test_a_scan_a_lock_and_damage_get_plain_answers(tmp_path: Path) -> None:
    whole = _paper(tmp_path / "p.pdf").read_bytes()
    (tmp_path / "cut.pdf").write_bytes(whole[: len(whole) // 3])
    (tmp_path / "head.pdf").write_bytes(b"%PDF-1.7\n")
    told = {}
    for name, path in {
        "scan": picture_pdf(tmp_path / "scan.pdf", 2),
        "lock": locked_pdf(tmp_path / "lock.pdf"),
        "cut": tmp_path / "cut.pdf",
        "head": tmp_path / "head.pdf",
    }.items():
        with pytest.raises(IntakeError) as caught:
            open_document(path)
        told[name] = caught.value.kind
        assert str(path) in caught.value.message
        assert caught.value.remedy
    assert told == {"scan": "no_text", "lock": "encrypted", "cut": "damaged", "head": "damaged"}


def test_a_page_without_text_among_others_is_named(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "m.pdf", [column(72, 100, LEFT), [], column(72, 100, RIGHT)])
    assert any("page 2" in note for note in open_document(path).notes)
