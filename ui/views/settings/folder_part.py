"""Where the data lie, and another folder for the next start. Nothing is ever moved from here."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from app import data_folder
from app.data_folder import Contents
from app.faults import words_of
from app.paths import HOME_VARIABLE, origin, usual_folder
from app.texts import ngettext, tr
from ui.context import StudioContext
from ui.widgets.basics import button, column, frame, label, row
from ui.widgets.opening import open_outside


@dataclass(frozen=True)
class Choice:
    """What the setting says now: the folder of the next start and what lies in it.

    Attributes:
        origin: what says where the data are now: `variable`, `setting` or `usual`.
        kept: the folder that was chosen, None for the usual place.
        lost: the folder that was chosen is not there.
    """

    origin: data_folder.Origin
    kept: Path | None
    contents: Contents
    lost: bool

    @property
    def next(self) -> Path:
        """The folder in which the studio works from its next start on."""
        return self.kept or usual_folder()


class FolderPart(QWidget):
    """The folder in use, and what the next start will use where that is another one."""

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        self._context = context
        self._kept: Path | None = None
        root = context.paths.root
        box = column(self, margin=0)
        line = row()
        self.open = button(tr("Open the folder"))
        self.open.clicked.connect(lambda: open_outside(root))
        self.another = button(tr("Choose another…"))
        self.another.clicked.connect(self._ask)
        self.back = button(tr("Back to the usual place"))
        self.back.clicked.connect(lambda: self.choose(None))
        self.back.hide()
        line.addWidget(label(str(root), "code", wrap=True), 1)
        for part in (self.open, self.another, self.back):
            line.addWidget(part)
        box.addLayout(line)
        self.hint = label("", "faint", wrap=True)
        box.addWidget(self.hint)
        box.addWidget(self._make_next())
        self.problem = label("", "", "bad", wrap=True)
        self.problem.hide()
        box.addWidget(self.problem)
        self.read()

    def _make_next(self) -> QWidget:
        self.next = frame("band")
        inside = column(self.next)
        self.told = label("", "strong", wrap=True)
        self.folder = label("", "code", wrap=True)
        self.stays = label("", "muted", wrap=True)
        for part in (self.told, self.folder, self.stays):
            inside.addWidget(part)
        line = row()
        self.show_next = button(tr("Show that folder"))
        self.undo = button(tr("Undo"))
        line.addWidget(self.show_next)
        line.addWidget(self.undo)
        line.addStretch(1)
        inside.addLayout(line)
        self._next_folder: Path | None = None
        self.show_next.clicked.connect(self._show_next)
        self.undo.clicked.connect(self._undo)
        self._before: Path | None = None
        self.next.hide()
        return self.next

    def read(self) -> None:
        """Find out what the setting says."""
        self._context.bridge.submit(read_choice, self._show, self._complain)

    def choose(self, folder: Path | None) -> None:
        """Have the next start use a folder, None for the usual place; refused where it cannot be
        written to."""
        present = self._context.paths.root
        before = self._kept

        def work() -> Choice:
            if folder is None or folder.absolute() == usual_folder():
                data_folder.forget_choice()
            else:
                data_folder.choose(folder, present)
            return read_choice()

        def done(choice: Choice) -> None:
            self._before = before  # a choice that was refused changes nothing to go back to
            self._show(choice)

        self._context.bridge.submit(work, done, self._complain)

    def _ask(self) -> None:
        """The system's own dialog, which stands in the way of no run."""
        files = QFileDialog(self, tr("Choose a data folder"), str(self._context.paths.root.parent))
        files.setFileMode(QFileDialog.FileMode.Directory)
        files.setOption(QFileDialog.Option.ShowDirsOnly)
        files.fileSelected.connect(lambda name: self.choose(Path(name)))
        files.finished.connect(files.deleteLater)
        files.setWindowModality(Qt.WindowModality.NonModal)
        files.show()

    def _undo(self) -> None:
        self.choose(self._before)

    def _show_next(self) -> None:
        if self._next_folder is not None:
            open_outside(self._next_folder)

    def _show(self, choice: Choice) -> None:
        root = self._context.paths.root
        self._kept, self._next_folder = choice.kept, choice.next
        self.problem.hide()
        self.hint.setText(_whence(choice, root))
        self.back.setVisible(choice.kept is not None)
        named = choice.origin == "variable" and choice.kept is None
        self.next.setVisible(choice.next != root and not choice.lost and not named)
        template = tr("From the next start the studio works in this folder:")
        if choice.origin == "variable":
            template = tr("Once {home_variable} is not set any more, the studio works in:")
        self.told.setText(template.format(home_variable=HOME_VARIABLE))
        self.folder.setText(str(choice.next))
        self.stays.setText(f"{_what_is_there(choice.contents)} {_what_stays(root)}")
        self.show_next.setEnabled(choice.next.is_dir())

    def _complain(self, error: Exception) -> None:
        self.problem.setText(words_of(error))
        self.problem.show()


def read_choice() -> Choice:
    """What the setting says, and what lies in the folder it names; for worker threads."""
    kept = data_folder.chosen_folder()
    lost = kept is not None and not kept.is_dir()
    held = data_folder.contents(kept or usual_folder())
    return Choice(origin(), kept, held, lost)


def _whence(choice: Choice, root: Path) -> str:
    if choice.lost and root == usual_folder():
        return tr(
            "The usual place, for this start: {folder}, which you chose, is not there."
        ).format(folder=choice.kept)
    if choice.origin == "variable":
        return tr(
            "The environment variable {home_variable} names this folder. As long as it is set it "
            "wins over a choice made here, for the commands too."
        ).format(home_variable=HOME_VARIABLE)
    if choice.origin == "setting":
        return tr(
            "You chose this folder; the commands use it too. The usual place is {folder}."
        ).format(folder=usual_folder())
    return tr("The usual place of this system. The commands use it too.")


def _what_is_there(held: Contents) -> str:
    if held.runs or held.banks:
        runs = ngettext("{count} run", "{count} runs", held.runs).format(count=held.runs)
        banks = ngettext("{count} memory bank", "{count} memory banks", held.banks)
        return tr("It holds {runs} and {banks}: these are what you will see.").format(
            runs=runs, banks=banks.format(count=held.banks)
        )
    if held.others:
        return tr("It holds other files; the studio puts its own folders beside them.")
    return tr("It holds nothing yet: library and memory begin empty there.")


def _what_stays(root: Path) -> str:
    return tr(
        "Nothing is moved or deleted: runs, trash, memory banks, snapshots, model profiles and "
        "these settings stay in {root} and are back as soon as you choose that folder again. To "
        "take them along, close the studio and copy what is in it. Keys stay in the system's own "
        "key store."
    ).format(root=root)
