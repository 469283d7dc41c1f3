# Written as models write scenes: star import, untyped.
# ruff: noqa: F403, F405, E501, B905
# mypy: ignore-errors
"""Scenes with one real fault each; `expected` is the rule that must report it."""

import numpy as np
from manim import *


class LabelsCollide(Scene):
    expected = "overlap"

    def construct(self):
        a, b = Dot(LEFT), Dot(LEFT * 0.7)
        names = [
            Text("supply", font_size=32).next_to(a, UP),
            Text("demand", font_size=32).next_to(b, UP),
        ]
        self.play(Create(a), Create(b))
        self.play(*[Write(n) for n in names])
        self.wait(2)


class TextUnderBox(Scene):
    expected = "occluded"

    def construct(self):
        text = Text("hidden layer", font_size=36)
        box = Rectangle(width=5, height=2, fill_color=BLUE, fill_opacity=1)
        self.play(Write(text))
        self.play(FadeIn(box))
        self.wait(2)


class HalfUnderBox(Scene):
    expected = "occluded"

    def construct(self):
        text = Text("gradient of the loss", font_size=40)
        box = Rectangle(width=3, height=2, fill_color=GREEN_E, fill_opacity=1).shift(RIGHT * 2)
        self.play(Write(text))
        self.play(FadeIn(box))
        self.wait(3)


class TextUnderPicture(Scene):
    expected = "occluded"

    def construct(self):
        text = Text("under the picture", font_size=32)
        picture = ImageMobject(np.full((40, 60, 3), 120, dtype=np.uint8)).scale_to_fit_width(6)
        self.play(FadeIn(text), run_time=0.5)
        self.play(FadeIn(picture))
        self.wait(2)


class DarkGreyOnBlack(Scene):
    expected = "low_contrast"

    def construct(self):
        self.play(Write(Text("barely there", font_size=48, color="#2b2b2b")))
        self.play(Create(Circle(radius=2)))
        self.wait(1)


class WhiteOnYellow(Scene):
    expected = "low_contrast"

    def construct(self):
        box = Rectangle(width=6, height=2, fill_color=YELLOW, fill_opacity=1)
        self.play(FadeIn(box))
        self.play(Write(Text("important", font_size=48)))
        self.wait(1)


class BlackFormulaOnBlack(Scene):
    expected = "low_contrast"

    def construct(self):
        self.play(Write(Text("The law", font_size=40).to_edge(UP)))
        self.play(Write(MathTex("E = mc^2", color=BLACK, font_size=72)))
        self.wait(1)


class LightOnLight(Scene):
    expected = "low_contrast"

    def construct(self):
        self.camera.background_color = "#ffffff"
        self.play(Write(Text("pale yellow on white", font_size=48, color="#ffffbb")))
        self.play(Create(Square(color=BLACK).shift(DOWN * 2)))
        self.wait(1)


class OneDarkWord(Scene):
    expected = "low_contrast"

    def construct(self):
        text = Text("the dark word matters", font_size=48, t2c={"matters": "#1a1a2e"})
        self.play(Write(text))
        self.play(Indicate(text))
        self.wait(1)


class TextOnBusyPicture(Scene):
    expected = "low_contrast"

    def construct(self):
        rng = np.random.default_rng(1)
        noise = rng.integers(0, 256, (90, 160, 3)).astype(np.uint8)
        picture = ImageMobject(noise).scale_to_fit_width(12)
        self.play(FadeIn(picture))
        self.play(Write(Text("over a busy picture", font_size=36)))
        self.wait(1)


class TextAcrossPictureEdge(Scene):
    expected = "overlap"

    def construct(self):
        grey = ImageMobject(np.full((50, 50, 3), 90, dtype=np.uint8)).scale_to_fit_width(4)
        self.play(FadeIn(grey))
        self.play(Write(Text("sticking out of the picture", font_size=44)))
        self.wait(1)


