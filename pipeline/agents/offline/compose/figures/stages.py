"""Points told one at a time: each card comes to the middle, then joins the earlier ones."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.estimate import box_lines
from pipeline.agents.offline.compose.palette import accent
from pipeline.agents.offline.compose.plan import StagesFigure
from pipeline.agents.offline.compose.quote import literal


def draw(figure: StagesFigure, pen: Pen) -> Drawing:
    """Steps: one per card, on a stair that rises from left to right."""
    drawing = Drawing(helpers=["card"])
    count = len(figure.items)
    drawing.number("BOX_WIDTH", "LABEL_WIDTH + 0.4")
    drawing.number(
        "BOX_HEIGHT", f"0.5 + {box_lines(figure.items, pen.layout)} * 0.0185 * LABEL_SIZE"
    )
    drawing.number("RISE", round(min(0.6, 1.6 / max(1, count - 1)), 2), "from card to card")
    rows = [f"    card({literal(s)}, {accent(i)})," for i, s in enumerate(figure.items)]
    drawing.lines("\n".join(["cards = VGroup(", *rows, ").arrange(RIGHT, buff=GAP)"]))
    drawing.lines(_STAIR)
    for index, words in enumerate(figure.items):
        animations = [
            f"FadeIn(cards[{index}], shift=0.4 * UP)",
            f"GrowFromEdge(stands[{index}], DOWN)",
            f"FadeIn(numbers[{index}])",
        ]
        if index:
            animations += [
                f"cards[{index - 1}][0].animate.set_stroke(LINE)",
                f"cards[{index - 1}][1].animate.set_color(MUTED)",
            ]
        drawing.step(*animations, name=words)
    return drawing


_STAIR = """
for index, item in enumerate(cards):
    item.shift(index * RISE * UP)
cards.move_to(FIGURE_PLACE).shift(0.35 * UP)
stands, numbers = VGroup(), VGroup()
for index, item in enumerate(cards):
    foot = Rectangle(
        width=BOX_WIDTH, height=0.5 + index * RISE, stroke_width=0,
        fill_color=PANEL, fill_opacity=0.6,
    ).next_to(item, DOWN, buff=0.08)
    stands.add(foot)
    numbers.add(paragraph(str(index + 1), LABEL_SIZE, 1, color=MUTED).move_to(foot))
""".strip("\n")
