"""Keys that never print themselves, and the removal of keys from every text that leaves."""

import base64
import weakref
from collections.abc import Iterable
from typing import NoReturn
from urllib.parse import quote

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
    """`text` without the keys and without any eight or more characters of one in a row, also where
    they are encoded for an address or in base64."""
    for key in keys:
        if key is not None and len(key.reveal()) >= SHORTEST_SECRET:
            for form in (key.reveal(), *_encoded(key.reveal())):
                text = _without(text, form)
    return text


def redact_whole(text: str, keys: Iterable[Key | None]) -> str:
    """`text` without whole keys: for a model's reply, where parts of one are a coincidence."""
    for key in keys:
        if key is not None and len(key.reveal()) >= SHORTEST_SECRET:
            for form in (key.reveal(), *_encoded(key.reveal())):
                text = text.replace(form, REMOVED)
    return text


def redact_known(text: str) -> str:
    """`text` without any key that this process holds."""
    return redact(text, list(_ALIVE))


def _encoded(secret: str) -> tuple[str, ...]:
    """The secret as it stands in an address, and in base64 wherever it may begin there (a header
    for basic authorization puts a name before it): what does not depend on what is beside it."""
    data = secret.encode()
    forms = [quote(secret, safe="")]
    for before in range(3):
        whole = base64.b64encode(b"\0" * before + data).decode()
        after = (before + len(data)) % 3
        forms.append(whole[(0, 2, 3)[before] : len(whole) - (0, 3, 2)[after]])
    forms += [form.translate(_FOR_ADDRESSES) for form in forms[1:]]
    return tuple(dict.fromkeys(form for form in forms if form != secret))


_FOR_ADDRESSES = str.maketrans("+/", "-_")


def _without(text: str, secret: str) -> str:
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
