"""Reads the tree of a TeX source as TeX would: modes, scripts, cells and rows, delimiters."""

import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.checks.folding import HOLE
from pipeline.checks.latex import specs
from pipeline.checks.latex.advice import command_for, instead_of_character, instead_of_command
from pipeline.checks.latex.compose import CLOSING, OPENING
from pipeline.checks.latex.faults import Edit, Fault
from pipeline.checks.latex.known import known
from pipeline.checks.latex.template import Template
from pipeline.checks.words import words

# TeX wants a group after them, and finds none where a part of the source ends.
_ARGUMENTS = {
    **dict.fromkeys(
        words("frac dfrac tfrac cfrac binom dbinom tbinom overset underset stackrel"), 2
    ),
    **dict.fromkeys(
        words(
            "sqrt hat vec bar overline underline widehat widetilde tilde dot ddot mathbf mathrm"
            " mathbb boldsymbol operatorname underbrace overbrace"
        ),
        1,
    ),
}
# They cannot be a script without braces.
_NO_SCRIPT = words(
    "sqrt operatorname left right overline underline hat vec bar tilde dot ddot widehat widetilde"
    " overrightarrow overbrace underbrace binom dbinom tbinom dfrac tfrac cfrac boldsymbol sum int"
    " lim log ln lg exp sin cos tan sec csc cot sinh cosh tanh coth arcsin arccos arctan max min"
    " sup inf liminf limsup det Pr gcd dim ker deg arg hom bmod pmod mod ldots cdots quad qquad pmb"
    " mbox hbox xrightarrow xleftarrow boxed phantom limits overset underset stackrel special \\"
)
BLANK_LINE = "A formula holds a blank line, which ends a paragraph and is an error in math."
TAKE_OUT = "Take the blank line out; break the formula with \\\\ instead."
_BIG = words("big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm")
_ACCENTS = words("' \" ^ ~ = . `")
_LIMITS = words("limits nolimits")
_OLD_FORMS = words("matrix pmatrix cases")


@dataclass(frozen=True)
class Place:
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
class _Row:
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


@dataclass(frozen=True)
class Item:
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
                yield Item("char", character, node.pos + number)
        elif kind == "LatexMacroNode":
            yield Item("macro", node.macroname, node.pos, node)
        elif kind == "LatexGroupNode":
            yield Item("group", "", node.pos, node)
        elif kind == "LatexEnvironmentNode":
            yield Item("environment", node.environmentname, node.pos, node)
        elif kind == "LatexMathNode":
            yield Item("math", node.delimiters[0], node.pos, node)


