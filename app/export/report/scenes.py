"""One scene of the report: what it says, its iterations, before and after, and why."""

from itertools import pairwise
from pathlib import Path

from app.editing.choice import delivered, whole_trace
from app.editing.ratings import Ratings
from app.export.report.code import diff_table, summary
from app.export.report.html import change, details, esc, score, table
from app.export.report.ratings import rating_block
from app.export.report.stills import keyframe_row
from app.readable import readable
from pipeline.run.folder import RunFolder
from pipeline.schema.iteration import Iteration, SceneTrace

_LOOPS = {
    "text": "written",
    "visual": "revised",
    "repair": "mended without a model",
    "human": "made by a person",
}
_MOST_FINDINGS = 20


def scene_card(
    folder: RunFolder, trace: SceneTrace, number: int, ratings: Ratings | None = None
) -> str:
    """The whole card of a scene, with a person's `ratings` if they are wanted."""
    shown = delivered(folder, trace)
    whole = whole_trace(folder, trace)
    parts = [
        f'<section class="card"><h2>{number}. {esc(trace.spec.name)}</h2>',
        f"<p>{esc(readable(trace.spec.claim))}</p>",
        details("Evidence and takeaway", _spec(trace)),
        "<h3>Iterations</h3>",
        _iterations(whole, shown),
        _choice(trace, shown),
        _before_after(folder, whole, shown),
        rating_block(ratings, whole),
        _findings(whole, shown),
        "<h3>What changed, and why</h3>",
        _steps(whole),
        "</section>",
    ]
    return "".join(parts)


def _spec(trace: SceneTrace) -> str:
    return (
        f'<p class="prose">{esc(trace.spec.evidence)}</p>'
        f"<p><strong>Takeaway:</strong> {esc(readable(trace.spec.takeaway))}</p>"
    )


def _choice(trace: SceneTrace, shown: int | None) -> str:
    if trace.skipped:
        return f'<p class="bad">Skipped: {esc(trace.skipped)}</p>'
    if shown == trace.delivered:
        return ""
    automatic = "none" if trace.delivered is None else f"v{trace.delivered}"
    chosen = "none" if shown is None else f"v{shown}"
    return f"<p>A person chose {chosen}; the automatic choice is {automatic}.</p>"


def _iterations(trace: SceneTrace, shown: int | None) -> str:
    rows, before, marked = [], None, None
    for place, iteration in enumerate(trace.iterations):
        axes = iteration.review.axes if iteration.review else None
        values = (axes.logical_flow, axes.layout, axes.accuracy) if axes else (None, None, None)
        t = iteration.candidate.t
        marked = place if t == shown else marked
        rows.append(
            [
                f"v{t}{' (shown)' if t == shown else ''}",
                _LOOPS[iteration.candidate.loop],
                _outcome(iteration),
                *(score(value) for value in values),
                score(iteration.u) + change(before, iteration.u),
            ]
        )
        before = iteration.u if iteration.u is not None else before
    head = ["", "how", "outcome", "logical flow", "layout", "accuracy", "mean"]
    return table(head, rows, numbers=(3, 4, 5, 6), shown=marked)


def _outcome(iteration: Iteration) -> str:
    result = iteration.result
    if not result.ok:
        place = f", line {result.line}" if result.line else ""
        said = f"{result.category or 'unknown'}{place}: {result.message}"
        return f'<span class="bad">✕ {esc(said[:300])}</span>'
    verdict = f", {iteration.review.verdict}" if iteration.review else ""
    return f"rendered, {result.duration:.0f} s{verdict}"


def _before_after(folder: RunFolder, trace: SceneTrace, shown: int | None) -> str:
    rendered = [i for i in trace.iterations if i.result.ok]
    if not rendered:
        return ""
    after = next((i for i in rendered if i.candidate.t == shown), rendered[-1])
    before = rendered[0]
    rows = []
    if before.candidate.t != after.candidate.t:
        rows.append(_row(folder, trace, before, "Before"))
        rows.append(_row(folder, trace, after, "After"))
    else:
        rows.append(_row(folder, trace, after, "Shown"))
    return f"<h3>Keyframes</h3>{''.join(rows)}"


def _row(folder: RunFolder, trace: SceneTrace, iteration: Iteration, word: str) -> str:
    t = iteration.candidate.t
    place: Path = folder.iteration(trace.scene_id, t)
    return keyframe_row(iteration, place, f"{word}: v{t}, score {score(iteration.u)}")


def _findings(trace: SceneTrace, shown: int | None) -> str:
    parts = []
    for iteration in trace.iterations:
        told = [f for f in iteration.findings if f.severity != "note"][:_MOST_FINDINGS]
        if not told:
            continue
        items = "".join(
            f'<li><span class="{"bad" if f.severity == "error" else "warn"}">{f.severity}</span> '
            f"{esc(f.message)} {esc(f.suggestion)}</li>"
            for f in told
        )
        parts.append(
            f'<p class="label">v{iteration.candidate.t}</p><ul class="findings">{items}</ul>'
        )
    return f"<h3>Findings</h3>{''.join(parts)}" if parts else ""


def _steps(trace: SceneTrace) -> str:
    by_t = {i.candidate.t: i for i in trace.iterations}
    steps = []
    first = trace.iterations[0] if trace.iterations else None
    if first is not None and first.candidate.applied:
        steps.append(details(f"v{first.candidate.t}: from memory", _why(first)))
    for before, after in pairwise(trace.iterations):
        base = (
            by_t.get(after.candidate.base, before) if after.candidate.base is not None else before
        )
        old, new = base.candidate.program, after.candidate.program
        title = f"v{base.candidate.t} → v{after.candidate.t}: {summary(old, new)}"
        steps.append(details(esc(title), _why(after) + diff_table(old, new)))
    return "".join(steps) or '<p class="muted">The first program was kept.</p>'


def _why(iteration: Iteration) -> str:
    candidate = iteration.candidate
    parts = [f'<p class="prose">{esc(candidate.trigger)}</p>'] if candidate.trigger else []
    parts += [
        f"<p>Record {applied.record_id}: {esc(applied.change)}</p>" for applied in candidate.applied
    ]
    if iteration.review and iteration.review.issues:
        items = "".join(f"<li>{esc(issue)}</li>" for issue in iteration.review.issues)
        parts.append(f"<p>The review of v{candidate.t}:</p><ul>{items}</ul>")
    return "".join(parts)
