from manim import *


class LongerPendulum(Scene):
    def construct(self):
        title = Text("A longer pendulum swings more slowly", font_size=38).to_edge(UP)
        formula = MathTex(r"T = 2\pi\sqrt{L/g}", font_size=52).shift(UP * 1.6)
        self.play(Write(title), run_time=1.5)
        self.play(Write(formula), run_time=1.5)
        self.wait(1.5)

        short, long = self.pendulum(LEFT * 3.2, 1.0), self.pendulum(RIGHT * 1.2, 2.6)
        short_label = Text("L = 1 m, T = 2 s", font_size=26).next_to(short, RIGHT, buff=0.4)
        long_label = Text("L = 4 m, T = 4 s", font_size=26).next_to(long, RIGHT, buff=0.4)
        self.play(Create(short), Create(long), run_time=1.5)
        self.play(FadeIn(short_label), FadeIn(long_label))
        self.wait(2.0)

        takeaway = Text("Four times the length doubles the period.", font_size=30, color=YELLOW)
        takeaway.to_edge(DOWN, buff=0.4)
        self.play(FadeIn(takeaway))
        self.wait(3.0)

    def pendulum(self, place, length):
        pivot = place + UP * 0.7
        bob = pivot + DOWN * length + RIGHT * 0.3
        return VGroup(Dot(pivot, radius=0.06), Line(pivot, bob), Dot(bob, radius=0.16, color=BLUE))
