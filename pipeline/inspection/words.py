"""How the things on screen are called in messages."""

import re

from pipeline.schema.trace import Item

LONGEST = 48
"""Characters of a label that a message shows."""

KINDS = {"text": "text", "tex": "formula", "dot": "dot", "image": "picture", "line": "line"}
LIST = re.compile(r"\\\\|\s+")
COMMAND = re.compile(r"\\[a-zA-Z]+")


def kind_word(item: Item) -> str:
    """A noun for the item: `text`, `formula`, `number`, `square`."""
    if item.type in ("DecimalNumber", "Integer"):
        return "number"
    if item.kind == "tex" and item.type in ("Tex", "Title", "BulletedList"):
        return "text"
    if item.kind in ("text", "tex", "image"):
        return KINDS[item.kind]
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", item.type).lower()
    return spaced or KINDS.get(item.kind, "object")


def subject(item: Item) -> str:
    """A short label: the text shown, or the kind where it is not known."""
    label = " ".join(item.label.split())
    if not label:
        return kind_word(item)
    return label if len(label) <= LONGEST else label[: LONGEST - 1].rstrip() + "…"


def named(item: Item) -> str:
    """The item in the middle of a sentence: `the formula 'E = mc^2'`, `a square`."""
    word = kind_word(item)
    if item.label:
        return f"the {word} '{subject(item)}'"
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def sentence(text: str) -> str:
    """With a capital letter at the start."""
    return text[:1].upper() + text[1:]


def word_count(item: Item) -> int:
    """Words a viewer has to read; estimated from the glyphs where the label is not known."""
    if item.kind == "tex" and kind_word(item) != "text":
        return len(re.findall(r"\\text\w*\{", item.label))
    if not item.label:
        return round(len(item.glyphs) / 5)
    plain = COMMAND.sub(" ", item.label) if item.kind == "tex" else item.label
    return len([word for word in LIST.split(plain) if any(c.isalnum() for c in word)])


def symbol_count(item: Item) -> int:
    """Glyphs of a formula; 0 for a plain text."""
    return len(item.glyphs) if item.kind == "tex" and kind_word(item) == "formula" else 0
