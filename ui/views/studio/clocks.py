"""Time as it is told on the page of a run."""


def clock(seconds: float) -> str:
    """Minutes and seconds, as on a watch."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


def about(seconds: float) -> str:
    """An estimate is no watch: to the next five seconds, never none."""
    return clock(max(5, round(seconds / 5) * 5))
