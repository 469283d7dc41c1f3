"""`export`: one export, from a request to files in their place."""

import shutil
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.export.naming import Staging, Target, staged
from app.export.pictures import write_frames, write_gif
from app.export.rendering import is_copy, videos, whole_video
from app.export.report.page import write_report
from app.export.request import ExportProgress, ExportRequest, Progress, silent
from app.export.subject import Subject, subject_of
from app.paths import DataPaths, data_paths
from app.texts import tr
from pipeline.render_port import CancelToken
from pipeline.run.folder import MANIFEST, STORYBOARD, TASK
from pipeline.schema.render import Quality

_RENDERED = 0.85
"""Share of an export that its renders take, where there are any."""


@dataclass(frozen=True)
class _Work:
    """What every step of an export needs."""

    request: ExportRequest
    subject: Subject
    staging: Staging
    target: Target
    paths: DataPaths
    progress: Progress
    cancel: CancelToken

    def name(self, default: str) -> str:
        """The name of a single result: the person's, or the usual one."""
        return self.target.name or default

    @property
    def stem(self) -> str:
        """What the result is called, without its ending."""
        return self.request.stem or self.subject.stem


def export(
    request: ExportRequest,
    progress: Progress = silent,
    cancel: CancelToken | None = None,
    paths: DataPaths | None = None,
) -> list[Path]:
    """Make an export; blocks, so call it from a thread of its own.

    Returns:
        The files and folders that were made, the main one first.

    Raises:
        NamesTakenError: files are there already and `overwrite` is not set; nothing was made.
        StudioError: the run has nothing to export, the target is no place for it, or a render
            failed.
        RunDamagedError: a file of the run cannot be read.
        CancelledError: on cancel; nothing is left behind.
        OSError: the disk is full or refuses.
    """
    token = cancel or CancelToken()
    token.check()
    subject = subject_of(request)
    with staged(request) as (staging, target):
        steady = _Steady(progress)
        work = _Work(request, subject, staging, target, paths or data_paths(), steady, token)
        _MAKERS[request.format](work)
        token.check()
        made = staging.deliver()
        steady(ExportProgress(1.0, tr("done")))
        return made


class _Steady:
    """Passes progress on that never falls."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._share = 0.0

    def __call__(self, progress: ExportProgress) -> None:
        self._share = min(1.0, max(self._share, progress.share))
        self._progress(ExportProgress(self._share, progress.doing))


def _mp4(work: _Work) -> None:
    name = work.name(f"{work.stem}.mp4")
    work.staging.promise(name)
    _one_video(work, work.staging.file(name), _part(work.progress, 0.0, 0.98))


def _gif(work: _Work) -> None:
    name = work.name(f"{work.stem}.gif")
    work.staging.promise(name)
    film = work.staging.file(".film.mp4")
    share = _one_video(work, film, _part(work.progress, 0.0, _RENDERED))
    write_gif(
        film,
        work.staging.file(name),
        work.request.gif_bytes,
        share,
        work.progress,
        work.cancel,
    )


def _png(work: _Work) -> None:
    name = f"{work.stem}-frames"
    work.staging.promise(name)
    film = work.staging.file(".film.mp4")
    share = _one_video(work, film, _part(work.progress, 0.0, _RENDERED))
    write_frames(film, work.staging.file(name), share, work.progress, work.cancel)


def _one_video(work: _Work, target: Path, progress: Progress) -> float:
    """Make one video; returns the share of the export that this was."""
    quality = work.request.quality
    copied = is_copy(work.subject, quality)
    renders = work.staging.file(".renders")
    with videos(work.subject, quality, renders, work.paths, progress, work.cancel) as made:
        whole_video(work.subject, made, copied, target)
    shutil.rmtree(renders, ignore_errors=True)
    return 0.0 if copied else _RENDERED


def _py(work: _Work) -> None:
    renditions = work.subject.renditions
    wanted = work.request.stem
    names = [f"{wanted}-{r.stem}.py" if wanted else f"{r.stem}.py" for r in renditions]
    if len(names) == 1:
        names = [work.name(f"{wanted or renditions[0].stem}.py")]
    work.staging.promise(*names)
    for name, rendition in zip(names, renditions, strict=True):
        work.staging.file(name).write_text(rendition.program, encoding="utf-8")


def _html(work: _Work) -> None:
    usual = "report" if work.subject.whole else f"{work.subject.stem}-report"
    name = work.name(f"{work.request.stem or usual}.html")
    work.staging.promise(name)
    write_report(
        work.subject,
        work.staging.file(name),
        work.progress,
        work.cancel,
        with_ratings=work.request.ratings,
    )


def _bundle(work: _Work) -> None:
    """Video first: what it costs is known last."""
    subject, quality = work.subject, work.request.quality
    name = work.name(f"{work.stem}.zip")
    work.staging.promise(name)
    inside = work.staging.file(".bundle")
    inside.mkdir()
    copied = is_copy(subject, quality)
    renders = work.staging.file(".renders")
    share = 0.6 if copied else 0.9
    progress = _part(work.progress, 0.0, share)
    with videos(subject, quality, renders, work.paths, progress, work.cancel) as made:
        film = inside / f"{subject.stem}.mp4"
        whole_video(subject, made, copied, film)
        for rendition in subject.renditions if subject.whole else ():
            shutil.copyfile(made[rendition.number], inside / f"{rendition.stem}.mp4")
    write_gif(film, inside / f"{subject.stem}.gif", work.request.gif_bytes, 0.0,
              _part(work.progress, share, 0.95), work.cancel)  # fmt: skip
    _programs_and_keyframes(subject, inside)
    write_report(
        subject,
        inside / "report.html",
        _part(work.progress, 0.95, 0.98),
        work.cancel,
        with_ratings=work.request.ratings,
    )
    for own in (MANIFEST, STORYBOARD, TASK):
        if subject.folder.file(own).is_file():
            shutil.copyfile(subject.folder.file(own), inside / own)
    _zip(inside, work.staging.file(name), work.cancel)


def _programs_and_keyframes(subject: Subject, inside: Path) -> None:
    for rendition in subject.renditions:
        (inside / f"{rendition.stem}.py").write_text(rendition.program, encoding="utf-8")
        stills = inside / "keyframes" / rendition.stem
        stills.mkdir(parents=True)
        for number, path in enumerate(
            rendition.iteration.result.keyframe_paths(rendition.folder), start=1
        ):
            if path.is_file():
                shutil.copyfile(path, stills / f"k{number}.png")


def _zip(folder: Path, target: Path, cancel: CancelToken) -> None:
    stored = {".mp4", ".gif", ".png"}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            cancel.check()
            how = zipfile.ZIP_STORED if path.suffix in stored else zipfile.ZIP_DEFLATED
            archive.write(path, path.relative_to(folder), how)


def _part(progress: Progress, start: float, end: float) -> Progress:
    """Progress of a part as progress of the whole."""

    def show(part: ExportProgress) -> None:
        progress(ExportProgress(start + part.share * (end - start), part.doing))

    return show


_MAKERS: dict[str, Callable[[_Work], None]] = {
    "mp4": _mp4,
    "gif": _gif,
    "png": _png,
    "py": _py,
    "html": _html,
    "bundle": _bundle,
}

__all__ = ["Quality", "export"]
