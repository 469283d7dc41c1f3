"""Making text of a program safe to show and to send on: no control characters, no host paths."""

import io
import re
import unicodedata
from collections.abc import Iterable

# ECMA-48: CSI sequences, OSC and other string sequences, two-character escapes.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_].*?(?:\x07|\x1b\\|$)|[ -~]?)", re.DOTALL)
# A POSIX path of two parts and more that does not go on from a word, a URL or another path.
_ABSOLUTE = re.compile(r"(?<![\w.~:/\\)\]}$-])/(?:[\w.+@-]+/)+([\w.+@-]*)")
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}


def clean(text: str) -> str:
    """`text` without escape sequences and control characters; line ends and tabs stay."""
    text = _ESCAPES.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(
        letter
        for letter in text
        if letter in "\n\t" or unicodedata.category(letter) not in _INVISIBLE
    )


class Paths:
    """Replaces the paths of this machine by short names.

    Args:
        names: (path, name) pairs; longer paths are replaced first.
    """

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        self._names = sorted(
            {(path.rstrip("/"), name) for path, name in names if len(path) > 1},
            key=lambda pair: -len(pair[0]),
        )

    def hide(self, text: str, keep: str | None = None) -> str:
        """`text` with every known path replaced; with `keep`, also every other absolute path
        that does not stand in `keep`, of which the last part is left.
        """
        for path, name in self._names:
            text = text.replace(path, name)
        if keep is None:
            return text
        return _ABSOLUTE.sub(lambda m: m[0] if m[0] in keep else f".../{m[1]}", text)


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters: the beginning and the end, with the cut marked."""
    if len(text) <= limit:
        return text
    mark = "\n[...]\n"
    half = (limit - len(mark)) // 2
    return text[:half] + mark + text[-half:]


def normalised(message: str) -> str:
    """The first line of `message` without what varies between equal faults."""
    line = message.strip().split("\n", 1)[0]
    line = re.sub(r"0x[0-9a-fA-F]+", "#", line)
    line = re.sub(r"(?<![A-Za-z_])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", "#", line)
    return re.sub(r"\s+", " ", line)[:160]


class CappedText(io.TextIOBase):
    """A text stream that keeps the first `limit` characters of what is written and drops the
    rest, so that a program that prints without end fills neither disk nor memory."""

    def __init__(self, target: io.TextIOBase, limit: int) -> None:
        super().__init__()
        self._target = target
        self._left = limit

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        if self._left > 0:
            part = text[: self._left]
            self._left -= len(part)
            self._target.write(part)
            self._target.flush()
        return len(text)

    @property
    def encoding(self) -> str:  # type: ignore[override]  # the base class calls it a str field
        return "utf-8"
