"""One take: the requested scene's animations and frames, measured as they happen.

Animations are counted by the renderer (a replaced `play` does not reach it), frames by the
writer; both report to the `Take`.
"""

from pathlib import Path
from typing import Any, ClassVar, Protocol, cast

from manim import Animation, CairoRenderer, Scene, Wait

from pipeline.render import film
from pipeline.render.stills import Stills
from pipeline.render.wire import Job

VIDEO = "render.mp4"


class TraceRecorder(Protocol):
    """Records geometry; implemented by `pipeline.inspection.recorder.Recorder`."""

    def begin(self, animations: list[Any], time: float) -> None: ...
    def boundary(self, time: float, name: str) -> None: ...
    def frame(self, time: float, picture: film.Picture, repeats: int = 1) -> None: ...
    def trace(self, duration: float) -> Any: ...


class Take:
    """Everything measured while the requested scene runs. Times in seconds of video."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.out = Path(job.folder) / "out"
        self.encoder = film.Encoder(self.out / VIDEO, job.width, job.height, job.fps)
        self.stills = Stills(job.fps, job.keyframes)
        self.recorder: TraceRecorder | None = None
        self.recorder_failure = ""
        self.plays = 0
        self.animated = 0
        self.ended_moving = False
        self.last: film.Picture | None = None
        self._frozen = False

    @property
    def time(self) -> float:
        """Length of the video so far."""
        return self.encoder.frames / self.job.fps

    def shoot(self, picture: film.Picture, repeats: int) -> None:
        """A frame comes from the renderer."""
        time = self.time
        self.encoder.write(picture, repeats)
        self.stills.frame(time, picture, repeats)
        self.last = picture
        if self._frozen:
            self.stills.rest(time, self.time, picture)
        self._record("frame", time, picture, repeats)

    def begin(self, scene: Scene) -> None:
        """Animations are about to begin."""
        self.stills.play_begins()
        self._record("begin", list(scene.animations or []), self.time)

    def played(self, renderer: "StudioRenderer", scene: Scene, frames: int) -> None:
        """A play has finished; `frames` were written before it."""
        if self.encoder.frames == frames:
            return
        animations = scene.animations or []
        still = scene.is_current_animation_frozen_frame()
        self.plays += 1
        self.animated += not still
        self.ended_moving = not still
        self.stills.play_ends()
        if not still and self.stills.wants(self.time):
            self.stills.settled(self.time, renderer.settled_picture(scene))
        self._record("boundary", self.time, _name(animations))

    def freeze(self, frozen: bool) -> None:
        """Whether the frames that follow belong to a still wait."""
        self._frozen = frozen

    def _record(self, hook: str, *arguments: Any) -> None:
        """Call the recorder; its failure must not fail the render."""
        if self.recorder is not None:
            try:
                getattr(self.recorder, hook)(*arguments)
            except Exception as failure:  # reported in the program's output, geometry is left out
                self.recorder = None
                self.recorder_failure = f"{hook}: {type(failure).__name__}: {failure}"
                print(f"geometry was not recorded ({self.recorder_failure})")


def _name(animations: list[Animation]) -> str:
    names = ["wait" if isinstance(a, Wait) else type(a).__name__ for a in animations]
    return "+".join(list(dict.fromkeys(names))[:3])


class StudioRenderer(CairoRenderer):
    """Manim's Cairo renderer with our writer, counting what it plays.

    The first scene set up after `waiting` is filled is the one that is filmed; any other scene
    a program makes plays to nobody.
    """

    waiting: ClassVar[Take | None] = None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        named["file_writer_class"] = film.FilmWriter
        super().__init__(*arguments, **named)
        self._take: Take | None = None

    def init_scene(self, scene: Scene, *arguments: Any, **named: Any) -> None:
        super().init_scene(scene, *arguments, **named)
        take, StudioRenderer.waiting = StudioRenderer.waiting, None
        if take is not None:
            self._take = take
            self.file_writer.shoot = take.shoot
            self.file_writer.begun = lambda: take.begin(scene)

    def play(self, scene: Scene, *arguments: Any, **named: Any) -> None:
        before = self._take.encoder.frames if self._take else 0
        super().play(scene, *arguments, **named)
        if self._take is not None:
            self._take.played(self, scene, before)

    def freeze_current_frame(self, duration: float) -> None:
        if self._take is not None:
            self._take.freeze(True)
        try:
            super().freeze_current_frame(duration)
        finally:
            if self._take is not None:
                self._take.freeze(False)

    def settled_picture(self, scene: Scene) -> film.Picture:
        """The screen as it is now, drawn whole."""
        self.static_image = None
        self.update_frame(scene)
        picture: Any = self.get_frame()
        return cast(film.Picture, picture)

    def scene_finished(self, scene: Scene) -> None:
        """The stage finishes the film; there is no still to save."""
