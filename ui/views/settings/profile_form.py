"""Adding or changing a model profile: server, models, where the key is."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLineEdit, QSpinBox, QWidget

from app.profiles.editing import ProfileDraft
from app.profiles.presets import PRESETS
from app.texts import mark, tr, translated
from pipeline.models.secrets import Key
from ui.widgets.basics import button, column, label
from ui.widgets.form import Form
from ui.widgets.scroll import UprightScroll

SOURCES = (
    ("", mark("As usual for this server")),
    ("none", mark("No key")),
    ("env", mark("Environment variable")),
    ("keyring", mark("System keyring")),
    ("session", mark("For this session only")),
)
MOST_STALL, MOST_TOTAL = 3600, 7200
"""Seconds; the upper bounds of `Limits`."""


WIDTH, REST, AROUND = 560, 110, (40, 90)
"""Logical pixels: of the form, below and above its fields, and what the screen keeps free."""


class ProfileForm(QDialog):
    """`submitted` carries a `ProfileDraft` and a `Key` or None; whoever saves calls `show_problem`
    or `accept`. The key's field is emptied as soon as it was read."""

    submitted = Signal(object, object)

    def __init__(self, parent: QWidget | None = None, draft: ProfileDraft | None = None) -> None:
        """`draft` fills the form with a profile that is there; its name stays."""
        super().__init__(parent)
        self.setWindowTitle(
            tr("Edit the profile {name}").format(name=draft.name)
            if draft is not None
            else tr("Add a model profile")
        )
        self.name, self.url = QLineEdit(), QLineEdit()
        self.text_model, self.vision_model = QLineEdit(), QLineEdit()
        self.preset, self.source = QComboBox(), QComboBox()
        self.variable, self.key = QLineEdit(), QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.price_in, self.price_out, self.currency = QLineEdit(), QLineEdit(), QLineEdit()
        self.stall, self.total = QSpinBox(), QSpinBox()
        for spin, most in ((self.stall, MOST_STALL), (self.total, MOST_TOTAL)):
            spin.setRange(0, most)
            spin.setSuffix(tr(" s"))
            spin.setSpecialValueText(tr("As usual"))
        for key, preset in PRESETS.items():
            self.preset.addItem(tr(preset.title), key)
        for key, words in translated(SOURCES):
            self.source.addItem(words, key)
        self._form = Form()
        self._problem = label("", tone="bad", wrap=True)
        self._lay_out()
        self.preset.currentIndexChanged.connect(lambda _: self._preset_chosen())
        self.source.currentIndexChanged.connect(lambda _: self._source_chosen())
        self._preset_chosen()
        self._source_chosen()
        if draft is not None:
            self._fill(draft)

    def _fill(self, draft: ProfileDraft) -> None:
        self.name.setText(draft.name)
        self.name.setReadOnly(True)
        self.name.setToolTip(tr("Runs know it by this name"))
        self.preset.setCurrentIndex(self.preset.findData(draft.preset))
        self.url.setText(draft.base_url)
        self.text_model.setText(draft.text_model)
        self.vision_model.setText(draft.vision_model)
        source, _, variable = draft.key_source.partition(":")
        self.source.setCurrentIndex(max(0, self.source.findData(source)))
        self.variable.setText(variable)
        self.key.setPlaceholderText(tr("Empty: the key that is kept stays"))
        for field, price in ((self.price_in, draft.price_in), (self.price_out, draft.price_out)):
            field.setText("" if price is None else f"{price:g}")
        self.currency.setText(draft.currency)
        self.stall.setValue(draft.stall or 0)
        self.total.setValue(draft.total or 0)

    def _lay_out(self) -> None:
        form = self._form
        form.add(tr("Name"), self.name, tr("What you will call it, such as mine"))
        form.add(tr("Server"), self.preset)
        form.add(tr("Address"), self.url, tr("Empty for the server's usual one"))
        self._hint = form.add(tr("Text model"), self.text_model, " ")
        form.add(
            tr("Vision model"), self.vision_model, tr("Reviews pictures; empty: measured reviews")
        )
        form.add(tr("Key"), self.source)
        form.add(
            tr("Variable"), self.variable, tr("Its name, such as OPENAI_API_KEY; never the key")
        )
        self._key_hint = form.add(tr("Secret key"), self.key, " ")
        form.add(
            tr("First word within"), self.stall, tr("A local server reads a long prompt first")
        )
        form.add(tr("Reply within"), self.total, tr("For one request"))
        form.add(tr("Price in"), self.price_in, tr("Per million tokens read, if known"))
        form.add(tr("Price out"), self.price_out, tr("Per million tokens written, if known"))
        form.add(tr("Currency"), self.currency)
        box = column(self)
        area = UprightScroll()
        area.setWidget(form)
        box.addWidget(area, 1)
        box.addWidget(self._problem)
        buttons = QDialogButtonBox()
        buttons.addButton(button(tr("Save"), "primary"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(button(tr("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._submit)
        buttons.rejected.connect(self.reject)
        box.addWidget(buttons)
        # All of it where the screen is high enough, else it scrolls.
        free = self.screen().availableSize() - QSize(*AROUND)
        self.resize(QSize(WIDTH, form.sizeHint().height() + REST).boundedTo(free))

    def show_problem(self, words: str) -> None:
        """Why it was not saved."""
        self._problem.setText(words)

    def _preset_chosen(self) -> None:
        preset = PRESETS[self.preset.currentData()]
        self.url.setPlaceholderText(preset.base_url or "https://…/v1")
        self._hint.setText(tr(preset.hint))

    def _source_chosen(self) -> None:
        source = self.source.currentData()
        self._form.show_row(self.variable, source == "env")
        self._form.show_row(self.key, source in ("keyring", "session"))
        self._key_hint.setText(
            tr("Kept in memory until the studio is closed, and in no file")
            if source == "session"
            else tr("Goes into the system keyring and nowhere else")
        )

    def _submit(self) -> None:
        source = self.source.currentData()
        if source == "env":
            source = f"env:{self.variable.text().strip()}"
        typed = self.key.text()
        self.key.clear()
        try:
            prices = [_number(field.text()) for field in (self.price_in, self.price_out)]
        except ValueError:
            self.show_problem(tr("A price is a number, such as 0.15."))
            return
        draft = ProfileDraft(
            name=self.name.text(),
            preset=self.preset.currentData(),
            base_url=self.url.text(),
            text_model=self.text_model.text(),
            vision_model=self.vision_model.text(),
            key_source=source,
            price_in=prices[0],
            price_out=prices[1],
            currency=self.currency.text(),
            stall=self.stall.value() or None,
            total=self.total.value() or None,
        )
        self.submitted.emit(draft, Key(typed) if typed.strip() else None)


def _number(text: str) -> float | None:
    return float(text.replace(",", ".")) if text.strip() else None
