"""Functions on axes, with a point that moves along the first, its tangent, or the area under it."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.palette import accent
from pipeline.agents.offline.compose.plan import Curve, PlotFigure
from pipeline.agents.offline.compose.quote import literal


def draw(figure: PlotFigure, pen: Pen) -> Drawing:
    """Steps: the axes, each curve with its name, then what moves."""
    drawing = Drawing()
    drawing.number("X_RANGE", _list(figure.x_range))
    drawing.number("Y_RANGE", _list(figure.y_range))
    drawing.number("AXES_SIZE", "(7.6, 3.7)")
    drawing.lines(_AXES)
    drawing.lines(
        f"x_words = paragraph({literal(figure.x_words)}, LABEL_SIZE, LABEL_WIDTH, color=MUTED)\n"
        "x_words.next_to(axes.x_axis, RIGHT, buff=0.2)"
    )
    shown = ["Create(axes)", "FadeIn(x_words)"]
    if figure.y_words:
        drawing.lines(
            f"y_words = paragraph({literal(figure.y_words)}, LABEL_SIZE, LABEL_WIDTH, color=MUTED)\n"
            "y_words.next_to(axes, LEFT, buff=0.3)"
        )
        shown.append("FadeIn(y_words)")
    drawing.step(*shown, name="axes")
    for index, curve in enumerate(figure.curves):
        _curve(curve, index, pen, drawing)
    _FEATURES[figure.feature](figure, drawing)
    return drawing


def _list(values: tuple[float, ...]) -> str:
    return "[" + ", ".join(f"{v:g}" for v in values) + "]"


def _curve(curve: Curve, index: int, pen: Pen, drawing: Drawing) -> None:
    name = f"curve_{index + 1}"
    colour = accent(index)
    drawing.lines(
        f"\n\ndef height_{index + 1}(x):\n    return {curve.code}\n\n"
        f"{name} = axes.plot(height_{index + 1}, x_range=X_RANGE[:2], color={colour},"
        " stroke_width=5)"
    )
    animations = [f"Create({name})"]
    if curve.tex or curve.words:
        if curve.tex:
            expression = pen.formula(curve.tex, size="0.7 * FORMULA_SIZE")
        else:
            expression = pen.label(curve.words, colour)
        drawing.lines(
            f"name_{index + 1} = {expression}\n"
            f"name_{index + 1}.move_to([NAME_X, {1.2 - 1.1 * index:g}, 0])"
        )
        if index == 0:
            drawing.number("NAME_X", "4.6")
        animations.append(f"FadeIn(name_{index + 1})")
    drawing.step(*animations, name=curve.words or curve.tex)


def _dot(figure: PlotFigure, drawing: Drawing) -> None:
    drawing.lines(_TRACKER + _DOT)
    drawing.step("FadeIn(dot)", name="point")
    drawing.step("place.animate(run_time=3).set_value(X_END)", name="move")
    _ends(figure, drawing)


def _tangent(figure: PlotFigure, drawing: Drawing) -> None:
    drawing.lines(_TRACKER + _DOT + _TANGENT)
    drawing.step("FadeIn(dot)", "Create(tangent)", name="slope")
    drawing.step("place.animate(run_time=3).set_value(X_END)", name="move")
    _ends(figure, drawing)


def _area(figure: PlotFigure, drawing: Drawing) -> None:
    drawing.lines(
        "area = axes.get_area(curve_1, x_range=[X_START, X_END], color=MINT, opacity=0.45)"
    )
    drawing.step("FadeIn(area)", name="area")
    _ends(figure, drawing)


def _crossing(figure: PlotFigure, drawing: Drawing) -> None:
    drawing.number("X_MEET", figure.at)
    drawing.lines(_MEET)
    drawing.step("Create(guides)", "FadeIn(dot, scale=0.4)", name="equilibrium")
    drawing.step("Flash(dot, color=AMBER)", name="meet")


def _extreme(figure: PlotFigure, drawing: Drawing) -> None:
    drawing.number("X_MEET", figure.at)
    drawing.number("X_START", figure.x_range[0] * 0.85 + figure.x_range[1] * 0.15)
    drawing.lines(_TRACKER + _DOT + _TANGENT)
    drawing.step("FadeIn(dot)", "Create(tangent)", name="slope")
    drawing.step("place.animate(run_time=3).set_value(X_MEET)", name="minimum")
    drawing.step("Flash(dot, color=AMBER)", name="rest")


def _ends(figure: PlotFigure, drawing: Drawing) -> None:
    low, high = figure.x_range[:2]
    drawing.number("X_START", round(low * 0.85 + high * 0.15, 3))
    drawing.number("X_END", round(low * 0.12 + high * 0.88, 3))


_FEATURES = {
    "dot": _dot, "tangent": _tangent, "area": _area, "crossing": _crossing, "extreme": _extreme,
}  # fmt: skip

_AXES = """
axes = Axes(
    x_range=X_RANGE, y_range=Y_RANGE, x_length=AXES_SIZE[0], y_length=AXES_SIZE[1],
    axis_config={
        "color": MUTED, "stroke_width": 2, "include_numbers": True, "font_size": 24,
        "tip_width": 0.18, "tip_height": 0.18,
    },
).move_to(FIGURE_PLACE).shift(1.3 * LEFT)
""".strip("\n")

_TRACKER = "place = ValueTracker(X_START)\n"

_DOT = """
dot = always_redraw(lambda: Dot(
    axes.c2p(place.get_value(), height_1(place.get_value())), radius=0.11, color=AMBER,
))
""".strip("\n")

_TANGENT = """

tangent = always_redraw(lambda: axes.get_secant_slope_group(
    place.get_value(), curve_1, dx=0.001 * (X_RANGE[1] - X_RANGE[0]),
    secant_line_color=CORAL, secant_line_length=2.6,
).secant_line)
""".rstrip("\n")

_MEET = """
meet = axes.c2p(X_MEET, height_1(X_MEET))
dot = Dot(meet, radius=0.12, color=AMBER)
guides = VGroup(
    DashedLine(meet, [meet[0], axes.c2p(0, Y_RANGE[0])[1], 0], color=AMBER),
    DashedLine(meet, [axes.c2p(X_RANGE[0], 0)[0], meet[1], 0], color=AMBER),
)
""".strip("\n")
