"""What became of an export: under way, written, refused, failed. Its height is always kept."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QProgressBar, QSizePolicy, QWidget

from app.export.request import ExportProgress
from app.texts import listed, ngettext, tr
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.widgets.basics import Tone, button, column, label, row, set_property
from ui.widgets.speech import announce

HEIGHT = 104
NAMES_SHOWN = 3


class OutcomeBand(QFrame):
    """One sentence, a bar while something runs, and the buttons that go with it."""

    cancel_pressed = Signal()
    replace_pressed = Signal()
    both_pressed = Signal()
    folder_pressed = Signal()
    show_pressed = Signal(str)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumHeight(HEIGHT)
        self._folder = ""
        self._cancelling = False
        box = column(self, px("gap"))
        self.words = label("", wrap=True)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress of the export"))
        self.cancel = button(tr("Cancel"))
        self.replace = button(tr("Replace"), "danger")
        self.both = button(tr("Keep both"), tip=tr("Writes under another name"))
        self.other = button(tr("Choose another folder\u2026"))
        self.show_files = button(tr("Show in folder"))
        line = row()
        line.addStretch(1)
        for part in (self.show_files, self.other, self.both, self.replace, self.cancel):
            line.addWidget(part)
        box.addWidget(self.words)
        box.addWidget(self.bar)
        box.addLayout(line)
        self.cancel.clicked.connect(self._cancel)
        self.replace.clicked.connect(self.replace_pressed)
        self.both.clicked.connect(self.both_pressed)
        self.other.clicked.connect(self.folder_pressed)
        self.show_files.clicked.connect(lambda: self.show_pressed.emit(self._folder))
        self.clear()

    def clear(self) -> None:
        """Nothing to say."""
        self._say("")
        set_property(self, "role", "")

    def show_progress(self, progress: ExportProgress) -> None:
        """How far it is; once a cancel was asked for, that it is on its way."""
        if self._cancelling:
            return
        percent = round(100 * progress.share)
        words = tr("{doing} \u00b7 {percent} %").format(
            doing=f"{progress.doing[:1].upper()}{progress.doing[1:]}", percent=percent
        )
        self._say(words, (self.bar, self.cancel), speak=percent % 25 == 0)
        self.bar.setValue(round(1000 * progress.share))

    def _cancel(self) -> None:
        """A render under way takes a moment to end."""
        self._cancelling = True
        self.words.setText(tr("Cancelling\u2026"))
        self.cancel.setEnabled(False)
        self.cancel_pressed.emit()

    def show_written(self, paths: Sequence[Path]) -> None:
        """Done."""
        self._folder = str(paths[0].parent) if paths else ""
        self._say(tr("Written: {names}").format(names=_names(paths)), (self.show_files,), "good")

    def show_taken(self, paths: Sequence[Path]) -> None:
        """Something would be lost."""
        words = ngettext(
            "{names} is there already. Nothing was written.",
            "{names} are there already. Nothing was written.",
            len(paths),
        ).format(names=_names(paths))
        self._say(words, (self.other, self.both, self.replace), "warn")

    def show_failure(self, words: str) -> None:
        """It did not work."""
        self._say(words, (), "bad")

    def show_cancelled(self) -> None:
        """The person did not want it."""
        self._say(tr("Cancelled. Nothing was written."))

    def _say(
        self,
        words: str,
        shown: tuple[QWidget, ...] = (),
        tone: Tone = "",
        speak: bool = True,
    ) -> None:
        self._cancelling = False
        self.cancel.setEnabled(True)
        self.words.setText(words)
        set_property(self.words, "tone", tone)
        set_property(self, "role", "inset")
        for part in (
            self.bar, self.cancel, self.replace, self.both, self.other, self.show_files,
        ):  # fmt: skip
            part.setVisible(part in shown)
        if speak:
            announce(self, words)


def _names(paths: Sequence[Path]) -> str:
    return listed([path.name for path in paths], NAMES_SHOWN)
