"""What stands on a widget for people to read or hear, and whether it has room."""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QWidget,
)

from app.readable import readable
from ui.widgets.basics import ElidedLabel

_LETTERS = re.compile(r"[^\W\d_]{2,}")
_TAG = re.compile(r"</?(?:qt|p|br)>")
_BETWEEN = re.compile(r"\n|<br>|[·→]|\.py$")
_LONG = 12
"""Letters from which on a text of a file is data also as a part of something longer."""


@dataclass(frozen=True)
class Seen:
    """One text and the widget it is on."""

    widget: QWidget
    text: str

    def __str__(self) -> str:
        return f"{type(self.widget).__name__} in {type(self.widget.parent()).__name__}: {self.text}"


def texts_of(root: QWidget) -> Iterator[Seen]:
    """Every text of the widgets that are on show below `root`, tips and spoken names too."""
    for widget in [root, *root.findChildren(QWidget)]:
        if not widget.isVisibleTo(root) or widget.objectName().startswith("qt_"):
            continue
        for text in (
            *_written(widget),
            widget.toolTip(),
            widget.accessibleName(),
            widget.accessibleDescription(),
        ):
            if text:
                yield Seen(widget, text)


def _written(widget: QWidget) -> Iterator[str]:
    match widget:
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QComboBox():
            yield from (widget.itemText(number) for number in range(widget.count()))
        case QLineEdit() | QPlainTextEdit():
            yield widget.placeholderText()
        case QAbstractSpinBox():
            yield widget.text()
        case QListView():
            model = widget.model()
            roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole,
                     Qt.ItemDataRole.ToolTipRole)  # fmt: skip
            for number in range(min(model.rowCount(), 50)):
                told = (model.index(number, 0).data(role) for role in roles)
                yield from (text for text in told if isinstance(text, str))


def letters(text: str) -> str:
    """Only its letters and digits: how a text is compared, however it is set."""
    return "".join(sign for sign in html.unescape(_TAG.sub(" ", text)) if sign.isalnum())


def words_of_files(*folders: Path) -> frozenset[str]:
    """The texts in the JSON files below folders, and those files' names."""
    found: set[str] = set()
    for folder in folders:
        for path in folder.rglob("*"):
            found.update((path.name, str(path)))
            if path.suffix in (".json", ".jsonl"):
                found.update(_texts_in(path.read_text("utf-8")))
            elif path.suffix in (".md", ".py"):
                text = path.read_text("utf-8")
                found.update((text, *(line.partition(": ")[2] for line in text.splitlines())))
    return frozenset(letters(t) for text in found for t in (text, readable(text)) if letters(t))


def _texts_in(text: str) -> Iterator[str]:
    """The texts of one JSON document after another."""
    decoder, at = json.JSONDecoder(), 0
    while at < len(text.rstrip()):
        value, at = decoder.raw_decode(text, at + len(text[at:]) - len(text[at:].lstrip()))
        yield from _strings(value)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)


def is_data(text: str, known: frozenset[str]) -> bool:
    """Whether a text has no word, or is made of the files' texts or parts of them."""
    return all(_is_data(part, known) for part in _BETWEEN.split(text))


def _is_data(text: str, known: frozenset[str]) -> bool:
    plain = letters(text)
    if not _LETTERS.search(_TAG.sub(" ", text)) or plain in known:
        return True
    return len(plain) >= _LONG and any(plain in other for other in known if len(other) > _LONG)


def cut_off(root: QWidget) -> Iterator[str]:
    """Buttons and labels on show that are narrower or lower than what stands on them."""
    for widget in root.findChildren(QWidget):
        if not isinstance(widget, QLabel | QAbstractButton) or isinstance(widget, ElidedLabel):
            continue
        if not widget.isVisibleTo(root) or not widget.text() or not _LETTERS.search(widget.text()):
            continue
        room, wanted = widget.size(), widget.sizeHint()
        if isinstance(widget, QLabel) and widget.wordWrap():
            if widget.hasHeightForWidth() and room.height() < widget.heightForWidth(room.width()):
                yield f"too low: {Seen(widget, widget.text())} ({room.height()} px)"
        elif room.width() < wanted.width():
            yield f"too narrow by {wanted.width() - room.width()} px: {Seen(widget, widget.text())}"
