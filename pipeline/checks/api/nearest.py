"""The nearest among possible names."""

import difflib
from collections.abc import Iterable

# Below this likeness (of difflib) a suggestion misleads more often than it helps.
CUTOFF = 0.74
_MOST = 600


def nearest(name: str, possible: Iterable[str]) -> str | None:
    """The name most like another; None if none is like enough.

    Names are compared without case first, so that `showcreation` finds `ShowCreation`.
    """
    options = list(dict.fromkeys(possible))
    for option in options:
        if option.lower().replace("_", "") == name.lower().replace("_", ""):
            return option
    # Only names of about the same length can be alike; the rest costs time.
    near = [o for o in options if abs(len(o) - len(name)) <= max(4, len(name) // 2)]
    found = difflib.get_close_matches(name, near[:_MOST], 1, CUTOFF)
    return found[0] if found else None
