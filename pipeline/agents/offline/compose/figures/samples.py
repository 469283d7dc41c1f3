"""Draws that fall on a number line, and the mean they settle on."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.plan import SamplesFigure
from pipeline.agents.offline.compose.quote import literal


def draw(figure: SamplesFigure, pen: Pen) -> Drawing:
    """Steps: the line, a few draws, the mean, and more draws that steady it."""
    drawing = Drawing()
    values = ", ".join(f"{v:g}" for v in figure.values)
    few = max(1, len(figure.values) // 4)
    drawing.number("DRAWS", f"[{values}]")
    drawing.number("FEW", few)
    drawing.lines(
        _LINE.replace("@LENGTH@", pen.by_frame("10", "6.4", "6.4")).replace(
            "@DROP@", pen.by_frame("0.6", "0.6", "0.1")
        )
    )
    words = literal(figure.mean_words)
    drawing.lines(
        f"mean_name = paragraph({words}, LABEL_SIZE, LABEL_WIDTH, color=AMBER)\n"
        "mean_name.add_updater(lambda name: name.next_to(arrow, DOWN, buff=0.15))"
    )
    fall = "LaggedStart(*[FadeIn(dot, shift=1.2 * DOWN) for dot in {}], lag_ratio=0.12)"
    drawing.step("Create(line)", fall.format("dots[:FEW]"), name="sample draw")
    drawing.step("GrowArrow(arrow)", "FadeIn(mean_name)", name="mean average estimate rough")
    drawing.step(
        fall.format("dots[FEW:]"),
        "mean.animate(run_time=2).set_value(np.mean(DRAWS))",
        name="more samples",
    )
    return drawing


_LINE = """
line = NumberLine(x_range=[-3, 3, 1], length=@LENGTH@, color=MUTED)
line.move_to(FIGURE_PLACE).shift(@DROP@ * DOWN)
dots, heap = VGroup(), {}
for value in DRAWS:
    place = round(value * 4) / 4
    heap[place] = heap.get(place, 0) + 1
    dots.add(Dot(line.n2p(place) + 0.34 * heap[place] * UP, radius=0.14, color=SKY))
mean = ValueTracker(np.mean(DRAWS[:FEW]))
arrow = Arrow(0.9 * DOWN, ORIGIN, buff=0, color=AMBER, stroke_width=7)
arrow.add_updater(lambda sign: sign.next_to(line.n2p(mean.get_value()), DOWN, buff=0.1))
arrow.next_to(line.n2p(mean.get_value()), DOWN, buff=0.1)
""".strip("\n")
