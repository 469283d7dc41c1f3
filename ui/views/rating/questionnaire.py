"""The questions of a rating, one below the other."""

from PySide6.QtCore import QElapsedTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QPlainTextEdit, QRadioButton, QWidget

from app.editing.ratings import Rating
from app.texts import ngettext, tr
from ui.theme.tokens import px
from ui.views.rating.scale_row import ScaleRow
from ui.views.rating.values import Questions, RatingDraft
from ui.widgets.basics import column, heading, label, set_property

YES, NO = 1, 0
Answers = tuple[int, tuple[int | None, ...], tuple[str, ...], str]


class Questionnaire(QWidget):
    """Holds the answers. `changed` is sent after each of them."""

    changed = Signal()

    def __init__(self, questions: Questions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._questions = questions
        self._since = QElapsedTimer()
        self._since.start()
        box = column(self, margin=0, gap=px("gap"))
        box.setContentsMargins(0, 0, px("tight"), 0)
        self._usable = QButtonGroup(self)
        box.addWidget(self._usable_part())
        self.scales = [ScaleRow(scale, questions.ends) for scale in questions.scales]
        box.addWidget(heading(tr("Five scales")))
        for scale in self.scales:
            scale.answered.connect(self.changed)
            box.addWidget(scale)
        self.flags: dict[str, QCheckBox] = {}
        box.addWidget(self._flags_part())
        self.comment = QPlainTextEdit()
        self.comment.setPlaceholderText(tr("What else did you notice? (may stay empty)"))
        self.comment.setAccessibleName(tr("Comment"))
        self.comment.setTabChangesFocus(True)
        self.comment.setFixedHeight(84)
        self.comment.textChanged.connect(self._commented)
        box.addWidget(heading(tr("Comment")))
        box.addWidget(self.comment)
        box.addStretch(1)

    def _usable_part(self) -> QWidget:
        part = QWidget()
        box = column(part, margin=0, gap=px("hair"))
        box.addWidget(heading(tr("Usable")))
        box.addWidget(label(self._questions.usable, "strong", wrap=True))
        for number, words in ((YES, tr("Yes, as it is")), (NO, tr("No, it needs a major repair"))):
            button = QRadioButton(words)
            button.setAccessibleDescription(self._questions.usable)
            self._usable.addButton(button, number)
            box.addWidget(button)
        box.addWidget(label(self._questions.major_repair, "faint", wrap=True))
        self._usable.idClicked.connect(lambda _: self.changed.emit())
        return part

    def _flags_part(self) -> QWidget:
        part = QWidget()
        box = column(part, margin=0, gap=px("hair"))
        box.addWidget(heading(tr("Fatal faults")))
        hint = tr("Tick what ruins the video; mostly that is nothing.")
        box.addWidget(label(hint, "muted", wrap=True))
        for key, words in self._questions.flags:
            check = QCheckBox(words)
            check.toggled.connect(lambda _: self.changed.emit())
            self.flags[key] = check
            box.addWidget(check)
        return part

    def first_field(self) -> QWidget:
        """Where answering begins."""
        return self._usable.button(YES)

    def answer_usable(self, usable: bool) -> None:
        """Answer the first question as a click does."""
        self._usable.button(YES if usable else NO).click()

    @property
    def answered(self) -> tuple[int, int]:
        """How many of the questions that need an answer have one, and how many there are."""
        done = sum(scale.value is not None for scale in self.scales)
        return done + (self._usable.checkedId() in (YES, NO)), len(self.scales) + 1

    @property
    def answers(self) -> Answers:
        """Everything that is answered, to see whether it was changed."""
        return (
            self._usable.checkedId(),
            tuple(scale.value for scale in self.scales),
            tuple(key for key, check in self.flags.items() if check.isChecked()),
            self.comment.toPlainText().strip(),
        )

    def fill(self, rating: Rating) -> None:
        """Show the answers of a rating."""
        self.answer_usable(rating.usable)
        for scale in self.scales:
            scale.choose(int(getattr(rating, scale.scale.key)))
        for key, check in self.flags.items():
            check.setChecked(key in rating.flags)
        self.comment.setPlainText(rating.comment)

    @property
    def touched(self) -> bool:
        """Whether anything was answered or written."""
        ticked = any(check.isChecked() for check in self.flags.values())
        return self.answered[0] > 0 or ticked or bool(self.comment.toPlainText().strip())

    def missing(self) -> tuple[str, QWidget] | None:
        """What is still to be answered, in words, and where; None if the rating is complete."""
        if self._usable.checkedId() not in (YES, NO):
            return tr("Say whether you could use it."), self._usable.button(YES)
        for scale in self.scales:
            if scale.value is None:
                return tr("Answer \u201c{title}\u201d.").format(title=scale.scale.title), scale
        describe = self.flags.get(self._questions.describe)
        written = self.comment.toPlainText().strip()
        if describe is not None and describe.isChecked() and not written:
            return tr("Say in the comment what the other fault is."), self.comment
        if len(written) > self._questions.comment_characters:
            most = self._questions.comment_characters
            words = ngettext(
                "The comment has {count:,} character; {most:,} fit.",
                "The comment has {count:,} characters; {most:,} fit.",
                len(written),
            )
            return words.format(count=len(written), most=most), self.comment
        return None

    def draft(self) -> RatingDraft:
        """The answers; call it when nothing is missing."""
        return RatingDraft(
            usable=self._usable.checkedId() == YES,
            scales={s.scale.key: s.value for s in self.scales if s.value is not None},
            flags=tuple(key for key, check in self.flags.items() if check.isChecked()),
            comment=self.comment.toPlainText().strip(),
            seconds=self._since.elapsed() / 1000,
        )

    def point_at(self, widget: QWidget) -> None:
        """Put the focus where an answer is missing."""
        if isinstance(widget, ScaleRow):
            widget.focus_first()
        else:
            widget.setFocus()
        set_property(self.comment, "invalid", widget is self.comment)

    def _commented(self) -> None:
        set_property(self.comment, "invalid", False)
        self.changed.emit()
