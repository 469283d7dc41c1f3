"""Ablations of the loop that a new animation may be made under."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from app.texts import mark, tr, translated
from pipeline.presets import PRESETS, PresetConflictError, apply_presets
from pipeline.settings import RunSettings
from ui.theme.tokens import px
from ui.widgets.basics import column, label

WORDS = (
    ("paper", mark("As in the paper: everything that is the studio's own is off")),
    ("reflection-only", mark("No memory: nothing is read and nothing is written")),
    ("empty-bank", mark("Memory is empty: nothing is found and nothing is written")),
    ("success-only", mark("Only reference examples are read")),
    ("failure-only", mark("Only known pitfalls are read")),
    ("top-1", mark("One record of each kind is read")),
    ("rationale-only", mark("Reference examples without their code")),
    ("ungated-failures", mark("Every failed attempt becomes a lesson")),
    ("no-measured-findings", mark("Reviewer and reviser do not see what was measured")),
    ("weak-reviewer", mark("Another profile reviews (set it in Settings)")),
)
"""The presets of `pipeline.presets` in the order of the list, for people."""


class PresetList(QWidget):
    """Any of them may be ticked; two that contradict each other are named. `changed` after each."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        box = column(self, margin=0, gap=px("hair"))
        hint = tr("For experiments: they change how this run works, and are kept with it.")
        box.addWidget(label(hint, "faint", wrap=True))
        self.problem = label("", tone="bad", wrap=True)
        self.problem.hide()
        box.addWidget(self.problem)
        self.boxes: dict[str, QCheckBox] = {}
        for name, words in translated(WORDS):
            tick = QCheckBox(words)
            tick.setToolTip(name)
            tick.toggled.connect(lambda _: self._changed())
            box.addWidget(tick)
            self.boxes[name] = tick

    @property
    def chosen(self) -> tuple[str, ...]:
        """The names of those that are ticked."""
        return tuple(name for name, tick in self.boxes.items() if tick.isChecked())

    def _changed(self) -> None:
        try:
            apply_presets(RunSettings(), self.chosen)
        except PresetConflictError:
            words = tr("These contradict each other: {names}. Leave one of them out.")
            told = ", ".join(self.boxes[name].text() for name in self._at_odds())
            self.problem.setText(words.format(names=told))
            self.problem.show()
        else:
            self.problem.hide()
        self.changed.emit()

    def _at_odds(self) -> tuple[str, ...]:
        """Those that want one setting with two values."""
        wanted: dict[str, set[object]] = {}
        for name in self.chosen:
            for key, value in PRESETS[name].settings.items():
                wanted.setdefault(key, set()).add(value)
        odd = {key for key, values in wanted.items() if len(values) > 1}
        return tuple(name for name in self.chosen if odd & PRESETS[name].settings.keys())
