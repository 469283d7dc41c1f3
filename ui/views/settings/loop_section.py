"""The section of the Settings room for the loop: every number and switch, and their defaults."""

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QSpinBox

from app.preferences import Preferences
from app.texts import tr, translated
from ui.theme.appearance import Appearance
from ui.views.settings.loop_fields import (
    NUMBERS,
    QUERIES,
    SWITCHES,
    NumberField,
    default_of,
    of_the_paper,
    origin_of,
)
from ui.views.settings.sections import Section
from ui.widgets.basics import IconButton, button, keep_place, label, row
from ui.widgets.form import Form
from ui.widgets.segmented import Segmented


class LoopSection(Section):
    """Thresholds and budgets of the loop, with the paper's defaults marked."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(tr("The loop"))
        self._appearance = appearance
        self.resets: dict[str, IconButton] = {}
        self.box.addWidget(
            label(tr("How often a scene is tried, and what counts as good."), "muted", wrap=True)
        )
        form = Form()
        self.numbers: dict[str, QSpinBox | QDoubleSpinBox] = {}
        for field in NUMBERS:
            spin = _spin(field)
            spin.valueChanged.connect(self._number(field.name))
            hint = f"{tr(field.hint)}. {origin_of(field)}"
            form.add(tr(field.words), spin, hint, beside=self._reset(field.name, tr(field.words)))
            self.numbers[field.name] = spin
        self.query = Segmented(translated(QUERIES), tr("Memory is searched"))
        self.query.chosen.connect(lambda key: self.tell_run(query=key))
        told = tr("What is looked for in it. Default: by the section, the paper's")
        beside = self._reset("query", tr("Memory is searched"))
        form.add(tr("Memory is searched"), self.query, told, beside=beside)
        self.tokens, self.money = QSpinBox(), QDoubleSpinBox()
        self.money.setSingleStep(0.5)
        for spin, words, hint, most in (
            (
                self.tokens,
                tr("Tokens"),
                tr("All calls of a run together; the run pauses before"),
                10**8,
            ),
            (self.money, tr("Money"), tr("In the currency of the profile's prices"), 10**5),
        ):
            spin.setRange(0, most)
            spin.setSpecialValueText(tr("No limit"))
            form.add(words, spin, hint)
        self.tokens.valueChanged.connect(lambda value: self.tell_run(budget_tokens=value or None))
        self.money.valueChanged.connect(lambda value: self.tell_run(budget_money=value or None))
        self.box.addWidget(form)
        self.switches: dict[str, QCheckBox] = {}
        for switch in SWITCHES:
            box = QCheckBox(tr(switch.words))
            box.setToolTip(tr(switch.hint))
            box.toggled.connect(self._switch(switch.name))
            line = row()
            line.addWidget(box)
            line.addWidget(self._reset(switch.name, tr(switch.words)))
            line.addStretch(1)
            self.box.addLayout(line)
            self.switches[switch.name] = box
        back = button(tr("Back to the defaults"))
        back.clicked.connect(self._back)
        self.box.addWidget(back)
        words = tr("Ablations are chosen for one run, under Advanced of a new animation.")
        self.box.addWidget(label(words, "faint", wrap=True))
        self.box.addStretch(1)

    def fill(self, preferences: Preferences) -> None:
        """Write the preferences into the fields."""
        run = preferences.run
        for name, spin in self.numbers.items():
            value = getattr(run, name)
            if isinstance(spin, QDoubleSpinBox):
                spin.setValue(value)
            else:
                spin.setValue(int(value))
        for name, box in self.switches.items():
            box.setChecked(getattr(run, name))
        self.query.choose(run.query)
        self._show_resets()
        self.tokens.setValue(run.budget_tokens or 0)
        self.money.setValue(run.budget_money or 0)

    def tell_run(self, **changes: object) -> None:
        """Show at once which fields are not at their defaults."""
        super().tell_run(**changes)
        self._show_resets()

    def _reset(self, name: str, words: str) -> IconButton:
        """Back to the default for one field; in sight only while the field is another."""
        default = default_of(name)
        told = f"{default:g}" if isinstance(default, int | float) else str(default)
        if isinstance(default, bool):
            told = tr("on") if default else tr("off")
        elif name == "query":
            told = tr(dict(QUERIES)[default]).lower()
        papers = tr("{field}: back to the paper's default, {default}")
        ours = tr("{field}: back to the studio's default, {default}")
        made = IconButton(
            "rotate-ccw",
            (papers if of_the_paper(name) else ours).format(field=words, default=told),
            self._appearance,
        )
        keep_place(made)
        made.hide()
        made.clicked.connect(lambda: self._set_back(name))
        self.resets[name] = made
        return made

    def _set_back(self, name: str) -> None:
        self.tell_run(**{name: default_of(name)})
        self.show_preferences(self._preferences)

    def _show_resets(self) -> None:
        run = self._preferences.run
        for name, part in self.resets.items():
            part.setVisible(getattr(run, name) != default_of(name))

    def _number(self, name: str) -> Callable[[float], None]:
        return lambda value: self.tell_run(**{name: value})

    def _switch(self, name: str) -> Callable[[bool], None]:
        return lambda on: self.tell_run(**{name: on})

    def _back(self) -> None:
        names = [*self.numbers, *self.switches, "query"]
        self.tell_run(
            **{name: default_of(name) for name in names}, budget_tokens=None, budget_money=None
        )
        self.show_preferences(self._preferences)


def _spin(field: NumberField) -> QSpinBox | QDoubleSpinBox:
    """Whole numbers, or points with one decimal."""
    if isinstance(default_of(field.name), float):
        points = QDoubleSpinBox()
        points.setDecimals(1)
        points.setRange(field.least, field.most)
        return points
    whole = QSpinBox()
    whole.setRange(field.least, field.most)
    return whole
