"""A formula built up part by part, with what its symbols mean, then transformed further."""

import re
from itertools import pairwise

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.frames import note_columns
from pipeline.agents.offline.compose.plan import FormulaFigure, Note
from pipeline.agents.offline.compose.quote import literal, raw

_NAME_RE = re.compile(r"\\(?:operatorname|mathrm|text)\{([A-Za-z ]{3,})\}|\\(exp|log|max|min)\b")
_SIGNS = (
    (r"\sum", "sum sums add adds total"),
    (r"\prod", "product"),
    (r"\int", "integral integrate area"),
    (r"\frac", "divided ratio fraction share"),
    (r"\nabla", "gradient slope"),
    (r"\partial", "derivative gradient"),
    (r"\sqrt", "root"),
    (r"\lim", "limit"),
    (r"\log", "logarithm"),
    (r"^{2}", "square squared"),
)


def draw(figure: FormulaFigure, pen: Pen) -> Drawing:
    """Steps: the parts of the first form, each meaning, then each further form."""
    drawing = Drawing()
    stacked = figure.stacked
    place = ("[0, 0.5, 0]", "[0, 1.4, 0]", "[0, 0.35, 0]") if figure.notes else (
        "[0, 0.1, 0]", "[0, 0.2, 0]", "[0, -0.4, 0]"
    )  # fmt: skip
    drawing.number("FORMULA_PLACE", pen.by_frame(*place))
    for index, form in enumerate(figure.forms):
        drawing.lines(f"{_name(index)} = {pen.formula(*form)}")
        if pen.narrow:
            drawing.helpers.append("in_rows")
            drawing.lines(f"in_rows({_name(index)})")
    names = [_name(i) for i in range(len(figure.forms))]
    if stacked:
        drawing.lines(
            f"VGroup({', '.join(names)}).arrange(DOWN, buff=1.5 * GAP).move_to(FORMULA_PLACE)"
        )
    else:
        drawing.lines("\n".join(f"{name}.move_to(FORMULA_PLACE)" for name in names))
    below = names[-1] if stacked else names[0]
    if figure.notes:
        _meanings(figure.notes, pen, drawing, below)
    drawing.lines(f"focus = Underline({names[0]}[0], color=AMBER, buff=0.2)")
    _build(figure, 0, drawing)
    for index, note in enumerate(figure.notes):
        _note(note, index, figure, pen, drawing)
    for index, (before, name) in enumerate(pairwise(names), 1):
        if stacked:
            _build(figure, index, drawing)
        else:
            drawing.step(
                f"TransformMatchingTex({before}, {name})",
                f"Transform(focus, Underline({name}, color=AMBER, buff=0.2))",
                name=f"formula {name}",
            )
    return drawing


def _name(index: int) -> str:
    return "equation" if index == 0 else f"form_{index + 1}"


def _build(figure: FormulaFigure, index: int, drawing: Drawing) -> None:
    parts, name = figure.forms[index], _name(index)
    ranges = build_ranges(parts)
    for start, end in ranges:
        piece = f"{name}[{start}]" if end == start + 1 else f"{name}[{start}:{end}]"
        line = f"Underline({piece}, color=AMBER, buff=0.2)"
        mark = "Create(focus)" if index == start == 0 else f"Transform(focus, {line})"
        if figure.stacked and index == len(figure.forms) - 1 and end == ranges[-1][1]:
            mark = "FadeOut(focus)"
        shown = _spoken("".join(parts[start:end]))
        if end == ranges[-1][1]:
            shown += " formula"
        drawing.step(f"FadeIn({piece}, shift=0.25 * UP)", mark, name=shown)
    if len(ranges) > 2:
        drawing.step(f"Transform(focus, Underline({name}, color=AMBER, buff=0.2))", name="formula")


def _spoken(tex: str) -> str:
    """The words that a part of a formula is told with: its names and what its signs mean."""
    names = [a or b for a, b in _NAME_RE.findall(tex)]
    return " ".join([*names, *(word for sign, word in _SIGNS if sign in tex)])


def build_ranges(parts: tuple[str, ...]) -> list[tuple[int, int]]:
    """Which parts appear together: a relation comes with what follows it."""
    ranges: list[tuple[int, int]] = []
    start = 0
    for index, part in enumerate(parts):
        if is_relation(part) and index + 1 < len(parts):
            continue
        ranges.append((start, index + 1))
        start = index + 1
    return ranges


def is_relation(part: str) -> bool:
    """Whether a part is only a sign between two sides."""
    return part in ("=", "<", ">", ":") or (part.startswith("\\") and part[1:].isalpha())


def _meanings(notes: tuple[Note, ...], pen: Pen, drawing: Drawing, below: str) -> None:
    drawing.helpers.append("meaning")
    rows = [
        f"    meaning({raw(note.tex)}, {literal(note.words)}, {pen.colour_of(note.tex, i)}),"
        for i, note in enumerate(notes)
    ]
    arranged = ").arrange(RIGHT, buff=1.4 * GAP)"
    if pen.narrow:
        arranged = (
            f").arrange_in_grid(cols={note_columns(len(notes), pen.layout.aspect)}, "
            "buff=(1.2 * GAP, 0.8 * GAP), cell_alignment=LEFT)"
        )
    drawing.lines("\n".join(["meanings = VGroup(", *rows, arranged]))
    drawing.lines(f"meanings.next_to({below}, DOWN, buff=1.6 * GAP).set_x(0)")


def _note(note: Note, index: int, figure: FormulaFigure, pen: Pen, drawing: Drawing) -> None:
    animations = [f"FadeIn(meanings[{index}], shift=0.2 * UP)"]
    form = f"{{{note.tex}}}"
    if index == 0 and len(figure.forms) == 1:
        animations.append("FadeOut(focus)")
    if any(form in part for part in figure.forms[0]):
        colour = pen.colour_of(note.tex, index)
        animations.append(
            f"Circumscribe(equation.get_part_by_tex({raw(form)}), color={colour}, buff=0.08)"
        )
    drawing.step(*animations, name=note.words)
