"""What works on this machine."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.doctor import Check, run_doctor
from app.faults import words_of
from app.remedies import in_window
from app.texts import tr
from ui.context import StudioContext
from ui.widgets.arranging import clear_layout
from ui.widgets.basics import Tone, button, column, frame, label, row


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
            inside.addWidget(label(in_window(check.detail), "muted", wrap=True))
            if check.remedy:
                remedy = in_window(check.remedy)
                inside.addWidget(label(tr("What to do: {remedy}").format(remedy=remedy), wrap=True))
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
