"""Whatever the code says to people goes through a translator's hands."""

import ast
from pathlib import Path

import pytest

from tests.ui.texts.literals import REFUSING, SHOWING, loose_sentences, shown_literals

ROOT = Path(__file__).resolve().parents[3]
TOOLS = ("bench", "gallery.py", "screenshots.py", "tour.py", "start.py")
"""For the terminal, which speaks English."""
TERMINAL = ("cli", "bench", "setup", "memory", "report", "keys.py")
"""Of the layer below: the command line, the exported report, and keys typed at a terminal."""
AS_THEY_ARE = {
    "ManimAgent Studio", "https://…/v1", "default", "*.py", "pasted text", "the section",
    "JetBrains Mono", "Sans Serif", "DejaVu Sans", "Bitstream Vera Sans", "page up", "page down",
}  # fmt: skip
"""Names, patterns, keys of dictionaries, and words that are kept in a run."""


def files(package: str, left_out: tuple[str, ...]) -> list[Path]:
    return [
        path
        for path in sorted((ROOT / package).rglob("*.py"))
        if not set(left_out) & set(path.relative_to(ROOT).parts)
    ]


def untranslated(source: str) -> list[str]:
    tree = ast.parse(source)
    found = [*shown_literals(tree, SHOWING), *loose_sentences(tree)]
    return [
        f"line {literal.line}: {literal.text!r}"
        for literal in found
        if literal.text not in AS_THEY_ARE and "{ background:" not in literal.text
        if "border: none" not in literal.text
    ]


@pytest.mark.parametrize("path", files("ui", TOOLS), ids=lambda p: str(p.relative_to(ROOT)))
def test_the_window_shows_no_text_that_cannot_be_translated(path: Path) -> None:
    assert untranslated(path.read_text("utf-8")) == []


def test_errors_and_news_for_people_can_be_translated() -> None:
    found = [
        f"{path.relative_to(ROOT)}, line {literal.line}: {literal.text!r}"
        for path in files("app", TERMINAL)
        for literal in shown_literals(ast.parse(path.read_text("utf-8")), REFUSING)
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'button("Save", "primary")',
        'self._title.setText(f"Scene {number}")',
        'form.add(tr("Name"), field, "What you call it")',
        'made.setToolTip("Undo" if there else "")',
        'notice.tell(words, "warn", ("Stop", call))',
        'words = {"rw": "read and write"}[mode]',
        'label(text="Nothing yet")',
    ],
)
def test_a_forgotten_text_is_found(line: str) -> None:
    assert untranslated(line)


@pytest.mark.parametrize(
    "line",
    [
        'button(tr("Save"), "primary", "Ctrl+Enter")',
        'label(f"{sign} {tr(name)}", "strong")',
        'field.setPlaceholderText("https://…/v1")',
        'entry = (mark("Read and write"), "rw")',
        '"""A docstring that says something."""',
        'label(f"v{t}")',
    ],
)
def test_what_is_translated_or_no_text_is_let_through(line: str) -> None:
    assert untranslated(line) == []
