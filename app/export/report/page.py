"""The whole report as one file."""

from pathlib import Path

from app.editing.ratings import Ratings
from app.export.report.html import details, esc, table
from app.export.report.memory import memory_card
from app.export.report.scenes import scene_card
from app.export.report.style import STYLE
from app.export.request import ExportProgress, Progress
from app.export.subject import Subject
from app.runs import load_task
from app.texts import tr
from app.version import STUDIO_VERSION
from pipeline.render_port import CancelToken
from pipeline.schema.iteration import SceneTrace

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def write_report(
    subject: Subject,
    target: Path,
    progress: Progress,
    cancel: CancelToken,
    *,
    with_ratings: bool = False,
) -> None:
    """Write the report of a run, or of the one scene that was asked for.

    Args:
        with_ratings: a person's own ratings stand in it too, set apart from the scores.

    Raises:
        RunDamagedError: a file of the run cannot be read.
    """
    traces = _traces(subject)
    ratings = Ratings(subject.folder) if with_ratings else None
    cards = []
    for place, (number, trace) in enumerate(traces):
        cancel.check()
        progress(
            ExportProgress(
                place / (len(traces) + 1), tr("describing {name}").format(name=trace.spec.name)
            )
        )
        cards.append(scene_card(subject.folder, trace, number, ratings))
    title = subject.manifest.title or "Untitled animation"
    used = tuple(
        applied.record_id
        for _, trace in traces
        for iteration in trace.iterations
        for applied in iteration.candidate.applied
    )
    target.write_text(
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{esc(title)}</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body><main>"
        f"{_head(subject, title)}{''.join(cards)}{memory_card(subject.folder, used)}"
        f"{_section(subject)}{_manifest(subject)}</main></body></html>\n",
        encoding="utf-8",
        errors="replace",
    )


def _traces(subject: Subject) -> list[tuple[int, SceneTrace]]:
    numbered = list(enumerate(subject.outcome.scenes, start=1))
    if subject.whole is None and subject.renditions and len(subject.renditions) == 1:
        wanted = subject.renditions[0].trace.scene_id
        return [(n, trace) for n, trace in numbered if trace.scene_id == wanted]
    return numbered


def _head(subject: Subject, title: str) -> str:
    manifest, outcome = subject.manifest, subject.outcome
    render = manifest.settings.render
    scores = [r.iteration.u for r in subject.renditions if r.iteration.u is not None]
    mean = f"mean score {sum(scores) / len(scores):.0f}" if scores else "no score"
    scenes = len(subject.renditions)
    facts = [
        f"{scenes} scene{'' if scenes == 1 else 's'}",
        mean,
        f"{outcome.rounds} reflection round{'' if outcome.rounds == 1 else 's'}",
        f"{outcome.seconds:.0f} s of work",
        f"{manifest.cast} cast" + ("" if manifest.language_model else ", no language model"),
        f"{render.quality} quality, {render.aspect}",
        f"memory {manifest.settings.memory_mode}",
    ]
    items = "".join(f"<li>{esc(fact)}</li>" for fact in facts)
    return (
        f'<header><h1>{esc(title)}</h1><p class="muted">Run {esc(manifest.run)}, '
        f'{esc(manifest.started)}</p><ul class="facts">{items}</ul></header>'
    )


def _section(subject: Subject) -> str:
    task = load_task(subject.folder)
    about = f"{task.role}, {task.domain}"
    body = f'<p class="muted">{esc(about)}</p><p class="prose">{esc(task.text)}</p>'
    return f'<section class="card"><h2>Section</h2>{details("Text of the section", body)}</section>'


def _manifest(subject: Subject) -> str:
    rows = [[esc(name), esc(value)] for name, value in _flat(subject.manifest.model_dump())]
    body = details("How the run was made", table(["", ""], rows))
    made = f"ManimAgent Studio {STUDIO_VERSION}"
    return (
        f'<section class="card"><h2>Manifest</h2>{body}'
        f'<p class="muted" style="margin-top:12px">{esc(made)}</p></section>'
    )


def _flat(value: dict[str, object], prefix: str = "") -> list[tuple[str, object]]:
    """Nested values as dotted names; empty ones are left out."""
    found: list[tuple[str, object]] = []
    for name, inner in value.items():
        if isinstance(inner, dict):
            found += _flat(inner, f"{prefix}{name}.")
        elif inner not in (None, "", (), [], {}):
            found.append((f"{prefix}{name}", inner))
    return found
