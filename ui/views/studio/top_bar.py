"""The bar over a run: what it is, how far it is, what it cost, and what one may do now."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from app.jobs.updates import JobView
from app.run_view.projection import RunProjection
from app.run_view.values import STAGE_WORDS, RunView
from app.texts import ngettext, tr
from app.vocabulary import in_words
from pipeline.schema.task import Task
from ui.views.studio.clocks import about, clock
from ui.widgets.arranging import bar_line
from ui.widgets.basics import ElidedLabel, Tone, button, chip, label, set_property

_STATE_TONES: dict[str, Tone] = {
    "running": "good", "finished": "good", "paused": "warn", "stopped": "warn", "failed": "bad",
}  # fmt: skip


class RunBar(QFrame):
    """Title, state, time, cost; pause, stop, resume, export, new."""

    pause_requested = Signal()
    stop_requested = Signal()
    resume_requested = Signal()
    export_requested = Signal()
    new_requested = Signal()
    sooner_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "bar")
        line = bar_line(self)
        self._title = ElidedLabel("", "title")
        self._title.setMinimumWidth(120)
        self._narrow = False
        self._role, self._domain, self._state = chip(""), chip(""), chip("")
        self._time = ElidedLabel("", "muted")
        self._cost = label("", "muted")
        line.addWidget(self._title, 3)
        for part in (self._role, self._domain, self._state):
            line.addWidget(part)
        line.addWidget(self._time, 2)
        line.addWidget(self._cost)
        self._buttons = {}
        for key, words, signal, role in (
            ("new", tr("New…"), self.new_requested, ""),
            ("sooner", tr("Make it next"), self.sooner_requested, ""),
            ("pause", tr("Pause"), self.pause_requested, ""),
            ("stop", tr("Stop"), self.stop_requested, ""),
            ("resume", tr("Resume"), self.resume_requested, "primary"),
            ("export", tr("Export…"), self.export_requested, "primary"),
        ):
            made = button(words, role)
            made.clicked.connect(signal)
            line.addWidget(made)
            self._buttons[key] = made

    def set_narrow(self, narrow: bool) -> None:
        """In a narrow page what the card and the review tell as well gives way."""
        self._narrow = narrow
        self._show_facts()

    def _show_facts(self) -> None:
        for part in (self._role, self._domain):
            part.setVisible(bool(part.text()) and not self._narrow)
        self._cost.setVisible(not self._narrow)

    def clear(self) -> None:
        """A run is being opened."""
        for part in (self._title, self._time, self._cost):
            part.setText("")
        for part in (self._role, self._domain, self._state):
            part.hide()
        for key, one in self._buttons.items():
            one.setVisible(key == "new")

    def show_task(self, task: Task | None) -> None:
        """Role and domain."""
        for part, words in (
            (self._role, in_words(task.role) if task else ""),
            (self._domain, in_words(task.domain) if task else ""),
        ):
            part.setText(words)
        self._show_facts()

    def show_run(self, view: RunView, job: JobView | None, place: tuple[int, int] = (0, 0)) -> None:
        """Title, state and what may be done; `place` counts from 0 among how many that wait."""
        queued = job.handle.title if job is not None and job.handle.kind == "new" else ""
        self._title.setText(view.title or queued or tr("Untitled"))
        words = state_words(view, job)
        if _waits(job) and place[1] > 1:
            words = tr("waits, place {place} of {count}").format(place=place[0] + 1, count=place[1])
        self._state.setText(words)
        self._state.show()
        set_property(self._state, "tone", _STATE_TONES.get(view.state, ""))
        self._state.setAccessibleName(tr("State: {words}").format(words=words))
        active = job is not None and job.state == "running"
        halting = job is not None and job.state in ("pausing", "stopping")
        # It stays while it is obeyed, so that no other button moves under the mouse.
        self._buttons["pause"].setVisible(active or halting)
        self._buttons["pause"].setEnabled(active)
        self._buttons["sooner"].setVisible(_waits(job) and place[0] > 0)
        self._buttons["stop"].setVisible(job is not None)
        self._buttons["stop"].setText(tr("Take out of the queue") if _waits(job) else tr("Stop"))
        self._buttons["resume"].setVisible(job is None and view.state not in ("finished", "new"))
        some = any(scene.shown is not None for scene in view.arranged)
        over = view.state == "finished" or (job is None and some)
        self._buttons["export"].setVisible(over and (view.video is not None or some))
        cost = (
            ngettext("{number} token", "{number} tokens", view.tokens).format(
                number=_thousands(view.tokens)
            )
            if view.calls
            else ""
        )
        if view.money is not None:
            cost += f" · {view.money:.2f}"
        self._cost.setText(cost)

    def show_time(self, projection: RunProjection) -> None:
        """Time so far and an estimate of what is left."""
        progress = projection.progress()
        words = f"{clock(progress.elapsed_seconds)}"
        if projection.view.state == "running":
            template = tr("{elapsed} elapsed")
            if progress.left_seconds is not None:
                template = tr("{elapsed} elapsed · about {left} left")
            words = template.format(elapsed=words, left=about(progress.left_seconds or 0.0))
        self._time.setText(words if progress.elapsed_seconds else "")


def state_words(view: RunView, job: JobView | None) -> str:
    """The state of a run in a few words."""
    if _waits(job):
        return tr("waits for its turn")
    if job is not None and job.state in ("stopping", "pausing"):
        return in_words(job.state)
    if job is not None and job.state == "running" and job.handle.scene_id:
        return tr("makes a scene anew")
    if view.state == "running":
        total = len(view.planned)
        if job is None:
            return tr("cut off")
        if view.stage == "code" and total:
            return _at_work(view, total)
        return tr(STAGE_WORDS[view.stage])
    if view.state == "paused" and view.pause_reason == "approval":
        return tr("waits for your approval")
    return in_words(view.state)


def _at_work(view: RunView, total: int) -> str:
    """Which scenes are being made, and what is done for them."""
    going = [(n, s) for n, s in enumerate(view.arranged, start=1) if not s.ended]
    stages = list(dict.fromkeys(tr(STAGE_WORDS[scene.stage]) for _, scene in going))
    if not going:
        return tr("Scenes are next")
    if len(going) == 1:
        return tr("Scene {number} of {total} · {stage}").format(
            number=going[0][0], total=total, stage=stages[0]
        )
    return tr("Scenes {numbers} of {total} · {stages}").format(
        numbers=", ".join(str(number) for number, _ in going),
        total=total,
        stages=", ".join(stages),
    )


def halted_words(view: RunView, job: JobView | None) -> str:
    """Why nobody works on a run that is not done, in a word; empty while somebody does."""
    if view.state == "running" and job is None:
        return tr("cut off")
    return in_words(view.state) if view.state in ("paused", "stopped", "failed") else ""


def _waits(job: JobView | None) -> bool:
    return job is not None and job.state == "queued"


def _thousands(count: int) -> str:
    return f"{count / 1000:.1f}k" if count >= 1000 else str(count)
