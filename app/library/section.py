"""Which section a run is about: text folded for search, and a hash that tells sections apart."""

import hashlib
import unicodedata


def section_id(text: str) -> str:
    """The same for two runs of one section: a hash of its text.

    Line breaks, runs of blanks and the Unicode form do not count, so that a section pasted from
    an editor that wraps lines is still the same one.
    """
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    return hashlib.sha256(plain.encode("utf-8", errors="replace")).hexdigest()[:16]


def folded(text: str) -> str:
    """Text as it is searched: compatible forms made one, case and blanks ignored."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
