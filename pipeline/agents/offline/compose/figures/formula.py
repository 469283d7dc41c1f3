"""A formula built up part by part, with what its symbols mean, then transformed further."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.plan import FormulaFigure, Note
from pipeline.agents.offline.compose.quote import literal, raw


def draw(figure: FormulaFigure, pen: Pen) -> Drawing:
    """Steps: the parts of the first form, each meaning, then each further form."""
    drawing = Drawing()
    first = figure.forms[0]
    drawing.lines(f"equation = {pen.formula(*first)}")
    drawing.lines("equation.move_to(FORMULA_PLACE)")
    drawing.number("FORMULA_PLACE", "[0, 0.6, 0]" if figure.notes else "[0, 0, 0]")
    if figure.notes:
        _meanings(figure.notes, pen, drawing)
    for start, end in build_ranges(first):
        piece = f"equation[{start}]" if end == start + 1 else f"equation[{start}:{end}]"
        drawing.step(f"FadeIn({piece}, shift=0.25 * UP)", name="".join(first[start:end]))
    for index, note in enumerate(figure.notes):
        colour = pen.colour_of(note.tex, index)
        drawing.step(
            f"FadeIn(meanings[{index}], shift=0.2 * UP)", *_point(note, figure, colour),
            name=note.words,
        )  # fmt: skip
    previous = "equation"
    for index, form in enumerate(figure.forms[1:], 2):
        drawing.lines(f"form_{index} = {pen.formula(*form)}")
        drawing.lines(f"form_{index}.move_to(FORMULA_PLACE)")
        drawing.step(f"TransformMatchingTex({previous}, form_{index})", name="".join(form))
        previous = f"form_{index}"
    return drawing


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


def _meanings(notes: tuple[Note, ...], pen: Pen, drawing: Drawing) -> None:
    drawing.helpers.append("meaning")
    rows = [
        f"    meaning({raw(note.tex)}, {literal(note.words)}, {pen.colour_of(note.tex, i)}),"
        for i, note in enumerate(notes)
    ]
    drawing.lines("\n".join(["meanings = VGroup(", *rows, ").arrange(RIGHT, buff=2 * GAP)"]))
    drawing.lines("meanings.next_to(equation, DOWN, buff=2 * GAP).set_x(0)")


def _point(note: Note, figure: FormulaFigure, colour: str) -> tuple[str, ...]:
    form = f"{{{note.tex}}}"
    if not any(form in part for part in figure.forms[0]):
        return ()
    return (f"Indicate(equation.get_part_by_tex({raw(form)}), color={colour}, scale_factor=1.4)",)
