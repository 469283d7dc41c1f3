"""Running a program's scene under our own renderer, in an already confined process.

What counts is measured here while the scene runs: animations by the renderer (a replaced
`play` does not reach it), frames by the writer.
"""

import gc
import io
import os
import sys
import types
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, cast

import manim
import manim.scene.scene as manim_scene
import numpy as np
from manim import Animation, CairoRenderer, Scene, Wait, config
from PIL import Image
from rich.console import Console

from pipeline.render import film, texrun
from pipeline.render.failure import PROGRAM, Place, StageError, describe
from pipeline.render.plaintext import Paths
from pipeline.render.stills import Stills
from pipeline.render.wire import Job
from pipeline.schema.render import Keyframe, RenderResult

SEED = 20
MODULE = "studio_scene"
VIDEO, GEOMETRY = "render.mp4", "geometry.json"
_NEEDED_PLAYS = 2


class TraceRecorder(Protocol):
    """Records geometry; implemented by `pipeline.inspection.recorder.Recorder`."""

    def begin(self, animations: list[Any], time: float) -> None: ...
    def boundary(self, time: float, name: str) -> None: ...
    def frame(self, time: float, picture: film.Picture, repeats: int = 1) -> None: ...
    def trace(self, duration: float) -> Any: ...


def _load_recorder() -> Any:
    try:
        from pipeline.inspection.recorder import Recorder
    except ImportError:
        return None
    return Recorder


class _State:
    """The one render of this process: set up by `prepare`, filled by `perform`."""

    recorder_class: Any = None
    take: "Take | None" = None


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
    """Manim's Cairo renderer with our writer, counting what it plays."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        named["file_writer_class"] = film.FilmWriter
        super().__init__(*arguments, **named)
        self._take: Take | None = None

    def init_scene(self, scene: Scene, *arguments: Any, **named: Any) -> None:
        super().init_scene(scene, *arguments, **named)
        take, _State.take = _State.take, None
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


def prepare() -> None:
    """Once, in the fork server: put our renderer into Manim and load the recorder."""
    vars(manim_scene)["CairoRenderer"] = StudioRenderer
    _State.recorder_class = _load_recorder()


def quiet(stream: io.TextIOBase) -> None:
    """Send Manim's consoles and logger to `stream`, plain, without progress bars."""
    for console in (manim.console, manim.error_console):
        console.file = stream  # type: ignore[assignment]
        console.no_color = True
    for handler in manim.logger.handlers:
        if hasattr(handler, "console"):
            handler.console = Console(file=stream, no_color=True, width=120)  # type: ignore[arg-type]
    manim.logger.setLevel("WARNING")


def perform(job: Job, paths: Paths) -> RenderResult:
    """Run the requested scene and describe the outcome; raises nothing.

    The process must be confined, and be thrown away afterwards.
    """
    program = os.path.join(job.folder, PROGRAM)
    place = Place(program, os.path.dirname(manim.__file__), paths)
    gc.set_threshold(20_000, 20, 20)  # a short life with many small objects
    take: Take | None = None
    try:
        module = _load(program, job)
        scene_class = _find(module, job.scene)
        _configure(job)
        take = _State.take = Take(job)
        scene = scene_class()
        if _State.take is not None:
            raise StageError("the scene replaced the renderer; nothing was filmed")
        _make_recorder(take, scene)
        scene.render()
        return _finish(take, scene)
    except BaseException as error:
        result = describe(error, place, job.memory_bytes)
        error.__traceback__ = None
        return result.model_copy(
            update={"plays": take.plays, "duration": take.time} if take else {}
        )


def _load(program: str, job: Job) -> types.ModuleType:
    """Execute the program as a module; its `__main__` block does not run."""
    source = Path(program).read_text(encoding="utf-8")
    _configure(job)
    code = compile(source, program, "exec", dont_inherit=True)
    module = types.ModuleType(MODULE)
    module.__file__ = program
    sys.modules[MODULE] = module
    exec(code, module.__dict__)
    return module


