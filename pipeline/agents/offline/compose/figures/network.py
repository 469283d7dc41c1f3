"""Layers of units joined to the next layer, and a signal that runs through them."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.palette import accent
from pipeline.agents.offline.compose.plan import NetworkFigure


def draw(figure: NetworkFigure, pen: Pen) -> Drawing:
    """Steps: each layer with the links that lead to it, then the signal."""
    drawing = Drawing()
    layers = ", ".join(f"({n}, {accent(i)})" for i, n in enumerate(figure.layers))
    drawing.number("LAYERS", f"[{layers}]", "units, colour")
    drawing.number("LAYER_GAP", round((4.4 if pen.narrow else 8) / max(2, len(figure.layers)), 2))
    unit = ("0.19", "0.32", "0.14") if figure.formula else ("0.28", "0.42", "0.24")
    drawing.number("UNIT", pen.by_frame(*unit), "radius")
    drawing.number("NAMES_Y", pen.by_frame("-2.15", "-2.9", "-2.05"))
    drawing.lines(_LAYERS)
    names = list(figure.names)[: len(figure.layers)]
    if names:
        rows = [f"    {pen.label(n, accent(i))}," for i, n in enumerate(names)]
        drawing.lines("\n".join(["names = VGroup(", *rows, ")"]))
        drawing.lines(
            "for name, layer in zip(names, layers):\n    name.move_to([layer.get_x(), NAMES_Y, 0])"
        )
    for index in range(len(figure.layers)):
        animations = [
            f"LaggedStart(*[FadeIn(unit, scale=0.5) for unit in layers[{index}]], lag_ratio=0.15)"
        ]
        if index:
            animations.insert(0, f"Create(links[{index - 1}], lag_ratio=0)")
        if index < len(names):
            animations.append(f"FadeIn(names[{index}])")
        drawing.step(*animations, name=f"{names[index]} layer" if index < len(names) else "layer")
    drawing.step(
        "Succession(*[ShowPassingFlash(group.copy().set_stroke(AMBER, width=4), time_width=0.6)"
        " for group in links], run_time=2)",
        name="signal prediction",
    )
    return drawing


_LAYERS = """
layers = VGroup(*[
    VGroup(*[
        Circle(radius=UNIT, stroke_color=colour, stroke_width=5, fill_color=PANEL, fill_opacity=1)
        for _ in range(count)
    ]).arrange(DOWN, buff=0.8 * UNIT)
    for count, colour in LAYERS
]).arrange(RIGHT, buff=LAYER_GAP).move_to(FIGURE_PLACE).shift(0.25 * UP)
links = VGroup(*[
    VGroup(*[
        Line(a.get_right(), b.get_left(), color=LINE, stroke_width=2) for a in left for b in right
    ])
    for left, right in zip(layers, layers[1:])
])
""".strip("\n")
