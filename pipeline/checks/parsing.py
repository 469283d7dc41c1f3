"""From a program's bytes to its tree, or one finding that says why there is none.

Nothing here may crash or hang: size, nesting and encoding are bounded before the parser sees them.
"""

import ast
import re
import warnings
from functools import cached_property, lru_cache

from pipeline.checks.bound import BoundNames
from pipeline.checks.folding import Bindings, bindings_of
from pipeline.checks.patterns import Pattern
from pipeline.checks.report import problem
from pipeline.checks.walking import Index, children_of
from pipeline.schema.finding import Finding
from pipeline.syntax_tree import tree_of

# A long scene has 400 lines of 60 characters. Beyond ten times that it is no scene.
MAX_CHARACTERS = 200_000
# Deeper than any person or model writes; the walkers below need a few frames per level.
MAX_DEPTH = 120
MAX_NODES = 60_000
MAX_BRACKETS = 90
MAX_LINE_OPERATORS = 400

_COOKIE = Pattern(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_SURROGATE = Pattern("[\ud800-\udfff]")
_UTF8_NAMES = frozenset(("utf-8", "utf8", "utf_8", "utf-8-sig", "ascii", "us-ascii"))
# In these every ASCII character is itself, so that a program of ASCII alone reads the same.
_LIKE_ASCII = frozenset(("latin-1", "latin1", "iso-8859-1", "iso-8859-15", "cp1252"))


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
            tree = tree_of(text)
    except SyntaxError as error:
        from pipeline.checks.syntax import explained  # few programs need it

        return explained(text, error)
    except (RecursionError, MemoryError, ValueError):
        return _too_deep(None)
    index = _index(tree)
    return index if isinstance(index, Finding) else Program(text, tree, index)


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
