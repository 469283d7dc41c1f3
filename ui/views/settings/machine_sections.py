"""What the studio stands on: its data folder, and what works on this machine."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.doctor import Check, run_doctor
from app.faults import words_of
from app.library import Library
from app.paths import HOME_VARIABLE, DataPaths
from app.texts import ngettext, tr
from ui.context import StudioContext
from ui.widgets.arranging import clear_layout
from ui.widgets.basics import Tone, button, column, frame, label, row


@dataclass(frozen=True)
class Sizes:
    """Bytes by part of the data folder, and how much the disk has left."""

    parts: tuple[tuple[str, int], ...]
    free: int
    trashed: int


class DataSection(QWidget):
    """Where the data lie, how large they are, and the trash."""

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        self._context = context
        root = context.paths.root
        box = column(self)
        box.addWidget(label(tr("Data"), "title"))
        box.addWidget(label(str(root), "code"))
        box.addWidget(
            label(
                tr("Set {home_variable} before the start to use another folder.").format(
                    home_variable=HOME_VARIABLE
                ),
                "muted",
                wrap=True,
            )
        )
        self._sizes = label("…", wrap=True)
        box.addWidget(self._sizes)
        line = row()
        opened, self._empty = button(tr("Open the folder")), button(tr("Empty the trash"), "danger")
        opened.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(root))))
        self._empty.clicked.connect(self._ask)
        self._sure, self._not = button(tr("Delete for good"), "danger"), button(tr("Keep them"))
        for part, call in ((self._sure, self._empty_trash), (self._not, self._answered)):
            part.clicked.connect(call)
            part.hide()
        self._empty.setEnabled(False)
        line.addWidget(opened)
        line.addWidget(self._empty)
        line.addWidget(self._sure)
        line.addWidget(self._not)
        line.addStretch(1)
        box.addLayout(line)
        self._said = label("", "muted", wrap=True)
        box.addWidget(self._said)
        box.addStretch(1)

    def refresh(self) -> None:
        """Measure the folders anew."""
        paths = self._context.paths
        self._context.bridge.submit(lambda: measure(paths), self._show, self._complain)

    def _show(self, sizes: Sizes) -> None:
        told = " · ".join(f"{words} {_megabytes(size)}" for words, size in sizes.parts)
        self._sizes.setText(
            tr("{sizes} · {free} free on this disk").format(sizes=told, free=_megabytes(sizes.free))
        )
        self._empty.setEnabled(sizes.trashed > 0)
        words = ngettext(
            "Empty the trash ({count} run)", "Empty the trash ({count} runs)", sizes.trashed
        )
        self._empty.setText(words.format(count=sizes.trashed))

    def _ask(self) -> None:
        self._said.setText(tr("Runs in the trash cannot be brought back once it is empty."))
        self._show_question(True)
        self._not.setFocus()

    def _answered(self) -> None:
        self._said.setText("")
        self._show_question(False)

    def _show_question(self, asked: bool) -> None:
        self._empty.setHidden(asked)
        self._sure.setVisible(asked)
        self._not.setVisible(asked)

    def _empty_trash(self) -> None:
        self._answered()
        library = Library(self._context.paths)

        def done(_: object) -> None:
            self._said.setText(tr("The trash is empty."))
            self.refresh()

        self._context.bridge.submit(library.empty_trash, done, self._complain)

    def _complain(self, error: Exception) -> None:
        self._said.setText(words_of(error))


class DoctorSection(QWidget):
    """Tries what works here, on demand."""

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        self._context = context
        self._found: list[Check] = []
        box = column(self)
        box.addWidget(label(tr("Doctor"), "title"))
        box.addWidget(label(tr("Tries what animations need; takes about ten seconds."), "muted"))
        line = row()
        self._start, self._copy = button(tr("Examine"), "primary"), button(tr("Copy the findings"))
        self._start.clicked.connect(self._examine)
        self._copy.clicked.connect(self._to_clipboard)
        self._copy.setEnabled(False)
        line.addWidget(self._start)
        line.addWidget(self._copy)
        line.addStretch(1)
        box.addLayout(line)
        self._list = QVBoxLayout()
        box.addLayout(self._list)
        box.addStretch(1)

    def _examine(self) -> None:
        self._start.setEnabled(False)
        self._start.setText(tr("Examining…"))
        self._context.bridge.submit(run_doctor, self._show, self._complain)

    def _show(self, checks: list[Check]) -> None:
        self._found = checks
        self._start.setEnabled(True)
        self._start.setText(tr("Examine again"))
        self._copy.setEnabled(True)
        clear_layout(self._list)
        for check in checks:
            card = frame("inset")
            inside = column(card)
            tone: Tone = "good" if check.ok else "bad"
            sign = "✓" if check.ok else "✕"
            inside.addWidget(label(f"{sign} {tr(check.name)}", "strong", tone))
            inside.addWidget(label(check.detail, "muted", wrap=True))
            if check.remedy:
                inside.addWidget(
                    label(tr("What to do: {remedy}").format(remedy=check.remedy), wrap=True)
                )
            self._list.addWidget(card)

    def _complain(self, error: Exception) -> None:
        self._start.setEnabled(True)
        self._start.setText(tr("Examine"))
        self._list.addWidget(label(words_of(error), tone="bad", wrap=True))

    def _to_clipboard(self) -> None:
        told = "\n".join(
            f"{'ok ' if c.ok else 'NOT'} {tr(c.name)}: {c.detail} {c.remedy}".rstrip()
            for c in self._found
        )
        QGuiApplication.clipboard().setText(told)


def measure(paths: DataPaths) -> Sizes:
    """Sizes of what lies in the data folder, in bytes."""
    parts = tuple(
        (words, _size(folder))
        for words, folder in (
            (tr("Runs"), paths.runs), (tr("memory"), paths.banks),
            (tr("snapshots"), paths.snapshots), (tr("cache"), paths.cache),
            (tr("trash"), paths.trash),
        )
    )  # fmt: skip
    root = paths.root if paths.root.exists() else Path.home()
    return Sizes(parts, shutil.disk_usage(root).free, len(Library(paths).trash()))


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _megabytes(size: int) -> str:
    return (
        tr("{size:.1f} GB").format(size=size / 1e9)
        if size >= 1e9
        else tr("{size:.0f} MB").format(size=size / 1e6)
    )
