"""Two entangled qubits, joined by a wave, that agree when they are measured."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.plan import PairFigure


def draw(figure: PairFigure, pen: Pen) -> Drawing:
    """Steps: the two qubits, the link, the open question, and the shared answer."""
    drawing = Drawing()
    drawing.number("RADIUS", "1" if figure.formula else "1.2")
    drawing.number("APART", pen.by_frame("3.6", "2.3", "2.3"), "of each qubit from the middle")
    drawing.lines(_QUBITS)
    drawing.lines(
        f"left_name = {pen.label(figure.left, 'SKY', '4')}\n"
        f"right_name = {pen.label(figure.right, 'MINT', '4')}\n"
        "left_name.next_to(left, DOWN, buff=0.2)\nright_name.next_to(right, DOWN, buff=0.2)"
    )
    drawing.step(
        "Create(left)", "Create(right)", "FadeIn(left_name)", "FadeIn(right_name)",
        name="qubits pair shared",
    )  # fmt: skip
    drawing.step("Create(link)", name="entangled link correlated")
    drawing.step("FadeIn(unknown, scale=0.6)", name="neither state own unknown")
    drawing.step(
        "FadeOut(unknown, scale=0.6)", "FadeIn(arrows, scale=0.6)",
        name="measurement measure agreement agree certain same",
    )  # fmt: skip
    drawing.step("Rotate(arrows[0], PI)", "Rotate(arrows[1], PI)", name="agree both certain")
    return drawing


_QUBITS = """
left = Circle(radius=RADIUS, color=SKY, stroke_width=5, fill_color=PANEL, fill_opacity=1)
right = Circle(radius=RADIUS, color=MINT, stroke_width=5, fill_color=PANEL, fill_opacity=1)
left.move_to(FIGURE_PLACE).shift(APART * LEFT + 0.2 * UP)
right.move_to(FIGURE_PLACE).shift(APART * RIGHT + 0.2 * UP)
length = right.get_left()[0] - left.get_right()[0]
link = FunctionGraph(
    lambda x: 0.18 * np.sin(6 * TAU * x / length), x_range=[0, length, 0.02],
    color=AMBER, stroke_width=4,
).move_to((left.get_right() + right.get_left()) / 2)
unknown = VGroup(*[
    Text("?", font_size=2 * LABEL_SIZE, color=AMBER).move_to(qubit) for qubit in (left, right)
])
arrows = VGroup(*[
    Arrow(0.7 * RADIUS * DOWN, 0.7 * RADIUS * UP, buff=0, color=AMBER, stroke_width=8)
    .move_to(qubit) for qubit in (left, right)
])
""".strip("\n")
