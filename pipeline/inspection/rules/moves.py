"""Where to put a text that is in the way."""

from dataclasses import dataclass

from pipeline.inspection.words import named
from pipeline.schema.trace import Item, Rect

GAP = 0.03
"""Free space to leave, as a share of the frame's shorter side."""


@dataclass(frozen=True)
class Move:
    """A way out in words, and as a shift in scene units (right, up) where there is one."""

    words: str
    shift: tuple[float, float] | None


def way_out(item: Item, obstacles: list[Rect], frame: Rect) -> Move:
    """The shortest move that frees `item` of the obstacles and keeps it in the frame."""
    gap = GAP * frame.short
    box = item.box
    moves = {
        "up": max(o.y1 for o in obstacles) - box.y0 + gap,
        "down": box.y1 - min(o.y0 for o in obstacles) + gap,
        "right": max(o.x1 for o in obstacles) - box.x0 + gap,
        "left": box.x1 - min(o.x0 for o in obstacles) + gap,
    }
    room = {
        "up": frame.y1 - box.y1,
        "down": box.y0 - frame.y0,
        "right": frame.x1 - box.x1,
        "left": box.x0 - frame.x0,
    }
    free = {way: by for way, by in moves.items() if by <= room[way]}
    if not free:
        return Move(f"Remove one of them before {named(item)} appears.", None)
    way = min(free, key=lambda way: free[way])
    words = f"Move {named(item)} {way} by {free[way]:.1f} units, or remove the other before."
    across = {"right": 1.0, "left": -1.0}.get(way, 0.0)
    upward = {"up": 1.0, "down": -1.0}.get(way, 0.0)
    return Move(words, (round(across * free[way], 3), round(upward * free[way], 3)))
