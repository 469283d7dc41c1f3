"""Progress of a run: bars on a terminal, plain lines elsewhere, always on standard error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.cli.output import Output, counted
from pipeline.events import (
    CandidateWritten,
    Checked,
    Consolidated,
    Event,
    Hinted,
    Rearranged,
    Rendered,
    Repaired,
    Retrieved,
    Reviewed,
    ReviewFailed,
    RunPaused,
    RunResumed,
    RunStarted,
    SceneDelivered,
    SceneSkipped,
    StoryboardApproved,
    StoryboardReady,
)
from pipeline.model_events import ReplyNoted

Show = Callable[[Event], None]


def describe(event: Event) -> str | None:
    """An event as a line for people, None for one that is not worth a line."""
    match event:
        case RunStarted(run=run, cast=cast):
            return f"Run {run} with the {cast} cast."
        case RunResumed():
            return "Going on where the run ended."
        case Retrieved(examples=examples, pitfalls=pitfalls, pieces_read=read, pieces_total=total):
            cut = f"; {read} of {total} word pieces read" if read and total and read < total else ""
            shown = counted(len(examples), "reference example")
            return f"Memory: {shown}, {counted(len(pitfalls), 'known pitfall')}{cut}."
        case StoryboardReady(scenes=scenes):
            return f"Storyboard: {', '.join(scenes)}."
        case StoryboardApproved(scenes=scenes, edited=True):
            return f"Storyboard, edited by a person: {', '.join(scenes)}."
        case CandidateWritten(loop="repair"):
            return None  # `Repaired` has said it
        case CandidateWritten(scene_id=scene, t=t, applied=applied):
            told = "".join(f" [record {a.record_id}: {a.change}]" for a in applied)
            return f"{scene} v{t}: program written{told}."
        case Checked(scene_id=scene, t=t, ok=False, findings=findings):
            return f"{scene} v{t}: refused by the check: {findings[0].message}"
        case Repaired(scene_id=scene, t=t, mended=mended):
            return f"{scene} v{t}: mended without a model. {mended}"
        case Rendered(scene_id=scene, t=t, ok=True, seconds=seconds, duration=duration):
            source = "from the cache" if event.cached else f"in {seconds:.1f} s"
            return f"{scene} v{t}: {duration:.0f} s of video rendered {source}."
        case Rendered(scene_id=scene, t=t, category=category, message=message) if (
            category != "static"
        ):
            return f"{scene} v{t}: render failed ({category}): {message}"
        case Hinted(scene_id=scene, no_reply=why) if why:
            return f"{scene}: no hint: {why}"
        case Hinted(scene_id=scene, hint=hint, decision=decision):
            return f"{scene}: {decision.replace('_', ' ')}: {hint}"
        case Reviewed(scene_id=scene, t=t, u=u, verdict=verdict, instruction=instruction):
            noted = f" ({'; '.join(event.notes)})" if event.notes else ""
            todo = f": {instruction}" if instruction else ""
            return f"{scene} v{t}: score {u:.0f}, {verdict}{noted}{todo}"
        case ReviewFailed(scene_id=scene, t=t, message=message):
            return f"{scene} v{t}: no review: {message}"
        case ReplyNoted(scene_id=scene, agent=agent, message=message, again=again):
            place = f"{scene}: " if scene else ""
            return f"{place}{agent}: {message}{' Asking once more.' if again else ''}"
        case Rearranged(scene_id=scene, scenes=scenes) if scene and scene not in scenes:
            return f"{scene}: nothing rendered; the animation stays as it is."
        case Rearranged(scenes=scenes, video=video):
            return f"The animation is now {', '.join(scenes)}, in {video}."
        case RunPaused(message=message):
            return f"Paused: {message}"
        case SceneDelivered(scene_id=scene, delivered=delivered):
            return f"{scene}: delivers v{delivered}."
        case SceneSkipped(scene_id=scene, reason=reason):
            return f"{scene}: skipped: {reason}"
        case Consolidated(added=added, pending=pending, unwritten=unwritten):
            lost = f" Not written: {'; '.join(unwritten)}" if unwritten else ""
            wait = f"{len(pending)} of them {'waits' if len(pending) == 1 else 'wait'} for review"
            return f"Memory: {counted(len(added), 'record')} added, {wait}.{lost}"
    return None


@contextmanager
def progress_for(output: Output) -> Iterator[Show]:
    """A function that shows events as fits where standard error goes."""
    if output.on_terminal:
        from app.cli.bars import bars  # the library behind it is of no use elsewhere

        with bars(describe) as show:
            yield show
        return

    def lines(event: Event) -> None:
        text = describe(event)
        if text:
            output.progress(text)

    yield lines
