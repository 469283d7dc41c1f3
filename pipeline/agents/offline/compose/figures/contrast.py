"""Two ways side by side: the first told and set back, then the second beside it."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.plan import ContrastFigure
from pipeline.agents.offline.compose.quote import literal


def draw(figure: ContrastFigure, pen: Pen) -> Drawing:
    """Steps: the left panel, the right panel, then both in the light."""
    drawing = Drawing()
    drawing.number("PANEL_WIDTH", "LABEL_WIDTH + 0.9")
    drawing.number("PANEL_HEIGHT", pen.by_frame("2.4", "2.2", "2.2") if figure.formula
                   else pen.by_frame("3.2", "2.9", "3.2"))  # fmt: skip
    drawing.lines(_PANEL)
    drawing.lines(
        f"left = side({literal(figure.left)}, {literal(figure.left_words)}, CORAL)\n"
        f"right = side({literal(figure.right)}, {literal(figure.right_words)}, MINT)\n"
        f"VGroup(left, right).arrange({pen.by_frame('RIGHT', 'DOWN', 'RIGHT')}, "
        f"buff={pen.by_frame('2.4', '1', '0.6')} * GAP).move_to(FIGURE_PLACE)"
    )
    drawing.step("FadeIn(left, shift=0.3 * RIGHT)", name=f"{figure.left} {figure.left_words}")
    drawing.step(
        "FadeIn(right, shift=0.3 * LEFT)", "left.animate.set_opacity(0.5)",
        name=f"{figure.right} {figure.right_words}",
    )  # fmt: skip
    drawing.step("left.animate.set_opacity(1)", name="both")
    return drawing


_PANEL = """

def side(title, words, colour):
    box = RoundedRectangle(
        width=PANEL_WIDTH, height=PANEL_HEIGHT, corner_radius=0.2,
        stroke_color=colour, stroke_width=4, fill_color=PANEL, fill_opacity=1,
    )
    inside = VGroup(paragraph(title, 1.25 * LABEL_SIZE, LABEL_WIDTH, color=colour))
    if words:
        inside.add(paragraph(words, LABEL_SIZE, LABEL_WIDTH))
    inside.arrange(DOWN, buff=0.8 * GAP).move_to(box).set_z_index(1)
    return VGroup(box, inside)

""".strip("\n")
