"""A matrix row by row: acting on a vector, or as a grid of weights shaded by size."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.estimate import visible_signs
from pipeline.agents.offline.compose.plan import MatrixFigure
from pipeline.agents.offline.compose.quote import raw


def draw(figure: MatrixFigure, pen: Pen) -> Drawing:
    """Steps: the matrix, then each row (with its entry of the result, where there is one)."""
    drawing = Drawing()
    drawing.number("ENTRY_SIZE", "FORMULA_SIZE")
    widest = max(visible_signs(e) for e in (*sum(figure.rows, ()), *figure.result))
    drawing.number("ENTRY_GAP", f"0.6 + {widest} * LETTER * ENTRY_SIZE", "from column to column")
    drawing.number("ROW_GAP", "1.0")
    drawing.lines(f"matrix = {_matrix(figure.rows)}")
    parts = ["matrix"]
    if figure.name:
        drawing.lines(f"name = {pen.formula(figure.name)}")
        parts.insert(0, "name")
    if figure.column:
        drawing.lines(f"column = {_matrix(tuple((c,) for c in figure.column))}")
        parts.append("column")
    if figure.result:
        drawing.lines(
            'equals = MathTex("=", font_size=FORMULA_SIZE, color=INK)\n'
            f"result = {_matrix(tuple((c,) for c in figure.result))}"
        )
        parts += ["equals", "result"]
    if pen.narrow:
        beside = ", ".join(part for part in parts if part != "name")
        drawing.lines(f"whole = VGroup(VGroup({beside}).arrange(RIGHT, buff=0.4 * GAP))")
        if figure.name:
            drawing.helpers.append("in_rows")
            drawing.lines("whole.add_to_back(in_rows(name)).arrange(DOWN, buff=GAP)")
        drawing.lines("whole.scale(min(1, 7.2 / whole.width)).move_to(FIGURE_PLACE)")
    else:
        drawing.lines(
            f"VGroup({', '.join(parts)}).arrange(RIGHT, buff=0.6 * GAP).move_to(FIGURE_PLACE)"
        )
    drawing.lines("entries = matrix.get_rows()")
    shown = ["FadeIn(matrix.get_brackets())", "LaggedStart(*[FadeIn(row) for row in entries])"]
    if figure.name:
        shown.insert(0, "FadeIn(name)")
    drawing.step(*shown, name="matrix")
    if figure.column:
        drawing.step("FadeIn(column, shift=0.3 * LEFT)", name="vector")
    if figure.result:
        drawing.step("FadeIn(equals)", "FadeIn(result.get_brackets())", name="result")
    for index in range(len(figure.rows)):
        _row(figure, index, drawing)
    return drawing


def _matrix(rows: tuple[tuple[str, ...], ...]) -> str:
    inner = ", ".join("[" + ", ".join(raw(c) for c in row) + "]" for row in rows)
    return (
        f"Matrix(\n    [{inner}],\n    h_buff=ENTRY_GAP, v_buff=ROW_GAP,\n"
        '    element_to_mobject_config={"font_size": ENTRY_SIZE, "color": INK},\n'
        '    bracket_config={"color": MUTED}, element_alignment_corner=ORIGIN,\n)'
    )


def _row(figure: MatrixFigure, index: int, drawing: Drawing) -> None:
    frame = f"SurroundingRectangle(entries[{index}], color=AMBER, buff=0.14, corner_radius=0.1)"
    if index == 0:
        drawing.lines(f"row = {frame}")
        animations = ["Create(row)"]
    else:
        animations = [f"Transform(row, {frame})"]
    if figure.result and index < len(figure.result):
        if figure.column:
            animations.append("Indicate(column.get_entries(), color=AMBER, scale_factor=1.1)")
        animations.append(f"FadeIn(result.get_entries()[{index}].set_color(AMBER))")
    number = ("first", "second", "third", "fourth")[index]
    drawing.step(*animations, name=f"{number} row")
