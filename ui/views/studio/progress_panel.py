"""The stages of a run with the time each has taken, for the chosen scene and for all."""

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from app.run_view.projection import RunProjection
from app.run_view.times import (
    RUN_STAGES,
    SCENE_STAGES,
    run_times,
    scene_times,
    stages_at_work,
)
from app.run_view.values import DASH, STAGE_WORDS, SceneView, Stage
from app.texts import mark, tr
from ui.theme.tokens import px
from ui.views.studio.clocks import about, clock
from ui.widgets.basics import column, heading, label, set_property

ORDER: tuple[Stage, ...] = (*RUN_STAGES[:2], *SCENE_STAGES, *RUN_STAGES[2:])
AT_WORK, OVER, TO_COME = "▸", "✓", "·"
_SAID = {AT_WORK: mark("at work"), OVER: mark("done"), TO_COME: mark("not yet")}


class ProgressPanel(QWidget):
    """One line per stage: a sign, its name, seconds in the chosen scene, seconds in all."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Progress"))
        box = column(self, margin=0)
        self._told = label("", "strong", wrap=True)
        self._left = label("", "muted", wrap=True)
        box.addWidget(self._told)
        box.addWidget(self._left)
        grid = QGridLayout()
        grid.setHorizontalSpacing(px("gap"))
        grid.setVerticalSpacing(px("hair"))
        grid.setColumnStretch(1, 1)
        grid.addWidget(heading(tr("Stage")), 0, 0, 1, 2)
        self._name = heading(tr("Scene"))
        everything = heading(tr("All"))
        everything.setToolTip(
            tr("Scenes are made side by side: their times may add up to more than the run's.")
        )
        for place, head in ((2, self._name), (3, everything)):
            grid.addWidget(head, 0, place, Qt.AlignmentFlag.AlignRight)
        self._lines = {}
        for number, stage in enumerate(ORDER, start=1):
            sign, name = label(TO_COME, "faint"), label(_capital(tr(STAGE_WORDS[stage])))
            one, both = label(DASH, "muted"), label(DASH, "muted")
            for place, part in enumerate((sign, name)):
                grid.addWidget(part, number, place)
            for place, part in ((2, one), (3, both)):
                grid.addWidget(part, number, place, Qt.AlignmentFlag.AlignRight)
            self._lines[stage] = (sign, name, one, both)
        box.addLayout(grid)
        box.addStretch(1)

    def show_progress(
        self, projection: RunProjection, scene: SceneView | None, now: datetime | None = None
    ) -> None:
        """Bring it up to date, as it is at this moment if no other is named."""
        view, progress = projection.view, projection.progress()
        self._told.setText(
            tr("{done} of {count} scenes done").format(done=progress.done, count=progress.scenes)
            if progress.scenes
            else tr("The scenes are being planned")
        )
        self._left.setText(left_words(projection))
        self._left.setVisible(bool(self._left.text()))
        everything, working = run_times(view, now), stages_at_work(view)
        here = scene_times(view, scene, now) if scene is not None else {}
        at_work_here = stages_at_work(view, scene) if scene is not None else frozenset()
        number = view.arranged.index(scene) + 1 if scene in view.arranged else 0
        self._name.setText(tr("Scene {number}").format(number=number) if number else tr("Scene"))
        for stage, (sign, name, one, both) in self._lines.items():
            on = stage in working
            shown = AT_WORK if on else OVER if stage in everything else TO_COME
            sign.setText(shown)
            set_property(name, "role", "strong" if on else "")
            inside = stage in SCENE_STAGES
            one.setText(_told_time(here.get(stage)) if inside else "")
            set_property(one, "role", "strong" if stage in at_work_here else "muted")
            both.setText(_told_time(everything.get(stage)))
            name.setAccessibleName(f"{name.text()}, {tr(_SAID[shown])}, {both.text()}")


def left_words(projection: RunProjection) -> str:
    """What is still to be waited for, in words; empty for a run that is not at work."""
    if projection.view.state != "running":
        return ""
    left = projection.progress().left_seconds
    if left is not None:
        return tr("About {clock} left").format(clock=about(left))
    if projection.usual_seconds is not None:
        return tr("It takes longer than usual")
    return tr("No run of this kind has finished yet: nothing to estimate from")


def _told_time(seconds: float | None) -> str:
    return DASH if seconds is None else clock(seconds)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
