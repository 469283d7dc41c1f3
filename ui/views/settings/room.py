"""The Settings room: sections at the left, one of them at the right; everything is kept at once."""

import threading

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QListWidget, QScrollArea, QStackedWidget, QWidget

from app.faults import words_of
from app.preferences import Preferences, load_preferences, save_preferences
from app.texts import tr
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.settings.data_section import DataSection
from ui.views.settings.loop_section import LoopSection
from ui.views.settings.machine_sections import DoctorSection
from ui.views.settings.models_section import ModelsSection
from ui.views.settings.sections import AnimationSection, AppearanceSection, Section
from ui.widgets.arranging import NARROW_PX, page_bar
from ui.widgets.basics import column, frame, label, row
from ui.widgets.notice import Notice

LIST_PX = 190
"""Width of the list of sections."""
NARROW_SECTION_PX = 300
"""Least height of a section below the list, in a narrow window."""
MOST_PX = 16_777_215
"""No limit, as Qt writes it."""


class SettingsRoom(QWidget):
    """`changed` is sent when preferences of runs to come are others now."""

    changed = Signal()
    profiles_changed = Signal(list)

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        self.setProperty("role", "page")
        self._context = context
        self._preferences = Preferences()
        self._saving = threading.Lock()
        self._newest = 0
        self.notice = Notice(context.appearance)
        self.appearance = AppearanceSection(context)
        self.animation = AnimationSection()
        self.loop = LoopSection(context.appearance)
        self.models = ModelsSection(context)
        self.data = DataSection(context)
        self.doctor = DoctorSection(context)
        self.sections = QListWidget()
        self._stack = QStackedWidget()
        self._kept_sections: tuple[Section, ...] = (self.animation, self.loop, self.data)
        self._lay_out()
        for section in self._kept_sections:
            section.changed.connect(self._save)
            # Before the file is read, a change would be one of the defaults and overwrite it.
            section.setEnabled(False)
        self.models.profiles_changed.connect(self.profiles_changed)
        self.models.profiles_changed.connect(self.animation.show_profiles)
        self._read()

    def _lay_out(self) -> None:
        outer = column(self, margin=0, gap=0)
        bar, line = page_bar(tr("Settings"))
        line.addStretch(1)
        self._kept = label("", "muted")
        line.addWidget(self._kept)
        outer.addWidget(bar)
        outer.addWidget(self.notice)
        body = QWidget()
        across = self._across = row(body, margin=px("gap"), gap=px("gap"))
        left = self._left = frame("card")
        left.setFixedWidth(LIST_PX)
        self.sections.setAccessibleName(tr("Sections of the settings"))
        column(left, margin=px("hair")).addWidget(self.sections)
        across.addWidget(left)
        across.addWidget(self._stack, 1)
        outer.addWidget(body, 1)
        for words, part in (
            (tr("Appearance"), self.appearance), (tr("New animations"), self.animation),
            (tr("The loop"), self.loop), (tr("Models"), self.models), (tr("Data"), self.data),
            (tr("Doctor"), self.doctor),
        ):  # fmt: skip
            self.sections.addItem(words)
            self._stack.addWidget(_page(part))
        self.sections.currentRowChanged.connect(self._show_section)
        self.sections.setCurrentRow(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the sections are listed above the one on show."""
        super().resizeEvent(event)
        narrow = event.size().width() < NARROW_PX
        below, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._across.setDirection(below if narrow else beside)
        rows = self.sections.sizeHintForRow(0) * self.sections.count() + 2 * px("gap")
        self._left.setMinimumSize(*((0, rows) if narrow else (LIST_PX, 0)))
        self._left.setMaximumSize(*((MOST_PX, rows) if narrow else (LIST_PX, MOST_PX)))
        self._stack.setMinimumHeight(NARROW_SECTION_PX if narrow else 0)

    def close_room(self) -> None:
        """The window closes: end a test of a profile."""
        self.models.stop()

    def _show_section(self, number: int) -> None:
        self._stack.setCurrentIndex(number)
        if self._stack.currentIndex() == self._stack.count() - 2:
            self.data.refresh()

    def _read(self) -> None:
        paths = self._context.paths
        self._context.bridge.submit(lambda: load_preferences(paths), self._show, self._unread)

    def _show(self, preferences: Preferences) -> None:
        self._preferences = preferences
        for section in self._kept_sections:
            section.show_preferences(preferences)
        self._enable()

    def _unread(self, error: Exception) -> None:
        self._enable()
        self._complain(error)

    def _enable(self) -> None:
        for section in self._kept_sections:
            section.setEnabled(True)

    def _complain(self, error: Exception) -> None:
        self.notice.tell(words_of(error), "bad")

    def _save(self, preferences: Preferences) -> None:
        before, self._preferences = self._preferences, preferences
        paths = self._context.paths
        # Each section shows all of the preferences: what one changed the others have to know.
        for section in self._kept_sections:
            section.show_preferences(preferences)
        self._newest = number = self._newest + 1

        def write() -> None:
            # Workers may come in any order; an older state never replaces a newer one.
            with self._saving:
                if number == self._newest:
                    save_preferences(paths, preferences)

        self._context.bridge.submit(write, lambda _: self._saved(before), self._complain)

    def _saved(self, before: Preferences) -> None:
        self.notice.tell(tr("Kept."), "good", (tr("Undo"), lambda: self._undo(before)))
        self.changed.emit()

    def _undo(self, before: Preferences) -> None:
        self._save(before)


def _page(part: QWidget) -> QScrollArea:
    card = frame("card")
    column(card).addWidget(part)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(card)
    return area
