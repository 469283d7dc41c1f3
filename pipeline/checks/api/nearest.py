"""The nearest among possible names."""

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
    return closest(name, near[:_MOST], CUTOFF)


def closest(name: str, options: Iterable[str], cutoff: float) -> str | None:
    """The option that is most like a name by difflib's measure (0 to 1), if it reaches `cutoff`."""
    import difflib  # needed for programs with faults alone

    found = difflib.get_close_matches(name, options, 1, cutoff)
    return found[0] if found else None


def one_slip(name: str, other: str) -> bool:
    """Whether two longer names differ by one letter more, fewer or other, or by two swapped."""
    if min(len(name), len(other)) < 4 or abs(len(name) - len(other)) > 1 or name == other:
        return False
    start = 0
    while start < min(len(name), len(other)) and name[start] == other[start]:
        start += 1
    left, right = name[start:], other[start:]
    swapped = len(left) == len(right) > 1 and left[:2] == right[1::-1] and left[2:] == right[2:]
    return swapped or left[1:] == right or left == right[1:] or left[1:] == right[1:]
