"""The sections of the Settings room; each shows preferences and says what was changed."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSpinBox, QWidget

from app.preferences import Preferences
from app.texts import mark, tr, translated
from pipeline.settings import RunSettings
from ui.context import StudioContext
from ui.theme.appearance import Choice
from ui.views.studio.options_form import ASPECTS, CASTS, MAX_SCENES, MODES, QUALITIES
from ui.widgets.basics import column, label
from ui.widgets.form import Form
from ui.widgets.segmented import Segmented

POLICIES = (("automatic", mark("At once")), ("review_first", mark("After my review")))
FIELD_WIDTH = 420
"""Logical pixels: a name needs no more."""
THEMES = (("system", mark("Like the system")), ("dark", mark("Dark")), ("light", mark("Light")))


class Section(QWidget):
    """A part of the preferences. `changed` carries the new `Preferences`."""

    changed = Signal(object)

    def __init__(self, title: str) -> None:
        super().__init__()
        self._preferences = Preferences()
        self._showing = False
        self.box = column(self)
        self.box.addWidget(label(title, "title"))

    def show_preferences(self, preferences: Preferences) -> None:
        """Bring the fields up to date without telling anybody."""
        self._preferences, self._showing = preferences, True
        self.fill(preferences)
        self._showing = False

    def fill(self, preferences: Preferences) -> None:
        """Write the preferences into the fields."""

    def tell(self, **changes: object) -> None:
        """A field of the preferences is another now."""
        if not self._showing:
            self._preferences = self._preferences.model_copy(update=changes)
            self.changed.emit(self._preferences)

    def tell_run(self, **changes: object) -> None:
        """A field of the settings of runs is another now."""
        values = self._preferences.run.model_dump() | changes
        if not self._showing:
            self.tell(run=RunSettings.model_validate(values))


class AppearanceSection(QWidget):
    """Theme and motion; in force at once."""

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        appearance, remembered = context.appearance, context.remembered
        box = column(self)
        box.addWidget(label(tr("Appearance"), "title"))
        self.theme = Segmented(translated(THEMES), tr("Theme"))
        self.theme.choose(appearance.choice)
        self.motion = QCheckBox(tr("Leave out movement that only decorates"))
        self.motion.setChecked(appearance.reduced_motion)
        form = Form()
        form.add(tr("Theme"), self.theme)
        box.addWidget(form)
        box.addWidget(self.motion)
        box.addStretch(1)

        def choose(choice: Choice) -> None:
            appearance.choose(choice)
            remembered.theme = choice

        def reduce(reduced: bool) -> None:
            appearance.set_reduced_motion(reduced)
            remembered.reduced_motion = reduced

        self.theme.chosen.connect(choose)
        self.motion.toggled.connect(reduce)


class AnimationSection(Section):
    """What a new animation begins with."""

    def __init__(self) -> None:
        super().__init__(tr("New animations"))
        self.quality = Segmented(translated(QUALITIES), tr("Quality"))
        self.aspect = Segmented(ASPECTS, tr("Aspect ratio"))
        self.scenes = QSpinBox()
        self.scenes.setRange(1, MAX_SCENES)
        self.cast = Segmented(translated(CASTS), tr("Cast"))
        self.profile, self.reviewer = QComboBox(), QComboBox()
        self._names: list[str] = []
        self.mode = Segmented(translated(MODES), tr("Memory"))
        self.bank = QLineEdit()
        self.bank.setPlaceholderText("default")
        for field in (self.profile, self.reviewer, self.bank):
            field.setMaximumWidth(FIELD_WIDTH)
        self.policy = Segmented(translated(POLICIES), tr("New records count"))
        self.approve = QCheckBox(tr("Show me the storyboard before any code is written"))
        form = Form()
        form.add(tr("Quality"), self.quality)
        form.add(tr("Aspect ratio"), self.aspect)
        form.add(tr("Scenes"), self.scenes, tr("At most"))
        form.add(tr("Cast"), self.cast)
        form.add(tr("Profile"), self.profile, tr("Of the language models that write"))
        form.add(tr("Reviewer"), self.reviewer, tr("Another profile that reviews the pictures"))
        form.add(tr("Memory"), self.mode)
        form.add(tr("Bank"), self.bank, tr("Name or folder of a memory bank"))
        form.add(tr("New records count"), self.policy)
        self.box.addWidget(form)
        self.box.addWidget(self.approve)
        self.box.addStretch(1)
        self._connect()

    def _connect(self) -> None:
        self.quality.chosen.connect(lambda key: self._tell_render(quality=key))
        self.aspect.chosen.connect(lambda key: self._tell_render(aspect=key))
        self.scenes.valueChanged.connect(lambda value: self.tell_run(max_scenes=value))
        self.cast.chosen.connect(lambda key: self.tell(cast=key))
        self.profile.activated.connect(lambda _: self.tell(profile=self.profile.currentData()))
        self.reviewer.activated.connect(
            lambda _: self.tell(reviewer_profile=self.reviewer.currentData())
        )
        self.mode.chosen.connect(lambda key: self.tell_run(memory_mode=key))
        self.bank.editingFinished.connect(lambda: self.tell(bank=self.bank.text().strip()))
        self.policy.chosen.connect(lambda key: self.tell_run(write_policy=key))
        self.approve.toggled.connect(lambda on: self.tell_run(approve_storyboard=on))

    def fill(self, preferences: Preferences) -> None:
        """Write the preferences into the fields."""
        run = preferences.run
        self.quality.choose(run.render.quality)
        self.aspect.choose(run.render.aspect)
        self.scenes.setValue(run.max_scenes)
        self.cast.choose(preferences.cast)
        self._fill_profiles()
        self.mode.choose(run.memory_mode)
        self.bank.setText(preferences.bank)
        self.policy.choose(run.write_policy)
        self.approve.setChecked(run.approve_storyboard)

    def show_profiles(self, names: list[str]) -> None:
        """The model profiles that there are."""
        self._names = names
        self._fill_profiles()

    def _fill_profiles(self) -> None:
        kept = self._preferences
        only = tr("The only one there is") if self._names else tr("None yet: add one under Models")
        for box, unset, chosen in (
            (self.profile, only, kept.profile),
            (self.reviewer, tr("The same profile"), kept.reviewer_profile),
        ):
            box.clear()
            box.addItem(unset, "")
            for name in self._names:
                box.addItem(name, name)
            if chosen and chosen not in self._names:
                box.addItem(tr("{chosen} (removed)").format(chosen=chosen), chosen)
            box.setCurrentIndex(box.findData(chosen))

    def _tell_render(self, **changes: str) -> None:
        self.tell_run(render=self._preferences.run.render.model_dump() | changes)
