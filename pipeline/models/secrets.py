"""Keys that never print themselves, and the removal of keys from every text that leaves."""

import weakref
from collections.abc import Iterable
from typing import NoReturn

REMOVED = "[key removed]"
SHORTEST_SECRET = 6
"""Characters. Local servers take placeholders such as `none`; those are no secret."""
PART = 8
"""Characters of a key in a row that are removed too: servers echo keys cut short."""


class Key:
    """An API key. It shows itself only to `reveal`; it cannot be printed, pickled or compared."""

    __slots__ = ("__weakref__", "_value")

    def __init__(self, value: str) -> None:
        self._value = value.strip()
        _ALIVE.add(self)

    def reveal(self) -> str:
        """The key itself, for the one place that sends it."""
        return self._value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return "Key(hidden)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a key cannot be pickled or copied into a file")


# Only so that a crash report, written where no key is known, can be cleaned.
_ALIVE: "weakref.WeakSet[Key]" = weakref.WeakSet()


def redact(text: str, keys: Iterable[Key | None]) -> str:
    """`text` without the keys and without any eight or more characters of one in a row."""
    for key in keys:
        if key is not None:
            text = _without(text, key.reveal())
    return text


def redact_whole(text: str, keys: Iterable[Key | None]) -> str:
    """`text` without whole keys: for a model's reply, where parts of one are a coincidence."""
    for key in keys:
        if key is not None and len(key.reveal()) >= SHORTEST_SECRET:
            text = text.replace(key.reveal(), REMOVED)
    return text


def redact_known(text: str) -> str:
    """`text` without any key that this process holds."""
    return redact(text, list(_ALIVE))


def _without(text: str, secret: str) -> str:
    if len(secret) < SHORTEST_SECRET:
        return text
    text = text.replace(secret, REMOVED)
    parts = {secret[i : i + PART] for i in range(len(secret) - PART + 1)}
    if not any(part in text for part in parts):
        return text
    hidden = [False] * len(text)
    for start in range(len(text) - PART + 1):
        if text[start : start + PART] in parts:
            hidden[start : start + PART] = [True] * PART
    kept = []
    for place, character in enumerate(text):
        if not hidden[place]:
            kept.append(character)
        elif place == 0 or not hidden[place - 1]:
            kept.append(REMOVED)
    return "".join(kept)
