"""Taking the program out of a model's reply."""

import re
from typing import NamedTuple

from pipeline.checks.parsing import MAX_CHARACTERS, parse_program
from pipeline.checks.patterns import Pattern
from pipeline.schema.finding import Finding

_TAGS = r"(think|thinking|reasoning)"
_OPEN_THOUGHT = Pattern(rf"^[ \t]*+<{_TAGS}>", re.IGNORECASE | re.MULTILINE)
_END_OF_THOUGHT = Pattern(rf"</{_TAGS}>", re.IGNORECASE)
_FENCE = Pattern(r"^[ \t>]*+(`{3,}+|~{3,}+)[ \t]*+([\w+.-]*+)([^\n`]*+)$", re.MULTILINE)
_QUOTED = Pattern(r"^[ \t]*> ?", re.MULTILINE)
# What a copied text may begin with and nobody sees.
_INVISIBLE = "\ufeff\u200b\u2060\u200e"


class Extracted(NamedTuple):
    """The program of a reply.

    Attributes:
        program: its text, with a final newline; empty if the reply holds no code.
        truncated: the reply was cut before the program's end.
    """

    program: str
    truncated: bool


class _Block(NamedTuple):
    text: str
    closed: bool
    language: str


def extract_program(reply: str, scene: str) -> Extracted:
    """The code block of a reply that defines the class `scene`.

    Thinking (`<think>...</think>`, also without its opening tag) is left out first, but not where
    the tags stand inside a fenced block. Of several blocks that define the scene, the last whole
    one is taken (a later version replaces an earlier one); of none, the last block with a class,
    else the longest. A reply without a fence is taken as it is if it is Python from the first
    line, else from the line where Python begins. Of a reply with more than 200,000 characters the
    rest is not read, which counts as truncated.
    """
    whole = len(reply) <= MAX_CHARACTERS
    reply = reply[:MAX_CHARACTERS].lstrip(_INVISIBLE).replace("\r\n", "\n").replace("\r", "\n")
    found = _extracted(reply, scene)
    return found if whole else Extracted(found.program, True)


def _extracted(reply: str, scene: str) -> Extracted:
    if isinstance(parse_program(reply), Finding):
        reply = without_thinking(reply)
    blocks = _blocks(reply)
    if not blocks:
        return _bare(reply)
    best = max(enumerate(blocks), key=lambda pair: _rank(pair[1], scene, pair[0]))[1]
    text = _dedented(best.text).strip("\n")
    return Extracted(text + "\n" if text else "", _is_cut(text, best.closed))


def without_thinking(reply: str) -> str:
    """Leave out thoughts, which begin a line; tags within a line of code are code."""
    text = _without_closed_thoughts(reply)
    end = _END_OF_THOUGHT.search(text)
    if end is not None and len(_FENCE.findall(text, 0, end.start())) % 2 == 0:
        text = text[end.end() :]
    unclosed = _OPEN_THOUGHT.search(text)
    if unclosed is not None and _FENCE.search(text, 0, unclosed.start()) is None:
        text = text[: unclosed.start()]
    return text


def _without_closed_thoughts(reply: str) -> str:
    """Each thought with an end becomes a line break. A tag that is never closed again is looked
    for once: models that loop repeat it by the thousand."""
    parts: list[str] = []
    at = 0
    unclosed: set[str] = set()
    for opened in _OPEN_THOUGHT.finditer(reply):
        tag = opened.group(1).lower()
        if opened.start() < at or tag in unclosed:
            continue
        closed = re.compile(rf"</{tag}>", re.IGNORECASE).search(reply, opened.end())
        if closed is None:
            unclosed.add(tag)
            continue
        parts += [reply[at : opened.start()], "\n"]
        at = closed.end()
    return "".join(parts) + reply[at:]


def _blocks(reply: str) -> list[_Block]:
    """Fenced blocks in order; a block ends at a fence of its kind at least as long."""
    blocks: list[_Block] = []
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(reply):
        if opened is None:
            opened = fence
        elif fence.group(1).startswith(opened.group(1)) and not fence.group(2):
            blocks.append(_block(reply, opened, fence.start(), True))
            opened = None
    if opened is not None:
        blocks.append(_block(reply, opened, len(reply), False))
    return [block for block in blocks if block.text.strip()]


def _block(reply: str, opened: re.Match[str], end: int, closed: bool) -> _Block:
    """What stands between two fences; also code on the line of the first, or quoted with `>`."""
    text = reply[opened.end() + 1 : end]
    first = opened.group(3).strip()
    if first.startswith(("from ", "import ")):
        text = f"{first}\n{text}"
    if ">" in opened.group()[: opened.start(1) - opened.start()]:
        text = _QUOTED.sub("", text)
    return _Block(text, closed, opened.group(2).lower())


def _rank(block: _Block, scene: str, order: int) -> tuple[bool, bool, bool, bool, int]:
    defines = re.search(rf"^\s*class\s+{re.escape(scene)}\b", block.text, re.MULTILINE) is not None
    has_class = re.search(r"^\s*class\s+\w+", block.text, re.MULTILINE) is not None
    code = block.language in ("python", "py", "python3", "manim", "")
    return defines, block.closed and _parses(block.text), has_class, code, order


def _bare(reply: str) -> Extracted:
    text = reply.strip("\n")
    if not _parses(text):
        start = re.search(r"^(from|import|class|#|@|config)\b", text, re.MULTILINE)
        if start is None:
            text = ""
        elif not _parses(text[: start.start()]):  # prose; code stays, with its line numbers
            text = text[start.start() :]
    text = text.strip()
    return Extracted(text + "\n" if text else "", _is_cut(text, True))


def _parses(text: str) -> bool:
    return not isinstance(parse_program(_dedented(text)), Finding)


def _dedented(text: str) -> str:
    import textwrap  # a program needs no such thing

    return textwrap.dedent(text)


def _is_cut(text: str, closed: bool) -> bool:
    """Cut if the program breaks off, or the fence never closed around something incomplete."""
    parsed = parse_program(text)
    if isinstance(parsed, Finding):
        return parsed.rule == "truncated" or (not closed and parsed.rule == "syntax")
    return False
