"""A formula above a figure that shows what it means."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.frames import room_of
from pipeline.agents.offline.compose.plan import StateFigure


def add_formula(tex: str, pen: Pen, drawing: Drawing) -> None:
    """Add the formula, to be shown with the words that introduce it."""
    aside = isinstance(pen.plan.figure, StateFigure)
    if pen.narrow:
        beside = aside and pen.layout.aspect == "1:1"
        across, width = (2.05, 3.3) if beside else (0, 7.2)
        drawing.number("FORMULA_PLACE", f"[{across}, {room_of(pen.layout.aspect).formula_y}, 0]")
        drawing.helpers.append("in_rows")
        drawing.lines(
            f"formula = in_rows({pen.formula(tex)}, {width})\nformula.move_to(FORMULA_PLACE)"
        )
    else:
        drawing.number("FORMULA_PLACE", "[3.4, 1.3, 0]" if aside else "[0, 1.55, 0]")
        drawing.lines(f"formula = {pen.formula(tex)}\nformula.move_to(FORMULA_PLACE)")
    drawing.step("Write(formula)", name="formula", free=True)
