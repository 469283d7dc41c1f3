"""The rating form: the video, and the questions beside it. Nothing else is shown until it is saved.

What the machine thinks (scores, findings, code, memory) would colour the answers; so this view has
no place for it.
"""

from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QScrollArea, QWidget

from app.editing.ratings import Rating
from app.texts import tr
from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.player.player import BeforeAfterPlayer
from ui.views.player.values import Clip
from ui.views.rating.questionnaire import Answers, Questionnaire
from ui.views.rating.values import Questions
from ui.widgets.basics import button, column, frame, heading, label, row
from ui.widgets.submitting import on_submit

FORM_WIDTH = 440
SIDE_BY_SIDE = 820
"""From this width in logical pixels the questions stand beside the video, else below it."""
ABOVE_PX, BELOW_PX = 440, 360
"""Least heights of the video with its section, and of the questions below it."""


class RatingForm(QWidget):
    """Asks for a rating of one iteration.

    `saved` carries a `RatingDraft` that lacks nothing; whoever keeps it calls `show_problem` if
    that fails, and the answers stay. `cancelled` is sent when the form is left without saving,
    after asking if there are answers. `Ctrl+Enter` saves, `Esc` cancels.
    """

    saved = Signal(object)
    cancelled = Signal()

    def __init__(
        self,
        appearance: Appearance,
        bridge: Bridge,
        questions: Questions,
        clip: Clip,
        section: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """`clip.title` names the scene, not the iteration; `section` is what the video is about."""
        super().__init__(parent)
        self._filled: Answers | None = None
        self._outer = row(self, gap=px("gap"))
        self._outer.addWidget(self._watching(appearance, bridge, section), 1)
        self.questionnaire = Questionnaire(questions)
        self.questionnaire.changed.connect(self._count)
        self._outer.addWidget(self._answering())
        on_submit(self, self.try_to_save)
        self.player.show_pair(None, replace(clip, boxes=(), reason=""))
        self._count()

    def _watching(self, appearance: Appearance, bridge: Bridge, section: str) -> QWidget:
        part = frame("card")
        box = column(part)
        self.player = BeforeAfterPlayer(appearance, bridge, compare=False)
        box.addWidget(self.player, 1)
        if section:
            box.addWidget(heading(tr("Section")))
            text = label(section, "muted", wrap=True)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            text.setAlignment(Qt.AlignmentFlag.AlignTop)
            around = scrolled(text)
            around.setFixedHeight(96)
            around.setAccessibleName(tr("Section"))
            box.addWidget(around)
        self._watched = part
        return part

    def _answering(self) -> QWidget:
        part = frame("card")
        part.setMinimumWidth(360)
        box = column(part)
        box.addWidget(label(tr("Your rating"), "title"))
        hint = tr(
            "Scores, code and memory stay hidden until you save, so that they do not sway you."
        )
        self._hint = label(hint, "muted", wrap=True)
        box.addWidget(self._hint)
        box.addWidget(frame("line"))
        self._scroll = scrolled(self.questionnaire)
        box.addWidget(self._scroll, 1)
        box.addWidget(frame("line"))
        self.message = label("", "", "warn", wrap=True)
        self.message.hide()
        box.addWidget(self.message)
        box.addLayout(self._buttons())
        self._form = part
        return part

    def _buttons(self) -> QBoxLayout:
        line = row()
        self.progress = label("", "faint")
        self.save = button(tr("Save rating"), "primary", "Ctrl+Enter")
        self.save.clicked.connect(self.try_to_save)
        self.cancel = button(tr("Cancel"), tip="Esc")
        self.cancel.clicked.connect(self.try_to_cancel)
        self.discard = button(tr("Discard answers"), "danger")
        self.discard.clicked.connect(self.cancelled)
        self.discard.hide()
        line.addWidget(self.progress)
        line.addStretch(1)
        for part in (self.discard, self.cancel, self.save):
            line.addWidget(part)
        return line

    @property
    def unsaved(self) -> bool:
        """Whether there are answers that were neither saved nor there from the beginning."""
        return self.questionnaire.touched and self.questionnaire.answers != self._filled

    def fill(self, rating: Rating) -> None:
        """Answers that were saved before."""
        self.questionnaire.fill(rating)
        self._filled = self.questionnaire.answers
        self._hint.setText(tr("As you saved it. Change what you see otherwise now."))

    def try_to_save(self) -> None:
        """Save, or point at what is missing."""
        missing = self.questionnaire.missing()
        if missing is None:
            self._say("")
            self.save.setEnabled(False)
            self.saved.emit(self.questionnaire.draft())
            return
        words, where = missing
        self._say(words)
        self.questionnaire.point_at(where)
        # After the layout has made room for the message.
        QTimer.singleShot(0, self, lambda: self._scroll.ensureWidgetVisible(where, 0, 40))

    def try_to_cancel(self) -> None:
        """Leave; with answers given, only after asking."""
        if not self.unsaved:
            self.cancelled.emit()
            return
        if self.discard.isVisible():
            self._say("")
            return
        self._say(tr("Your answers are not saved."))
        self.discard.show()
        self.cancel.setText(tr("Keep answering"))
        self.discard.setFocus()

    def show_problem(self, words: str) -> None:
        """Say why the rating could not be kept; it can be saved again."""
        self.save.setEnabled(True)
        self._say(words)

    def _say(self, words: str) -> None:
        self.message.setText(words)
        self.message.setVisible(bool(words))
        self.discard.hide()
        self.cancel.setText(tr("Cancel"))

    def _count(self) -> None:
        done, of = self.questionnaire.answered
        self.progress.setText(tr("{done} of {of} answered").format(done=done, of=of))
        if self.message.isVisible():
            self._say("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc cancels."""
        if event.key() == Qt.Key.Key_Escape:
            self.try_to_cancel()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side where there is room, else one below the other."""
        wide = event.size().width() >= SIDE_BY_SIDE
        way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        self._outer.setDirection(way)
        self._form.setMaximumWidth(FORM_WIDTH if wide else 16_777_215)
        self._outer.setStretch(1, 0 if wide else 1)
        width = event.size().width()
        beside = width - FORM_WIDTH - px("gap")
        _have_room(self._watched, beside if wide else width, 0 if wide else ABOVE_PX)
        _have_room(self._form, FORM_WIDTH if wide else width, 0 if wide else BELOW_PX)
        super().resizeEvent(event)


def _have_room(part: QWidget, width: int, least: int) -> None:
    """Labels that wrap make a layout take room from what does not; not from the video."""
    wanted = part.minimumSizeHint().height()
    layout = part.layout()
    if layout is not None and layout.hasHeightForWidth():
        wanted = layout.totalHeightForWidth(width)
    part.setMinimumHeight(max(least, wanted))


def scrolled(widget: QWidget) -> QScrollArea:
    """A widget in an area that scrolls it up and down."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    return area
