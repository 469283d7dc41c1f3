"""Markdown (with a little TeX) into blocks of plain words: headings, paragraphs, items, tables."""

# Typographic dashes and signs are what this module reads.

import re
from enum import StrEnum

from pipeline.agents.offline.reading.words import STOP_WORDS, is_verb
from pipeline.schema.base import Value


class BlockKind(StrEnum):
    """What a run of lines is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    TABLE = "table"


class Block(Value):
    """A run of lines that belong together.

    `marker` is the list marker of an item; `rows` the cells of a table, header first; `depth` the
    indentation of an item in columns.
    """

    kind: BlockKind
    text: str
    marker: str = ""
    depth: int = 0
    rows: tuple[tuple[str, ...], ...] = ()


_HEADING_RE = re.compile(r"^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$")
_TEX_HEADING_RE = re.compile(r"^\s*\\(?:sub)*(?:section|paragraph|chapter)\*?\{(.*?)\}\s*(.*)$")
_ITEM_RE = re.compile(
    r"^(\s*)([-*+•–]|\d{1,3}[.)]|\((?:\d{1,2}|[a-z]|[ivx]{1,4})\)|[a-z]\)|\\item)\s+(\S.*)$"
)
_TABLE_RE = re.compile(r"^\s*\|.*\|\s*$")
_RULE_RE = re.compile(r"^\s*(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$")
_LINK_RE = re.compile(
    r"!\[[^\[\]]{0,300}\]\([^()]*\)|\[([^\[\]]{0,300})\]\([^()\s]*(?:\s+\"[^\"]*\")?\)"
)
_TEX_WRAP_RE = re.compile(r"\\(?:emph|textbf|textit|texttt|underline|textsc|textrm)\{([^{}]*)\}")
_TEX_DROP_RE = re.compile(
    r"\s*~?\\(?:cite[tp]?|(?:eq|auto|c|page)?ref|label|footnote|index)\*?(?:\[[^\]]*\])*\{[^{}]*\}"
    r"|\\(?:begin|end)\{(?:itemize|enumerate|quote|center|abstract|document)\}"
)
_BOLD_RE = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_ITALIC_RE = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])([^*_]+?)(?<=[^\s*_])\1(?![\w*])")
_HTML_RE = re.compile(r"</?[a-zA-Z][^<>\n]{0,80}>|<!--.*?-->", re.DOTALL)
_CODE_RE = re.compile(r"`([^`\n]+)`")

_HEADING_WORDS = 8
_ENGLISH_SHARE = 0.15


def split_blocks(text: str) -> tuple[Block, ...]:
    """The blocks of cleaned, masked Markdown text, in order. Code fences are left out."""
    lines = text.split("\n")
    builder = _Builder()
    fenced = False
    for line in lines:
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
            builder.close()
        elif not fenced:
            builder.take(re.sub(r"^\s{0,3}(?:>\s?)+", "", line))
    builder.close()
    return tuple(_with_plain_headings(builder.blocks))


def _with_plain_headings(blocks: list[Block]) -> list[Block]:
    """Short lines without a verb, in English text, become headings of what follows them."""
    words = " ".join(block.text for block in blocks).lower().split()
    if not blocks or sum(word in STOP_WORDS for word in words) < _ENGLISH_SHARE * len(words):
        return blocks
    return [
        block.model_copy(update={"kind": BlockKind.HEADING})
        if following is not None and _is_plain_heading(block, following)
        else block
        for block, following in zip(blocks, [*blocks[1:], None], strict=True)
    ]


def _is_plain_heading(block: Block, following: Block) -> bool:
    words = block.text.split()
    if block.kind is not BlockKind.PARAGRAPH or len(words) > _HEADING_WORDS:
        return False
    if following.kind is not BlockKind.PARAGRAPH or len(following.text.split()) <= len(words):
        return False
    if re.match(r"\d+(?:\.\d+)*\.?\s+[A-Z]", block.text):
        return block.text[-1] not in ".!:;,"
    return block.text[-1] not in ":;,!" and not any(is_verb(word) for word in words)


class _Builder:
    """Collects lines into blocks, one open block at a time."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._lines: list[str] = []
        self._kind = BlockKind.PARAGRAPH
        self._marker = ""
        self._depth = 0

    def take(self, line: str) -> None:
        if not line.strip():
            self.close()
        elif heading := _HEADING_RE.match(line):
            self._add_heading(heading.group(1))
        elif tex_heading := _TEX_HEADING_RE.match(line):
            self._add_heading(tex_heading.group(1))
            self._lines = [tex_heading.group(2)] if tex_heading.group(2) else []
        elif _RULE_RE.match(line):
            self._underline_or_rule()
        elif _TABLE_RE.match(line):
            self._open(BlockKind.TABLE, line)
        elif item := _ITEM_RE.match(line):
            self.close()
            self._kind, self._marker = BlockKind.ITEM, item.group(2)
            self._depth = len(item.group(1).expandtabs(4))
            self._lines = [item.group(3)]
        elif self._kind is BlockKind.TABLE:
            self.close()
            self._lines = [line]
        else:
            self._lines.append(line)

    def _add_heading(self, text: str) -> None:
        self.close()
        self.blocks.append(Block(kind=BlockKind.HEADING, text=strip_marks(text)))

    def _underline_or_rule(self) -> None:
        """A rule under a single short line makes that line a heading."""
        if self._kind is BlockKind.PARAGRAPH and len(self._lines) == 1 and len(self._lines[0]) < 90:
            self._kind = BlockKind.HEADING
        self.close()

    def _open(self, kind: BlockKind, line: str) -> None:
        if self._kind is not kind:
            self.close()
            self._kind = kind
        self._lines.append(line)

    def close(self) -> None:
        if self._lines and self._kind is BlockKind.TABLE:
            rows = tuple(_cells(line) for line in self._lines if not _is_divider(line))
            if rows:
                self.blocks.append(Block(kind=BlockKind.TABLE, text="", rows=rows))
        elif text := strip_marks(" ".join(self._lines)):
            self.blocks.append(
                Block(kind=self._kind, text=text, marker=self._marker, depth=self._depth)
            )
        self._lines, self._marker, self._depth = [], "", 0
        self._kind = BlockKind.PARAGRAPH


def _cells(line: str) -> tuple[str, ...]:
    return tuple(strip_marks(cell) for cell in line.strip().strip("|").split("|"))


def _is_divider(line: str) -> bool:
    return not line.replace("|", "").replace(":", "").replace("-", "").strip()


def strip_marks(text: str) -> str:
    """`text` without Markdown, HTML and simple TeX marks, on one line."""
    text = _HTML_RE.sub("", text)
    text = _LINK_RE.sub(lambda found: found.group(1) or "", text)
    text = _TEX_DROP_RE.sub("", text)
    for _ in range(2):  # marks may nest once: bold inside emphasis
        text = _TEX_WRAP_RE.sub(r"\1", text)
        text = _BOLD_RE.sub(r"\2", text)
        text = _ITALIC_RE.sub(r"\2", text)
    text = _CODE_RE.sub(r"\1", text)
    text = re.sub(r"\\([-%&_#.!*+>(){}\[\]|])", r"\1", text).replace("~", " ").replace("``", "“")
    return " ".join(text.replace("''", "”").split())
