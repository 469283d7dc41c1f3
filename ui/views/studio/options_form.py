"""How an animation is to be made: role, domain, cast, memory, scenes, quality."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.memory.choice import name_for
from app.preferences import Preferences
from app.run_plan import RunPlan
from app.texts import mark, ngettext, tr, translated
from app.vocabulary import in_words
from pipeline.presets import PresetConflictError, apply_presets
from pipeline.schema.render import RenderSettings
from pipeline.schema.task import SCENE_ROLES, Task
from pipeline.settings import RunSettings
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.studio.preset_list import PresetList
from ui.widgets.basics import button, column, label, row
from ui.widgets.form import Form
from ui.widgets.segmented import Segmented

MAX_SCENES = 12
NO_TITLE, NO_DOMAIN = mark("From the section's heading"), mark("general")
QUALITIES = (
    ("draft", mark("Draft 480p")),
    ("standard", mark("Standard 720p")),
    ("high", mark("High 1080p")),
)
ASPECTS = (("16:9", "16:9"), ("9:16", "9:16"), ("1:1", "1:1"))
MODES = (("rw", mark("Read and write")), ("ro", mark("Read only")), ("off", mark("Off")))
CASTS = (("offline", mark("Offline")), ("model", mark("Language models")))


class OptionsForm(QWidget):
    """The right side of a new animation. `changed` is sent after every change."""

    changed = Signal()

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        self._settings = RunSettings()
        self._preferences = Preferences()
        self._role_chosen = False
        self._task_domain = ""
        box = column(self, margin=0, gap=px("gap"))
        self.title = QLineEdit()
        self.title.setPlaceholderText(tr(NO_TITLE))
        self.role = QComboBox()
        for role in SCENE_ROLES:
            self.role.addItem(in_words(role).capitalize(), role)
        self.domain = QLineEdit()
        self.domain.setPlaceholderText(tr(NO_DOMAIN))
        self.cast = Segmented(translated(CASTS), tr("Cast"))
        self.profile = QComboBox()
        self.memory = Segmented(translated(MODES), tr("Memory"))
        self.scenes = QSpinBox()
        self.scenes.setRange(1, MAX_SCENES)
        self.quality = Segmented(translated(QUALITIES), tr("Quality"))
        self.aspect = Segmented(ASPECTS, tr("Aspect ratio"))
        self.approve = QCheckBox(tr("Show me the storyboard before any code is written"))
        form = self._form = Form()
        form.add(tr("Title"), self.title)
        form.add(tr("Role"), self.role, tr("What the section does in its paper"))
        form.add(tr("Domain"), self.domain)
        self._cast_hint = form.add(tr("Cast"), self.cast, " ")
        form.add(tr("Profile"), self.profile)
        self._memory_hint = form.add(tr("Memory"), self.memory, " ")
        form.add(tr("Scenes"), self.scenes, tr("At most; a short section gives fewer"))
        form.add(
            tr("Quality"), self.quality, tr("Iterations are quick in draft; export renders larger")
        )
        form.add(tr("Aspect ratio"), self.aspect)
        box.addWidget(form)
        box.addWidget(self.approve)
        self._add_advanced()
        self._problem = label("", tone="bad", wrap=True)
        self._problem.hide()
        self._estimate = label("", "muted", wrap=True)
        box.addWidget(self._estimate)
        box.addWidget(self._problem)
        self._connect()
        self.show_preferences(self._preferences)

    def _add_advanced(self) -> None:
        """What only an experiment needs, folded away."""
        self.presets = PresetList()
        self.presets.hide()
        self.more = button(tr("Advanced: ablations…"), "link")
        self.more.setCheckable(True)
        self.more.toggled.connect(self.presets.setVisible)
        line = row()
        line.addWidget(self.more)
        line.addStretch(1)
        box = self.layout()
        assert isinstance(box, QVBoxLayout)
        box.addLayout(line)
        box.addWidget(self.presets)

    def _connect(self) -> None:
        self.role.activated.connect(self._choose_role)
        self.cast.chosen.connect(self._cast_chosen)
        self.memory.chosen.connect(lambda _: self.changed.emit())
        self.memory.chosen.connect(lambda _: self._show_bank())
        self.domain.textChanged.connect(lambda _: self._show_bank())
        self.aspect.chosen.connect(lambda _: self.changed.emit())
        self.presets.changed.connect(self._presets_changed)
        self.quality.chosen.connect(lambda _: self.changed.emit())
        self.scenes.valueChanged.connect(lambda _: self.changed.emit())
        self.profile.currentIndexChanged.connect(lambda _: self.changed.emit())

    def show_preferences(self, preferences: Preferences) -> None:
        """Begin with what was set for runs to come."""
        self._preferences, self._settings = preferences, preferences.run
        self.cast.choose(preferences.cast)
        self.memory.choose(preferences.run.memory_mode)
        self.scenes.setValue(preferences.run.max_scenes)
        self.quality.choose(preferences.run.render.quality)
        self.aspect.choose(preferences.run.render.aspect)
        self.approve.setChecked(preferences.run.approve_storyboard)
        self._cast_chosen(preferences.cast)
        self._show_bank()

    def show_profiles(self, names: list[str]) -> None:
        """The model profiles that there are."""
        self.profile.clear()
        self.profile.addItems(names)
        if self._preferences.profile in names:
            self.profile.setCurrentText(self._preferences.profile)
        self.cast.set_enabled(
            "model", bool(names), "" if names else tr("Add a model profile in Settings first")
        )

    def show_task(self, task: Task) -> None:
        """What the section itself says; a person's own words stay."""
        self.title.setPlaceholderText(task.title or tr(NO_TITLE))
        self.domain.setPlaceholderText(in_words(task.domain))
        self._task_domain = task.domain
        self._show_bank()
        if not self._role_chosen:
            self.role.setCurrentIndex(SCENE_ROLES.index(task.role))

    def forget_task(self) -> None:
        """Another section: what a person wrote for the one before does not fit it."""
        for field, words in ((self.title, tr(NO_TITLE)), (self.domain, tr(NO_DOMAIN))):
            field.clear()
            field.setPlaceholderText(words)
        self._role_chosen = False

    def words(self) -> tuple[str, str, str]:
        """What a person typed and chose for the section on show: title, domain, role or empty."""
        role = str(self.role.currentData()) if self._role_chosen else ""
        return self.title.text(), self.domain.text(), role

    def show_words(self, words: tuple[str, str, str]) -> None:
        """Bring back what `words` gave."""
        title, domain, role = words
        self.title.setText(title)
        self.domain.setText(domain)
        self._role_chosen = bool(role)
        if role:
            self.role.setCurrentIndex(self.role.findData(role))

    def show_problem(self, words: str) -> None:
        """Why nothing can be made of the section; empty if all is well."""
        self._problem.setText(words)
        self._problem.setVisible(bool(words))

    def show_estimate(self, words: str) -> None:
        """What a run may take."""
        self._estimate.setText(words)

    def plan(self, task: Task, source: str) -> RunPlan | None:
        """The run that is asked for; None while what is chosen does not go together."""
        if (settings := self._chosen_settings()) is None:
            return None
        chosen = task.model_copy(
            update={
                "title": self.title.text().strip() or task.title,
                "domain": self.domain.text().strip() or task.domain,
                "role": self.role.currentData(),
            }
        )
        model = self.cast.choice == "model"
        return RunPlan(
            task=chosen,
            settings=settings,
            cast=self.cast.choice,
            profile=self.profile.currentText() if model else "",
            reviewer_profile=self._preferences.reviewer_profile if model else "",
            # None: the bank that is set for the domain, else the one in use.
            memory=None,
            source=source,
        )

    def _chosen_settings(self) -> RunSettings | None:
        """What is set for all runs, with what was chosen for this one; presets come last."""
        model, scenes = self.cast.choice == "model", self.scenes.value()
        render = self._settings.render.model_copy(
            update={"quality": self.quality.choice, "aspect": self.aspect.choice}
        )
        settings = self._settings.model_copy(
            update={
                "render": RenderSettings.model_validate(render.model_dump()),
                "max_scenes": scenes,
                "memory_mode": self.memory.choice,
                "approve_storyboard": self.approve.isChecked(),
                "parallel_scenes": scenes if model else self._settings.parallel_scenes,
            }
        )
        try:
            return apply_presets(settings, self.presets.chosen)
        except PresetConflictError:
            return None  # the list of presets says so

    def _presets_changed(self) -> None:
        count = len(self.presets.chosen)
        words = tr("Advanced: ablations…")
        if count:
            words = ngettext("Advanced: {count} ablation", "Advanced: {count} ablations", count)
        self.more.setText(words.format(count=count))
        self.changed.emit()

    def _show_bank(self) -> None:
        """Which bank a run would use: the one of the domain, or the usual one."""
        if self.memory.choice == "off":
            self._memory_hint.setText(tr("Nothing is read from memory and nothing is learned"))
            return
        bank = name_for(self._preferences, self.domain.text().strip() or self._task_domain)
        words = tr("Bank {bank}: what past runs learned is read, and this one adds to it")
        if self.memory.choice == "ro":
            words = tr("Bank {bank}: what past runs learned is read; nothing is added")
        self._memory_hint.setText(words.format(bank=bank))

    def _choose_role(self, _index: int) -> None:
        self._role_chosen = True

    def _cast_chosen(self, cast: str) -> None:
        self._form.show_row(self.profile, cast == "model")
        self._cast_hint.setText(
            tr("Your model profile writes and reviews; what it costs is counted")
            if cast == "model"
            else tr("Built in: no language model, no key, no network")
        )
        self.changed.emit()
