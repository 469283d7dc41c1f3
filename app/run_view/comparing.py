"""Two runs of one section as a comparison: whole animations and figures next to each other."""

from dataclasses import dataclass
from pathlib import Path

from app.run_view.loading import load_run_files, replay
from app.run_view.values import DASH, IterationView, RunView
from app.runs import load_manifest
from app.texts import tr
from app.vocabulary import in_words
from pipeline.run.folder import RunFolder


@dataclass(frozen=True)
class Row:
    """One figure of both runs, as text; `better` is the side that did better, if that is clear."""

    words: str
    before: str
    after: str
    better: str = ""


@dataclass(frozen=True)
class Compared:
    """One side. `video` is the whole animation, None where nothing was delivered."""

    title: str
    view: RunView
    video: Path | None
    seconds: float


@dataclass(frozen=True)
class Comparison:
    """Both sides, the older run first."""

    before: Compared
    after: Compared
    rows: tuple[Row, ...]


def compare(before: Path, after: Path) -> Comparison:
    """Read both runs.

    Raises `RunDamagedError`.
    """
    sides = [_side(folder) for folder in (before, after)]
    return Comparison(sides[0], sides[1], _rows(sides[0].view, sides[1].view))


def _side(folder: Path) -> Compared:
    view = replay(folder).view
    manifest = load_manifest(RunFolder(folder))
    shown = [scene.iteration(scene.shown) for scene in view.arranged if scene.shown is not None]
    started = manifest.started.replace("T", " ")[:16]
    video = folder / view.video if view.video else None
    files = load_run_files(folder)
    memory = {"rw": tr("memory read and written"), "ro": tr("memory read"), "off": tr("no memory")}
    title = f"{started} · {in_words(manifest.cast)} · {memory[files.settings.memory_mode]}"
    seconds = sum(iteration.duration for iteration in shown)
    return Compared(title, view, video if video and video.exists() else None, seconds)


def _rows(before: RunView, after: RunView) -> tuple[Row, ...]:
    rows = [
        _row(tr("Mean score"), _mean(before), _mean(after), larger=True, digits=1),
        _row(tr("Reflection rounds"), float(before.rounds), float(after.rounds), larger=False),
        _row(tr("Scenes delivered"), _delivered(before), _delivered(after), larger=True),
        _row(tr("Records read"), _read(before), _read(after)),
        _row(tr("Tokens"), float(before.tokens), float(after.tokens), larger=False),
    ]
    pairs = zip(before.arranged, after.arranged, strict=False)
    for number, (old, new) in enumerate(pairs, start=1):
        row = _row(
            tr("Scene {number}").format(number=number), old.score, new.score, larger=True, digits=1
        )
        first = _row("", _first(old.iterations), _first(new.iterations), digits=1)
        words = tr("Scene {number}, first attempt").format(number=number)
        rows += [row, Row(words, first.before, first.after)]
    return tuple(rows)


def _row(
    words: str,
    before: float | None,
    after: float | None,
    *,
    larger: bool | None = None,
    digits: int = 0,
) -> Row:
    better = ""
    if larger is not None and before is not None and after is not None and before != after:
        better = "after" if (after > before) == larger else "before"
    told = [DASH if value is None else f"{value:.{digits}f}" for value in (before, after)]
    return Row(words, told[0], told[1], better)


def _mean(view: RunView) -> float | None:
    scores = [scene.score for scene in view.arranged if scene.score is not None]
    return sum(scores) / len(scores) if scores else None


def _delivered(view: RunView) -> float:
    return float(sum(scene.shown is not None for scene in view.arranged))


def _read(view: RunView) -> float:
    return float(len(view.examples) + len(view.pitfalls))


def _first(iterations: list[IterationView]) -> float | None:
    return iterations[0].u if iterations else None
