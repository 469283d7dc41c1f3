"""Reads the tree of a TeX source as TeX would: modes, groups, environments."""

from collections.abc import Sequence
from typing import Any

from pipeline.checks.latex import specs
from pipeline.checks.latex.commands import Commands
from pipeline.checks.latex.compose import CLOSING, OPENING
from pipeline.checks.latex.faults import Edit
from pipeline.checks.latex.nodes import Item, Place, Row, items

BLANK_LINE = "A formula holds a blank line, which ends a paragraph and is an error in math."
TAKE_OUT = "Take the blank line out; break the formula with \\\\ instead."


class Walk(Commands):
    """One source. `faults` holds what was found."""

    def run(self, nodes: Sequence[Any], place: Place) -> None:
        """Read a run of nodes, and what they hold."""
        row = Row(lefts=[])
        run = list(items(nodes))
        number = 0
        while number < len(run):
            number = self._item(run, number, place, row)
        self._end_of_cell(row)

    def _item(self, run: list[Item], number: int, place: Place, row: Row) -> int:
        item = run[number]
        match item.kind:
            case "char":
                self._character(run, number, place, row)
            case "macro":
                return self._macro(run, number, place, row)
            case "group":
                row.atom("group")
                self.run(item.node.nodelist, self._inner(place))
            case "environment":
                row.atom("environment")
                self._environment(item, place)
            case "math":
                row.atom("math")
                self._dollars(item, place)
        return number + 1

    def _inner(self, place: Place) -> Place:
        """Within braces: rows go on in text, in math they do not."""
        return Place(place.mode, 0, place.rows and place.mode == "text")

    def _dollars(self, item: Item, place: Place) -> None:
        node = item.node
        if place.mode == "math":
            opening, closing = node.delimiters
            end = node.pos + node.len - len(closing)
            whole = self._text[: item.at].rstrip().endswith(OPENING) and self._text[
                end + len(closing) :
            ].lstrip().startswith(CLOSING)
            self._add(
                "tex-dollar",
                item.at,
                f"`{opening}` stands in a formula, which is math already.",
                f"Leave out {opening} and {closing}; use Tex for text with formulas in it.",
                edits=(Edit(item.at, len(opening), ""), Edit(end, len(closing), ""))
                if whole
                else (),
            )
        self._blank_line(node.pos, node.pos + node.len)
        self.run(node.nodelist, Place("math"))

    def _blank_line(self, start: int, end: int) -> None:
        lines = self._text[start:end].split("\n")[1:-1]
        if any(not line.strip() for line in lines):
            self._add(
                "tex-blank-line",
                start,
                BLANK_LINE,
                TAKE_OUT,
            )

    def _environment(self, item: Item, place: Place) -> None:
        node, name = item.node, item.text
        environment = specs.ENVIRONMENTS.get(name)
        if environment is None or name in self._template.environments:
            self._unlisted(item, place)
            return
        if place.mode == "math" and environment.where in ("display", "text"):
            inner = {"align": "aligned", "gather": "gathered", "multline": "multlined"}
            near = inner.get(name.rstrip("*"), "")
            self._add(
                "tex-environment",
                item.at,
                f"The environment {name} cannot stand in a formula, which is align* already.",
                f"Use {near} instead, or take it out."
                if near
                else "Take it out; rows are separated by \\\\ alone.",
            )
        elif place.mode == "text" and environment.where == "math":
            self._add(
                "tex-math-in-text",
                item.at,
                f"The environment {name} needs math and stands in text.",
                "Put it between dollar signs, or use MathTex.",
            )
        if environment.mode == "math" and place.mode == "text":
            self._blank_line(node.pos, node.pos + node.len)
        columns = environment.columns
        if name in ("array", "tabular"):
            columns = self._columns(node)
        table = columns != 0 and environment.where != "display"
        centred = name in ("center", "flushleft", "flushright")
        inside = Place(environment.mode, columns, environment.rows, table or place.table, centred)
        self.run(node.nodelist, inside)

    def _unlisted(self, item: Item, place: Place) -> None:
        name = item.text
        own = name in self._template.environments
        if self._template.closed and not own and name not in self._known.environments:
            self._add(
                "tex-undefined",
                item.at,
                f"The environment {name} is not defined.",
                "Use aligned, cases, array, pmatrix or bmatrix; draw the rest with Manim.",
                local=True,
            )
        self.run(item.node.nodelist, Place("unknown", None, True, True))

    def _columns(self, node: Any) -> int | None:
        given = node.nodeargd.argnlist if node.nodeargd else None
        argument: Any = given[-1] if given else None
        if type(argument).__name__ != "LatexGroupNode":
            self._add(
                "tex-argument",
                node.pos,
                f"The environment {node.environmentname} lacks its columns.",
                rf"Write \begin{{{node.environmentname}}}{{cc}}, one letter for a column.",
            )
            return None
        letters = self._text[argument.pos + 1 : argument.pos + argument.len - 1]
        plain = letters.replace("|", "").replace(" ", "")
        return len(plain) if plain and set(plain) <= set("lcr") else None
