"""How long work tells how far it is, and how it is stopped."""

from collections.abc import Callable

Watch = Callable[[float], None]
"""Told the share that is done, in [0, 1], a few times a second; what it raises ends the work."""


def unwatched(share: float) -> None:
    """Nobody looks, nobody stops."""
