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
    below = min(0.0, *figure.values)
    span = max(0.0, *figure.values) - below - floor
    tallest = 1.9 if figure.formula else TALLEST
    drawing.number("UNIT", round(tallest / span, 6) if span > 0 else 1, "height of one unit")
    drawing.number("FLOOR", floor, "the value at the base line")
    drawing.number("BAR_WIDTH", bar_width(len(figure.values)))
    drawing.number("BASE_Y", round(-1.4 - below * tallest / span, 2) if span > 0 else -1.4)
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
            *extra, f"GrowFromEdge(bars[{index}], {edge(figure.values[index])})",
            f"FadeIn(marks[{index}])",
            name=f"{name} {figure.shown[index]}",
        )  # fmt: skip
    _difference(figure, drawing)
    return drawing


def edge(value: float) -> str:
    """The side of a bar that stands on the base line."""
    return "DOWN" if value >= 0 else "UP"


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
        return 0.0
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
    if rival == best or min(rival, best) < 0:
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
first_x = BARS_X - (len(values) - 1) / 2 * (LABEL_WIDTH + GAP)
for index, (name, value, text) in enumerate(zip(names, values, shown)):
    place = [first_x + index * (LABEL_WIDTH + GAP), BASE_Y, 0]
    away = UP if value >= 0 else DOWN
    bar = Rectangle(
        width=BAR_WIDTH, height=UNIT * abs(value - FLOOR) + 0.01, stroke_width=0,
        fill_color=SKY if index == @BEST@ else LINE, fill_opacity=1,
    ).move_to(place, aligned_edge=-away)
    bars.add(bar)
    title = paragraph(name, LABEL_SIZE, LABEL_WIDTH).next_to(place, -away, buff=0.2)
    amount = paragraph(text, 1.2 * LABEL_SIZE, LABEL_WIDTH).next_to(bar, away, buff=0.15)
    marks.add(VGroup(title, amount))
left_end = [first_x - BAR_WIDTH / 2 - 0.5, BASE_Y, 0]
right_end = [2 * BARS_X - left_end[0], BASE_Y, 0]
ground = Line(left_end, right_end, color=MUTED)
""".strip("\n")