class FormulaOverDiagram(Scene):
    expected = "overlap"

    def construct(self):
        nodes = VGroup(*[Circle(0.5) for _ in range(6)]).arrange_in_grid(2, 3, buff=1)
        arrows = VGroup(
            *[Arrow(nodes[i].get_right(), nodes[i + 1].get_left(), buff=0) for i in (0, 1, 3, 4)]
        )
        self.play(Create(nodes), Create(arrows))
        formula = MathTex(r"\sum_{i=1}^{n} w_i x_i + b = \sigma(z) \cdot \nabla L", font_size=60)
        self.play(Write(formula.move_to(nodes[0:3])))
        self.wait(2)


class CaptionOverLines(Scene):
    expected = "overlap"

    def construct(self):
        grid = VGroup(*[Line(LEFT * 6, RIGHT * 6).shift(UP * (y - 3) * 0.7) for y in range(9)])
        grid.add(*[Line(DOWN * 3, UP * 3).shift(RIGHT * (x - 6)) for x in range(13)])
        self.play(Create(grid))
        self.play(FadeIn(Text("a caption over the lines of the grid", font_size=40)))
        self.wait(2)


class LeftBehindAfterTransform(Scene):
    expected = "overlap"

    def construct(self):
        first, second = MathTex("a^2 + b^2"), MathTex("c^2 - 2ab")
        self.play(Write(first))
        self.play(Transform(first, second))
        self.play(FadeOut(second))
        self.play(Write(MathTex(r"\cos\gamma = 1 + x")))
        self.wait(2)


class TitleOffTop(Scene):
    expected = "off_frame"

    def construct(self):
        self.play(Write(Text("A title above the frame", font_size=48).shift(UP * 3.9)))
        self.play(Create(Circle()))
        self.wait(1)


class ListOffBottom(Scene):
    expected = "off_frame"

    def construct(self):
        rows = VGroup(*[Text(f"step {i}", font_size=40) for i in range(9)]).arrange(DOWN, buff=0.6)
        rows.to_edge(UP)
        for row in rows:
            self.play(FadeIn(row), run_time=0.3)
        self.wait(1)


class WideFormula(Scene):
    expected = "off_frame"

    def construct(self):
        self.play(
            Write(
                MathTex(r"f(x)=" + "+".join(f"a_{{{i}}}x^{{{i}}}" for i in range(16)), font_size=60)
            )
        )
        self.play(Create(Line(LEFT, RIGHT).shift(DOWN)))
        self.wait(3)


class ZoomedPastTheText(MovingCameraScene):
    expected = "off_frame"

    def construct(self):
        self.camera.frame.scale(0.5)
        self.play(Create(Circle(0.5)))
        self.play(Write(Text("outside of the zoomed frame", font_size=40)))
        self.wait(2)


class FastFlash(Scene):
    expected = "reading_time"

    def construct(self):
        self.play(Create(Square()))
        text = Text(
            "This sentence has far too many words for so short a moment on screen", font_size=26
        )
        self.add(text.to_edge(UP))
        self.wait(0.3)
        self.remove(text)
        self.play(FadeOut(*self.mobjects))
        self.wait(0.5)


class LongSentenceAtTheEnd(Scene):
    expected = "reading_time"

    def construct(self):
        self.play(Create(Square()))
        long = "At the very end we learn that the whole method converges to the same fixed point anyway"
        self.play(FadeIn(Text(long, font_size=26).to_edge(DOWN)), run_time=0.5)
        self.wait(0.2)


class NothingMoves(Scene):
    expected = "static"

    def construct(self):
        self.play(Write(Text("A still picture")))
        self.wait(15)
        self.play(FadeOut(*self.mobjects))


class Empty(Scene):
    expected = "blank"

    def construct(self):
        self.wait(1)
        self.play(Create(Circle(stroke_opacity=0)))
        self.wait(2)


class InvisibleInk(Scene):
    expected = "low_contrast"

    def construct(self):
        self.play(Write(Text("black on black", color=BLACK)))
        self.wait(2)


class LongGap(Scene):
    expected = "blank"

    def construct(self):
        word = Text("first")
        self.play(Write(word))
        self.play(FadeOut(word))
        self.wait(6)
        self.play(Write(Text("second")))
        self.wait(1)


