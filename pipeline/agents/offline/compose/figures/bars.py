"""Values as bars that grow from one line, the one the text is about in colour."""

import math

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.plan import BarsFigure
from pipeline.agents.offline.compose.quote import literal

HEIGHT = 2.7
"""Height of the tallest bar, in Manim units."""


def draw(figure: BarsFigure, pen: Pen) -> Drawing:
    """Steps: the base line with the first bar, each further bar, then the difference."""
    drawing = Drawing()
    floor = axis_floor(figure.values)
    top = max(figure.values) - floor
    drawing.number("UNIT", round(HEIGHT / top, 6) if top > 0 else 1, "height of one unit")
    drawing.number("FLOOR", floor, "the value at the base line")
    drawing.number("BAR_WIDTH", bar_width(len(figure.values)))
    drawing.number("BASE_Y", "-1.7")
    names = ", ".join(literal(n) for n in figure.names)
    values = ", ".join(f"{v:g}" for v in figure.values)
    shown = ", ".join(literal(s) for s in figure.shown)
    drawing.lines(
        f"names = [{names}]\nvalues = [{values}]\nshown = [{shown}]\nbars, marks = VGroup(), VGroup()\n"
        + _BARS.replace("@BEST@", str(figure.best))
    )
    if floor:
        drawing.lines(
            f'start = paragraph("bars start at {floor:g}", 0.8 * LABEL_SIZE, 6, color=MUTED)\n'
            "start.next_to(ground, RIGHT, buff=0.2).shift(0.2 * UP).to_edge(RIGHT, buff=MARGIN)"
        )
    if figure.measure:
        drawing.lines(
            f"measure = paragraph({literal(figure.measure)}, LABEL_SIZE, 3, color=MUTED)\n"
            "measure.next_to(bars, LEFT, buff=0.9 * GAP).to_edge(LEFT, buff=MARGIN)"
        )
    for index, name in enumerate(figure.names):
        extra = ["Create(ground)"] if index == 0 else []
        extra += ["FadeIn(measure)"] if index == 0 and figure.measure else []
        extra += ["FadeIn(start)"] if index == 0 and floor else []
        drawing.step(
            *extra, f"GrowFromEdge(bars[{index}], DOWN)", f"FadeIn(marks[{index}])", name=name
        )
    _difference(figure, drawing)
    return drawing


def axis_floor(values: tuple[float, ...]) -> float:
    """Zero, or a round value below all bars where they would otherwise look alike."""
    low, high = min(values), max(values)
    if low <= 0 or low < 0.8 * high or low == high:
        return 0.0 if low >= 0 else low
    spread = 10 ** math.floor(math.log10(max(high - low, high / 50)))
    return max(0.0, math.floor((low - 0.6 * (high - low)) / spread) * spread)


def bar_width(count: int) -> float:
    """Bars get narrower as there are more."""
    return {2: 1.5, 3: 1.3, 4: 1.1}.get(count, 0.9)


def _difference(figure: BarsFigure, drawing: Drawing) -> None:
    others = [v for i, v in enumerate(figure.values) if i != figure.best]
    best = figure.values[figure.best]
    rival = max(others) if best >= max(others) else min(others)
    other = figure.values.index(rival) if rival in figure.values else 0
    if other == figure.best:
        return
    drawing.lines(
        f"level = DashedLine(bars[{other}].get_top(),"
        f" [bars[{figure.best}].get_x(), bars[{other}].get_top()[1], 0], color=AMBER)"
    )
    drawing.step(
        "Create(level)",
        f"Indicate(marks[{figure.best}][1], color=AMBER, scale_factor=1.25)",
        name="difference",
    )


_BARS = """
for index, (name, value, text) in enumerate(zip(names, values, shown)):
    colour = SKY if index == @BEST@ else LINE
    bar = Rectangle(
        width=BAR_WIDTH, height=UNIT * (value - FLOOR), stroke_width=0,
        fill_color=colour, fill_opacity=1,
    )
    bars.add(bar)
bars.arrange(RIGHT, buff=LABEL_WIDTH + GAP - BAR_WIDTH, aligned_edge=DOWN)
bars.shift((BASE_Y - bars.get_bottom()[1]) * UP)
ground = Line(bars.get_corner(DL) + 0.4 * LEFT, bars.get_corner(DR) + 0.4 * RIGHT, color=MUTED)
for bar, name, text in zip(bars, names, shown):
    below = paragraph(name, LABEL_SIZE, LABEL_WIDTH).next_to(bar, DOWN, buff=0.2)
    above = paragraph(text, 1.2 * LABEL_SIZE, LABEL_WIDTH).next_to(bar, UP, buff=0.15)
    marks.add(VGroup(below, above))
""".strip("\n")
