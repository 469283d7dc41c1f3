"""The tree of a TeX source as a run of items, and what the rules have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pipeline.checks.latex import specs
from pipeline.checks.latex.compose import CLOSING, OPENING
from pipeline.checks.latex.faults import Edit, Fault
from pipeline.checks.latex.known import known
from pipeline.checks.latex.template import Template

# A source with more faults than this is to be written anew.
MAX_FAULTS = 40
MARKS = frozenset({OPENING, CLOSING})
# What is no argument and no script.
NOTHING = frozenset({("char", "&"), ("char", "^"), ("char", "_"), ("macro", "\\"), ("char", "'")})


class Place(NamedTuple):
    """Where a run of nodes stands.

    Attributes:
        mode: how it is read.
        columns: most cells in a row, 0 if cells have no meaning here, None if not limited.
        rows: whether `\\\\` ends a row or line here.
        table: within an environment with cells of its own.
        centred: directly in a `center` or alike, where `\\\\` must follow something.
    """

    mode: specs.Mode
    columns: int | None = 0
    rows: bool = False
    table: bool = False
    centred: bool = False


@dataclass
class Row:
    """What has been read of the current cell."""

    cells: int = 1
    lefts: list[int] | None = None
    scripts: str = ""
    script_follows: bool = False
    filled: bool = False
    last: str = ""

    def atom(self, kind: str) -> None:
        """Note that something stands here: a script of what is before it, or a new base."""
        self.filled = True
        if self.script_follows:
            self.last = "script"
        elif not (kind == "group" and self.last == "macro"):  # a group may be its argument
            self.last = kind
        if not self.script_follows:
            self.scripts = ""
        self.script_follows = False


class Item(NamedTuple):
    """A character or a node of the tree."""

    kind: str
    text: str
    at: int
    node: Any = None


def items(nodes: Sequence[Any]) -> Iterator[Item]:
    """Nodes with runs of characters taken apart."""
    for node in nodes:
        if node is None:
            continue
        kind = type(node).__name__
        if kind == "LatexCharsNode":
            for number, character in enumerate(node.chars):
                mark = character in MARKS
                kind, text = ("macro", "special") if mark else ("char", character)
                yield Item(kind, text, node.pos + number)
        elif kind == "LatexMacroNode":
            yield Item("macro", node.macroname, node.pos, node)
        elif kind == "LatexGroupNode":
            yield Item("group", "", node.pos, node)
        elif kind == "LatexEnvironmentNode":
            yield Item("environment", node.environmentname, node.pos, node)
        elif kind == "LatexMathNode":
            yield Item("math", node.delimiters[0], node.pos, node)


def arguments_of(item: Item) -> list[Any]:
    node = item.node
    given = node.nodeargd.argnlist if node is not None and node.nodeargd is not None else None
    return [argument for argument in given or [] if argument is not None]


def following(run: Sequence[Item], number: int) -> Iterator[Item]:
    """What comes after an item, without white space."""
    for k in range(number + 1, len(run)):
        if not run[k].text.isspace():
            yield run[k]


class Rules(ABC):
    """What every rule needs: the source, what is defined, and a place for what was found."""

    def __init__(self, text: str, template: Template) -> None:
        self._text = text
        self._template = template
        self._own = set(template.commands)
        self._known = known()
        self.faults: list[Fault] = []

    @abstractmethod
    def run(self, nodes: Sequence[Any], place: Place) -> None:
        """Read a run of nodes, and what they hold."""

    def _add(
        self,
        rule: str,
        at: int,
        message: str,
        suggestion: str,
        *,
        certain: bool = True,
        local: bool = False,
        edits: tuple[Edit, ...] = (),
    ) -> None:
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(Fault(rule, at, message, suggestion, certain, local, edits))
