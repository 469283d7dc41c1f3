"""How text of a section enters a program: as a literal that cannot be left, and in no other way."""

import unicodedata

# Overrides and isolates of the writing direction, joiners, byte order mark: they draw nothing and
# can make a reader of the program see another order than Python does.
_UNSEEN = {"Cf", "Cc", "Co", "Cs", "Cn"}


def clean(text: str) -> str:
    """One line of visible characters: no control or format characters, single spaces."""
    spaced = " ".join(text.split())
    kept = (c for c in spaced if c == " " or unicodedata.category(c) not in _UNSEEN)
    return " ".join("".join(kept).split())


def literal(text: str) -> str:
    """`text` as a double-quoted Python literal, on one line."""
    cleaned = clean(text)
    quoted = repr(cleaned)
    if quoted.startswith("'") and '"' not in quoted:
        body = quoted[1:-1].replace("\\'", "'")
        return f'"{body}"'
    return quoted


def raw(tex: str) -> str:
    """TeX as a raw literal where that is safe, else as a plain one."""
    cleaned = clean(tex)
    if '"' in cleaned or cleaned.endswith("\\") or not cleaned.isascii():
        return repr(cleaned)
    return f'r"{cleaned}"' if "\\" in cleaned else f'"{cleaned}"'


def comment(text: str, room: int = 90) -> str:
    """`text` as the words of a comment line (it cannot hold a line end)."""
    cleaned = clean(text)
    return cleaned if len(cleaned) <= room else cleaned[: room - 3].rstrip() + "..."
