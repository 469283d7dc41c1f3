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
        # For an insertion the line before it says where.
        lines = range(start, end) if end > start else range(start - 1, start)
        found = [place.get(line) for line in lines]
        if None in found or found != list(range(found[0] or 0, (found[0] or 0) + len(found))):
            return None
        at = (found[0] or 0) if end > start else (found[0] or 0) + 1
        mine[at : at + (end - start)] = after[first:last]
    return "\n".join(mine) + "\n"


def _places(before: list[str], mine: list[str]) -> dict[int, int]:
    """Where each line that is still there stands now."""
    blocks = SequenceMatcher(None, before, mine, autojunk=False).get_matching_blocks()
    return {block.a + n: block.b + n for block in blocks for n in range(block.size)}
