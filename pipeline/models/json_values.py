"""JSON that an endpoint sent: no text of it may end in anything but a value or a `ValueError`."""

import json
from typing import Any

DEEPEST = 60
"""Levels; a reply of a chat has about six, the strictest schema in an error a few more."""


def parsed(text: str) -> Any:
    """The value of a JSON text.

    Raises `ValueError`, also for one that is nested deeper than `DEEPEST`: whatever walks through
    such a value, a print of it included, could run out of stack.
    """
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if text.count("[") + text.count("{") > DEEPEST and _is_deep(value):
        raise ValueError("it is nested too deep")
    return value


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner.extend(item.values())
            elif isinstance(item, list):
                inner.extend(item)
        level = [item for item in inner if isinstance(item, (dict, list))]
        if not level:
            return False
    return True
