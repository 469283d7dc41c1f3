"""From a program's bytes to its tree, or one finding that says why there is none.

Nothing here may crash or hang: size, nesting and encoding are bounded before the parser sees them.
"""

import ast
import re
import unicodedata
import warnings
from dataclasses import replace
from functools import cached_property, lru_cache

from pipeline.checks.bound import BoundNames
from pipeline.checks.folding import Bindings, bindings_of
from pipeline.checks.patterns import Pattern
from pipeline.checks.walking import Index, children_of
from pipeline.schema.finding import Finding, TextEdit

# A long scene has 400 lines of 60 characters. Beyond ten times that it is no scene.
MAX_CHARACTERS = 200_000
# Deeper than any person or model writes; the walkers below need a few frames per level.
MAX_DEPTH = 120
MAX_NODES = 60_000
MAX_BRACKETS = 90
MAX_LINE_OPERATORS = 400

_COOKIE = Pattern(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_FENCE = Pattern(r"^\s*(```|~~~)", re.MULTILINE)
_THINKING = Pattern(r"</?think(ing)?>", re.IGNORECASE)
_CODE = Pattern(
    r"^\s*(?:from\s+\w|import\s+\w|class\s+\w|def\s+\w|@\w|[\w.\[\]]+\s*[-+*/]?=|[\w.]+\()|[(\[{;]\s*$",
    re.MULTILINE,
)
_STRING = Pattern(r"([A-Za-z]*)(['\"])((?:\\.|(?!\2).)*)\2")
_DEEP = Pattern(r"[(\[{]{20}")
# Quotation marks and dashes of word processors.
_PLAIN = {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-"}
_SURROGATE = Pattern("[\ud800-\udfff]")
_UTF8_NAMES = frozenset(("utf-8", "utf8", "utf_8", "utf-8-sig", "ascii", "us-ascii"))
# In these every ASCII character is itself, so that a program of ASCII alone reads the same.
_LIKE_ASCII = frozenset(("latin-1", "latin1", "iso-8859-1", "iso-8859-15", "cp1252"))
_CUT = (
    "unterminated",
    "was never closed",
    "unexpected EOF",
    "expected an indented block",
    "expected 'except' or 'finally' block",
)
_CUT_AT_THE_END = ("invalid syntax", "expected ':'")
_CUT_ANYWHERE = ("unterminated triple-quoted", "unexpected EOF")


class Program:
    """A parsed program.

    Attributes:
        text: as it was read.
        tree: its module.
        index: the nodes of `tree`, for quick walks.
    """

    def __init__(self, text: str, tree: ast.Module, index: Index) -> None:
        self.text = text
        self.tree = tree
        self.index = index

    @property
    def nodes(self) -> tuple[ast.AST, ...]:
        """The nodes of `tree` without operators, outer ones first."""
        return self.index.nodes

    @cached_property
    def bound(self) -> BoundNames:
        """Which nodes bind which names."""
        return BoundNames(self.index)

    @cached_property
    def bindings(self) -> Bindings:
        """What each name of the program is ever bound to."""
        return bindings_of(self.index)


@lru_cache(maxsize=2)
def parse_program(source: str | bytes) -> Program | Finding:
    """Parse a program.

    The last two answers are kept: whoever reads a program from a file or a reply parses it to see
    what it is, and the check does so again.

    Returns:
        The program, or a finding of severity error with one of the rules `empty-program`,
        `not-utf8`, `nul-byte`, `too-large`, `too-deep`, `markdown-fence`, `truncated`,
        `no-program`, `syntax`, `coding-cookie`.
    """
    text = _text(source)
    if isinstance(text, Finding):
        return text
    unusable = _unusable(text)
    if unusable is not None:
        return unusable
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError as error:
        return _syntax(text, error)
    except (RecursionError, MemoryError, ValueError):
        return _too_deep(None)
    index = _index(tree)
    return index if isinstance(index, Finding) else Program(text, tree, index)


def problem(rule: str, message: str, suggestion: str, line: int | None = None) -> Finding:
    """A finding about the program as a whole."""
    return Finding(
        rule=rule,
        severity="error",
        layer="structure",
        message=message,
        suggestion=suggestion,
        line=line,
    )


def _text(source: str | bytes) -> str | Finding:
    size = len(source)
    if size > 4 * MAX_CHARACTERS:
        return _too_large(size)
    if isinstance(source, str):
        lone = _SURROGATE.search(source)
        if lone is None:
            return source.removeprefix("\ufeff")
        return problem(
            "not-utf8",
            "The program holds half of a surrogate pair, which no encoding can store.",
            "Replace the broken character.",
            source.count("\n", 0, lone.start()) + 1,
        )
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        declared = _declared(source.decode("latin-1"))
        if declared is not None:
            return problem(
                "coding-cookie",
                f"The program declares the encoding {declared[0]!r} and is stored in it; programs "
                "are read as UTF-8 only.",
                "Save it as UTF-8 and remove the declaration.",
                declared[1],
            )
        return problem(
            "not-utf8",
            f"Byte {error.start + 1} of the program (0x{source[error.start]:02x}) is not UTF-8.",
            "Save the program as UTF-8.",
            source.count(b"\n", 0, error.start) + 1,
        )


def _unusable(text: str) -> Finding | None:
    if len(text) > MAX_CHARACTERS:
        return _too_large(len(text))
    if not text.strip():
        return problem("empty-program", "The program is empty.", "Write the whole program.")
    if "\0" in text:
        return problem(
            "nul-byte",
            "The program holds a NUL character.",
            "Remove it; the file may be damaged or not a text.",
            text.count("\n", 0, text.index("\0")) + 1,
        )
    declared = _declared(text)
    if declared is not None and not (text.isascii() and declared[0] in _LIKE_ASCII):
        return problem(
            "coding-cookie",
            f"The program declares the encoding {declared[0]!r}, under which it would read "
            "differently from what was checked.",
            "Remove the declaration and save the program as UTF-8.",
            declared[1],
        )
    line_number = _bracket_overflow(text)
    return _too_deep(line_number) if line_number else None


def _declared(text: str) -> tuple[str, int] | None:
    """The encoding other than UTF-8 that a program declares, and the line where it does."""
    for number, line in enumerate(text.split("\n", 2)[:2], 1):
        cookie = _COOKIE.match(line) if "coding" in line else None
        if cookie is not None and cookie.group(1).lower() not in _UTF8_NAMES:
            return cookie.group(1).lower().replace("_", "-"), number
    return None


def _bracket_overflow(text: str) -> int | None:
    """The line where brackets or a chain of operators become too deep, roughly.

    Brackets within strings count too, which is harmless at this limit; the depth starts again at
    every line that begins a new statement at the left margin.
    """
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > 100 and (
            len(line) - len(line.translate(_WITHOUT_OPERATORS)) > MAX_LINE_OPERATORS
            and _operator_run(line)
        ):
            return number
        if line[:1].isalpha():
            depth = 0
        opened = line.count("(") + line.count("[") + line.count("{")
        closed = line.count(")") + line.count("]") + line.count("}")
        if depth + opened > MAX_BRACKETS and _peak(line, depth) > MAX_BRACKETS:
            return number
        depth = max(0, depth + opened - closed)
    return None


_WITHOUT_OPERATORS = str.maketrans("", "", "+-~*/%@|&^.")


def _operator_run(line: str) -> bool:
    """Whether a line repeats one prefix or chains one operator, outside of plain data."""
    return re.search(r"([-+~]\s*){60,}|(\bnot\s+){60,}|(\.\w+){150,}", line) is not None


def _peak(line: str, depth: int) -> int:
    peak = depth
    for character in line:
        if character in "([{":
            depth += 1
            peak = max(peak, depth)
        elif character in ")]}":
            depth -= 1
    return peak


def _index(tree: ast.Module) -> Index | Finding:
    """All nodes, or a finding if the tree is too deep or too large; without recursion."""
    level: list[ast.AST] = [tree]
    nodes: list[ast.AST] = []
    below: dict[int, list[ast.AST]] = {}
    for _ in range(MAX_DEPTH):
        nodes += level
        outer, level = level, []
        for node in outer:
            children = children_of(node)
            below[id(node)] = children
            level += children
        if len(nodes) > MAX_NODES:
            return problem(
                "too-large",
                f"The program has over {MAX_NODES:,} parts (names, numbers, calls...).",
                "Move data into a formula or a loop; a scene needs a few thousand parts.",
            )
        if not level:
            return Index(nodes, below)
    return _too_deep(
        next((node.lineno for node in level if isinstance(node, ast.expr | ast.stmt)), None)
    )


def _too_deep(line: int | None) -> Finding:
    return problem(
        "too-deep",
        "The program is nested too deeply to be read.",
        "Split the expression, or use a loop.",
        line,
    )


def _too_large(size: int) -> Finding:
    return problem(
        "too-large",
        f"The program has {size:,} characters; at most {MAX_CHARACTERS:,} are read.",
        "A scene needs a few hundred lines; move data into a formula or a loop.",
    )


def _syntax(text: str, error: SyntaxError) -> Finding:
    line = error.lineno or 1
    reason = error.msg or "invalid syntax"
    wrapper = _FENCE.search(text) or _THINKING.search(text)
    code = _CODE.search(text) is not None
    if wrapper is not None and (code or _FENCE.search(text)):
        return problem(
            "markdown-fence",
            "This is a reply with Markdown or thinking around the program, not a program.",
            "Give only the code of the block, without the fence.",
            text.count("\n", 0, wrapper.start()) + 1 + wrapper.group().count("\n"),
        )
    if wrapper is not None:
        return problem(
            "truncated",
            "The reply breaks off within its thinking; it holds no program.",
            "Let the reply be longer, or ask for the program alone.",
            line,
        )
    cut = _breaks_off(text, error, line, reason)
    if cut:
        return problem(
            "truncated",
            f"The program breaks off in its last lines (line {line}: {reason}).",
            "Continue or shorten the reply, so that the whole program fits.",
            line,
        )
    if not code and not _DEEP.search(text):
        return problem(
            "no-program",
            "This is no Python program: no import, class, assignment or call stands in it.",
            "Give the whole program, or a reply with the program in a code block.",
            line,
        )
    return _invalid(text, line, reason)


def _invalid(text: str, line: int, reason: str) -> Finding:
    advice = "Correct the line; nothing was rendered."
    edits: tuple[TextEdit, ...] = ()
    character = re.search(r"character '?(.)'? \(U\+|U\+([0-9A-F]{4,6})", reason)
    if "unicode error" in reason:
        reason = "a backslash of the string reads as an escape such as \\x or \\u"
        advice = 'Put r before the string, as in r"\\xi", so that backslashes stay as they are.'
        edits = _raw_prefix(text, line)
    elif character is not None:
        found = character.group(1) or chr(int(character.group(2), 16))
        plain = _PLAIN.get(found) or unicodedata.normalize("NFKC", found).strip()
        if len(plain) == 1 and plain.isascii() and plain.isprintable():
            advice = f"Write {plain} instead: Python reads ASCII punctuation only."
        elif not found.isprintable():
            advice = "Delete the invisible character, or write a plain space."
    finding = problem("syntax", f"Line {line} is not valid Python: {reason}.", advice, line)
    return replace(finding, edits=edits)


def _raw_prefix(text: str, line: int) -> tuple[TextEdit, ...]:
    """A prefix r for the one string of a line that holds TeX, and no escape that is meant."""
    lines = text.split("\n")
    strings = _STRING.finditer(lines[line - 1]) if 0 < line <= len(lines) else iter(())
    found = [
        string
        for string in strings
        if "r" not in string.group(1).lower() and re.search(r"\\[xuUN][^0-9a-f{]", string.group())
    ]
    if len(found) != 1 or re.search(r"\\[\\'\"n0-7]", found[0].group()):
        return ()
    at = found[0].start()
    return (TextEdit(line=line, column=at, end_line=line, end_column=at, replacement="r"),)


def _breaks_off(text: str, error: SyntaxError, line: int, reason: str) -> bool:
    """Whether an error looks like the end of a text that was meant to go on."""
    if any(part in reason for part in _CUT_ANYWHERE):
        return True
    lines = text.rstrip().splitlines()
    if any(part in reason for part in _CUT):
        return line >= len(lines) or ("never closed" in reason and line >= len(lines) - 12)
    at_the_end = line >= len(lines) and (error.offset or 0) >= len(lines[-1].rstrip())
    return at_the_end and reason in _CUT_AT_THE_END
