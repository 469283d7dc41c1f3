"""Catalogues for tests: written as gettext reads them, and a language that nobody speaks."""

import re
import struct
from collections.abc import Mapping
from pathlib import Path

from app.texts import DOMAIN

OPENS, CLOSES = "⟦", "⟧"
_LOOKS = str.maketrans("AaEeIiOoUuCcNnSsYy", "ÀáÉéÍíÓóÚúĆćŃńŚśÝý")
_PARTS = re.compile(r"(\{[^{}]*\}|\n)")
_HEADER = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=1; plural=0;\n"


def write_catalogue(folder: Path, language: str, texts: Mapping[tuple[str, str], str]) -> None:
    """A .mo file below `folder`; keys are texts with their plurals, or an empty one.

    The format is told in the manual of GNU gettext, "The Format of GNU MO Files".
    """
    entries = {"": _HEADER} | {
        one + (f"\0{many}" if many else ""): told for (one, many), told in texts.items()
    }
    pairs = sorted((key.encode(), told.encode()) for key, told in entries.items())
    start = 7 * 4
    at = start + 16 * len(pairs)
    tables: list[bytes] = []
    data = b""
    for column in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<II", len(pair[column]), at + len(data)))
            data += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), start, start + 8 * len(pairs), 0, 0)
    target = folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    target.parent.mkdir(parents=True)
    target.write_bytes(head + b"".join(tables) + data)


def pseudo(text: str) -> str:
    """The text in marks, with strange letters and about 30% longer; what is filled in stays."""
    parts = _PARTS.split(text)
    told = "".join(part if _PARTS.fullmatch(part) else part.translate(_LOOKS) for part in parts)
    letters = len(_PARTS.sub("", text))
    return f"{OPENS}{told}{'·' * round(0.3 * letters - 1.6)}{CLOSES}"
