"""Points told one at a time: each on a card that stands one stair higher than the last."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.estimate import CARD_PADDING, LINE, box_lines
from pipeline.agents.offline.compose.figures.flow import rest
from pipeline.agents.offline.compose.palette import accent
from pipeline.agents.offline.compose.plan import StagesFigure
from pipeline.agents.offline.compose.quote import literal


def draw(figure: StagesFigure, pen: Pen) -> Drawing:
    """Steps: one per card with the stand it rests on."""
    drawing = Drawing(helpers=["card"])
    count = len(figure.items)
    lines = box_lines(figure.items, pen.layout)
    drawing.number("BOX_WIDTH", "LABEL_WIDTH + 0.4")
    padding = 0.25 if pen.narrow else CARD_PADDING
    drawing.number("BOX_HEIGHT", f"{padding} + {lines} * {LINE} * LABEL_SIZE")
    room = 0.9 if figure.formula else 1.5
    rows = [f"    card({literal(s)}, {accent(i)})," for i, s in enumerate(figure.items)]
    if pen.narrow:
        drawing.lines("\n".join(["cards = VGroup(", *rows, ").arrange(DOWN, buff=0.4 * GAP)"]))
        drawing.lines(_COLUMN)
    else:
        drawing.number("RISE", round(min(0.6, room / max(1, count - 1)), 2), "from card to card")
        drawing.lines("\n".join(["cards = VGroup(", *rows, ").arrange(RIGHT, buff=GAP)"]))
        drawing.lines(_STAIR)
    for index, words in enumerate(figure.items):
        animations = [
            f"FadeIn(cards[{index}], shift=0.4 * UP)",
            f"GrowFromEdge(stands[{index}], DOWN)",
        ]
        if index:
            animations += rest(f"cards[{index - 1}]")
        drawing.step(*animations, name=words)
    drawing.step(
        "*[item[0].animate.set_stroke(AMBER) for item in cards]",
        "*[item[1].animate.set_color(INK) for item in cards]",
        name="all together",
    )
    return drawing


_COLUMN = """
stands = VGroup()
for index, item in enumerate(cards):
    stand = Rectangle(
        width=0.75, height=BOX_HEIGHT, stroke_width=0, fill_color=LINE, fill_opacity=0.6,
    ).next_to(item, LEFT, buff=0.08)
    number = paragraph(str(index + 1), 1.2 * LABEL_SIZE, 1).move_to(stand)
    stands.add(VGroup(stand, number))
VGroup(cards, stands).move_to(FIGURE_PLACE)
""".strip("\n")

_STAIR = """
for index, item in enumerate(cards):
    item.shift(index * RISE * UP)
stands = VGroup()
for index, item in enumerate(cards):
    stand = Rectangle(
        width=BOX_WIDTH, height=0.55 + index * RISE, stroke_width=0,
        fill_color=LINE, fill_opacity=0.6,
    ).next_to(item, DOWN, buff=0.08)
    number = paragraph(str(index + 1), 1.2 * LABEL_SIZE, 1)
    number.next_to(stand.get_bottom(), UP, buff=0.12)
    stands.add(VGroup(stand, number))
VGroup(cards, stands).move_to(FIGURE_PLACE)
""".strip("\n")