class TinyLegend(Scene):
    expected = "small_text"

    def construct(self):
        axes = Axes(x_range=[0, 5], y_range=[0, 5], x_length=8, y_length=5)
        legend = VGroup(Text("training loss", font_size=10), Text("validation loss", font_size=10))
        legend.arrange(DOWN, buff=0.1).to_corner(UR)
        self.play(Create(axes), FadeIn(legend))
        self.play(Create(axes.plot(lambda x: 0.2 * x * x)))
        self.wait(1)


class TinyFormula(Scene):
    expected = "small_text"

    def construct(self):
        self.play(Write(Text("Main result").to_edge(UP)))
        self.play(Write(MathTex(r"\int_0^1 \frac{x^2 + a}{1 + x} dx = 0", font_size=14)))
        self.wait(1)


class TwoTitles(Scene):
    expected = "overlap"

    def construct(self):
        self.play(Write(Text("Gradient Descent").to_edge(UP)))
        self.play(Write(Text("Momentum Methods").to_edge(UP)))
        self.wait(2)


class ManyLabels(Scene):
    expected = "clutter"

    def construct(self):
        rng = np.random.default_rng(7)
        words = VGroup(*[Text(f"item number {i}", font_size=28) for i in range(45)])
        for word in words:
            word.move_to([rng.uniform(-5, 5), rng.uniform(-3, 3), 0])
        self.play(FadeIn(words))
        self.play(Indicate(words[0]))
        self.wait(1)


class FixedTitlesCollide(ThreeDScene):
    expected = "overlap"

    def construct(self):
        self.set_camera_orientation(phi=70 * DEGREES, theta=30 * DEGREES)
        one, two = (
            Text("Surface of revolution").to_edge(UP),
            Text("A paraboloid in space").to_edge(UP),
        )
        self.add_fixed_in_frame_mobjects(one)
        self.play(Write(one), Create(ThreeDAxes()))
        self.add_fixed_in_frame_mobjects(two)
        self.play(Write(two))
        self.wait(2)


class TextWiderThanItsBox(Scene):
    expected = "overlap"

    def construct(self):
        boxes = VGroup(*[Rectangle(width=2, height=1) for _ in range(3)]).arrange(RIGHT, buff=0.4)
        words = ["convolutional encoder", "attention over tokens", "softmax classifier"]
        labels = [Text(w, font_size=32).move_to(b) for w, b in zip(words, boxes)]
        self.play(Create(boxes))
        self.play(*[Write(label) for label in labels])
        self.wait(2)


class LabelTooLongForItsBox(Scene):
    expected = "overlap"

    def construct(self):
        box = Rectangle(width=2.4, height=1.2, color=BLUE)
        label = Text("multi-head attention", font_size=36).move_to(box)
        self.play(Create(box))
        self.play(Write(label))
        self.wait(2)


class HalfOnItsOwnColour(Scene):
    expected = "low_contrast"

    def construct(self):
        sheet = Rectangle(width=5, height=3, fill_color=WHITE, fill_opacity=1).shift(RIGHT * 2.5)
        self.play(FadeIn(sheet))
        self.play(Write(Text("half of it is lost here", font_size=40)))
        self.wait(2)


class ShapeBecomesATextOnAText(Scene):
    expected = "overlap"

    def construct(self):
        circle = Circle()
        self.play(Create(circle))
        self.play(Transform(circle, Text("the circle speaks")))
        self.play(Write(Text("and is spoken over")))
        self.wait(2)


class BarNamesCollide(Scene):
    expected = "overlap"

    def construct(self):
        names = ["convolution", "recurrence", "attention", "state space"]
        chart = BarChart([3, 5, 2, 4], bar_names=names, y_range=[0, 6, 2], x_length=5)
        for label in chart.x_axis.labels:
            label.scale_to_fit_height(0.35)
        self.play(Create(chart))
        self.play(Indicate(chart.bars[0]))
        self.wait(2)


class GridUnderText(Scene):
    expected = "overlap"

    def construct(self):
        cells = VGroup(*[Square(1, color=BLUE) for _ in range(32)]).arrange_in_grid(4, 8, buff=0)
        self.play(FadeIn(cells))
        self.play(Write(MathTex(r"K = \int_a^b f(x) g(x) \, dx", font_size=64)))
        self.wait(2)
