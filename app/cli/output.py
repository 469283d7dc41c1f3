"""Standard output and standard error of a command: one JSON document, or lines for people."""

import json
import sys
import unicodedata
from collections.abc import Callable, Mapping
from typing import TextIO

from app.errors import StudioError

_DIRECTIONS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"


def counted(number: int, noun: str) -> str:
    """A number with its noun, as in "1 record" and "2 records"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def harmless(text: str) -> str:
    """The text with control characters and those that turn the direction of writing made visible as
    a replacement character; line ends and tabs stay."""
    if text.isprintable():
        return text
    return "".join("\ufffd" if _steers(character) else character for character in text)


def escaped(document: str) -> str:
    """A JSON document that says the same and holds no character that steers a terminal."""
    if document.isprintable():
        return document
    return "".join(
        f"\\u{ord(character):04x}" if _steers(character) else character for character in document
    )


def _steers(character: str) -> bool:
    if character in "\n\t":
        return False
    return unicodedata.category(character) in ("Cc", "Cs") or character in _DIRECTIONS


class Output:
    """Results go to standard output, everything else to standard error.

    With `as_json`, standard output holds exactly one JSON document and `line` prints nothing.

    Attributes:
        if_stopped: what to do after the command was interrupted; a command may set it.
        take_back: removes what an interrupted command would leave behind for nothing.
    """

    def __init__(
        self, as_json: bool, stdout: TextIO | None = None, stderr: TextIO | None = None
    ) -> None:
        self.as_json = as_json
        self._stdout = stdout or sys.stdout
        self._stderr = stderr or sys.stderr
        self.printed = False
        self.if_stopped = "Give the command again, or resume the run: ./run runs list"
        self.take_back: Callable[[], None] = lambda: None

    @property
    def on_terminal(self) -> bool:
        """Whether progress may be drawn in place."""
        return self._stderr.isatty()

    def line(self, text: str = "") -> None:
        """A line of the result, for people. What a model or an imported file wrote is in it: it may
        not steer the terminal."""
        if not self.as_json:
            print(harmless(text), file=self._stdout, flush=True)

    def progress(self, text: str) -> None:
        """A line of progress, on standard error."""
        print(text, file=self._stderr, flush=True)

    def document(self, value: Mapping[str, object]) -> None:
        """The result as JSON; printed only with `--json`."""
        if self.as_json:
            self.printed = True
            text = escaped(json.dumps(value, ensure_ascii=False, indent=1))
            print(text, file=self._stdout, flush=True)

    def error(self, error: StudioError) -> None:
        """Say what went wrong and what to do."""
        if self.as_json:
            self.document(
                {
                    "ok": False,
                    "error": {
                        "kind": error.kind,
                        "message": error.message,
                        "remedy": error.remedy,
                    },
                }
            )
            return
        self.progress(f"Error: {error.message}")
        if error.remedy:
            self.progress(f"What to do: {error.remedy}")
