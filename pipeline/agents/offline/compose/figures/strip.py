"""A formula above a figure that shows what it means."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen


def add_formula(tex: str, pen: Pen, drawing: Drawing) -> None:
    """Add the formula as the last step of the drawing."""
    drawing.number("FORMULA_PLACE", "[0, 1.75, 0]")
    drawing.lines(f"formula = {pen.formula(tex)}\nformula.move_to(FORMULA_PLACE)")
    drawing.step("Write(formula)", name=tex)
