"""Values as bars that grow from one line, the one the text is about in colour."""

import math

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.estimate import has_measure
from pipeline.agents.offline.compose.plan import BarsFigure
from pipeline.agents.offline.compose.quote import literal

TALLEST = 2.8
"""Height of the tallest bar in Manim units; less where a formula stands above."""


def draw(figure: BarsFigure, pen: Pen) -> Drawing:
    """Steps: the base line with the first bar, each further bar, then the difference."""
    drawing = Drawing()
    floor = axis_floor(figure.values)
    span = max(figure.values) - floor
    tallest = 1.9 if figure.formula else TALLEST
    drawing.number("UNIT", round(tallest / span, 6) if span > 0 else 1, "height of one unit")
    drawing.number("FLOOR", floor, "the value at the base line")
    drawing.number("BAR_WIDTH", bar_width(len(figure.values)))
    drawing.number("BASE_Y", "-1.4")
    drawing.lines(
        "\n".join(
            [
                f"names = [{', '.join(literal(n) for n in figure.names)}]",
                f"values = [{', '.join(f'{v:.10g}' for v in figure.values)}]",
                f"shown = [{', '.join(literal(s) for s in figure.shown)}]",
            ]
        )
    )
    drawing.number("BARS_X", 0.9 if has_measure(figure) else 0)
    drawing.lines(_BARS.replace("@BEST@", str(figure.best)))
    first = ["Create(ground)", *_remarks(figure, floor, drawing)]
    for index, name in enumerate(figure.names):
        extra = first if index == 0 else []
        drawing.step(
            *extra, f"GrowFromEdge(bars[{index}], DOWN)", f"FadeIn(marks[{index}])",
            name=f"{name} {figure.shown[index]}",
        )  # fmt: skip
    _difference(figure, drawing)
    return drawing


def _remarks(figure: BarsFigure, floor: float, drawing: Drawing) -> list[str]:
    shown = []
    if floor:
        drawing.lines(
            f'start = paragraph("bars start at {floor:g}", 0.8 * LABEL_SIZE, 6, color=MUTED)\n'
            "start.next_to(ground, UP, buff=0.15).to_edge(LEFT, buff=MARGIN)"
        )
        shown.append("FadeIn(start)")
    if has_measure(figure):
        drawing.lines(
            f"measure = {_measure(figure.measure)}\n"
            "measure.next_to(bars, LEFT, buff=GAP).to_edge(LEFT, buff=MARGIN)"
        )
        shown.append("FadeIn(measure)")
    return shown


def _measure(words: str) -> str:
    return f"paragraph({literal(words)}, LABEL_SIZE, 2.2, color=MUTED)"


def axis_floor(values: tuple[float, ...]) -> float:
    """Zero, or a round value below all bars where they would otherwise look alike."""
    low, high = min(values), max(values)
    if low <= 0 or low < 0.8 * high or low == high:
        return 0.0 if low >= 0 else low
    spread: float = 10 ** math.floor(math.log10(max(high - low, high / 50)))
    return max(0.0, math.floor((low - 0.6 * (high - low)) / spread) * spread)


def bar_width(count: int) -> float:
    """Bars get narrower as there are more."""
    return {2: 1.5, 3: 1.3, 4: 1.1}.get(count, 0.9)


def _difference(figure: BarsFigure, drawing: Drawing) -> None:
    """The level of the nearest rival, drawn to the bar the text is about, and the gap between."""
    best = figure.values[figure.best]
    others = [v for i, v in enumerate(figure.values) if i != figure.best]
    rival = max(others) if best >= max(others) else min(others)
    other = figure.values.index(rival)
    if rival == best:
        return
    drawing.lines(
        f"one, other = bars[{figure.best}], bars[{other}]\n"
        "level = DashedLine(other.get_top(), [one.get_x(), other.get_top()[1], 0], color=AMBER)\n"
        "level.put_start_and_end_on(\n"
        "    other.get_top() + 0.5 * BAR_WIDTH * np.sign(one.get_x() - other.get_x()) * RIGHT,\n"
        "    [one.get_x(), other.get_top()[1], 0],\n)"
    )
    drawing.step("Create(level)", "Circumscribe(one, color=AMBER, buff=0.06)", name="difference")


_BARS = """
bars, marks = VGroup(), VGroup()
for index, value in enumerate(values):
    bars.add(Rectangle(
        width=BAR_WIDTH, height=UNIT * (value - FLOOR) + 0.01, stroke_width=0,
        fill_color=SKY if index == @BEST@ else LINE, fill_opacity=1,
    ))
bars.arrange(RIGHT, buff=LABEL_WIDTH + GAP - BAR_WIDTH, aligned_edge=DOWN).set_x(BARS_X)
bars.shift((BASE_Y - bars.get_bottom()[1]) * UP)
ground = Line(bars.get_corner(DL) + 0.5 * LEFT, bars.get_corner(DR) + 0.5 * RIGHT, color=MUTED)
for bar, name, text in zip(bars, names, shown):
    below = paragraph(name, LABEL_SIZE, LABEL_WIDTH).next_to(bar, DOWN, buff=0.2)
    above = paragraph(text, 1.2 * LABEL_SIZE, LABEL_WIDTH).next_to(bar, UP, buff=0.15)
    marks.add(VGroup(below, above))
""".strip("\n")