def _find(module: types.ModuleType, name: str) -> type[Scene]:
    """The requested scene class; Python normalises identifiers to NFKC, so do we."""
    found = vars(module).get(unicodedata.normalize("NFKC", name))
    if isinstance(found, type) and issubclass(found, Scene):
        return found
    own = [
        key
        for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Scene) and value.__module__ == MODULE
    ]
    others = f"it defines {', '.join(own)}" if own else "it defines no scene at all"
    what = "is not a scene class" if found is not None else "is not in the program"
    raise StageError(f"the requested scene {name} {what}; {others}")


def _configure(job: Job) -> None:
    """Our settings, whatever the program set for itself; colours and frame height are its own."""
    folder = Path(job.folder)
    config.renderer = "cairo"
    config.format = "auto"
    config.pixel_width, config.pixel_height = job.width, job.height
    config.frame_rate = job.fps
    config.frame_width = config.frame_height * job.width / job.height
    config.media_dir = str(folder / "tmp")
    config.tex_dir = str(folder / "tex")
    config.text_dir = str(folder / "tmp" / "text")
    config.disable_caching = True
    config.progress_bar = "none"
    config.seed = SEED
    config.input_file = ""
    config.output_file = ""
    config.from_animation_number, config.upto_animation_number = 0, -1
    for switch in ("dry_run", "preview", "save_sections", "transparent", "log_to_file"):
        setattr(config, switch, False)
    config.verbosity = "WARNING"


def _make_recorder(take: Take, scene: Scene) -> None:
    if _State.recorder_class is not None:
        try:
            take.recorder = _State.recorder_class(scene)
        except Exception as failure:  # as in Take._record
            take.recorder_failure = f"{type(failure).__name__}: {failure}"
            print(f"geometry was not recorded ({take.recorder_failure})")


def _finish(take: Take, scene: Scene) -> RenderResult:
    renderer = scene.renderer
    if take.last is None or not isinstance(renderer, StudioRenderer):
        take.encoder.finish()
        raise StageError("the scene shows no animation: there is no video")
    last = take.last
    if take.ended_moving:
        last = renderer.settled_picture(scene)
    take.encoder.finish(last if take.ended_moving else None)
    if take.plays < _NEEDED_PLAYS or not take.animated:
        counted = "only one animation" if take.animated else "no animation"
        raise StageError(f"{counted} was played; a scene needs at least {_NEEDED_PLAYS}")
    video = take.out / VIDEO
    writer: Any = renderer.file_writer
    if writer.includes_sound:
        film.add_sound_track(video, writer.audio_segment)
    duration, frames = film.playable(video)
    if abs(frames - take.encoder.frames) > 1:
        raise StageError(f"the video holds {frames} of {take.encoder.frames} frames")
    return RenderResult(
        ok=True,
        video=VIDEO,
        keyframes=_save_stills(take, duration, last),
        geometry=_save_geometry(take, duration),
        duration=duration,
        plays=take.plays,
    )


def _save_stills(take: Take, duration: float, last: film.Picture) -> tuple[Keyframe, ...]:
    saved = []
    for number, still in enumerate(take.stills.choose(duration, last), 1):
        name = f"keyframes/k{number}.png"
        picture = np.ascontiguousarray(still.picture[:, :, :3])
        Image.fromarray(picture).save(take.out / name, compress_level=1)
        saved.append(Keyframe(file=name, time=round(still.time, 4)))
    return tuple(saved)


def _save_geometry(take: Take, duration: float) -> str | None:
    if take.recorder is None:
        return None
    try:
        trace = take.recorder.trace(duration)
        (take.out / GEOMETRY).write_text(trace.model_dump_json(), encoding="utf-8")
    except Exception as failure:  # as in Take._record
        print(f"geometry was not recorded (trace: {type(failure).__name__}: {failure})")
        with suppress(OSError):
            (take.out / GEOMETRY).unlink()
        return None
    return GEOMETRY


__all__ = ["SEED", "StudioRenderer", "perform", "prepare", "quiet", "texrun"]
