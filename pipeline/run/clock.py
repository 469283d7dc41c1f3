"""The present moment as the files of a run say it."""

from datetime import UTC, datetime


def utc_now() -> str:
    """The present moment in ISO 8601, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
