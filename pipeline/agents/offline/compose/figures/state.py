"""A quantum state as an arrow in the circle between two basis states, turned by a gate."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.plan import StateFigure
from pipeline.agents.offline.compose.quote import raw


def draw(figure: StateFigure, pen: Pen) -> Drawing:
    """Steps: the circle with its poles, the state, its chances, the gate, the turn."""
    drawing = Drawing()
    drawing.number("RADIUS", pen.by_frame("1.55", "1.5", "1.2"))
    drawing.number("CENTRE_X", pen.by_frame("-3.4", "-2", "-2.2"))
    drawing.number("START", f"{figure.start:g} * DEGREES", "angle of the state from |0>")
    drawing.number("TURN", f"{figure.turn:g} * DEGREES")
    drawing.number(
        "CHANCE_HEIGHT",
        "1.7" if figure.formula or pen.layout.aspect == "1:1" else "2.6",
        "of certainty",
    )
    drawing.number("CHANCE_Y", pen.by_frame("-1.55", "-1.55", "-1.5"))
    drawing.lines(_SPHERE)
    if figure.gate:
        drawing.lines(
            f"gate = MathTex({raw(figure.gate)}, font_size=FORMULA_SIZE, color=CORAL)\n"
            "gate.move_to(centre + [RADIUS + 0.65, RADIUS - 0.1, 0])\n"
            "gate_box = Square(0.9, color=CORAL, stroke_width=4).move_to(gate)"
        )
    first, second = pen.by_frame("2.4", "1.3", "1.1"), pen.by_frame("4.4", "2.9", "2.7")
    bars = f"chance_bar({first}, True, SKY), chance_bar({second}, False, MINT)"
    drawing.lines(_CHANCES.replace("@BARS@", bars).replace("@PLACES@", f"{first}, {second}"))
    drawing.step("Create(sphere)", "FadeIn(poles)", name="qubit basis states")
    drawing.step("FadeIn(state)", "FadeIn(psi)", name="state superposition")
    drawing.step("FadeIn(bars)", "FadeIn(names)", name="certainty probability amplitude")
    if figure.gate:
        drawing.step("FadeIn(gate)", "Create(gate_box)", name="gate maps")
    drawing.step(
        "angle.animate(run_time=2).set_value(START + TURN)",
        name="turn rotation outcome" if figure.gate else "measurement measure outcome",
    )
    return drawing


_SPHERE = """
centre = np.array([CENTRE_X, FIGURE_PLACE[1], 0])
angle = ValueTracker(START)
sphere = VGroup(
    Circle(radius=RADIUS, color=MUTED, stroke_width=4),
    Ellipse(width=2 * RADIUS, height=0.6 * RADIUS, color=LINE, stroke_width=3),
    Line(RADIUS * DOWN, RADIUS * UP, color=LINE, stroke_width=3),
).move_to(centre)
poles = VGroup(
    MathTex(r"|0\\rangle", font_size=0.8 * FORMULA_SIZE, color=SKY),
    MathTex(r"|1\\rangle", font_size=0.8 * FORMULA_SIZE, color=MINT),
)
poles[0].next_to(sphere, UP, buff=0.12)
poles[1].next_to(sphere, DOWN, buff=0.12)

def along(length, aside=0):
    theta = angle.get_value()
    way = np.array([np.sin(theta), np.cos(theta), 0])
    return centre + length * way + aside * np.array([way[1], -way[0], 0])

state = always_redraw(lambda: Arrow(centre, along(RADIUS), buff=0, color=AMBER, stroke_width=8))
psi = MathTex(r"|\\psi\\rangle", font_size=0.8 * FORMULA_SIZE, color=AMBER)
psi.add_updater(lambda sign: sign.move_to(along(0.62 * RADIUS, 0.42)))
psi.move_to(along(0.62 * RADIUS, 0.42))
""".strip("\n")

_CHANCES = """

def chance_bar(x, zero, colour):
    share = np.cos(angle.get_value() / 2) ** 2
    height = CHANCE_HEIGHT * (share if zero else 1 - share) + 0.02
    bar = Rectangle(width=1, height=height, stroke_width=0, fill_color=colour, fill_opacity=1)
    return bar.move_to([x, CHANCE_Y, 0], aligned_edge=DOWN)

bars = always_redraw(lambda: VGroup(@BARS@))
names = VGroup(
    MathTex("P(0)", font_size=0.8 * FORMULA_SIZE, color=SKY),
    MathTex("P(1)", font_size=0.8 * FORMULA_SIZE, color=MINT),
)
for sign, x in zip(names, [@PLACES@]):
    sign.move_to([x, CHANCE_Y - 0.4, 0])
""".strip("\n")
