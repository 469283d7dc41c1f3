"""A quantum state as an arrow in the circle between two basis states, turned by a gate."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.plan import StateFigure
from pipeline.agents.offline.compose.quote import raw


def draw(figure: StateFigure, pen: Pen) -> Drawing:
    """Steps: the circle with its poles, the state, its turn, and the chances read from it."""
    drawing = Drawing()
    drawing.number("RADIUS", "1.6")
    drawing.number("START", f"{figure.start:g} * DEGREES", "angle of the state from |0>")
    drawing.number("TURN", f"{figure.turn:g} * DEGREES")
    drawing.lines(_SPHERE)
    drawing.lines(
        f"gate = MathTex({raw(figure.gate or 'R')}, font_size=FORMULA_SIZE, color=CORAL)\n"
        "gate.move_to(centre + [1.25 * RADIUS, 0.9 * RADIUS, 0])"
    )
    drawing.lines(_CHANCES)
    drawing.step("Create(sphere)", "FadeIn(poles)", name="qubit basis states")
    drawing.step("FadeIn(state)", "FadeIn(psi)", name="state superposition")
    drawing.step("FadeIn(bars)", "FadeIn(names)", name="probability amplitude")
    drawing.step("FadeIn(gate, shift=0.2 * DOWN)", name="gate")
    drawing.step("angle.animate(run_time=2).set_value(START + TURN)", name="rotation measure")
    return drawing


_SPHERE = """
centre = np.array([-2.6, FIGURE_PLACE[1], 0])
angle = ValueTracker(START)
sphere = VGroup(
    Circle(radius=RADIUS, color=LINE, stroke_width=3),
    Ellipse(width=2 * RADIUS, height=0.6 * RADIUS, color=LINE, stroke_width=2),
    Line(RADIUS * DOWN, RADIUS * UP, color=LINE, stroke_width=2),
).move_to(centre)
poles = VGroup(
    MathTex(r"|0\\rangle", font_size=0.8 * FORMULA_SIZE, color=SKY),
    MathTex(r"|1\\rangle", font_size=0.8 * FORMULA_SIZE, color=MINT),
)
poles[0].next_to(sphere, UP, buff=0.1)
poles[1].next_to(sphere, DOWN, buff=0.1)

def tip(length=RADIUS):
    return centre + length * np.array([np.sin(angle.get_value()), np.cos(angle.get_value()), 0])

state = always_redraw(lambda: Arrow(centre, tip(), buff=0, color=AMBER, stroke_width=7))
psi = MathTex(r"|\\psi\\rangle", font_size=0.8 * FORMULA_SIZE, color=AMBER)
psi.add_updater(lambda sign: sign.move_to(tip(RADIUS + 0.5)))
psi.move_to(tip(RADIUS + 0.5))
""".strip("\n")

_CHANCES = """
def chance(zero):
    share = np.cos(angle.get_value() / 2) ** 2
    return share if zero else 1 - share

def chance_bar(x, zero, colour):
    bar = Rectangle(
        width=0.9, height=0.02 + 2.4 * chance(zero), stroke_width=0,
        fill_color=colour, fill_opacity=1,
    )
    return bar.move_to([x, FIGURE_PLACE[1] - 1.3, 0], aligned_edge=DOWN)

bars = always_redraw(lambda: VGroup(chance_bar(2.6, True, SKY), chance_bar(4.4, False, MINT)))
names = VGroup(
    MathTex("P(0)", font_size=0.8 * FORMULA_SIZE, color=SKY),
    MathTex("P(1)", font_size=0.8 * FORMULA_SIZE, color=MINT),
)
for sign, x in zip(names, [2.6, 4.4]):
    sign.move_to([x, FIGURE_PLACE[1] - 1.7, 0])
""".strip("\n")
