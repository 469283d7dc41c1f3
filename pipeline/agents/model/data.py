"""Text that others wrote, set apart in a prompt as data.

A block is fenced by lines that carry an id computed from the text itself. Whoever writes a text
cannot know the id of the block that will hold it, so nothing in the text can end the block. The
same text always gets the same id: prompts repeat exactly, and a shared beginning stays shared.
"""

import hashlib
import re

ID_CHARACTERS = 12
LEFT_OUT = "[... {count} characters left out ...]"

# Control characters but tab and line end; marks that reorder what is shown.
_HARMFUL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_LINE_ENDS = re.compile("\r\n?")
_ANSI = re.compile("\x1b\\[[0-9;?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?")


def clean(text: str) -> str:
    """Without terminal sequences, control and reordering characters; lone surrogates replaced."""
    text = _HARMFUL.sub("", _LINE_ENDS.sub("\n", _ANSI.sub("", text)))
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def shorten(text: str, limit: int) -> str:
    """At most about `limit` characters: the beginning and the end, and how much is missing."""
    if len(text) <= limit:
        return text
    half = limit // 2
    gap = LEFT_OUT.format(count=len(text) - 2 * half)
    return f"{text[:half]}\n{gap}\n{text[-half:]}"


def block(name: str, text: str) -> str:
    """A text as a data block of the given name (which is ours, never a user's)."""
    text = clean(text).strip("\n")
    id_ = _id(name, text)
    return f"<<< DATA {id_}: {name}\n{text}\n>>> END DATA {id_}"


def _id(name: str, text: str) -> str:
    """Hash of name and text; made again should the text hold it after all."""
    salt = 0
    while True:
        source = f"{salt}\0{name}\0{text}".encode()
        id_ = hashlib.sha256(source).hexdigest()[:ID_CHARACTERS]
        if id_ not in text:
            return id_
        salt += 1
