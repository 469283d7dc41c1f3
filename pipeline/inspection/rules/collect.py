"""Joins what is seen at several moments into one finding per matter."""

from dataclasses import replace

from pipeline.schema.finding import Finding


class Collector:
    """Findings by matter; sightings that follow each other are one stretch of time."""

    GAP = 0.05
    """Seconds between two sightings that still count as one."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, ...], list[Finding]] = {}

    def add(self, matter: tuple[str, ...], finding: Finding) -> None:
        """Add a sighting; `finding` carries `time` and `until`. Call in order of time."""
        stretches = self._open.setdefault(matter, [])
        if stretches and _joins(stretches[-1], finding):
            last = stretches[-1]
            until = max(last.until or 0.0, finding.until or 0.0)
            stretches[-1] = replace(last, until=until)
        else:
            stretches.append(finding)

    def findings(self, dwell: float) -> list[Finding]:
        """All stretches of at least `dwell` seconds, in order of time."""
        found = [finding for stretches in self._open.values() for finding in stretches]
        lasting = [f for f in found if (f.until or 0.0) - (f.time or 0.0) >= dwell - 1e-6]
        return sorted(lasting, key=lambda f: f.time or 0.0)


def _joins(last: Finding, following: Finding) -> bool:
    return (following.time or 0.0) <= (last.until or 0.0) + Collector.GAP
