"""A new animation: a section, what is known of it, and how it is to be made."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QTextCursor,
)
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QPlainTextEdit, QWidget

from app.faults import words_of
from app.origins import FIELDS, TYPED, Origin, task_of
from app.preferences import Preferences
from app.run_plan import RunPlan
from app.samples import Sample, flowing, list_samples
from app.texts import ngettext, tr
from app.vocabulary import in_words
from pipeline.schema.task import Task
from ui.bridge import Ticket
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.studio.expecting import Expecting
from ui.views.studio.options_form import OptionsForm
from ui.views.studio.queue_strip import QueueStrip
from ui.widgets.arranging import NARROW_PX, page_bar, splitter
from ui.widgets.basics import ElidedLabel, button, column, frame, heading, label, row
from ui.widgets.notice import Notice
from ui.widgets.scroll import UprightScroll

READ_AFTER_MS = 400
"""Pause in typing after which the section is read again."""
NARROW_TEXT_PX = 150
"""Least height of the section's text in a narrow window."""
ORIGINS_KEPT = 8
"""Sections that were opened one after the other; an undo may bring each of them back."""


class NewPage(QWidget):
    """`start_requested` carries the `RunPlan`; `cancelled` goes back to the run on show."""

    start_requested = Signal(object)
    cancelled = Signal()
    document_dropped = Signal(object)
    open_requested = Signal()

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        self.setProperty("role", "page")
        self.setAcceptDrops(True)
        self._context = context
        self._task: Task | None = None
        self._origins: list[Origin] = []
        self._origin = TYPED
        self._start_once_read = False
        self._reading: Ticket | None = None
        self.notice = Notice(context.appearance)
        self.queue = QueueStrip(context.appearance)
        self.text = QPlainTextEdit()
        self.options = OptionsForm(context)
        self.options.setEnabled(False)
        self.ready = False
        self._words = label("", "faint")
        self._start = button(tr("Make animation"), "primary")
        self._samples = row(gap=px("hair"))
        self._expecting = Expecting(context, self._plan, self.options.show_estimate, self)
        self._lay_out()
        self._connect()
        self._pause = QTimer(self, interval=READ_AFTER_MS, singleShot=True)
        self._pause.timeout.connect(self._read)
        self._fetch_samples()

    def _lay_out(self) -> None:
        outer = column(self, margin=0, gap=0)
        outer.addWidget(self._bar())
        outer.addWidget(self.notice)
        self.text.setAccessibleName(tr("Section"))
        self.text.setPlaceholderText(
            tr(
                "Paste a section of a paper here, drop a file, or open one.\n\n"
                "Markdown and LaTeX math between dollar signs are understood."
            )
        )
        self.text.setTabChangesFocus(True)
        section = frame("card")
        box = column(section)
        top = row()
        top.addWidget(heading(tr("Section")))
        top.addStretch(1)
        top.addWidget(self._words)
        box.addLayout(top)
        box.addWidget(self.text, 1)
        tries = row()
        self._tries = label(tr("Try a sample:"), "muted")
        tries.addWidget(self._tries, 0, Qt.AlignmentFlag.AlignTop)
        tries.addLayout(self._samples)
        tries.addStretch(1)
        box.addLayout(tries)
        settings = self._settings = UprightScroll()
        card = self._card = frame("card")
        inner = column(card)
        inner.addWidget(heading(tr("Animation")))
        inner.addWidget(self.options)
        inner.addStretch(1)
        settings.setWidget(card)
        body = QWidget()
        self._parts = splitter(Qt.Orientation.Horizontal, ((section, 3), (settings, 2)))
        self._parts.splitterMoved.connect(lambda *_: self._arrange_samples())
        column(body).addWidget(self._parts)
        outer.addWidget(body, 1)
        outer.addWidget(self.queue)

    def _bar(self) -> QWidget:
        bar, line = page_bar()
        title = ElidedLabel(tr("New animation"), "title")
        line.addWidget(title, 1)
        self._back = button(tr("Back to the run"))
        self._back.clicked.connect(self.cancelled)
        self._back.hide()
        opened = button(tr("Open a file…"), tip=tr("Markdown, LaTeX, plain text or PDF (Ctrl+O)"))
        opened.clicked.connect(self.open_requested)
        for part in (self._back, opened, self._start):
            line.addWidget(part)
        return bar

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the settings stand below the section, and the page scrolls."""
        super().resizeEvent(event)
        narrow = event.size().width() < NARROW_PX
        way = Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal
        if way != self._parts.orientation():
            self._parts.setOrientation(way)
            self.text.setMinimumHeight(NARROW_TEXT_PX if narrow else 0)
            least = self._card.minimumSizeHint().height() if narrow else 0
            self._settings.setMinimumHeight(least)
        QTimer.singleShot(0, self, self._arrange_samples)  # after the layout

    def _arrange_samples(self) -> None:
        """Beside one another where they fit whole, else one below the other."""
        wanted = self._tries.sizeHint().width() + px("gap")
        for number in range(self._samples.count()):
            if (item := self._samples.itemAt(number)) is not None:
                wanted += item.sizeHint().width() + px("hair")
        fits = wanted <= self.text.width()
        beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._samples.setDirection(beside if fits else below)

    def _connect(self) -> None:
        self.text.textChanged.connect(self._text_changed)
        self._start.clicked.connect(self._begin)
        self.options.changed.connect(self._show_start)
        for keys, call in (("Ctrl+O", self.open_requested.emit), ("Ctrl+Return", self._begin)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(call)

    @property
    def section(self) -> str:
        """The text as it stands."""
        return self.text.toPlainText()

    def set_preferences(self, preferences: Preferences) -> None:
        """What the form begins with. Until it is known nothing can be set or started: it would
        come too late and undo what a person has chosen."""
        self.options.show_preferences(preferences)
        self.allow()

    def allow(self) -> None:
        """The form may be used from now on."""
        self.ready = True
        self.options.setEnabled(True)
        self._show_start()

    def can_go_back(self, can: bool) -> None:
        """Whether there is a run to go back to."""
        self._back.setVisible(can)

    def show_section(
        self, text: str, source: str = "", known: Mapping[str, str] | None = None, note: str = ""
    ) -> None:
        """Put a section into the editor, to be corrected there.

        Args:
            source: where it is from, for the manifest.
            known: fields of a task beside its text, such as `title` or `role`.
            note: something to tell about it.
        """
        text = text.strip("\n")
        replaced, options = self.section, self.options.words()
        self._origins = [*self._origins, Origin(text, source, dict(known or {}))][-ORIGINS_KEPT:]
        self.options.forget_task()
        self._replace(text)
        if note:
            self.notice.tell(note, "warn")
        elif replaced.strip() and self._is_own(replaced):
            # What was written by hand exists nowhere else.
            self.notice.tell(
                tr("Your text was replaced."),
                action=(tr("Undo"), lambda: self._bring_back(replaced, options)),
                passing=True,
            )
        else:
            self.notice.hide()

    def _is_own(self, text: str) -> bool:
        """Whether a person wrote something of it."""
        return all(text.strip() != origin.text.strip() for origin in self._origins)

    def _replace(self, text: str) -> None:
        """Put another text into the editor as one step that Ctrl+Z takes back."""
        if self.section:
            cursor = self.text.textCursor()
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.insertText(text)
        else:
            self.text.setPlainText(text)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self._pause.stop()
        self._read()

    def _bring_back(self, text: str, options: tuple[str, str, str]) -> None:
        self._replace(text)
        self.options.show_words(options)
        self.notice.hide()

    def ask_for_file(self) -> Path | None:
        """The system's dialog; None if nothing was chosen."""
        name, _ = QFileDialog.getOpenFileName(
            self,
            tr("Open a section"),
            "",
            tr("Sections (*.md *.markdown *.tex *.txt *.pdf);;All files (*)"),
        )
        return Path(name) if name else None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files and text may be dropped anywhere on the page."""
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the first file, or take the text."""
        data = event.mimeData()
        files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if files:
            self.document_dropped.emit(Path(files[0]))
        elif data.hasText():
            self.show_section(data.text())
        event.acceptProposedAction()

    def close_page(self) -> None:
        """The window closes: read and estimate nothing any more."""
        self._pause.stop()
        self._expecting.stop()

    def _fetch_samples(self) -> None:
        self._context.bridge.submit(list_samples, self._show_samples, self._no_samples)

    def _show_samples(self, samples: list[Sample]) -> None:
        before: QWidget = self.text
        for sample in samples[:3]:
            task = sample.task
            made = button(task.title, "link", f"{in_words(task.role)}, {in_words(task.domain)}")
            made.clicked.connect(partial(self._take_sample, sample))
            self._samples.addWidget(made)
            # They stand below the text, so the keyboard comes to them after it.
            QWidget.setTabOrder(before, made)
            before = made
        self._arrange_samples()
        if samples and not self.section:
            # On a first start something is there already: one button makes it move.
            self._take_sample(samples[0])

    def _take_sample(self, sample: Sample, _checked: bool = False) -> None:
        fields = sample.task.model_dump(include=set(FIELDS))
        self.show_section(flowing(sample.task.text), sample.path.name, fields)

    def _no_samples(self, error: Exception) -> None:
        self.notice.tell(tr("The samples cannot be read. {error}").format(error=error), "warn")

    def _text_changed(self) -> None:
        # What was understood is another text: nothing may be started from it any more.
        self._task = None
        self._start_once_read = False
        self._show_start()
        self._pause.start()

    def _read(self) -> None:
        """Understand the section as it stands; runs in a worker, since it may be long."""
        text = self.section
        if self._reading is not None:
            self._reading.drop()
        if not text.strip():
            self._task = None
            self._words.setText("")
            self.options.show_problem("")
            self._show_start()
            return
        self._reading = self._context.bridge.submit(
            partial(task_of, text, tuple(self._origins)), self._understood, self._not_understood
        )

    def _understood(self, read: tuple[Task, Origin]) -> None:
        task, self._origin = read
        self._task = task
        self._count(task.text)
        self.options.show_problem("")
        self.options.show_task(task)
        self._show_start()
        if self._start_once_read:
            self._start_once_read = False
            self._begin()

    def _count(self, text: str) -> None:
        count = len(text.split())
        self._words.setText(
            ngettext("{count:,} word", "{count:,} words", count).format(count=count)
        )

    def _not_understood(self, error: Exception) -> None:
        self._task = None
        self._start_once_read = False
        self._count(self.section)
        self.options.show_problem(words_of(error))
        self._show_start()

    def _show_start(self) -> None:
        self._start.setEnabled(self._plan() is not None and self.ready)
        self._expecting.change()

    def _plan(self) -> RunPlan | None:
        """The run that is asked for, None while the section is not understood."""
        if self._task is None:
            return None
        return self.options.plan(self._task, self._origin.source or "pasted text")

    def _begin(self) -> None:
        if self.ready and self._pause.isActive():
            # Asked for in the midst of typing: read what is there now, then start.
            self._pause.stop()
            self._start_once_read = True
            self._read()
        elif self._start.isEnabled() and (plan := self._plan()) is not None:
            self.start_requested.emit(plan)
