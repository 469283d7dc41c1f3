"""Model profiles: list, add, test, remove."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListWidget, QVBoxLayout, QWidget

from app.faults import joined, words_of
from app.profiles.editing import (
    ProfileDraft,
    add_profile,
    draft_of,
    edit_profile,
    keep_tested,
    remove_profile,
)
from app.profiles.keys import keys_of
from app.profiles.probe import Outcome, Probe
from app.profiles.sample import score_sample
from app.profiles.store import ProfileStore
from app.remedies import in_window
from app.texts import tr
from pipeline.models.profile import Profile
from pipeline.models.secrets import Key
from pipeline.render_port import CancelledError, CancelToken
from ui.bridge import Ticket
from ui.context import StudioContext
from ui.views.settings.profile_form import ProfileForm
from ui.widgets.arranging import clear_layout
from ui.widgets.basics import Tone, button, column, heading, label, row, set_property


class ModelsSection(QWidget):
    """`profiles_changed` carries the names of all profiles."""

    profiles_changed = Signal(list)

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        self._context = context
        self._store = ProfileStore(context.paths)
        self._profiles: tuple[Profile, ...] = ()
        self._testing: Ticket | None = None
        self._cancel = CancelToken()
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Model profiles"))
        self.list.setMaximumHeight(160)
        self._empty = label(
            tr(
                "No profile yet. "
                "Add one for OpenAI, Ollama, LM Studio, llama.cpp, vLLM or a gateway."
            ),
            "muted",
            wrap=True,
        )
        self._add, self._test = button(tr("Add…"), "primary"), button(tr("Test the connection"))
        self._edit = button(tr("Edit…"))
        self._remove, self._stop = button(tr("Remove"), "danger"), button(tr("Stop the test"))
        self._said = label("", "muted", wrap=True)
        self._steps = QVBoxLayout()
        self._form: ProfileForm | None = None
        self._lay_out()
        self.list.currentRowChanged.connect(lambda _: self._show_buttons())
        self._add.clicked.connect(lambda: self._ask())
        self._edit.clicked.connect(lambda: self._ask(self._profiles[self.list.currentRow()]))
        self.list.itemActivated.connect(lambda _: self._edit.click())
        self._test.clicked.connect(self._begin_test)
        self._stop.clicked.connect(lambda: self._cancel.cancel())
        self._remove.clicked.connect(self._forget)
        self._stop.hide()
        self.refresh()

    def _lay_out(self) -> None:
        box = column(self)
        box.addWidget(label(tr("Models"), "title"))
        box.addWidget(
            label(
                tr(
                    "Keys stay in the environment, in the system keyring or for one session in "
                    "memory, never in a file of ours."
                ),
                "muted",
                wrap=True,
            )
        )
        box.addWidget(self._empty)
        box.addWidget(self.list)
        line = row()
        for part in (self._add, self._edit, self._test, self._stop, self._remove):
            line.addWidget(part)
        line.addStretch(1)
        box.addLayout(line)
        box.addWidget(self._said)
        box.addLayout(self._steps)
        box.addStretch(1)

    def refresh(self) -> None:
        """Read the profiles anew."""
        self._context.bridge.submit(self._store.all, self._show, self._complain)

    def stop(self) -> None:
        """End a test under way."""
        self._cancel.cancel()

    def _show(self, profiles: tuple[Profile, ...]) -> None:
        self._profiles = profiles
        chosen = self.list.currentRow()
        self.list.clear()
        for profile in profiles:
            vision = profile.vision.model if profile.vision else tr("measured reviews")
            self.list.addItem(
                tr("{name}  ·  {model} at {host}  ·  {vision}").format(
                    name=profile.name,
                    model=profile.text.model,
                    host=profile.text.host,
                    vision=vision,
                )
            )
        self.list.setCurrentRow(min(max(chosen, 0), len(profiles) - 1))
        self.list.setVisible(bool(profiles))
        self._empty.setVisible(not profiles)
        self._show_buttons()
        self.profiles_changed.emit([profile.name for profile in profiles])

    def _show_buttons(self) -> None:
        chosen = 0 <= self.list.currentRow() < len(self._profiles)
        self._test.setEnabled(chosen and self._testing is None)
        self._edit.setEnabled(chosen and self._testing is None)
        self._remove.setEnabled(chosen and self._testing is None)

    def _say(self, words: str, tone: Tone = "") -> None:
        self._said.setText(words)
        set_property(self._said, "tone", tone)

    def _complain(self, error: Exception) -> None:
        self._say(words_of(error), "bad")

    def _ask(self, profile: Profile | None = None) -> None:
        """For a new profile, or for changes of one that is there."""
        self._form = ProfileForm(self, draft_of(profile) if profile is not None else None)
        edited = profile.name if profile is not None else ""
        self._form.submitted.connect(lambda draft, key: self._save(draft, key, edited))
        self._form.open()

    def _save(self, draft: ProfileDraft, key: Key | None, edited: str) -> None:
        form = self._form
        assert form is not None

        def saved(profile: Profile) -> None:
            form.accept()
            self._say(
                tr("Profile {name} is saved. Test it before you use it.").format(name=profile.name)
            )
            self.refresh()

        self._context.bridge.submit(
            lambda: (
                edit_profile(self._store, edited, draft, key)
                if edited
                else add_profile(self._store, draft, key, replace=False)
            ),
            saved,
            lambda error: form.show_problem(words_of(error)),
        )

    def _forget(self) -> None:
        name = self._profiles[self.list.currentRow()].name

        def gone(_: int) -> None:
            self._say(tr("Profile {name} and its key are forgotten.").format(name=name))
            self.refresh()

        self._context.bridge.submit(lambda: remove_profile(self._store, name), gone, self._complain)

    def _begin_test(self) -> None:
        profile = self._profiles[self.list.currentRow()]
        self._cancel = cancel = CancelToken()
        bridge = self._context.bridge

        def say(words: str) -> None:
            bridge.post(lambda: self._say(f"{words[:1].upper()}{words[1:]}…"))

        def work() -> Outcome:
            return Probe(keys_of(profile), cancel, score_sample, say).run(profile)

        clear_layout(self._steps)
        self._say(tr("Beginning…"))
        self._stop.show()
        self._testing = bridge.submit(
            work, lambda outcome: self._tested(profile, outcome), self._test_failed
        )
        self._show_buttons()

    def _tested(self, tested: Profile, outcome: Outcome) -> None:
        self._end_test()
        name = outcome.profile.name
        works, fails = tr("✓ Profile {name} works."), tr("✕ Profile {name} does not work yet.")
        tone: Tone = "good" if outcome.ok else "bad"
        self._say((works if outcome.ok else fails).format(name=name), tone)
        self._steps.addWidget(heading(tr("Test")))
        for step in outcome.steps:
            told = in_window(joined(step.detail, step.remedy))
            words = f"{'✓' if step.ok else '✕'} {tr(step.name)}: {told}"
            self._steps.addWidget(label(words, tone="good" if step.ok else "bad", wrap=True))
        for warning in outcome.warnings:
            self._steps.addWidget(label(f"! {warning}", tone="warn", wrap=True))
        if outcome.spread is not None:
            self._steps.addWidget(
                label(
                    tr("Three scores of one render lie {spread:.1f} points apart.").format(
                        spread=outcome.spread
                    ),
                    "muted",
                )
            )
        self._context.bridge.submit(
            lambda: keep_tested(self._store, tested, outcome.profile),
            lambda _: self.refresh(),
            self._complain,
        )

    def _test_failed(self, error: Exception) -> None:
        self._end_test()
        if isinstance(error, CancelledError):
            self._say(tr("The test was stopped."))
        else:
            self._complain(error)

    def _end_test(self) -> None:
        self._testing = None
        self._stop.hide()
        self._show_buttons()
