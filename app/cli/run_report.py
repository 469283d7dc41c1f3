"""A finished run, as JSON and as lines for people."""

from pathlib import Path

from app.cli.cost_report import cost_document, cost_line, cost_of
from app.cli.output import Output, counted
from app.editing.choice import delivered_iteration, whole_trace
from pipeline.loop.task import RunOutcome
from pipeline.run.folder import RunFolder
from pipeline.run.manifest import Manifest
from pipeline.schema.iteration import Iteration, SceneTrace


def outcome_document(
    folder: RunFolder, manifest: Manifest, outcome: RunOutcome, video: Path | None
) -> dict[str, object]:
    """The document of `make --json`; scores are None where there is none."""
    return {
        "run": outcome.run,
        "dir": str(folder.root),
        "cast": manifest.cast,
        "language_model": manifest.language_model,
        "video": str(video) if video else None,
        "rounds": outcome.rounds,
        "repairs": outcome.repairs,
        "seconds": round(outcome.seconds, 2),
        "scenes": [_scene(folder, trace) for trace in outcome.scenes],
        "memory": {
            "added": len(outcome.learned.added),
            "added_ids": list(outcome.learned.added),
            "pending": list(outcome.learned.pending),
            "retrieved": list(outcome.retrieved),
            "mode": manifest.settings.memory_mode,
            "note": outcome.learned.skipped,
        },
        "preset": manifest.settings.preset,
        "models": manifest.models.model_dump(mode="json"),
        "tokens": cost_document(cost_of(folder)),
    }


def _scene(folder: RunFolder, trace: SceneTrace) -> dict[str, object]:
    best = delivered_iteration(folder, trace)
    video = None
    if best is not None and best.result.video is not None:
        video = str(folder.iteration(trace.scene_id, best.candidate.t) / best.result.video)
    return {
        "name": trace.spec.name,
        "delivered": best.candidate.t if best else None,
        "automatic": trace.delivered,
        "u": _rounded(best.u if best else None),
        "doubt": doubt_about(best) if best else "",
        "video": video,
        "rounds": trace.rounds,
        "repairs": trace.repairs,
        "skipped": trace.skipped,
        "iterations": [
            _iteration(iteration) for iteration in whole_trace(folder, trace).iterations
        ],
    }


def _iteration(iteration: Iteration) -> dict[str, object]:
    review = iteration.review
    return {
        "t": iteration.candidate.t,
        "loop": iteration.candidate.loop,
        "category": iteration.result.category,
        "u": _rounded(iteration.u),
        "axes": review.axes.model_dump() if review else None,
        "retrieved": list(iteration.candidate.retrieved),
        "applied": [applied.model_dump() for applied in iteration.candidate.applied],
        "trigger": iteration.candidate.trigger,
        "findings": [
            {"rule": f.rule, "severity": f.severity, "message": f.message}
            for f in iteration.findings
        ],
    }


def doubt_about(delivered: Iteration) -> str:
    """Why a person should look at a delivered scene first; empty where the reviewer passed it."""
    review = delivered.review
    if review is None:
        return "it could not be reviewed."
    if review.verdict == "pass":
        return ""
    found = [r for r in review.reasons if not r.endswith("nothing was found.")] or review.issues
    return " ".join(found) or "the reviewer did not pass it."


def _rounded(u: float | None) -> float | None:
    return None if u is None else round(u, 2)


def print_outcome(
    output: Output, folder: RunFolder, outcome: RunOutcome, video: Path | None
) -> None:
    """What a person wants to know after a run."""
    for trace in outcome.scenes:
        best = delivered_iteration(folder, trace)
        if best is None:
            output.line(f"  {trace.spec.name}: skipped ({trace.skipped})")
            continue
        score = "no score" if best.u is None else f"score {best.u:.0f}"
        rounds = f"{trace.rounds} reflection round{'' if trace.rounds == 1 else 's'}"
        mended = f", {trace.repairs} mended without a model" if trace.repairs else ""
        version = f"version {best.candidate.t}"
        if best.candidate.t != trace.delivered:
            version += " (chosen by hand)"
        output.line(f"  {trace.spec.name}: {score}, {version}, {rounds}{mended}")
        if doubt := doubt_about(best):
            output.line(f"    Look at it before you show it: {doubt}")
    learned = outcome.learned
    if learned.added:
        waits = len(learned.pending)
        waiting = f" ({waits} {'waits' if waits == 1 else 'wait'} for review)" if waits else ""
        output.line(f"Learned {counted(len(learned.added), 'record')}{waiting}.")
    elif learned.skipped:
        output.line(f"Learned nothing: {learned.skipped}.")
    if outcome.retrieved:
        output.line(f"Read {counted(len(outcome.retrieved), 'record')} from memory.")
    for reason in learned.unwritten:
        output.line(f"Not put into words: {reason}")
    spent = cost_of(folder).total
    if spent.calls:
        output.line(f"Models: {cost_line(spent)}.")
    output.line(f"{outcome.seconds:.0f} s, run {outcome.run}")
    if video is not None:
        output.line(f"Video: {video}")
