"""Texts within their caps, cut where a reader would."""

FIELD, CODE, DIAGNOSTIC = 400, 800, 1000
"""Characters of a lesson's prose fields, code fields and diagnostic (ManimAgent, appendix B)."""


def at_word(text: str, limit: int) -> str:
    """`text`, or its start up to a word boundary with an ellipsis, at most `limit` characters."""
    text = text.strip()
    if len(text) <= limit:
        return text
    head = text[: limit - 3]
    cut = max(head.rfind(" "), head.rfind("\n"))
    return (head[:cut] if cut > 0 else head).rstrip(" ,;:.") + "..."


def sentences(parts: list[str], limit: int) -> str:
    """As many whole sentences as fit; the first one is cut at a word if it alone does not."""
    kept: list[str] = []
    for part in parts:
        if kept and len(" ".join([*kept, part])) > limit:
            break
        kept.append(part)
    return at_word(" ".join(kept), limit)


def lines(parts: list[str], limit: int) -> str:
    """As many whole lines as fit; a single longer line is cut at a word."""
    kept: list[str] = []
    for part in parts:
        if kept and len("\n".join([*kept, part])) > limit:
            break
        kept.append(part)
    return at_word("\n".join(kept), limit)
