"""What a run may take, in words, before it begins."""

from datetime import datetime
from statistics import mean

from app.errors import StudioError
from app.estimate import estimate
from app.library import Library, LibraryEntry, Wanted
from app.model_cast import load_profiles
from app.paths import DataPaths
from app.run_plan import RunPlan

PAST_RUNS = 10


def estimate_words(plan: RunPlan, paths: DataPaths) -> str:
    """Time from past runs of the cast, and for models what they may use; empty if unknown."""
    seconds = seconds_per_scene(paths, plan.cast)
    words = []
    if seconds is not None:
        words.append(f"About {_time(seconds * plan.settings.max_scenes)}, as past runs took.")
    if plan.cast == "model":
        words.append(_models(plan, paths))
    else:
        words.append("Costs nothing: no model is asked.")
    return " ".join(words)


def seconds_per_scene(paths: DataPaths, cast: str) -> float | None:
    """Mean wall seconds a scene of the newest finished runs took; None without such a run."""
    entries = Library(paths).find(Wanted(states=frozenset({"finished"}), casts=frozenset({cast})))
    found = [s for entry in entries[:PAST_RUNS] if (s := _seconds(entry)) is not None]
    return mean(found) if found else None


def _seconds(entry: LibraryEntry) -> float | None:
    if not (entry.started and entry.ended and entry.scenes):
        return None
    took = datetime.fromisoformat(entry.ended) - datetime.fromisoformat(entry.started)
    return took.total_seconds() / entry.scenes


def _models(plan: RunPlan, paths: DataPaths) -> str:
    try:
        profiles = load_profiles(paths, plan.settings, plan.profile, plan.reviewer_profile)
    except StudioError as error:
        return f"{error.message} {error.remedy}"
    return estimate(
        plan.task,
        plan.settings.max_scenes,
        profiles.main.name,
        profiles.prices,
        profiles.vision is None,
        paths,
    ).line()


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{max(5, round(seconds / 5) * 5)} seconds"
    return f"{round(seconds / 60)} minutes"
