"""Where to put a text that is in the way."""

from pipeline.inspection.words import named
from pipeline.schema.trace import Item, Rect

GAP = 0.03
"""Free space to leave, as a share of the frame's height."""


def way_out(item: Item, obstacles: list[Rect], frame: Rect) -> str:
    """The shortest move that frees `item` of the obstacles and keeps it in the frame."""
    gap = GAP * frame.height
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
        return f"Remove one of them before {named(item)} appears."
    way = min(free, key=lambda way: free[way])
    return f"Move {named(item)} {way} by {free[way]:.1f} units, or remove the other before."
