"""Two ways side by side: the first told and set back, then the second beside it."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.plan import ContrastFigure
from pipeline.agents.offline.compose.quote import literal


def draw(figure: ContrastFigure, pen: Pen) -> Drawing:
    """Steps: the left panel, the right panel, then the one that wins."""
    drawing = Drawing()
    drawing.number("PANEL_WIDTH", "5.4")
    drawing.number("PANEL_HEIGHT", "3.1")
    drawing.lines(_PANEL)
    drawing.lines(
        f"left = side({literal(figure.left)}, {literal(figure.left_words)}, CORAL)\n"
        f"right = side({literal(figure.right)}, {literal(figure.right_words)}, MINT)\n"
        "VGroup(left, right).arrange(RIGHT, buff=2 * GAP).move_to(FIGURE_PLACE)\n"
        "between = Arrow(left.get_right(), right.get_left(), buff=0.1, color=MUTED)"
    )
    drawing.step("FadeIn(left, shift=0.3 * RIGHT)", name=f"{figure.left} {figure.left_words}")
    drawing.step(
        "GrowArrow(between)", "FadeIn(right, shift=0.3 * RIGHT)",
        "left[0].animate.set_stroke(LINE)", name=f"{figure.right} {figure.right_words}",
    )  # fmt: skip
    if figure.winner != "none":
        drawing.step(
            f"Circumscribe({figure.winner}, color=AMBER, buff=0.12, stroke_width=6)", name="winner"
        )
    return drawing


_PANEL = """
def side(title, words, colour):
    box = RoundedRectangle(
        width=PANEL_WIDTH, height=PANEL_HEIGHT, corner_radius=0.2,
        stroke_color=colour, stroke_width=3, fill_color=PANEL, fill_opacity=1,
    )
    name = paragraph(title, 1.3 * LABEL_SIZE, LABEL_WIDTH, color=colour)
    text = paragraph(words, LABEL_SIZE, LABEL_WIDTH) if words else VGroup()
    inside = VGroup(name, text).arrange(DOWN, buff=0.7 * GAP) if words else VGroup(name)
    return VGroup(box, inside.move_to(box))

""".strip("\n")
