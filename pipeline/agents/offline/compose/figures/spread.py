"""A bell curve with its middle and its spread; a second one beside it when two are compared."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.palette import accent
from pipeline.agents.offline.compose.plan import SpreadFigure
from pipeline.agents.offline.compose.quote import literal


def draw(figure: SpreadFigure, pen: Pen) -> Drawing:
    """Steps: the line with the first curve, its middle, its spread, then the second curve."""
    drawing = Drawing()
    low = min(m - 3.2 * w for m, w in zip(figure.middles, figure.widths, strict=True))
    high = max(m + 3.2 * w for m, w in zip(figure.middles, figure.widths, strict=True))
    drawing.number("X_RANGE", f"[{low:g}, {high:g}, 1]")
    peak = pen.by_frame("1.9", "2.8", "1") if figure.formula else pen.by_frame("2.7", "3.6", "1.8")
    drawing.number("PEAK", peak, "height of the tallest curve")
    drawing.lines(_SETUP.replace("@LENGTH@", pen.by_frame("9.5", "6.8", "6.8")))
    tallest = min(figure.widths)
    for i, (m, w, name) in enumerate(
        zip(figure.middles, figure.widths, figure.names, strict=True), 1
    ):
        share = f"{tallest / w:g} * PEAK" if w != tallest else "PEAK"
        drawing.lines(
            f"bell_{i} = bell({m:g}, {w:g}, {share}, {accent(i - 1)})\n"
            f"middle_{i} = DashedLine(axes.c2p({m:g}, 0), axes.c2p({m:g}, {share}),"
            f" color={accent(i - 1)})"
        )
        if name:
            drawing.lines(
                f"name_{i} = {pen.label(name, accent(i - 1))}\n"
                f"name_{i}.next_to(middle_{i}, UP, buff=0.15)"
            )
    _steps(figure, drawing)
    return drawing


def _steps(figure: SpreadFigure, drawing: Drawing) -> None:
    named = ["FadeIn(name_1)"] if figure.names[0] else []
    drawing.step("Create(axes)", "Create(bell_1)", name="distribution curve")
    drawing.step("Create(middle_1)", *named, name=f"mean centre {figure.names[0]}")
    m, w = figure.middles[0], figure.widths[0]
    drawing.lines(
        f"inside = axes.get_area(bell_1, x_range=[{m - w:g}, {m + w:g}], color=SKY, opacity=0.4)\n"
        f"reach = DoubleArrow(axes.c2p({m - w:g}, 0), axes.c2p({m + w:g}, 0), buff=0,"
        " color=AMBER, tip_length=0.2)\n"
        f"reach.shift(0.3 * DOWN)\n"
        f"reach_name = paragraph({literal(figure.reach)}, LABEL_SIZE, 5, color=AMBER)\n"
        "reach_name.next_to(reach, DOWN, buff=0.12)"
    )
    shown = ["FadeIn(inside)", "GrowFromCenter(reach)", "FadeIn(reach_name)"]
    if figure.share:
        drawing.lines(
            f"share = paragraph({literal(figure.share)}, 1.2 * LABEL_SIZE, LABEL_WIDTH)\n"
            f"share.move_to(axes.c2p({m + 0.45 * w:g}, 0.3 * PEAK))"
        )
        shown.append("FadeIn(share)")
    drawing.step(*shown, name=f"spread deviation variance {figure.reach} {figure.share}")
    for i in range(2, len(figure.middles) + 1):
        named = [f"FadeIn(name_{i})"] if figure.names[i - 1] else []
        drawing.step(
            f"TransformFromCopy(bell_1, bell_{i})", f"Create(middle_{i})", *named,
            name=figure.names[i - 1] or "narrower",
        )  # fmt: skip


_SETUP = """
axes = Axes(
    x_range=X_RANGE, y_range=[0, PEAK, 1], x_length=@LENGTH@, y_length=PEAK,
    axis_config={"color": MUTED, "include_ticks": False, "tip_width": 0.18, "tip_height": 0.18},
    y_axis_config={"stroke_opacity": 0, "include_tip": False},
).move_to(FIGURE_PLACE).shift(0.1 * UP)

def bell(middle, width, peak, colour):
    return axes.plot(
        lambda x: peak * np.exp(-((x - middle) ** 2) / (2 * width**2)),
        x_range=X_RANGE[:2], color=colour, stroke_width=5,
    )

""".strip("\n")
