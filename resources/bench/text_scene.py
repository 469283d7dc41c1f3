"""Words and simple shapes, about five seconds."""

from manim import *


class WaveAndWords(Scene):
    def construct(self):
        title = Text("A wave carries energy, not water", font_size=40).to_edge(UP)
        line = Line(LEFT * 5, RIGHT * 5, color=BLUE)
        floats = VGroup(*[Dot(LEFT * 4 + RIGHT * 2 * i, color=YELLOW) for i in range(5)])
        note = Text("each float moves up and down only", font_size=30).to_edge(DOWN)
        self.play(Write(title), run_time=1)
        self.play(Create(line), FadeIn(floats), run_time=1)
        self.play(*[f.animate.shift(UP * (0.5 if i % 2 else -0.5)) for i, f in enumerate(floats)])
        self.play(FadeIn(note), run_time=0.5)
        self.wait(1.5)