class Walk:
    """One source. `faults` holds what was found."""

    def __init__(self, text: str, template: Template) -> None:
        self._text = text
        self._template = template
        self._own = set(template.commands)
        self._known = known()
        self.faults: list[Fault] = []

    def run(self, nodes: Sequence[Any], place: Place) -> None:
        """Read a run of nodes, and what they hold."""
        row = _Row(lefts=[])
        run = list(items(nodes))
        number = 0
        while number < len(run):
            number = self._item(run, number, place, row)
        self._end_of_cell(row)

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
        self.faults.append(Fault(rule, at, message, suggestion, certain, local, edits))

    def _item(self, run: list[Item], number: int, place: Place, row: _Row) -> int:
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

    def _character(self, run: list[Item], number: int, place: Place, row: _Row) -> None:
        item = run[number]
        character = item.text
        if character.isspace():
            return
        if character == HOLE:
            row.atom("hole")
        elif character == "&":
            self._cell(item, place, row)
        elif character == "#":
            self._add(
                "tex-special",
                item.at,
                "`#` has a meaning of its own in TeX and cannot stand alone.",
                r"Write \#.",
                edits=(Edit(item.at, 1, r"\#"),),
            )
        elif character in "_^" and place.mode != "unknown":
            self._script(run, number, place, row)
        elif character == "'" and place.mode == "math":
            if "^" in row.scripts:
                self._double(item, "superscript")
            row.scripts += "^"
            row.last = "'"
        else:
            self._letter(item, place)
            row.atom("char")

    def _letter(self, item: Item, place: Place) -> None:
        character = item.text
        if character.isascii() or not self._template.closed or place.mode == "unknown":
            return
        in_math = place.mode == "math"
        allowed = self._known.math_characters if in_math else self._known.text_characters
        if character not in allowed:
            command = command_for(character) if in_math else ""
            word = command[1:].isalpha()  # a letter after it would become part of its name
            apart = " " if word and self._text[item.at + 1 : item.at + 2].isalpha() else ""
            cure = (Edit(item.at, 1, command + apart),) if command[:1] == "\\" else ()
            where = "a formula" if in_math else "TeX text"
            self._add(
                "tex-character",
                item.at,
                f"The character {character!r} (U+{ord(character):04X}) cannot stand in {where}.",
                instead_of_character(character, in_math),
                local=True,
                edits=cure if "..." not in command else (),
            )

    def _cell(self, item: Item, place: Place, row: _Row) -> None:
        if place.mode == "unknown":
            return
        if place.columns == 0:
            literal = place.mode == "text"
            self._add(
                "tex-special" if literal else "tex-cells",
                item.at,
                "`&` separates cells, and there are none here."
                if literal
                else "`&` stands within braces or brackets, where it cannot align anything.",
                r"Write \&." if literal else r"Keep & outside of braces, \frac and \left.",
                edits=(Edit(item.at, 1, r"\&"),) if literal else (),
            )
            return
        self._end_of_cell(row)
        row.cells += 1
        row.scripts = row.last = ""
        if place.columns is not None and row.cells == place.columns + 1:
            self._add(
                "tex-cells",
                item.at,
                f"A row has more than the {place.columns} cells that this environment takes.",
                "Take & out, or use an environment with more columns such as aligned or array.",
            )

    def _script(self, run: list[Item], number: int, place: Place, row: _Row) -> None:
        item = run[number]
        if place.mode == "text":
            plain = item.text == "_"
            self._add(
                "tex-special",
                item.at,
                f"`{item.text}` belongs in math and stands in text.",
                r"Write \_, or put the formula between dollar signs."
                if plain
                else "Put the formula between dollar signs.",
                edits=(Edit(item.at, 1, r"\_"),) if plain and self._is_word(item.at) else (),
            )
            return
        kind = "superscript" if item.text == "^" else "subscript"
        if item.text in row.scripts and not (item.text == "^" and row.last == "'"):
            self._double(item, kind)
        row.scripts += item.text
        row.filled, row.last, row.script_follows = True, item.text, True
        follower = next((i for i in run[number + 1 :] if not i.text.isspace()), None)
        if (
            follower is None
            or (follower.kind, follower.text) in _NOTHING
            or (
                follower.kind == "environment"
                or (follower.kind == "macro" and follower.text in _NO_SCRIPT)
            )
        ):
            self._add(
                "tex-script",
                item.at,
                f"The {kind} after `{item.text}` is missing or has no braces.",
                f"Write the whole {kind} in braces, within one string: {item.text}{{...}}.",
            )

    def _is_word(self, at: int) -> bool:
        """Whether a place stands between two letters of a longer word, as in `max_value`."""
        before, after = self._text[:at], self._text[at + 1 :]
        return len(before) - len(before.rstrip(string.ascii_letters)) > 1 and after[:2].isalpha()

    def _double(self, item: Item, kind: str) -> None:
        self._add(
            "tex-script",
            item.at,
            f"A second {kind} follows the first one directly.",
            "Put the base and its first script in braces: {x^a}^b.",
        )

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
        argument = node.nodeargd.argnlist[-1] if node.nodeargd else None
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

    def _macro(self, run: list[Item], number: int, place: Place, row: _Row) -> int:
        item = run[number]
        name = item.text
        after = [i for i in run[number + 1 :] if not i.text.isspace()]
        if name in specs.DEFINERS:
            return self._definition(run, number)
        self._usable(item, place)
        arguments = _arguments_of(item)
        if name in ("\\", "cr", "tabularnewline", "newline"):
            self._end_of_row(item, place, row)
        elif name in ("left", "middle", "right") or name in _BIG:
            self._delimiter(item, after, row, place)
        elif name in specs.TEXT_ARGUMENT:
            for argument in arguments[-1:]:
                rows = place.mode == "text" and place.rows and name != "mbox"
                if getattr(argument, "macroname", "") == "special":
                    self._lacking(item, 1)
                self._paragraphs(argument, name)
                self.run([argument], Place("text", 0, rows))
        elif name in specs.MATH_ARGUMENT or name in specs.MIXED_ARGUMENTS:
            mode: specs.Mode = "math" if name in specs.MATH_ARGUMENT else "unknown"
            self.run(arguments[-1:], Place(mode, 0))
        elif name in specs.CELL_GROUPS and after and after[0].kind == "group":
            return self._cell_group(run, number, place)
        elif name in _LIMITS and place.mode == "math" and row.last in ("", "char", "group"):
            self._add(
                "tex-script",
                item.at,
                f"`\\{name}` must follow an operator such as \\sum directly.",
                "Write it right after the operator, or use \\operatorname*{...}.",
            )
        elif name == "hline" and not place.table and place.mode != "unknown":
            self._add(
                "tex-cells",
                item.at,
                r"`\hline` stands outside of an array or tabular.",
                "Draw the line with Line of Manim, or use an array.",
            )
        elif name in _ARGUMENTS and place.mode == "math":
            self._arguments(item, after)
        if name == "par" and place.mode == "math":
            self._add(
                "tex-blank-line",
                item.at,
                r"`\par` ends a paragraph within a formula.",
                "Take it out.",
            )
        if name == "special":
            row.scripts, row.script_follows = "", False
        elif name == "\\":
            row.last = row.scripts = ""
        elif name not in _LIMITS:
            row.atom("macro")
        return number + 1

    def _usable(self, item: Item, place: Place) -> None:
        """Whether a command exists and may stand here."""
        name = item.text
        if name in self._own or name == "":
            return
        shown = f"`\\{name}`"
        symbol = not name[0].isalpha()
        exists = name in (self._known.symbols if symbol else self._known.commands)
        cut = self._text[item.at + 1 + len(name) : item.at + 2 + len(name)] == HOLE
        if name in self._known.preamble_only:
            self._add(
                "tex-preamble",
                item.at,
                f"{shown} can be used only in the preamble, not within an expression.",
                "Give `tex_template=TexTemplate().add_to_preamble(...)` with it, or do without.",
                local=True,
            )
        elif not exists and self._template.closed and not cut:
            if symbol and ord(name) > 126:
                return
            self._add(
                "tex-undefined",
                item.at,
                f"The TeX command {shown} is not defined in the template.",
                instead_of_command(name),
                local=True,
            )
        elif exists and place.mode == "text" and name in self._known.math_only:
            self._add(
                "tex-math-in-text",
                item.at,
                f"{shown} needs math and stands in text.",
                "Put the formula between dollar signs, or use MathTex.",
            )
        elif (
            exists and place.mode == "math" and (name in self._known.text_only or name in _ACCENTS)
        ):
            self._add(
                "tex-text-in-math",
                item.at,
                f"{shown} is for text and stands in a formula.",
                r"Put the words into \text{...}, or use \hat, \vec, \dot and the like.",
            )

    def _definition(self, run: list[Item], number: int) -> int:
        item = run[number]
        for argument in _arguments_of(item):
            if type(argument).__name__ != "LatexCharsNode":
                name = self._text[argument.pos : argument.pos + argument.len].strip("{} ")
                self._own.add(name.removeprefix("\\"))
                break
        if item.text in self._known.preamble_only:
            self._own.discard(item.text)
            self._usable(item, Place("unknown"))
        return number + 1

    def _cell_group(self, run: list[Item], number: int, place: Place) -> int:
        item = run[number]
        group = next(k for k in range(number + 1, len(run)) if run[k].kind == "group")
        if item.text in _OLD_FORMS:
            self._add(
                "tex-environment",
                item.at,
                f"`\\{item.text}{{...}}` is an old form that amsmath refuses.",
                rf"Write \begin{{{item.text}}} ... \end{{{item.text}}}.",
            )
        columns = 1 if item.text == "substack" else None
        mode = place.mode
        self.run(run[group].node.nodelist, Place(mode, columns, True, True))
        return group + 1

    def _arguments(self, item: Item, after: list[Item]) -> None:
        wanted = _ARGUMENTS[item.text]
        if item.text == "sqrt" and after[:1] and after[0].text == "[":
            return
        given = after[:wanted]
        if any(i.text == HOLE for i in given):
            return
        if len(given) < wanted or any(
            (i.kind, i.text) in _NOTHING or (i.kind, i.text) == ("macro", "special") for i in given
        ):
            self._lacking(item, wanted)

    def _lacking(self, item: Item, wanted: int) -> None:
        count = "its argument" if wanted == 1 else f"its {wanted} arguments"
        self._add(
            "tex-argument",
            item.at,
            f"`\\{item.text}` lacks {count} within its string.",
            "Write the command and its braces in one string; Manim puts marks between strings.",
        )

    def _delimiter(self, item: Item, after: list[Item], row: _Row, place: Place) -> None:
        if place.mode != "math":
            if place.mode == "text" and item.text in ("left", "middle", "right"):
                self._add(
                    "tex-math-in-text",
                    item.at,
                    f"`\\{item.text}` needs math.",
                    "Put the formula between dollar signs, or use MathTex.",
                )
            return
        lefts = row.lefts if row.lefts is not None else []
        name = item.text
        if name == "left":
            lefts.append(item.at)
        elif name in ("middle", "right") and not lefts:
            self._add(
                "tex-left-right",
                item.at,
                f"`\\{name}` has no \\left before it in the same cell and braces.",
                "Write \\left and \\right in pairs, with no &, \\\\ or brace between them.",
            )
        elif name == "right":
            lefts.pop()
        follower = after[0] if after else None
        if follower is not None and not _is_delimiter(follower):
            self._add(
                "tex-left-right",
                item.at,
                f"`\\{name}` must be followed by a bracket such as ( or \\{{.",
                "Write a delimiter after it; `.` stands for none, and braces are \\{ and \\}.",
            )

    def _end_of_cell(self, row: _Row) -> None:
        for at in (row.lefts or [])[:1]:
            self._add(
                "tex-left-right",
                at,
                "`\\left` has no \\right in the same cell and braces.",
                "Write \\right in the same row, or \\right. for none; or use \\big.",
            )
        row.lefts = []

    def _end_of_row(self, item: Item, place: Place, row: _Row) -> None:
        if item.text == "newline":
            return
        if place.mode == "unknown":
            return
        if not place.rows:
            self._add(
                "tex-cells",
                item.at,
                "`\\\\` stands within braces or between dollar signs, where no row can end.",
                "End rows outside of braces; use \\substack or an aligned environment inside.",
            )
        elif place.mode == "text" and place.centred and not row.filled:
            self._add(
                "tex-special",
                item.at,
                "`\\\\` has no line before it to end.",
                "Take it out; use \\vspace{1em} or \\\\[1em] for more room.",
            )
        self._end_of_cell(row)
        row.cells, row.filled = 1, False

    def _paragraphs(self, argument: Any, name: str) -> None:
        if name in ("mbox", "fbox", "intertext", "shortintertext", "text"):
            return
        inside = self._text[argument.pos : argument.pos + argument.len].split("\n")[1:-1]
        if any(not line.strip() for line in inside):
            self._add(
                "tex-blank-line",
                argument.pos,
                f"The argument of \\{name} holds a blank line, which it cannot.",
                "Take the blank line out.",
            )


_NOTHING = frozenset({("char", "&"), ("char", "^"), ("char", "_"), ("macro", "\\"), ("char", "'")})


def _arguments_of(item: Item) -> list[Any]:
    given = item.node.nodeargd.argnlist if item.node.nodeargd is not None else None
    return [argument for argument in given or [] if argument is not None]


def _is_delimiter(item: Item) -> bool:
    if item.kind == "char":
        return item.text in specs.DELIMITER_CHARACTERS or item.text == HOLE
    if item.kind == "macro":
        return item.text in specs.DELIMITERS or item.text not in _NO_DELIMITER
    return False


_NO_DELIMITER = words("frac sqrt sum int text mathbf mathrm left right special quad alpha beta")
