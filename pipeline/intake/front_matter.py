"""The optional YAML block at the top of a section file.

    ---
    title: The discrete Fourier transform
    role: method
    domain: mathematics
    paper id: fourier-notes
    section id: dft
    ---

Keys are case-blind and may be written with spaces, hyphens or underscores. Values are plain text
as written (`3.10` stays `3.10`). Keys that are not ours (author, tags...) are ignored, so that a
file made for another tool can be used as it is.
"""

import re
from dataclasses import dataclass

import yaml

from pipeline.intake.errors import IntakeError

FIELDS = (
    "title",
    "role",
    "domain",
    "paper_id",
    "section_id",
    "abstract",
    "prior_context",
    "prior_objects",
    "source_type",
)
MAX_BLOCK = 20_000
MAX_LINE_VALUE = 500
_FENCE = re.compile(r"^---[ \t]*\n")
_KEY = re.compile(r"[ \t\n]*(#[^\n]*\n\s*)*[\"']?[^\W\d][\w -]*[\"']?[ \t]*:([ \t\n]|$)")
_END = re.compile(r"^(---|\.\.\.)[ \t]*(\n|\Z)", re.MULTILINE)
_LONG = ("abstract", "prior_context")


@dataclass(frozen=True)
class Entry:
    """A value of the block and the 1-based line of the file it starts on."""

    value: str
    line: int


@dataclass(frozen=True)
class FrontMatter:
    """The known entries of the block by field name, and the text after it, byte-equal."""

    entries: dict[str, Entry]
    prior_objects: tuple[str, ...]
    body: str

    def text(self, field: str) -> str:
        """The value of a field, or empty."""
        return self.entries[field].value if field in self.entries else ""


def split_front_matter(text: str, name: str) -> FrontMatter:
    """Take the block off a normalised text.

    A first line `---` that no `key:` follows is a Markdown rule, and the text has no block.

    Raises:
        IntakeError: `malformed`, with the line, for a block that is never closed, not valid YAML,
            or holds something other than text for a known key.
    """
    opening = _FENCE.match(text)
    if opening is None or _KEY.match(text, opening.end()) is None:
        return FrontMatter({}, (), text)
    closing = _END.search(text, opening.end())
    if closing is None or closing.start() > MAX_BLOCK:
        raise _malformed(name, 1, "the front matter opened here is never closed with ---", "---")
    block, body = text[opening.end() : closing.start()], text[closing.end() :]
    try:
        node = yaml.compose(block, Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or "not valid YAML"
        raise _malformed(
            name, (mark.line if mark else 0) + 2, f"the front matter: {what}"
        ) from error
    except RecursionError as error:
        raise _malformed(name, 2, "the front matter is nested too deeply") from error
    if not isinstance(node, yaml.MappingNode):
        raise _malformed(name, 2, "the front matter is not a list of `key: value` lines")
    return _entries(node, name, body)


def _entries(node: yaml.MappingNode, name: str, body: str) -> FrontMatter:
    entries: dict[str, Entry] = {}
    objects: tuple[str, ...] = ()
    for key, value in node.value:
        field = re.sub(r"[ \-]+", "_", str(key.value).strip().lower())
        if field not in FIELDS:
            continue
        line = key.start_mark.line + 2
        if field in entries:
            raise _malformed(name, line, f"{field.replace('_', ' ')!r} is given twice")
        if field == "prior_objects" and isinstance(value, yaml.SequenceNode):
            objects = tuple(_scalar(item, field, name) for item in value.value)
            continue
        entries[field] = Entry(_scalar(value, field, name), line)
    if "prior_objects" in entries:
        objects = tuple(p.strip() for p in entries["prior_objects"].value.split(",") if p.strip())
    return FrontMatter(entries, objects, body)


def _scalar(node: yaml.Node, field: str, name: str) -> str:
    line = node.start_mark.line + 2
    told = field.replace("_", " ")
    if not isinstance(node, yaml.ScalarNode):
        raise _malformed(name, line, f"{told!r} must be text")
    value = str(node.value).strip() if field in _LONG else " ".join(str(node.value).split())
    if field not in _LONG and len(value) > MAX_LINE_VALUE:
        raise IntakeError(
            "malformed",
            f"{name}, line {line}: {told!r} has {len(value)} characters; "
            f"at most {MAX_LINE_VALUE} are allowed.",
            "Shorten it.",
        )
    return value


def _malformed(name: str, line: int, what: str, missing: str = "") -> IntakeError:
    remedy = (
        f"Add a line {missing} after the last key, or remove the first line."
        if missing
        else "Write one `key: value` a line, with values that hold a colon in single quotes."
    )
    return IntakeError("malformed", f"{name}, line {line}: {what}.", remedy)
