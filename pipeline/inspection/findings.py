"""What is wrong with what was on screen: the rules applied to a recorded trace."""

from pipeline.inspection.rules import film
from pipeline.inspection.rules.clutter import clutter
from pipeline.inspection.rules.low_contrast import low_contrast
from pipeline.inspection.rules.occluded import occluded
from pipeline.inspection.rules.off_frame import off_frame
from pipeline.inspection.rules.overlap import overlap
from pipeline.inspection.rules.reading_time import reading_time
from pipeline.inspection.rules.small_text import small_text
from pipeline.inspection.screen import Screen
from pipeline.inspection.thresholds import DEFAULT, YARDSTICK, Thresholds
from pipeline.schema.finding import Finding
from pipeline.schema.trace import GeometryTrace

__all__ = ["DEFAULT", "YARDSTICK", "Thresholds", "error_seconds", "inspect"]

RULES = (
    overlap,
    off_frame,
    small_text,
    low_contrast,
    reading_time,
    film.static,
    clutter,
    film.blank,
    occluded,
)
ORDER = {"error": 0, "warning": 1, "note": 2}


def inspect(
    trace: GeometryTrace,
    *,
    thresholds: Thresholds = DEFAULT,
    duration_hint: float | None = None,
) -> tuple[Finding, ...]:
    """All findings of a render, errors first, then by time.

    Every finding carries `time` and `until` in seconds of video; `boxes` are fractions of the
    picture at `time`. `duration_hint` is the length asked for in seconds, if any.
    """
    screen = Screen(trace, thresholds)
    found = [finding for rule in RULES for finding in rule(screen)]
    found.extend(film.duration(screen, duration_hint))
    return tuple(sorted(found, key=lambda f: (ORDER[f.severity], f.time or 0.0, f.rule)))


def error_seconds(findings: tuple[Finding, ...], duration: float) -> float:
    """Seconds of a film of `duration` seconds during which at least one error holds."""
    spans = sorted(
        (max(0.0, finding.time or 0.0), min(duration, finding.until or 0.0))
        for finding in findings
        if finding.severity == "error" and finding.layer == "geometry"
    )
    total, reached = 0.0, 0.0
    for start, end in spans:
        total += max(0.0, end - max(start, reached))
        reached = max(reached, end)
    return total
