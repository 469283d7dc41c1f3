"""Progress bars on a terminal: one for each scene."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from pipeline.events import (
    CandidateWritten,
    Checked,
    Event,
    Inspected,
    Rendered,
    RenderStarted,
    Repaired,
    Reviewed,
    SceneDelivered,
    SceneSkipped,
    SceneStarted,
)
from pipeline.model_events import ModelAsked

Show = Callable[[Event], None]
Describe = Callable[[Event], str | None]

STEPS_PER_ATTEMPT = 4


@contextmanager
def bars(describe: Describe) -> Iterator[Show]:
    """A function that moves the bars; `describe` words the events that are no bar's."""
    console = Console(file=sys.stderr)
    columns = (
        TextColumn("{task.description:<28}"),
        BarColumn(bar_width=24),
        TimeElapsedColumn(),
        TextColumn("{task.fields[stage]}"),
    )
    with Progress(*columns, console=console) as progress:
        yield _BarView(progress, describe).show


class _BarView:
    """One bar per scene; a bar is full when the scene is delivered or skipped."""

    def __init__(self, progress: Progress, describe: Describe) -> None:
        self._progress = progress
        self._describe = describe
        self._bars: dict[str, TaskID] = {}

    def show(self, event: Event) -> None:
        """Move the bar of the event's scene; other events are printed above the bars."""
        if isinstance(event, SceneStarted):
            self._bars[event.scene_id] = self._progress.add_task(
                event.name, total=STEPS_PER_ATTEMPT, stage="writing"
            )
            return
        scene = getattr(event, "scene_id", "")
        if scene not in self._bars:
            text = self._describe(event)
            if text:
                self._progress.console.print(text, markup=False, highlight=False)
            return
        self._move(self._bars[scene], event)

    def _move(self, bar: TaskID, event: Event) -> None:
        match event:
            case ModelAsked(agent=agent):
                self._progress.update(bar, stage=f"waiting for the {agent}")
            case CandidateWritten(t=t, revision=revision):
                self._progress.update(bar, completed=0, stage=f"v{t} written")
                if revision:
                    self._progress.update(bar, stage=f"v{t}, revision {revision}")
            case Checked(ok=ok):
                self._progress.update(bar, completed=1, stage="checked" if ok else "refused")
            case Repaired():
                self._progress.update(bar, completed=0, stage="mended")
            case RenderStarted(t=t):
                self._progress.update(bar, stage=f"rendering v{t}")
            case Rendered(ok=ok, category=category):
                self._progress.update(bar, completed=2, stage="rendered" if ok else f"{category}")
            case Inspected():
                self._progress.update(bar, completed=3, stage="measured")
            case Reviewed(t=t, u=u, verdict=verdict):
                self._progress.update(bar, stage=f"v{t} scored {u:.0f}: {verdict}")
            case SceneDelivered(delivered=t):
                self._progress.update(bar, completed=STEPS_PER_ATTEMPT, stage=f"delivers v{t}")
            case SceneSkipped():
                self._progress.update(bar, completed=STEPS_PER_ATTEMPT, stage="skipped")
