"""A signal taken apart into sine waves, each becoming a bar of the spectrum."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.palette import accent
from pipeline.agents.offline.compose.plan import SpectrumFigure


def draw(figure: SpectrumFigure, pen: Pen) -> Drawing:
    """Steps: the signal, each wave with its bar, then the bars alone in colour."""
    drawing = Drawing()
    pairs = ", ".join(
        f"({f}, {a:g}, {accent(i)})"
        for i, (f, a) in enumerate(zip(figure.frequencies, figure.amplitudes, strict=True))
    )
    drawing.number("WAVES", f"[{pairs}]", "frequency, strength, colour")
    drawing.number("WAVE_WIDTH", pen.by_frame("5.8", "3.6", "3.6"))
    drawing.number("WAVE_HEIGHT", "0.24" if figure.formula else "0.34", "of strength 1")
    row = pen.by_frame("0.56", "0.56", "0.44") if figure.formula else "0.82"
    drawing.number("ROW", row, "from wave to wave")
    low = pen.layout.aspect == "1:1"
    with_formula = ("-0.4", "1.1") if low else ("0.05", "1.5")
    alone = ("0.4", "1.8") if low else ("0.85", "2.4")
    top, bar = with_formula if figure.formula else alone
    drawing.number("TOP_Y", top)
    drawing.number("BAR_HEIGHT", bar, "of strength 1")
    left, ground, right = ("-6.2", "1.4", "6.2") if not pen.narrow else ("-3.7", "0.5", "3.7")
    drawing.lines(
        _WAVES.replace("@LEFT@", left)
        .replace("@GROUND@", ground)
        .replace("@RIGHT@", right)
        .replace("@FIRST@", "1.5 + 4.2" if not pen.narrow else "0.7 + 2.6")
        .replace("@MIDDLE@", "3.8" if not pen.narrow else "2.1")
        .replace("@NAMED@", "5" if not pen.narrow else "3.2")
        .replace("@BAR@", "0.6" if not pen.narrow else "0.45")
    )
    if figure.printed:
        drawing.lines(_TICKS)
    drawing.step("Create(total)", "FadeIn(signal_name)", name="signal time")
    for index in range(len(figure.frequencies)):
        extra = ["Create(ground)", "FadeIn(spectrum_name)"] if index == 0 else []
        drawing.step(
            f"TransformFromCopy(total, waves[{index}])", *extra,
            f"GrowFromEdge(bars[{index}], DOWN)",
            *([f"FadeIn(ticks[{index}])"] if figure.printed else []),
            name="frequency wave separates" if index == 0 else "wave frequency",
        )  # fmt: skip
    drawing.step(
        "LaggedStart(*[Indicate(b, color=INK, scale_factor=1.05) for b in bars], lag_ratio=0.3)",
        name="spectrum bar",
    )
    return drawing


_WAVES = """

def wave(parts, colour, y, width=4):
    def height(x):
        return sum(WAVE_HEIGHT * a * np.sin(TAU * f * x / WAVE_WIDTH) for f, a, _ in parts)

    line = FunctionGraph(height, x_range=[0, WAVE_WIDTH, 0.02], color=colour, stroke_width=width)
    return line.shift([@LEFT@, y, 0])

total = wave(WAVES, INK, TOP_Y, 5)
waves = VGroup(*[
    wave([part], part[2], TOP_Y - 0.2 - (index + 1) * ROW) for index, part in enumerate(WAVES)
])
signal_name = paragraph("signal over time", LABEL_SIZE, @NAMED@, color=MUTED)
signal_name.move_to([@LEFT@, TOP_Y + 0.85, 0], aligned_edge=LEFT)
ground = Line([@GROUND@, -1.75, 0], [@RIGHT@, -1.75, 0], color=MUTED)
top = max(f for f, _, _ in WAVES)
bars = VGroup()
for f, a, colour in WAVES:
    bar = Rectangle(
        width=@BAR@, height=BAR_HEIGHT * a, stroke_width=0, fill_color=colour, fill_opacity=1,
    )
    bars.add(bar.move_to([@FIRST@ * f / top, -1.75, 0], aligned_edge=DOWN))
spectrum_name = paragraph("strength by frequency", LABEL_SIZE, @NAMED@, color=MUTED)
spectrum_name.move_to([@MIDDLE@, TOP_Y + 0.85, 0])
""".strip("\n")

_TICKS = """
ticks = VGroup()
for bar, (f, a, _) in zip(bars, WAVES):
    below = paragraph(f"{f}", LABEL_SIZE, 1, color=MUTED).next_to(bar, DOWN, buff=0.15)
    above = paragraph(f"{a:g}", LABEL_SIZE, 1).next_to(bar, UP, buff=0.12)
    ticks.add(VGroup(below, above))
""".strip("\n")
