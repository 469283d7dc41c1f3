"""Events along a line of time, told in order, above and below the line in turn."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.palette import accent
from pipeline.agents.offline.compose.plan import TimelineFigure
from pipeline.agents.offline.compose.quote import literal


def draw(figure: TimelineFigure, pen: Pen) -> Drawing:
    """Steps: one per event; the line grows to each."""
    drawing = Drawing()
    drawing.number("LINE_LENGTH", pen.by_frame("12.4", "6.8", "3.6"))
    rows = [
        f"    ({literal(t)}, {literal(e)}, {accent(i)}),"
        for i, (t, e) in enumerate(zip(figure.times, figure.events, strict=True))
    ]
    drawing.lines(
        "\n".join(["events = [", *rows, "]"]) + "\n" + (_UPRIGHT if pen.narrow else _LINE)
    )
    for index, words in enumerate(figure.events):
        animations = [f"FadeIn(marks[{index}], shift=0.2 * UP)"]
        if index:
            animations.insert(0, f"Create(ways[{index - 1}])")
            animations.append(f"marks[{index - 1}][2].animate.set_color(MUTED)")
        drawing.step(*animations, name=f"{figure.times[index]} {words}")
    return drawing


_UPRIGHT = """
top, step = FIGURE_PLACE[1] + LINE_LENGTH / 2, LINE_LENGTH / len(events)
marks, ways = VGroup(), VGroup()
for index, (when, what, colour) in enumerate(events):
    dot = Dot([-2.0, top - (index + 0.5) * step, 0], radius=0.14, color=colour).set_z_index(1)
    date = paragraph(when, 1.3 * LABEL_SIZE, 2, color=colour).next_to(dot, LEFT, buff=0.25)
    words = paragraph(what, LABEL_SIZE, LABEL_WIDTH, centred=False).next_to(dot, RIGHT, buff=0.4)
    stem = Line(dot.get_center(), words.get_left() + 0.1 * LEFT, color=LINE)
    marks.add(VGroup(dot, date, words, stem))
    if index:
        ways.add(Line(marks[index - 1][0].get_bottom(), dot.get_top(), color=MUTED))
""".strip("\n")

_LINE = """
left, step = LINE_LENGTH / 2 * LEFT, LINE_LENGTH / len(events)
marks, ways = VGroup(), VGroup()
for index, (when, what, colour) in enumerate(events):
    point = left + (index + 0.5) * step * RIGHT + FIGURE_PLACE[1] * UP
    side = UP if index % 2 == 0 else DOWN
    dot = Dot(point, radius=0.14, color=colour).set_z_index(1)
    date = paragraph(when, 1.4 * LABEL_SIZE, LABEL_WIDTH, color=colour)
    words = paragraph(what, LABEL_SIZE, LABEL_WIDTH)
    date.next_to(dot, -side, buff=0.25)
    words.next_to(dot, side, buff=0.6)
    stem = Line(dot.get_center(), words.get_edge_center(-side) - 0.12 * side, color=LINE)
    marks.add(VGroup(dot, date, words, stem))
    if index:
        ways.add(Line(marks[index - 1][0].get_right(), dot.get_left(), color=MUTED))
""".strip("\n")
