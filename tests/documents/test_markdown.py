"""Markdown and plain text as sections."""

from pathlib import Path

import pytest

from app.documents.opening import open_document, page_text
from pipeline.intake.errors import IntakeError

NOTES = """---
title: Slow clocks
role: method
---
A word before all.

# One

Text of one.

## Part of one

```
# no heading
```

Two
===

Text of two.
"""


def test_headings_outside_code_become_sections(tmp_path: Path) -> None:
    path = tmp_path / "n.md"
    path.write_text(NOTES)
    document = open_document(path)
    assert (document.kind, document.title) == ("markdown", "Slow clocks")
    assert document.fields["role"] == "method"
    assert [(s.heading, s.level) for s in document.sections] == [
        ("", 1),
        ("One", 1),
        ("Part of one", 2),
        ("Two", 1),
    ]
    assert "Part of one" in document.sections[1].text
    assert document.sections[3].text == "Two\n===\n\nText of two."


def test_plain_text_without_headings_is_one_section(tmp_path: Path) -> None:
    path = tmp_path / "n.txt"
    path.write_text("Just some words about nothing.\n")
    document = open_document(path)
    assert document.kind == "text"
    assert [s.text for s in document.sections] == ["Just some words about nothing."]


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("e.md", b" \n", "empty"),
        ("x.docx", b"PK\x03\x04abc", "binary"),
        ("l.md", b"\xe9t\xe9", "encoding"),
    ],
)
def test_files_that_are_none_get_plain_answers(
    tmp_path: Path, name: str, data: bytes, kind: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(IntakeError) as caught:
        open_document(path)
    assert caught.value.kind == kind


def test_a_missing_file_and_pages_of_a_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(IntakeError) as caught:
        open_document(tmp_path / "none.md")
    assert caught.value.kind == "missing"
    (tmp_path / "n.md").write_text("Some words about it.")
    with pytest.raises(IntakeError) as caught:
        page_text(tmp_path / "n.md", 1, 2)
    assert caught.value.kind == "bad_range"
