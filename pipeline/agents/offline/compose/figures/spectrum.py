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
    drawing.number("WAVE_WIDTH", "6")
    drawing.number("WAVE_HEIGHT", "0.42", "of strength 1")
    drawing.number("BAR_HEIGHT", "2.4", "of strength 1")
    drawing.lines(_WAVES)
    drawing.step("Create(total)", "FadeIn(signal_name)", name="signal time wave")
    for index in range(len(figure.frequencies)):
        extra = ["Create(ground)", "FadeIn(spectrum_name)"] if index == 0 else []
        drawing.step(
            f"TransformFromCopy(total, waves[{index}])", *extra,
            f"GrowFromEdge(bars[{index}], DOWN)", f"FadeIn(ticks[{index}])",
            name="frequency spectrum",
        )  # fmt: skip
    drawing.step(
        "LaggedStart(*[Indicate(bar, color=INK) for bar in bars], lag_ratio=0.3)", name="spectrum"
    )
    return drawing


_WAVES = """

def wave(parts, colour, y, width=4):
    def height(x):
        return sum(WAVE_HEIGHT * a * np.sin(TAU * f * x / WAVE_WIDTH) for f, a, _ in parts)

    line = FunctionGraph(height, x_range=[0, WAVE_WIDTH, 0.02], color=colour, stroke_width=width)
    return line.shift([-6.2, y, 0])

total = wave(WAVES, INK, 1.15, 5)
gaps = len(WAVES)
waves = VGroup(*[
    wave([part], part[2], 0.05 - index * 1.9 / gaps, 3) for index, part in enumerate(WAVES)
])
signal_name = paragraph("signal over time", LABEL_SIZE, 5, color=MUTED)
signal_name.next_to(total, RIGHT, buff=0.3).set_y(1.85).align_to(total, LEFT)
ground = Line([1.6, -1.7, 0], [6.2, -1.7, 0], color=MUTED)
top = max(f for f, _, _ in WAVES)
bars, ticks = VGroup(), VGroup()
for f, a, colour in WAVES:
    bar = Rectangle(
        width=0.5, height=BAR_HEIGHT * a, stroke_width=0, fill_color=colour, fill_opacity=1,
    )
    bar.move_to([1.7 + 4.1 * f / top, -1.7, 0], aligned_edge=DOWN)
    bars.add(bar)
    ticks.add(paragraph(str(f), LABEL_SIZE, 1, color=MUTED).next_to(bar, DOWN, buff=0.15))
spectrum_name = paragraph("strength by frequency", LABEL_SIZE, 5, color=MUTED)
spectrum_name.move_to([3.9, 1.85, 0])
""".strip("\n")
