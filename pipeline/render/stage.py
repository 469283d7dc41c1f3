"""Running a program's scene under our own renderer, in an already confined process."""

import gc
import importlib
import io
import os
import random
import sys
import types
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import Any

import manim
import manim.scene.scene as manim_scene
import numpy as np
from manim import Scene, config
from PIL import Image
from rich.console import Console

from pipeline.render import film
from pipeline.render.failure import MODULE, PROGRAM, Place, StageError, describe
from pipeline.render.plaintext import Paths
from pipeline.render.space import says_full
from pipeline.render.take import VIDEO, StudioRenderer, Take
from pipeline.render.wire import Job
from pipeline.schema.render import FRAME_SIDE, Keyframe, RenderResult

SEED = 20
GEOMETRY = "geometry.json"
_NEEDED_PLAYS = 2
_RESERVE_BYTES = 64 * 1024**2


class _Loaded:
    """What the fork server loads before any job, so that no worker has to."""

    recorder: Any = None


def _load_recorder() -> Any:
    try:
        from pipeline.inspection.recorder import Recorder
    except ImportError:
        return None
    return Recorder


def prepare() -> None:
    """Once, in the fork server: put our renderer into Manim, load the recorder."""
    vars(manim_scene)["CairoRenderer"] = StudioRenderer
    # Every glyph keeps the parsed path it was made from, and only reads it; without this a copy
    # of a text (one per animation) spends nine tenths of its time copying that path.
    path_class: Any = importlib.import_module("svgelements").Path
    path_class.__deepcopy__ = lambda path, memo: path
    _Loaded.recorder = _load_recorder()


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
    reserve = bytearray(_RESERVE_BYTES)  # address space to describe a failure for lack of it
    try:
        module = _load(program, job)
        scene_class = _find(module, job.scene)
        _configure(job)
        take = StudioRenderer.waiting = Take(job)
        scene = scene_class()
        if StudioRenderer.waiting is not None:
            raise StageError("the scene replaced the renderer; nothing was filmed")
        _make_recorder(take, scene)
        scene.render()
        return _finish(take, scene)
    except BaseException as error:
        del reserve
        result = describe(error, place, job.memory_bytes)
        with suppress(BaseException):  # a class of the program's may object
            error.__traceback__ = None
        return result.model_copy(
            update={"plays": take.plays, "duration": take.time} if take else {}
        )


def _load(program: str, job: Job) -> types.ModuleType:
    """Execute the program as a module; its `__main__` block does not run."""
    source = Path(program).read_text(encoding="utf-8")
    _set_frame(job)
    _configure(job)
    _fix_seeds()
    code = compile(source, program, "exec", dont_inherit=True)
    module = types.ModuleType(MODULE)
    module.__file__ = program
    sys.modules[MODULE] = module
    exec(code, module.__dict__)
    return module


def _fix_seeds() -> None:
    """The same program draws the same numbers each time, also where it gives no seed."""
    random.seed(SEED)
    np.random.seed(SEED)
    make = np.random.default_rng

    def default_rng(seed: Any = SEED) -> np.random.Generator:
        return make(SEED if seed is None else seed)

    vars(np.random)["default_rng"] = default_rng


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


def _set_frame(job: Job) -> None:
    """The height of the frame before the program has its say: the shorter side is 8 units.

    Manim took the size of its planes from a wide frame when it was imported.
    """
    if job.width >= job.height:
        config.frame_height = FRAME_SIDE
    else:
        config.frame_height = FRAME_SIDE * job.height / job.width
    if job.width < 1.5 * job.height:
        across, up = FRAME_SIDE / 2, config.frame_height / 2
        manim.NumberPlane.__init__.__defaults__ = _plane_defaults(across, up)


def _plane_defaults(across: float, up: float) -> tuple[Any, ...]:
    old = manim.NumberPlane.__init__.__defaults__ or ()
    return ((-across, across, 1), (-up, up, 1), *old[2:])


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
    if _Loaded.recorder is not None:
        try:
            take.recorder = _Loaded.recorder(scene)
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
        if says_full(failure):
            raise
        print(f"geometry was not recorded (trace: {type(failure).__name__}: {failure})")
        with suppress(OSError):
            (take.out / GEOMETRY).unlink()
        return None
    return GEOMETRY
