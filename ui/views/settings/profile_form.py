"""Adding a model profile: server, models, where the key is."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLineEdit, QWidget

from app.profiles.editing import ProfileDraft
from app.profiles.presets import PRESETS
from app.texts import mark, tr, translated
from pipeline.models.secrets import Key
from ui.widgets.basics import button, column, label
from ui.widgets.form import Form

SOURCES = (
    ("", mark("As usual for this server")),
    ("none", mark("No key")),
    ("env", mark("Environment variable")),
    ("keyring", mark("System keyring")),
)


class ProfileForm(QDialog):
    """`submitted` carries a `ProfileDraft` and a `Key` or None; whoever saves calls `show_problem`
    or `accept`. The key's field is emptied as soon as it was read."""

    submitted = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Add a model profile"))
        self.setMinimumWidth(520)
        self.name, self.url = QLineEdit(), QLineEdit()
        self.text_model, self.vision_model = QLineEdit(), QLineEdit()
        self.preset, self.source = QComboBox(), QComboBox()
        self.variable, self.key = QLineEdit(), QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.price_in, self.price_out, self.currency = QLineEdit(), QLineEdit(), QLineEdit()
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
        form.add(tr("Secret key"), self.key, tr("Goes into the system keyring and nowhere else"))
        form.add(tr("Price in"), self.price_in, tr("Per million tokens read, if known"))
        form.add(tr("Price out"), self.price_out, tr("Per million tokens written, if known"))
        form.add(tr("Currency"), self.currency)
        box = column(self)
        box.addWidget(form)
        box.addWidget(self._problem)
        buttons = QDialogButtonBox()
        buttons.addButton(button(tr("Save"), "primary"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(button(tr("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._submit)
        buttons.rejected.connect(self.reject)
        box.addWidget(buttons)

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
        self._form.show_row(self.key, source == "keyring")

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
        )
        self.submitted.emit(draft, Key(typed) if typed.strip() else None)


def _number(text: str) -> float | None:
    return float(text.replace(",", ".")) if text.strip() else None
