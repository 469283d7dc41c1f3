"""Functions on axes, with a point that moves along the first, its tangent, or the area under it."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.plan import Curve, PlotFigure
from pipeline.agents.offline.compose.quote import literal, raw


def draw(figure: PlotFigure, pen: Pen) -> Drawing:
    """Steps: the axes, each curve with its name, then what moves."""
    drawing = Drawing()
    drawing.number("X_RANGE", _list(figure.x_range))
    drawing.number("Y_RANGE", _list(figure.y_range))
    size = (
        pen.by_frame("(7.8, 2.9)", "(4.7, 3.6)", "(4.7, 1.6)")
        if figure.formula
        else pen.by_frame("(7.8, 3.8)", "(4.7, 4.6)", "(4.7, 2.4)")
    )
    drawing.number("AXES_SIZE", size)
    numbered = figure.feature != "crossing"
    beside = "1.1" if figure.formula else "0.7"
    aside = pen.by_frame("1.4", beside, beside)
    drawing.lines(_AXES.replace("@NUMBERS@", str(numbered)).replace("@ASIDE@", aside))
    _names_of_axes(figure, pen, drawing)
    late = figure.curves[2:] if figure.feature == "crossing" else ()
    for index, curve in enumerate(figure.curves[: len(figure.curves) - len(late)]):
        _curve(curve, index, pen, drawing)
    _FEATURES[figure.feature](figure, drawing)
    for index, curve in enumerate(late, 2):
        _curve(curve, index, pen, drawing)
        drawing.number("X_NEW", round(figure.moved, 3))
        drawing.step(
            "dot.animate.move_to(axes.c2p(X_NEW, height_2(X_NEW)))",
            "FadeOut(guides)",
            name="shift new equilibrium rises",
        )
    return drawing


def _list(values: tuple[float, ...]) -> str:
    return "[" + ", ".join(f"{v:g}" for v in values) + "]"


def _names_of_axes(figure: PlotFigure, pen: Pen, drawing: Drawing) -> None:
    letter = len(figure.x_words.removeprefix("\\")) == 1 or figure.x_words.startswith("\\")
    colour = pen.tint_of(figure.x_words) or "MUTED"
    name = (
        f"MathTex({raw(figure.x_words)}, font_size=1.4 * LABEL_SIZE, color={colour})"
        if letter
        else f"paragraph({literal(figure.x_words)}, LABEL_SIZE, LABEL_WIDTH, color=MUTED)"
    )
    place = (
        "next_to(axes.x_axis, RIGHT, buff=0.2)"
        if letter
        else "next_to(axes.x_axis.get_end(), DOWN, buff=0.2)"
    )
    drawing.lines(f"x_words = {name}\nx_words.{place}")
    shown = ["Create(axes)", "FadeIn(x_words)"]
    if figure.y_words:
        words = f"paragraph({literal(figure.y_words)}, LABEL_SIZE, LABEL_WIDTH, color=MUTED)"
        place = "UP, buff=0.15" if pen.narrow else "LEFT, buff=0.3"
        drawing.lines(f"y_words = {words}\ny_words.next_to(axes.y_axis, {place})")
        shown.append("FadeIn(y_words)")
    drawing.step(*shown, name="axes")


def _curve(curve: Curve, index: int, pen: Pen, drawing: Drawing) -> None:
    name, colour = f"curve_{index + 1}", pen.colour_of(curve.symbol, index)
    drawing.lines(
        f"\ndef height_{index + 1}(x):\n    return {_bare(curve.code)}\n\n"
        f"{name} = axes.plot(height_{index + 1}, x_range=X_RANGE[:2], color={colour},"
        " stroke_width=5)"
    )
    animations = [f"Create({name})"]
    label = f"name_{index + 1}"
    if curve.tex:
        drawing.lines(_named(curve, index, label, pen, drawing))
        animations.append(f"FadeIn({label})")
    elif curve.words:
        width = pen.by_frame("LABEL_WIDTH", "2", "2")
        drawing.lines(
            f"{label} = {pen.label(curve.words, colour, width)}\n"
            f"end_{index + 1} = axes.c2p(X_RANGE[1], height_{index + 1}(X_RANGE[1]))\n"
            f"{label}.next_to(end_{index + 1}, RIGHT, buff={pen.by_frame('0.2', '0.1', '0.1')})"
        )
        animations.append(f"FadeIn({label})")
    drawing.step(*animations, name=f"{curve.words} formula" if curve.tex else curve.words)


def _named(curve: Curve, index: int, label: str, pen: Pen, drawing: Drawing) -> str:
    """The formula of a curve beside the axes; above them where there is no room beside."""
    made = f"{label} = {pen.formula(curve.tex, size='0.8 * FORMULA_SIZE')}\n"
    if pen.narrow:
        drawing.helpers.append("in_rows")
        if pen.plan.has_strip:
            up = 0.4 - 0.9 * index
            return made + (f"in_rows({label}, 2).next_to(axes, RIGHT, buff=0.2).shift({up:g} * UP)")
        return made + f"in_rows({label}).next_to(axes, UP, buff={0.2 + 0.9 * index:g}).set_x(0.6)"
    drawing.number("NAME_X", "4.7")
    height = (0.2 if pen.plan.has_strip else 1.2) - 1.6 * index
    return made + f"{label}.move_to([NAME_X, {height:g}, 0])"


def _bare(code: str) -> str:
    """An expression without the brackets around all of it."""
    while code.startswith("(") and code.endswith(")"):
        depth = 0
        for index, char in enumerate(code):
            depth += (char == "(") - (char == ")")
            if depth == 0 and index < len(code) - 1:
                return code
        code = code[1:-1]
    return code


def _dot(figure: PlotFigure, drawing: Drawing) -> None:
    drawing.lines(_TRACKER + _DOT)
    drawing.step("FadeIn(dot)", name="point")
    drawing.step("place.animate(run_time=3).set_value(X_END)", name="move")
    _ends(figure, drawing)


def _tangent(figure: PlotFigure, drawing: Drawing) -> None:
    drawing.lines(_TRACKER + _DOT + _TANGENT)
    drawing.step("FadeIn(dot)", "Create(tangent)", name="slope gradient derivative")
    drawing.step("place.animate(run_time=3).set_value(X_END)", name="move large")
    _ends(figure, drawing)


def _area(figure: PlotFigure, drawing: Drawing) -> None:
    drawing.lines(
        "area = axes.get_area(curve_1, x_range=[X_START, X_END], color=MINT, opacity=0.45)"
    )
    drawing.step("FadeIn(area)", name="area integral")
    _ends(figure, drawing)


def _crossing(figure: PlotFigure, drawing: Drawing) -> None:
    drawing.number("X_MEET", figure.at)
    drawing.lines(_MEET)
    drawing.step("Create(guides)", "FadeIn(dot, scale=0.4)", name="equilibrium crossing meet")
    drawing.step("Flash(dot, color=AMBER)", name="equilibrium")


def _extreme(figure: PlotFigure, drawing: Drawing) -> None:
    low, high = figure.x_range[:2]
    drawing.number("X_START", round(low * 0.85 + high * 0.15, 3))
    drawing.number("X_MEET", figure.at)
    drawing.lines(_TRACKER + _DOT + _TANGENT)
    drawing.step("FadeIn(dot)", "Create(tangent)", name="slope gradient")
    drawing.step("place.animate(run_time=3).set_value(X_MEET)", name="minimum maximum optimum")
    drawing.step("Flash(dot, color=AMBER)", name="rest")


def _descent(figure: PlotFigure, drawing: Drawing) -> None:
    low, high = figure.x_range[:2]
    drawing.number("X_START", round(low * 0.95 + high * 0.05, 3))
    drawing.number("RATE", "0.35", "share of the slope that a step takes")
    drawing.number("HOPS", "5")
    drawing.lines(_HOPS)
    drawing.step("FadeIn(dots[0], scale=0.4)", name="start weight")
    drawing.step("GrowArrow(hops[0])", "FadeIn(dots[1])", name="step slope gradient")
    drawing.step(
        "LaggedStart(*[AnimationGroup(GrowArrow(h), FadeIn(d))"
        " for h, d in zip(hops[1:], dots[2:])], lag_ratio=0.6, run_time=3)",
        name="steps lowest minimum valley",
    )
    drawing.step("Flash(dots[-1], color=AMBER)", name="rest lowest")


def _ends(figure: PlotFigure, drawing: Drawing) -> None:
    low, high = figure.x_range[:2]
    drawing.number("X_START", round(low * 0.85 + high * 0.15, 3))
    drawing.number("X_END", round(low * 0.12 + high * 0.88, 3))


_FEATURES = {
    "dot": _dot,
    "tangent": _tangent,
    "area": _area,
    "crossing": _crossing,
    "extreme": _extreme,
    "descent": _descent,
}

_AXES = """
axes = Axes(
    x_range=X_RANGE, y_range=Y_RANGE, x_length=AXES_SIZE[0], y_length=AXES_SIZE[1],
    axis_config={
        "color": MUTED, "stroke_width": 2.5, "include_numbers": @NUMBERS@, "font_size": 26,
        "include_ticks": @NUMBERS@, "tip_width": 0.18, "tip_height": 0.18,
    },
).move_to(FIGURE_PLACE).shift(@ASIDE@ * LEFT)
""".strip("\n")

_TRACKER = "place = ValueTracker(X_START)\n"

_DOT = """
dot = always_redraw(lambda: Dot(
    axes.c2p(place.get_value(), height_1(place.get_value())), radius=0.12, color=AMBER,
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
dot = Dot(meet, radius=0.13, color=AMBER).set_z_index(1)
guides = VGroup(
    DashedLine(meet, [meet[0], axes.c2p(0, Y_RANGE[0])[1], 0], color=AMBER),
    DashedLine(meet, [axes.c2p(X_RANGE[0], 0)[0], meet[1], 0], color=AMBER),
)
""".strip("\n")

_HOPS = """
places = [X_START]
for _ in range(HOPS):
    x = places[-1]
    slope = (height_1(x + 0.001) - height_1(x - 0.001)) / 0.002
    places.append(x - RATE * slope)
dots = VGroup(*[Dot(axes.c2p(x, height_1(x)), radius=0.12, color=AMBER) for x in places])
hops = VGroup(*[
    Arrow(a.get_center(), b.get_center(), buff=0.08, color=CORAL, stroke_width=5)
    for a, b in zip(dots, dots[1:])
])
dots.set_z_index(1)
""".strip("\n")
