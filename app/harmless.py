"""Texts of models and strangers as a person may look at them: nothing in them acts or hides."""

import re

_CUT = "\u2026"
# Signs that change the order of what follows them, or that nobody can see.
_NAMES = {
    "\u00ad": "SHY", "\u061c": "ALM", "\u180e": "MVS", "\u200b": "ZWSP", "\u200e": "LRM",
    "\u200f": "RLM", "\u202a": "LRE", "\u202b": "RLE", "\u202c": "PDF", "\u202d": "LRO",
    "\u202e": "RLO", "\u2060": "WJ", "\u2066": "LRI", "\u2067": "RLI", "\u2068": "FSI",
    "\u2069": "PDI", "\ufeff": "BOM", "\ufff9": "IAA", "\ufffa": "IAS", "\ufffb": "IAT",
}  # fmt: skip
_ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e0fff"
    "\U000f0000-\U0010ffff]"
)
_BREAKS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")


def harmless(text: str, limit: int | None = None) -> str:
    """The same text with every sign visible that is invisible or turns the order of others.

    Line breaks of all kinds become plain ones, control characters their pictures (U+2400 and on),
    invisible signs their names in brackets. What is ordinary in any script stays as it is.

    Args:
        limit: characters of `text` that are shown at most; what is left out is said.
    """
    left_out = 0 if limit is None else max(0, len(text) - limit)
    if left_out:
        text = text[:limit]
    shown = _ODD.sub(_visible, _BREAKS.sub("\n", text))
    return f"{shown}{_CUT} (+{left_out:,})" if left_out else shown


def one_line(text: str, limit: int = 400) -> str:
    """The beginning of a text on one line, harmless."""
    joined = " ".join(text[: limit + 1].split(None))
    shown = harmless(joined)
    return shown if len(text) <= limit else f"{shown[:limit].rstrip()}{_CUT}"


def _visible(match: re.Match[str]) -> str:
    sign = match[0]
    code = ord(sign)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return f"[{_NAMES.get(sign, f'U+{code:04X}')}]"
