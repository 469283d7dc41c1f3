"""What can be exported, and how it is said."""

from dataclasses import dataclass
from pathlib import Path

from app.export.naming import stem_of
from app.export.request import ExportRequest, Format
from app.texts import mark, tr
from app.vocabulary import in_words
from pipeline.run.folder import RunFolder
from pipeline.schema.render import Aspect, Quality, RenderSettings

FORMATS: tuple[tuple[Format, str, str], ...] = (
    ("mp4", mark("Video (MP4)"), mark("One film, for slides and web pages")),
    (
        "gif",
        mark("Moving picture (GIF)"),
        mark("Repeats for ever; made smaller until it has at most 8 MB"),
    ),
    ("png", mark("Frames (PNG)"), mark("Every frame as a picture, in a folder of its own")),
    ("py", mark("Program (.py)"), mark("The Manim program of each scene")),
    ("html", mark("Report (HTML)"), mark("Every iteration with before and after, in one file")),
    ("bundle", mark("Bundle (ZIP)"), mark("Video, scenes, GIF, keyframes, programs and report")),
)
QUALITIES: tuple[Quality, ...] = ("draft", "standard", "high", "ultra")
WITH_PICTURES: frozenset[Format] = frozenset({"mp4", "gif", "png", "bundle"})
"""Formats for which the quality matters."""
WITH_REPORT: frozenset[Format] = frozenset({"html", "bundle"})
"""Formats that hold a report, and with it a person's own ratings if they are wanted."""
_ENDINGS: dict[Format, str] = {
    "mp4": ".mp4", "gif": ".gif", "png": "-frames", "py": ".py", "html": ".html", "bundle": ".zip",
}  # fmt: skip


@dataclass(frozen=True)
class ExportScene:
    """A scene that has a rendition; `number` is its place in the animation from 1."""

    scene_id: str
    number: int
    name: str


@dataclass(frozen=True)
class ExportSubject:
    """A finished run as the dialog shows it; `quality` is what its videos were rendered in."""

    folder: Path
    title: str
    scenes: tuple[ExportScene, ...]
    quality: Quality = "draft"
    aspect: Aspect = "16:9"


@dataclass(frozen=True)
class Wish:
    """What a person chose; `scene` None is the whole animation, `name` is without an ending, and
    `ratings` says whether a report holds the person's own."""

    format: Format
    scene: ExportScene | None
    quality: Quality
    target: Path
    name: str = ""
    ratings: bool = True

    def request(self, subject: ExportSubject, overwrite: bool) -> ExportRequest:
        """The wish in the words of the export."""
        return ExportRequest(
            folder=RunFolder(subject.folder),
            format=self.format,
            target=self.target,
            scene=self.scene.scene_id if self.scene is not None else None,
            quality=self.quality if self.format in WITH_PICTURES else None,
            overwrite=overwrite,
            stem=self.name,
            ratings=self.ratings,
        )

    def names(self, subject: ExportSubject) -> str:
        """What will be written."""
        stem = self.name or usual_name(subject, self.scene)
        if self.format == "py" and self.scene is None and len(subject.scenes) != 1:
            return ", ".join(f"{stem}-scene{scene.number}.py" for scene in subject.scenes)
        return stem + _ENDINGS[self.format]


def usual_name(subject: ExportSubject, scene: ExportScene | None) -> str:
    """What files are called unless a person says otherwise: as the run, without an ending."""
    stem = stem_of(subject.title)
    return stem if scene is None else f"{stem}-scene{scene.number}"


def quality_words(quality: Quality, subject: ExportSubject) -> str:
    """A quality with its size in pixels, and what choosing it means."""
    settings = RenderSettings(quality=quality, aspect=subject.aspect)
    width, height = settings.pixels
    how = tr("as it is") if quality == subject.quality else tr("rendered again")
    return tr("{quality}, {width} \u00d7 {height}, {fps} fps \u2013 {how}").format(
        quality=in_words(quality).capitalize(),
        width=width,
        height=height,
        fps=settings.fps,
        how=how,
    )
