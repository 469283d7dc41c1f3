"""Rules for commands: which exist where, what they want after them, delimiters and rows."""

import itertools
from typing import Any

from pipeline.checks.folding import HOLE
from pipeline.checks.latex import specs
from pipeline.checks.latex.advice import instead_of_command
from pipeline.checks.latex.nodes import MARKS, NOTHING, Item, Place, Row, arguments_of, following
from pipeline.checks.latex.signs import Signs
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
_BIG = words("big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm")
_ACCENTS = words("' \" ^ ~ = . `")
_LIMITS = words("limits nolimits")
_ROW_ENDS = words("\\ cr tabularnewline")
_OLD_FORMS = words("matrix pmatrix cases")
_NO_DELIMITER = words("frac sqrt sum int text mathbf mathrm left right special quad alpha beta")
_LONG = words("mbox fbox intertext shortintertext text")


class Commands(Signs):
    """Reads commands."""

    def _macro(self, run: list[Item], number: int, place: Place, row: Row) -> int:
        """Read a command; the number of the item to go on with."""
        item = run[number]
        name = item.text
        if name == "special":  # a mark of Manim's: no base, no script, nothing on the page
            row.scripts, row.script_follows = "", False
            return number + 1
        after = list(itertools.islice(following(run, number), 3))
        if name in specs.DEFINERS:
            return self._definition(run, number)
        self._usable(item, place)
        if name in specs.CELL_GROUPS and after and after[0].kind == "group":
            return self._cell_group(run, number, place)
        if name in _ROW_ENDS:
            self._end_of_row(item, place, row)
        elif name in ("left", "middle", "right") or name in _BIG:
            self._delimiter(item, after, row, place)
        elif name in specs.TEXT_ARGUMENT:
            self._text_argument(item, place)
        elif name in specs.MATH_ARGUMENT or name in specs.MIXED_ARGUMENTS:
            mode: specs.Mode = "math" if name in specs.MATH_ARGUMENT else "unknown"
            self.run(arguments_of(item)[-1:], Place(mode))
        elif name in _ARGUMENTS and place.mode == "math":
            self._arguments(item, after)
        else:
            self._misplaced(item, place, row)
        if name == "\\":
            row.last = row.scripts = ""
        elif name not in _LIMITS:
            row.atom("macro")
        return number + 1

    def _text_argument(self, item: Item, place: Place) -> None:
        for argument in arguments_of(item)[-1:]:
            rows = place.mode == "text" and place.rows and item.text != "mbox"
            if getattr(argument, "chars", "") in MARKS:
                self._lacking(item, 1)
            self._paragraphs(argument, item.text)
            self.run([argument], Place("text", 0, rows))

    def _misplaced(self, item: Item, place: Place, row: Row) -> None:
        """Commands that exist and have no business here."""
        name = item.text
        if name in _LIMITS and place.mode == "math" and row.last in ("", "char", "group"):
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
        elif name == "par" and place.mode == "math":
            self._add(
                "tex-blank-line",
                item.at,
                r"`\par` ends a paragraph within a formula.",
                "Take it out.",
            )

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
            if symbol and not (len(name) == 1 and name.isascii()):
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
        for argument in arguments_of(item):
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
            (i.kind, i.text) in NOTHING or (i.kind, i.text) == ("macro", "special") for i in given
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

    def _delimiter(self, item: Item, after: list[Item], row: Row, place: Place) -> None:
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

    def _end_of_row(self, item: Item, place: Place, row: Row) -> None:
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
        if name in _LONG:
            return
        inside = self._text[argument.pos : argument.pos + argument.len].split("\n")[1:-1]
        if any(not line.strip() for line in inside):
            self._add(
                "tex-blank-line",
                argument.pos,
                f"The argument of \\{name} holds a blank line, which it cannot.",
                "Take the blank line out.",
            )


def _is_delimiter(item: Item) -> bool:
    if item.kind == "char":
        return item.text in specs.DELIMITER_CHARACTERS or item.text == HOLE
    if item.kind == "macro":
        return item.text in specs.DELIMITERS or item.text not in _NO_DELIMITER
    return False
