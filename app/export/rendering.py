"""Videos in the quality that was asked for: copied where the run has them, else rendered again."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from app.errors import environment_fault, failed
from app.export.request import ExportProgress, Progress
from app.export.subject import Rendition, Subject
from app.paths import DataPaths
from app.scratch import scratch_folder
from app.texts import tr
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.run.video import join_videos
from pipeline.schema.render import Quality, RenderResult, RenderSettings

_TIMES_DRAFT: dict[Quality, float] = {"draft": 1, "standard": 2, "high": 8, "ultra": 32}
"""How long a render takes against one in draft quality (measured up to `high`)."""

_LEAST_WALL = 600.0
_MOST_WALL = 4 * 3600.0
_PATIENCE = 6.0  # times the expected seconds
_ULTRA_MEMORY = 8 * 1024**3  # a 2160p frame has 33 MB, and some dozens are kept at a time
_TICK = 0.25


def is_copy(subject: Subject, quality: Quality | None) -> bool:
    """Whether the run's own videos are what was asked for."""
    return quality is None or quality == subject.manifest.settings.render.quality


def export_settings(subject: Subject, quality: Quality, rendition: Rendition) -> RenderSettings:
    """The run's settings in another quality, with limits that suit it."""
    base = subject.manifest.settings.render
    wall = min(max(_LEAST_WALL, _PATIENCE * _expected(base, quality, rendition)), _MOST_WALL)
    return base.model_copy(
        update={
            "quality": quality,
            "wall_seconds": max(wall, base.wall_seconds),
            "cpu_seconds": max(int(wall), base.cpu_seconds),
            "memory_bytes": max(base.memory_bytes, _ULTRA_MEMORY if quality == "ultra" else 0),
        }
    )


def _expected(base: RenderSettings, quality: Quality, rendition: Rendition) -> float:
    """Seconds that a render should take, from what it took in the run (1 s for 4 s of video)."""
    result = rendition.iteration.result
    took = result.seconds if not result.cached else 0.25 * result.duration
    return max(took, 1.0) * _TIMES_DRAFT[quality] / _TIMES_DRAFT[base.quality]


@contextmanager
def videos(
    subject: Subject,
    quality: Quality | None,
    work: Path,
    paths: DataPaths,
    progress: Progress,
    cancel: CancelToken,
) -> Iterator[dict[int, Path]]:
    """The video of each rendition by its number; new ones lie in `work`.

    Raises:
        StudioError: a program that rendered in the run does not in this quality.
        CancelledError: on cancel, within two seconds.
    """
    if is_copy(subject, quality) or quality is None:
        yield {r.number: r.video for r in subject.renditions}
        return
    made: dict[int, Path] = {}
    with (
        scratch_folder(paths) as scratch,
        SandboxRenderer(
            scratch, cache_dir=paths.cache / "renders", tex_dir=subject.folder.tex, workers=1
        ) as renderer,
    ):
        shares = _shares(subject, quality)
        for rendition in subject.renditions:
            start, end = shares[rendition.number]
            folder = work / rendition.stem
            settings = export_settings(subject, quality, rendition)
            told = tr("rendering {name} in {quality} quality").format(
                name=rendition.trace.spec.name, quality=quality
            )

            def show(part: float, start: float = start, end: float = end, told: str = told) -> None:
                progress(ExportProgress(start + part * (end - start), told))

            result = _render(renderer, rendition, folder, settings, cancel, show)
            made[rendition.number] = folder / _checked(result, rendition, quality)
        yield made


def _shares(subject: Subject, quality: Quality) -> dict[int, tuple[float, float]]:
    base = subject.manifest.settings.render
    expected = {r.number: _expected(base, quality, r) for r in subject.renditions}
    total, at = sum(expected.values()), 0.0
    shares = {}
    for number, seconds in expected.items():
        shares[number] = (at / total, (at + seconds) / total)
        at += seconds
    return shares


def _render(
    renderer: SandboxRenderer,
    rendition: Rendition,
    folder: Path,
    settings: RenderSettings,
    cancel: CancelToken,
    show: "ShowPart",
) -> RenderResult:
    """Render in a thread of its own and tell how far it should be: a render does not say."""
    with ThreadPoolExecutor(1, thread_name_prefix="export-render") as pool:
        name, program = rendition.trace.spec.name, rendition.program
        future = pool.submit(renderer.render, program, name, folder, settings, cancel)
        ticks = 0
        expected = max(settings.wall_seconds / _PATIENCE, 1.0)
        while not wait([future], timeout=_TICK).done:
            ticks += 1
            passed = ticks * _TICK / expected
            show(passed / (passed + 0.35))  # approaches the end without reaching it
        return future.result()


def _checked(result: RenderResult, rendition: Rendition, quality: Quality) -> str:
    if result.environment:
        raise environment_fault(result.message, tr("Run `./run doctor`, then export again."))
    if not result.ok or result.video is None:
        raise failed(
            tr("{name} could not be rendered in {quality} quality: {message}").format(
                name=rendition.trace.spec.name, quality=quality, message=result.message
            ),
            tr("Export it in a lower quality, or as the run made it."),
            kind="render_failed",
        )
    return result.video


def whole_video(subject: Subject, made: dict[int, Path], copied: bool, target: Path) -> None:
    """The animation, or the one scene, as one file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if copied and subject.whole is not None:
        shutil.copyfile(subject.whole, target)
    elif len(made) == 1:
        shutil.copyfile(next(iter(made.values())), target)
    else:
        join_videos(tuple(made[r.number] for r in subject.renditions), target)


class ShowPart(Protocol):
    """A function that is told the share of one render that is done."""

    def __call__(self, part: float) -> None: ...
