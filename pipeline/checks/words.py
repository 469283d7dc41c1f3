"""Long lists of names, written as text."""


def words(text: str) -> frozenset[str]:
    """The blank-separated words of a text, as a set."""
    return frozenset(text.split())
