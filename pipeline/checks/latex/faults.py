"""What is wrong with one TeX source, before it is laid at the door of a line of the program."""

from typing import NamedTuple

from pipeline.checks.folding import HOLE


class Edit(NamedTuple):
    """A replacement within the composed source: it starts at `at` and takes `length` away."""

    at: int
    length: int
    replacement: str


class Fault(NamedTuple):
    """One fault.

    Attributes:
        rule: rule id of the finding.
        at: place in the composed source.
        message, suggestion: as in the finding.
        certain: TeX refuses it, or the picture is wrong for certain.
        local: true whatever stands in the parts that are not known.
        edits: the one safe cure.
    """

    rule: str
    at: int
    message: str
    suggestion: str
    certain: bool = True
    local: bool = False
    edits: tuple[Edit, ...] = ()


def excerpt(text: str, at: int, width: int = 40) -> str:
    """What stands around a place, on one line, for a message."""
    start = max(0, at - width // 3)
    cut = text[start : at + width].replace(HOLE, "…")
    shown = " ".join("".join(c if c.isprintable() or c.isspace() else "?" for c in cut).split())
    return f"`{'…' if start else ''}{shown}{'…' if at + width < len(text) else ''}`"
