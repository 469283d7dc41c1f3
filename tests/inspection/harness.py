"""Renders scene files in this process and records their geometry, without the sandbox."""

import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

import manim as mn
from manim.utils.tex import TexTemplate

from pipeline.inspection.recorder import Recorder
from pipeline.schema.trace import GeometryTrace

REQUESTED = re.compile(r"#\s*Requested scene:\s*(\w+)")


def template() -> TexTemplate:
    """A template that needs no standalone.cls, like the studio's own."""
    made = TexTemplate(documentclass=r"\documentclass{article}\pagestyle{empty}")
    made.add_to_preamble(r"\usepackage{mathtools}")
    return made


def load(path: Path) -> Any:
    """Import a scene file as a module of its own name."""
    spec = importlib.util.spec_from_file_location(f"scenes_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def requested(path: Path) -> str:
    """The class that a case file asks for in its first line."""
    found = REQUESTED.search(path.read_text(encoding="utf-8"))
    assert found is not None, f"{path} names no scene"
    return found.group(1)


def record(scene_class: type[Any], media: Path, **settings: Any) -> GeometryTrace:
    """Run a scene at low quality without writing a film, and return what was recorded."""
    chosen = {
        "quality": "low_quality",
        "media_dir": str(media),
        "tex_template": template(),
        "verbosity": "ERROR",
        "progress_bar": "none",
        "disable_caching": True,
        "renderer": "cairo",
        "format": "none",
        "write_to_movie": False,
        "save_last_frame": False,
        **settings,
    }
    with mn.tempconfig({k: v for k, v in chosen.items() if k in mn.config}):
        return _run(scene_class)


def _run(scene_class: type[Any]) -> GeometryTrace:
    kept: dict[str, Any] = {}

    class Watched(scene_class):  # type: ignore[misc]
        def setup(self) -> None:
            kept["recorder"] = Recorder(self)
            super().setup()

        def play(self, *args: Any, **kwargs: Any) -> None:
            recorder: Recorder = kept["recorder"]
            recorder.begin(args, self.renderer.time)
            super().play(*args, **kwargs)
            recorder.boundary(self.renderer.time, type(args[0]).__name__ if args else "play")

    Watched.__name__ = scene_class.__name__
    Watched.__module__ = scene_class.__module__
    scene = Watched()
    renderer = scene.renderer

    def add_frame(frame: Any, num_frames: int = 1) -> None:
        seconds = num_frames / renderer.camera.frame_rate
        kept["recorder"].frame(renderer.time, frame, num_frames)
        renderer.time += seconds

    renderer.add_frame = add_frame
    renderer.update_skipping_status = lambda: None
    scene.render()
    trace: GeometryTrace = kept["recorder"].trace(renderer.time)
    return trace
