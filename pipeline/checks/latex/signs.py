"""Rules for single characters: scripts, cells, special signs, letters beyond ASCII."""

import string

from pipeline.checks.folding import HOLE
from pipeline.checks.latex.advice import command_for, instead_of_character
from pipeline.checks.latex.faults import Edit
from pipeline.checks.latex.nodes import NOTHING, Item, Place, Row, Rules, following
from pipeline.checks.words import words

# They cannot be a script without braces.
_NO_SCRIPT = words(
    "sqrt operatorname left right overline underline hat vec bar tilde dot ddot widehat widetilde"
    " overrightarrow overbrace underbrace binom dbinom tbinom dfrac tfrac cfrac boldsymbol sum int"
    " lim log ln lg exp sin cos tan sec csc cot sinh cosh tanh coth arcsin arccos arctan max min"
    " sup inf liminf limsup det Pr gcd dim ker deg arg hom bmod pmod mod ldots cdots quad qquad pmb"
    " mbox hbox xrightarrow xleftarrow boxed phantom limits overset underset stackrel special \\"
)


class Signs(Rules):
    """Reads characters."""

    def _character(self, run: list[Item], number: int, place: Place, row: Row) -> None:
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

    def _cell(self, item: Item, place: Place, row: Row) -> None:
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

    def _end_of_cell(self, row: Row) -> None:
        for at in (row.lefts or [])[:1]:
            self._add(
                "tex-left-right",
                at,
                "`\\left` has no \\right in the same cell and braces.",
                "Write \\right in the same row, or \\right. for none; or use \\big.",
            )
        row.lefts = []

    def _script(self, run: list[Item], number: int, place: Place, row: Row) -> None:
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
        follower = next(following(run, number), None)
        if (
            follower is None
            or (follower.kind, follower.text) in NOTHING
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
        before, after = self._text[max(0, at - 20) : at], self._text[at + 1 : at + 3]
        return len(before) - len(before.rstrip(string.ascii_letters)) > 1 and after.isalpha()

    def _double(self, item: Item, kind: str) -> None:
        self._add(
            "tex-script",
            item.at,
            f"A second {kind} follows the first one directly.",
            "Put the base and its first script in braces: {x^a}^b.",
        )
