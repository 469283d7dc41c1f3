"""One scale: its name, its question, five buttons of which none is chosen at first."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QPushButton, QSizePolicy, QWidget

from app.texts import tr
from ui.theme.tokens import px
from ui.views.rating.values import Scale
from ui.widgets.basics import column, label, row

STEPS = (1, 2, 3, 4, 5)


class ScaleRow(QWidget):
    """Digits choose, arrow keys move; `answered` is sent after each choice."""

    answered = Signal()

    def __init__(self, scale: Scale, ends: tuple[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scale = scale
        self.setAccessibleName(scale.title)
        self.setAccessibleDescription(scale.question)
        box = column(self, margin=0, gap=px("hair"))
        box.addWidget(label(scale.title, "strong"))
        box.addWidget(label(scale.question, "muted", wrap=True))
        line = row(gap=0)
        self._group = QButtonGroup(self)
        line.addWidget(label(ends[0], "faint"))
        line.addSpacing(px("tight"))
        for step in STEPS:
            line.addWidget(self._button(step, ends))
        line.addSpacing(px("tight"))
        line.addWidget(label(ends[1], "faint"))
        line.addStretch(1)
        box.addLayout(line)
        self._group.idClicked.connect(lambda _: self.answered.emit())

    @property
    def value(self) -> int | None:
        """1 to 5, None while nothing is chosen."""
        chosen = self._group.checkedId()
        return chosen if chosen in STEPS else None

    def choose(self, value: int) -> None:
        """Choose as a click does."""
        self._group.button(value).click()

    def focus_first(self) -> None:
        """Put the focus on the choice, or on the first button."""
        self._group.button(self.value or STEPS[0]).setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A digit chooses."""
        if event.text() in {str(step) for step in STEPS}:
            self.choose(int(event.text()))
            self.focus_first()
        else:
            super().keyPressEvent(event)

    def _button(self, step: int, ends: tuple[str, str]) -> QAbstractButton:
        made = QPushButton(str(step))
        made.setCheckable(True)
        made.setAutoDefault(False)
        made.setProperty("role", "segment")
        made.setProperty("place", {1: "first", 5: "last"}.get(step, "middle"))
        made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        made.setFixedWidth(42)
        told = tr("{title}: {step} of 5").format(title=self.scale.title, step=step)
        meaning = {1: ends[0], 3: tr("average"), 5: ends[1]}.get(step, "")
        made.setAccessibleName(f"{told}, {meaning}" if meaning else told)
        self._group.addButton(made, step)
        return made
