"""What to export, as what, where to; then how far it is and where it lies."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QFileDialog, QLineEdit, QWidget

from app.export.naming import is_stem
from app.export.request import ExportProgress
from app.texts import tr
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.export.format_list import FormatList
from ui.views.export.job import ExportJob
from ui.views.export.outcome import OutcomeBand
from ui.views.export.wishes import (
    QUALITIES,
    WITH_PICTURES,
    WITH_REPORT,
    ExportSubject,
    Wish,
    quality_words,
    usual_name,
)
from ui.widgets.basics import ElidedLabel, button, column, frame, label, row
from ui.widgets.form import Form
from ui.widgets.opening import open_outside
from ui.widgets.scroll import UprightScroll
from ui.window.fitting import FRAME

WIDTH, MARGIN = 600, 20
OUTCOME_PX = 60
"""Room for what is told of an export under way, so that it does not have to scroll."""
MOST_COPIES = 100
"""Names that are tried for a second copy before asking again."""


class ExportDialog(QDialog):
    """Not modal: the window stays usable, and closing the dialog lets an export go on.

    Signals:
        folder_chosen(path): the folder that an export was begun into, to be remembered.
    """

    folder_chosen = Signal(str)

    def __init__(
        self,
        appearance: Appearance,
        job: ExportJob,
        folder: Path,
        parent: QWidget | None = None,
    ) -> None:
        """`folder` is where exports go unless the person says otherwise."""
        super().__init__(parent)
        self.setWindowTitle(tr("Export"))
        self.setModal(False)
        self.setMinimumWidth(WIDTH)
        self._job = job
        self._subject: ExportSubject | None = None
        self._files: QFileDialog | None = None
        self.heading = ElidedLabel("", "title")
        self.what = QComboBox()
        self.formats = FormatList()
        self.quality = QComboBox()
        self.ratings = QCheckBox(tr("With my own ratings"))
        self.ratings.setChecked(True)
        self.name = QLineEdit()
        self.folder = QLineEdit(str(folder))
        self._copies = 0
        self._suggested = ""
        self.names = label("", "faint", wrap=True)
        self.outcome = OutcomeBand(appearance)
        self.export_button = button(tr("Export"), "primary")
        self.close_button = button(tr("Close"))
        self._lay_out()
        self._connect()

    def show_subject(self, subject: ExportSubject, scene_id: str | None = None) -> None:
        """Offer this run, or one of its scenes; one under way stays on show."""
        if not self._job.is_running:
            self._subject = subject
            self._suggested = self.name.text().strip()  # another run: a name of its own
            self.heading.setText(tr("Export \u201c{title}\u201d").format(title=subject.title))
            self._fill(subject, scene_id)
            self.outcome.clear()
            self._update()
        if not self.isVisible():
            self._take_height()
        self.show()
        self.raise_()
        self.activateWindow()

    def _take_height(self) -> None:
        """As high as all of it, as far as the screen allows; the rest scrolls."""
        self.ensurePolished()
        inside = self._inside
        wanted = inside.sizeHint().height()
        if (layout := inside.layout()) is not None and layout.hasHeightForWidth():
            wanted = layout.totalHeightForWidth(WIDTH - 2 * MARGIN)
        around = self.sizeHint().height() - self._area.sizeHint().height()
        height = wanted + around + OUTCOME_PX
        free = self.screen().availableGeometry().size() - FRAME
        self.resize(min(WIDTH, free.width()), min(height, free.height()))

    def wish(self) -> Wish:
        """What is chosen at the moment."""
        assert self._subject is not None
        number = self.what.currentIndex()
        scene = self._subject.scenes[number - 1] if number > 0 else None
        return Wish(
            format=self.formats.choice,
            scene=scene,
            quality=QUALITIES[max(0, self.quality.currentIndex())],
            target=Path(self.folder.text().strip()).expanduser(),
            name=self.name.text().strip(),
            ratings=self.ratings.isChecked(),
        )

    def start(self, overwrite: bool = False) -> None:
        """Export what is chosen."""
        if self._subject is None or not self.folder.text().strip():
            return
        wish = self.wish()
        if not is_stem(wish.name):
            return
        self.outcome.show_progress(ExportProgress(0.0, tr("starting")))
        self._job.start(wish.request(self._subject, overwrite))
        self.folder_chosen.emit(str(wish.target))
        self._update()

    def _lay_out(self) -> None:
        box = column(self, MARGIN, px("gap"))
        box.addWidget(self.heading)
        self._form = Form()
        self._form.add(tr("What"), self.what)
        self._form.add(tr("Format"), self.formats)
        self._form.add(tr("Quality"), self.quality)
        self._form.add(
            tr("Report"),
            self.ratings,
            tr(
                "Set apart from the machine's scores. No agent sees them, but whoever opens the "
                "file does."
            ),
        )
        self.ratings.setAccessibleName(self.ratings.text())
        self._form.add(tr("Name"), self.name, tr("Without its ending"))
        place = QWidget()
        line = row(place)
        self._browse = button(tr("Choose\u2026"))
        self._browse.setAccessibleName(tr("Choose a folder"))
        line.addWidget(self.folder, 1)
        line.addWidget(self._browse)
        self._form.add(tr("Folder"), place)
        self.folder.setAccessibleName(tr("Folder"))
        inside = self._inside = QWidget()
        lines = column(inside, 0, px("gap"))
        for part in (self._form, self.names, self.outcome):
            lines.addWidget(part)
        lines.addStretch(1)
        self._area = UprightScroll()
        self._area.setWidget(inside)
        box.addWidget(self._area, 1)
        box.addWidget(frame("line"))
        buttons = row()
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        buttons.addWidget(self.export_button)
        box.addLayout(buttons)

    def _connect(self) -> None:
        job, outcome = self._job, self.outcome
        self.what.currentIndexChanged.connect(lambda _: self._other_part())
        self.name.textChanged.connect(lambda _: self._changed())
        self.quality.currentIndexChanged.connect(lambda _: self._changed())
        self.folder.textChanged.connect(lambda _: self._changed())
        self.ratings.toggled.connect(lambda _: self._changed())
        self.formats.chosen.connect(self._changed)
        self._browse.clicked.connect(self._choose_folder)
        self.export_button.clicked.connect(lambda: self.start())
        self.close_button.clicked.connect(self.close)
        outcome.cancel_pressed.connect(job.cancel)
        outcome.replace_pressed.connect(lambda: self.start(overwrite=True))
        outcome.both_pressed.connect(self._keep_both)
        outcome.folder_pressed.connect(self._choose_folder)
        outcome.show_pressed.connect(lambda folder: open_outside(Path(folder)))
        job.progressed.connect(outcome.show_progress)
        job.finished.connect(outcome.show_written)
        job.taken.connect(self._taken)
        job.failed.connect(outcome.show_failure)
        job.cancelled.connect(outcome.show_cancelled)
        for signal in (job.finished, job.taken, job.failed, job.cancelled):
            signal.connect(self._update)

    def _keep_both(self) -> None:
        """Write under the next name that is free."""
        self._copies = 1
        self._next_name()

    def _next_name(self) -> None:
        self._copies += 1
        stem = self.name.text().strip()
        before = f"-{self._copies - 1}"
        if self._copies > 2 and stem.endswith(before):
            stem = stem.removesuffix(before)
        copies = self._copies
        self.name.setText(f"{stem}-{copies}")
        self._copies = copies  # writing the name ended the search
        self.start()

    def _taken(self, paths: Sequence[Path]) -> None:
        """Something is there already: ask, or go on looking for a free name."""
        if 0 < self._copies < MOST_COPIES:
            # The job has to be over before another begins.
            QTimer.singleShot(0, self, self._next_name)
        else:
            self._copies = 0
            self.outcome.show_taken(paths)

    def _other_part(self) -> None:
        """The name follows, unless the person has given one."""
        if self._subject is not None and self.what.currentIndex() >= 0:
            self._suggest()
        self._changed()

    def _suggest(self) -> None:
        assert self._subject is not None
        usual = usual_name(self._subject, self.wish().scene)
        if self.name.text().strip() in ("", self._suggested):
            self._suggested = usual
            self.name.setText(usual)

    def _fill(self, subject: ExportSubject, scene_id: str | None) -> None:
        self.what.clear()
        self.what.addItem(tr("The whole animation"))
        for scene in subject.scenes:
            self.what.addItem(
                tr("Scene {number}: {name}").format(number=scene.number, name=scene.name),
                scene.scene_id,
            )
        self.what.setCurrentIndex(max(0, self.what.findData(scene_id) if scene_id else 0))
        self.quality.clear()
        for quality in QUALITIES:
            self.quality.addItem(quality_words(quality, subject))
        self.quality.setCurrentIndex(QUALITIES.index(subject.quality))

    def _changed(self) -> None:
        """Another wish: what was said about the last one no longer counts."""
        self._copies = 0
        if not self._job.is_running:
            self.outcome.clear()
        self._update()

    def _update(self, *_: object) -> None:
        if self._subject is None or self.what.currentIndex() < 0:
            return
        running = self._job.is_running
        wish = self.wish()
        self._form.setEnabled(not running)
        self.quality.setEnabled(wish.format in WITH_PICTURES)
        self._form.show_row(self.ratings, wish.format in WITH_REPORT)
        named, placed = is_stem(wish.name), bool(self.folder.text().strip())
        there = named and placed
        told = tr("Writes {names}").format(names=wish.names(self._subject))
        if not named:
            told = tr('Give a name without any of < > : " / \\ | ? *')
        self.names.setText(told if placed else tr("Choose a folder."))
        self.export_button.setEnabled(not running and there)
        self.close_button.setText(tr("Go on in the background") if running else tr("Close"))

    def _choose_folder(self) -> None:
        """The system's own dialog, which does not block the window either."""
        if self._files is None:
            self._files = QFileDialog(self, tr("Export into"), self.folder.text())
            self._files.setFileMode(QFileDialog.FileMode.Directory)
            self._files.setOption(QFileDialog.Option.ShowDirsOnly)
            self._files.fileSelected.connect(self.folder.setText)
        self._files.setWindowModality(Qt.WindowModality.NonModal)
        self._files.show()
