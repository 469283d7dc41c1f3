"""A derivation in many formulas: most of a cold render is TeX."""

from manim import *

FORMULA_SIZE = 40


class GaussianIntegral(Scene):
    def construct(self):
        steps = [
            r"I = \int_{-\infty}^{\infty} e^{-x^2}\,dx",
            r"I^2 = \int_{-\infty}^{\infty}\int_{-\infty}^{\infty} e^{-(x^2+y^2)}\,dx\,dy",
            r"I^2 = \int_0^{2\pi}\int_0^{\infty} e^{-r^2}\,r\,dr\,d\theta",
            r"I^2 = 2\pi \left[-\tfrac{1}{2} e^{-r^2}\right]_0^{\infty}",
            r"I^2 = 2\pi \cdot \tfrac{1}{2} = \pi",
            r"I = \sqrt{\pi}",
        ]
        title = Text("The Gaussian integral", font_size=40).to_edge(UP)
        self.play(FadeIn(title), run_time=0.5)
        current = MathTex(steps[0], font_size=FORMULA_SIZE)
        self.play(Write(current), run_time=1)
        for tex in steps[1:]:
            following = MathTex(tex, font_size=FORMULA_SIZE)
            self.play(ReplacementTransform(current, following), run_time=0.8)
            self.wait(0.4)
            current = following
        self.play(Circumscribe(current), run_time=1)
