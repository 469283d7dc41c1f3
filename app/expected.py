"""What a new run may take, in one line of words, before it begins."""

from collections.abc import Iterator
from statistics import median

from app.estimate import PAST_RUNS, estimate
from app.paths import DataPaths
from app.run_plan import RunPlan
from app.runs import load_manifest, load_outcome
from app.texts import ngettext, tr
from pipeline.run.folder import RunFolder
from pipeline.run.journal import RunDamagedError

NOTHING_KNOWN = "–"


def expected(plan: RunPlan, paths: DataPaths) -> str:
    """Time, and with models tokens and money; a dash where there is nothing to go by.

    Raises:
        StudioError: the profile that is asked for is not there.
    """
    time = expected_time(plan, paths)
    if plan.cast == "offline":
        return tr("Time: {time}. Costs nothing.").format(time=time)
    # Only here: it brings the model client along, which the window's start can do without.
    from app.model_cast import load_profiles

    profiles = load_profiles(paths, plan.settings, plan.profile, plan.reviewer_profile)
    found = estimate(
        plan.task,
        plan.settings.max_scenes,
        profiles.main.name,
        profiles.prices,
        profiles.vision is None,
        paths,
    )
    return tr("Time: {time}. {estimate}").format(time=time, estimate=found.line())


def expected_time(plan: RunPlan, paths: DataPaths) -> str:
    """About how long, from the newest finished runs of the same cast and quality."""
    quality = plan.settings.render.quality
    past = list(_past(plan.cast, plan.profile or "", quality, paths))
    if not past:
        return NOTHING_KNOWN
    # The middle one: a run that waited for a person overnight says nothing of the others.
    seconds = median(taken / scenes for taken, scenes in past)
    words = ngettext(
        "about {time}, from {count} past run", "about {time}, from {count} past runs", len(past)
    )
    return words.format(time=_told(seconds * plan.settings.max_scenes), count=len(past))


def usual_scene_seconds(folder: RunFolder, paths: DataPaths) -> float | None:
    """What a scene of a run that is under way usually takes; None without runs to go by.

    Raises `RunDamagedError` for a run without a manifest.
    """
    manifest = load_manifest(folder)
    profile = manifest.models.profile if manifest.cast != "offline" else ""
    past = list(_past(manifest.cast, profile, manifest.settings.render.quality, paths))
    return median(taken / scenes for taken, scenes in past) if past else None


def _past(cast: str, profile: str, quality: str, paths: DataPaths) -> Iterator[tuple[float, int]]:
    """Seconds and numbers of scenes."""
    wanted, number = (cast, profile), 0
    folders = sorted(paths.runs.iterdir(), reverse=True) if paths.runs.is_dir() else []
    for root in folders:
        try:
            manifest = load_manifest(RunFolder(root))
            if manifest.settings.render.quality != quality or not manifest.ended:
                continue
            theirs = manifest.models.profile if profile else ""
            outcome = load_outcome(RunFolder(root))
        except RunDamagedError:
            continue  # the library says so; an estimate can do without it
        if outcome is None or not outcome.scenes or (manifest.cast, theirs) != wanted:
            continue
        yield outcome.seconds, len(outcome.scenes)
        number += 1
        if number == PAST_RUNS:
            return


def _told(seconds: float) -> str:
    if seconds < 100:
        count = max(5, round(seconds / 5) * 5)
        return ngettext("{count} second", "{count} seconds", count).format(count=count)
    count = round(seconds / 60)
    return ngettext("{count} minute", "{count} minutes", count).format(count=count)
