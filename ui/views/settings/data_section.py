"""Where the data lie, how large they are, what of them can be thrown away, how often banks are
backed up."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton

from app.caches import empty_renders, empty_tex, render_cache, size, tex_caches
from app.faults import words_of
from app.library import Library
from app.paths import DataPaths
from app.preferences import Preferences
from app.texts import mark, ngettext, tr, translated
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.settings.folder_part import FolderPart
from ui.views.settings.sections import Section
from ui.widgets.basics import button, heading, label, row
from ui.widgets.form import Form
from ui.widgets.segmented import Segmented

EVERY = (("day", mark("Every day")), ("week", mark("Every week")), ("never", mark("Never")))
PARTS = (
    ("runs", mark("Runs")),
    ("memory", mark("Memory banks and snapshots")),
    ("trash", mark("Trash")),
    ("renders", mark("Render cache")),
    ("tex", mark("TeX cache")),
)
"""Parts of the data folder in the order of the table."""


@dataclass(frozen=True)
class Sizes:
    """Bytes by part of the data folder (`PARTS`), how much the disk has left, runs in the trash."""

    parts: dict[str, int]
    free: int
    trashed: int


@dataclass(frozen=True)
class Emptying:
    """Something that is thrown away: what is asked, how, and what is said afterwards."""

    question: str
    sure: str
    work: Callable[[], object]
    done: str


class DataSection(Section):
    """Sizes, caches, trash, backups."""

    def __init__(self, context: StudioContext) -> None:
        super().__init__(tr("Data"))
        self._context = context
        self._asked: Emptying | None = None
        self.folder = FolderPart(context)
        self.box.addWidget(self.folder)
        self.box.addSpacing(px("gap"))
        self._add_table()
        self._add_question()
        self.box.addWidget(heading(tr("Backups")))
        self.every = Segmented(translated(EVERY), tr("Back banks up"))
        self.every.chosen.connect(lambda key: self.tell(backup_every=key))
        form = Form()
        told = tr("Beside a run, if the bank changed since the last one")
        form.add(tr("Back banks up"), self.every, told)
        self.box.addWidget(form)
        self.box.addStretch(1)

    def _add_table(self) -> None:
        self.box.addWidget(heading(tr("Sizes")))
        table = QGridLayout()
        table.setHorizontalSpacing(px("gap"))
        table.setVerticalSpacing(px("tight"))
        self._empty = button(tr("Empty the trash"), "danger")
        self.renders, self.tex = button(tr("Empty…")), button(tr("Empty…"))
        acts: dict[str, tuple[QPushButton, Callable[[], Emptying]]] = {
            "trash": (self._empty, self._trash),
            "renders": (self.renders, self._renders),
            "tex": (self.tex, self._tex),
        }
        self._sizes: dict[str, QLabel] = {}
        for number, (key, words) in enumerate(translated(PARTS)):
            self._sizes[key] = label("…", "muted")
            table.addWidget(label(words), number, 0)
            table.addWidget(self._sizes[key], number, 1)
            if key in acts:
                act, made = acts[key]
                act.setAccessibleName(tr("Empty: {part}").format(part=words))
                act.clicked.connect(lambda _=False, made=made: self._ask(made()))
                act.setEnabled(False)
                table.addWidget(act, number, 2)
        self._free = label("", "muted")
        table.addWidget(label(tr("Free on this disk")), len(PARTS), 0)
        table.addWidget(self._free, len(PARTS), 1)
        table.setColumnStretch(3, 1)
        self.box.addLayout(table)

    def _add_question(self) -> None:
        self._said = label("", "muted", wrap=True)
        self.box.addWidget(self._said)
        self._sure, self._not = button(tr("Delete for good"), "danger"), button(tr("Keep them"))
        line = row()
        for part, call in ((self._sure, self._do), (self._not, self._answered)):
            part.clicked.connect(call)
            part.hide()
            line.addWidget(part)
        line.addStretch(1)
        self.box.addLayout(line)

    def fill(self, preferences: Preferences) -> None:
        """Write the preferences into the fields."""
        self.every.choose(preferences.backup_every)

    def refresh(self) -> None:
        """Measure the folders anew, and read which one the next start uses."""
        self.folder.read()
        paths = self._context.paths
        self._context.bridge.submit(lambda: measure(paths), self._show, self._complain)

    def _show(self, sizes: Sizes) -> None:
        for key, told in self._sizes.items():
            told.setText(_megabytes(sizes.parts[key]))
        self._free.setText(_megabytes(sizes.free))
        self._empty.setEnabled(sizes.trashed > 0)
        self.renders.setEnabled(sizes.parts["renders"] > 0)
        self.tex.setEnabled(sizes.parts["tex"] > 0)
        words = ngettext(
            "Empty the trash ({count} run)", "Empty the trash ({count} runs)", sizes.trashed
        )
        self._empty.setText(words.format(count=sizes.trashed))

    def _trash(self) -> Emptying:
        return Emptying(
            tr("Runs in the trash cannot be brought back once it is empty."),
            tr("Delete for good"),
            Library(self._context.paths).empty_trash,
            tr("The trash is empty."),
        )

    def _renders(self) -> Emptying:
        paths = self._context.paths
        return Emptying(
            tr("Videos of your runs stay. What is rendered once more takes its whole time again."),
            tr("Empty the render cache"),
            lambda: empty_renders(paths),
            tr("The render cache is empty."),
        )

    def _tex(self) -> Emptying:
        paths = self._context.paths
        return Emptying(
            tr("Formulas of your runs are compiled anew when they are rendered once more."),
            tr("Empty the TeX cache"),
            lambda: empty_tex(paths),
            tr("The TeX cache is empty, but for runs at work."),
        )

    def _ask(self, asked: Emptying) -> None:
        self._asked = asked
        self._said.setText(asked.question)
        self._sure.setText(asked.sure)
        self._show_question(True)
        self._not.setFocus()

    def _answered(self) -> None:
        self._said.setText("")
        self._show_question(False)

    def _show_question(self, asked: bool) -> None:
        self._sure.setVisible(asked)
        self._not.setVisible(asked)

    def _do(self) -> None:
        asked = self._asked
        self._answered()
        if asked is None:
            return

        def done(_: object) -> None:
            self._said.setText(asked.done)
            self.refresh()

        self._context.bridge.submit(asked.work, done, self._complain)

    def _complain(self, error: Exception) -> None:
        self._said.setText(words_of(error))


def measure(paths: DataPaths) -> Sizes:
    """Sizes of what lies in the data folder, in bytes."""
    tex = sum(size(folder) for folder in tex_caches(paths))
    parts = {
        "runs": size(paths.runs) - tex,
        "memory": size(paths.banks) + size(paths.snapshots),
        "trash": size(paths.trash),
        "renders": size(render_cache(paths)),
        "tex": tex,
    }
    root = paths.root if paths.root.exists() else Path.home()
    return Sizes(parts, shutil.disk_usage(root).free, len(Library(paths).trash()))


def _megabytes(size: int) -> str:
    if size >= 1e9:
        return tr("{size:.1f} GB").format(size=size / 1e9)
    return tr("{size:.1f} MB").format(size=size / 1e6)
