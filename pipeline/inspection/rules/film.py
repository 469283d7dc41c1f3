"""Findings from the pixels of written frames: nothing moves, nothing is there, wrong length."""

from itertools import pairwise

from pipeline.inspection.screen import Screen
from pipeline.schema.finding import Finding

STILL = 1e-6
"""Mean change (of 1) below which two frames look the same."""
NO_INK = 1e-5
"""Share of the picture below which nothing is drawn: less than one looked-at pixel."""


def static(screen: Screen) -> list[Finding]:
    """Errors for stretches without any change of the picture that are too long."""
    limit = screen.limits.still
    if not any(frame.ink > NO_INK for frame in screen.trace.frames):
        return []  # reported as blank
    stretches = _still_stretches(screen)
    whole = len(stretches) == 1
    found = []
    for start, until in stretches:
        length = until - start
        if length >= limit or (whole and length >= screen.limits.still_film):
            least = limit if length >= limit else screen.limits.still_film
            found.append(_static(start, until, least))
    return found


def blank(screen: Screen) -> list[Finding]:
    """Errors for a film without anything on it, or for long empty stretches."""
    fps = screen.trace.fps
    spans: list[tuple[float, float]] = []
    for frame in screen.trace.frames:
        if frame.ink > NO_INK:
            continue
        end = frame.time + frame.repeats / fps
        if spans and frame.time <= spans[-1][1] + 1.5 / fps:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((frame.time, end))
    ink = any(frame.ink > NO_INK for frame in screen.trace.frames)
    if screen.trace.frames and not ink:
        return [_blank(0.0, screen.trace.duration, 0.0, "Nothing is ever drawn on the screen.")]
    limit = screen.limits.blank
    return [
        _blank(start, end, limit, f"The screen is empty for {end - start:.1f} seconds.")
        for start, end in spans
        if end - start >= limit
    ]


def duration(screen: Screen, hint: float | None) -> list[Finding]:
    """A warning if the film's length differs from the hint by more than the allowed share."""
    length = screen.trace.duration
    if not hint or abs(length - hint) <= screen.limits.duration_share * hint:
        return []
    how = "shorter" if length < hint else "longer"
    return [
        Finding(
            rule="duration",
            severity="warning",
            layer="geometry",
            message=f"The scene lasts {length:.1f} seconds, {how} than the {hint:.0f} asked for.",
            suggestion=f"{'Add' if length < hint else 'Take'} about {abs(hint - length):.0f} "
            f"seconds of pauses {'to' if length < hint else 'from'} it.",
            time=0.0,
            until=length,
            amount=round(length, 2),
            limit=hint,
            unit="seconds",
        )
    ]


def _still_stretches(screen: Screen) -> list[tuple[float, float]]:
    """Spans between two changes of the picture, from the first frame to the end."""
    frames = screen.trace.frames
    if not frames:
        return []
    moved = [frame.time for frame in frames[1:] if frame.change > STILL]
    last = frames[-1]
    end = last.time + last.repeats / screen.trace.fps
    return list(pairwise([frames[0].time, *moved, end]))


def _static(start: float, until: float, limit: float) -> Finding:
    return Finding(
        rule="static",
        severity="error",
        layer="geometry",
        message=f"Nothing moves for {until - start:.1f} seconds.",
        suggestion="Shorten the pause, or reveal or point at something in it.",
        time=start,
        until=until,
        amount=round(until - start, 2),
        limit=limit,
        unit="seconds",
    )


def _blank(start: float, until: float, limit: float, message: str) -> Finding:
    return Finding(
        rule="blank",
        severity="error",
        layer="geometry",
        message=message,
        suggestion="Draw something, in a colour that differs from the background.",
        time=start,
        until=until,
        amount=round(until - start, 2),
        limit=limit,
        unit="seconds",
    )
