"""Texts of records on a terminal, whatever a model or a stranger's file put there."""


def harmless(text: str, limit: int = 120) -> str:
    """The text on one line, at most `limit` characters, without what would steer a terminal or turn
    the direction of writing."""
    flat = "".join(c if c.isprintable() else " " for c in text[: 20 * limit])
    flat = " ".join(flat.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "\u2026"
