"""What the TeX template defines, as `survey` found it, read once per process."""

import functools
import json
from pathlib import Path
from typing import NamedTuple

_FILE = Path(__file__).resolve().parents[3] / "resources" / "tex" / "known.json"


class Known(NamedTuple):
    """Names without backslash.

    Attributes:
        commands, environments: what exists after the preamble.
        symbols: the characters other than letters that make a command after a backslash.
        math_only: commands that TeX refuses outside math.
        text_only: commands that TeX refuses in math.
        preamble_only: commands that TeX refuses in the document.
        text_characters, math_characters: characters beyond ASCII that compile there.
        packages: packages that come with the TeX the set-up installs.
    """

    commands: frozenset[str]
    environments: frozenset[str]
    symbols: frozenset[str]
    math_only: frozenset[str]
    text_only: frozenset[str]
    preamble_only: frozenset[str]
    text_characters: frozenset[str]
    math_characters: frozenset[str]
    packages: frozenset[str]


@functools.cache
def known() -> Known:
    """The names of the shipped list."""
    data = json.loads(_FILE.read_text(encoding="utf-8"))
    names = ("commands", "environments", "math_only", "text_only", "preamble_only", "packages")
    sets = {name: frozenset(data[name].split()) for name in names}
    return Known(
        symbols=frozenset(data["symbols"]),
        text_characters=frozenset(data["characters"]["text"]),
        math_characters=frozenset(data["characters"]["math"]),
        **sets,
    )
