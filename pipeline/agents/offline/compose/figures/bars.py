"""Values as bars that grow from one line, the one the text is about in colour."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.estimate import has_measure
from pipeline.agents.offline.compose.frames import NARROW_WIDTH
from pipeline.agents.offline.compose.plan import BarsFigure
from pipeline.agents.offline.compose.quote import literal

TALLEST = 2.75
"""Height of the tallest bar in Manim units; less where a formula stands above."""

WIDEST = 12.6
"""Width of all bars with the room between them."""

TITLE_ROOM = 1.8
"""Width left of the bars for the word that says what is measured."""


def draw(figure: BarsFigure, pen: Pen) -> Drawing:
    """Steps: the line with all names, each bar with its value, then what the text is about.

    Bars always start at zero: the lengths that a viewer compares are the values.
    """
    drawing = Drawing()
    below = min(0.0, *figure.values)
    span = max(0.0, *figure.values) - below
    tallest = 1.9 if figure.formula else TALLEST
    title = TITLE_ROOM if has_measure(figure) else 0.0
    widest, base_y = WIDEST, -1.45
    if pen.narrow:
        widest, title = NARROW_WIDTH, 0.0
        tallest = float(pen.by_frame("", "2.9", "0.7") if figure.formula
                        else pen.by_frame("", "4.2", "1.6"))  # fmt: skip
        base_y = float(pen.by_frame("", "-2.6", "-1.35"))
    step = min(2.6 if pen.narrow else 4.0, (widest - title) / len(figure.values))
    drawing.number("UNIT", round(tallest / span, 6) if span > 0 else 1, "height of one unit")
    drawing.number("BAR_STEP", round(step, 2), "from bar to bar")
    drawing.number("BAR_WIDTH", round(min(1.9, 0.55 * step), 2))
    drawing.number("BASE_Y", round(base_y - below * tallest / span, 2) if span > 0 else base_y)
    drawing.number("TITLE_ROOM", title, "left of the bars")
    drawing.lines(
        "\n".join(
            [
                f"names = [{', '.join(literal(n) for n in figure.names)}]",
                f"values = [{', '.join(f'{v:.10g}' for v in figure.values)}]",
                f"shown = [{', '.join(literal(s) for s in figure.shown)}]",
            ]
        )
    )
    drawing.lines(_BARS.replace("@BEST@", str(figure.best)))
    first = ["Create(ground)", "FadeIn(titles)"]
    if has_measure(figure):
        width, place = "TITLE_ROOM + 0.4", "next_to(ground.get_start(), UR, buff=0.15)"
        if pen.narrow:
            width, place = "6", "next_to(VGroup(bars, amounts), UP, buff=0.25)"
        drawing.lines(
            f"measure = paragraph({literal(figure.measure)}, LABEL_SIZE, {width}, "
            f"color=MUTED)\nmeasure.{place}.align_to(ground, LEFT)"
        )
        first.append("FadeIn(measure)")
    drawing.step(*first)
    for index, name in enumerate(figure.names):
        drawing.step(
            f"GrowFromEdge(bars[{index}], {edge(figure.values[index])})",
            f"FadeIn(amounts[{index}])",
            name=f"{name} {figure.shown[index]}",
        )
    _difference(figure, pen, drawing)
    return drawing


def edge(value: float) -> str:
    """The side of a bar that stands on the base line."""
    return "DOWN" if value >= 0 else "UP"


def _difference(figure: BarsFigure, pen: Pen, drawing: Drawing) -> None:
    """Of two bars the gap between their ends, of more the value of the one the text is about."""
    best, count = figure.best, len(figure.values)
    low, high = min(figure.values), max(figure.values)
    if count > 2 or low < 0 or low == high:
        larger = "scale(1.25, about_edge=DOWN)" if pen.narrow else "scale(1.25)"
        drawing.step(f"amounts[{best}].animate.{larger}.set_color(SKY)", name="difference")
        return
    low_bar = figure.values.index(low)
    away = "RIGHT" if low_bar == 0 else "LEFT"
    gap = literal(figure.gap) if figure.gap else ""
    lines = [
        f"short, tall = bars[{low_bar}], bars[{1 - low_bar}]",
        f"level = DashedLine(short.get_corner(UP + {away}), "
        f"[tall.get_edge_center({away})[0] + {'0.6' if away == 'RIGHT' else '-0.6'}, "
        "short.get_top()[1], 0], color=AMBER)",
        "gap = Line(level.get_end(), [level.get_end()[0], tall.get_top()[1], 0], color=AMBER)",
        "gap.set_stroke(width=7)",
    ]
    shown = ["Create(level)", "Create(gap)"]
    if gap:
        lines.append(
            f"gap_words = paragraph({gap}, 1.2 * LABEL_SIZE, LABEL_WIDTH, color=AMBER)"
            f".next_to(gap, {'UP' if pen.narrow else away}, buff=0.2)"
        )
        shown.append("FadeIn(gap_words)")
    drawing.lines("\n".join(lines))
    drawing.step(*shown, name=figure.gap or "difference")


_BARS = """
bars, titles, amounts = VGroup(), VGroup(), VGroup()
first_x = (TITLE_ROOM - (len(values) - 1) * BAR_STEP) / 2
for index, (name, value, text) in enumerate(zip(names, values, shown)):
    place = [first_x + index * BAR_STEP, BASE_Y, 0]
    away = UP if value >= 0 else DOWN
    bar = Rectangle(
        width=BAR_WIDTH, height=UNIT * abs(value) + 0.02, stroke_width=0,
        fill_color=SKY if index == @BEST@ else MUTED, fill_opacity=1 if index == @BEST@ else 0.6,
    ).move_to(place, aligned_edge=-away)
    bars.add(bar)
    titles.add(paragraph(name, LABEL_SIZE, LABEL_WIDTH).next_to(place, -away, buff=0.2))
    amounts.add(paragraph(text, 1.2 * LABEL_SIZE, LABEL_WIDTH).next_to(bar, away, buff=0.15))
half = (len(values) * BAR_STEP + TITLE_ROOM) / 2
ground = Line([-half, BASE_Y, 0], [half, BASE_Y, 0], color=MUTED)
""".strip("\n")
