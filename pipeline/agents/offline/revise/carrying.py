"""A change of a composed program, carried over to a person's edit of the same program."""

from difflib import SequenceMatcher


def carry_over(old: str, new: str, edited: str) -> str | None:
    """`edited`, which was made from `old`, with what differs between `old` and `new`.

    Whole lines are compared, as in a three-way merge.

    Returns:
        None where the edit has changed the very lines that differ.
    """
    before, after, mine = old.splitlines(), new.splitlines(), edited.splitlines()
    place = _places(before, mine)
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for tag, start, end, first, last in reversed(changes):
        if tag == "equal":
            continue
        at = _start(place, start, end)
        if at is None:
            return None
        mine[at : at + (end - start)] = after[first:last]
    return "\n".join(mine) + "\n"


def _start(place: dict[int, int], start: int, end: int) -> int | None:
    """Where the lines from `start` to before `end` stand now, all of them in one piece."""
    if start == end:  # something is put in there, after the line before it
        return 0 if start == 0 else place[start - 1] + 1 if start - 1 in place else None
    first = place.get(start)
    whole = first is not None and all(
        place.get(line) == first + line - start for line in range(start, end)
    )
    return first if whole else None


def _places(before: list[str], mine: list[str]) -> dict[int, int]:
    """Where each line that is still there stands now."""
    blocks = SequenceMatcher(None, before, mine, autojunk=False).get_matching_blocks()
    return {block.a + n: block.b + n for block in blocks for n in range(block.size)}
