# Written as models write scenes: star import, untyped.
# ruff: noqa: F403, F405, B905, RUF007
# mypy: ignore-errors
"""Scenes that look as if they had a fault and have none: nothing may be reported."""

import numpy as np
from manim import *


class TextInBoxes(Scene):
    def construct(self):
        boxes = VGroup()
        for name in ("encode", "attend", "decode"):
            label = Text(name, font_size=32)
            boxes.add(VGroup(RoundedRectangle(width=2.8, height=1.2, corner_radius=0.2), label))
        boxes.arrange(RIGHT, buff=1)
        arrows = [Arrow(a.get_right(), b.get_left(), buff=0.1) for a, b in zip(boxes, boxes[1:])]
        self.play(LaggedStart(*[FadeIn(b) for b in boxes], lag_ratio=0.3))
        self.play(*[GrowArrow(a) for a in arrows])
        self.wait(1)


class AxisLabels(Scene):
    def construct(self):
        axes = Axes(x_range=[-3, 3], y_range=[-1, 9, 2], x_length=9, y_length=5).add_coordinates()
        labels = axes.get_axis_labels("x", "f(x)")
        curve = axes.plot(lambda x: x * x, color=YELLOW)
        name = MathTex("x^2", color=YELLOW).next_to(axes.c2p(2, 4), RIGHT)
        dot = Dot(axes.c2p(1, 1), color=RED)
        self.play(Create(axes), Write(labels))
        self.play(Create(curve), Write(name))
        self.play(FadeIn(dot))
        self.wait(1)


class Braces(Scene):
    def construct(self):
        formula = MathTex("a", "+", "b", "+", "c", font_size=72)
        low = BraceLabel(formula[0:3], "first")
        high = Brace(formula[2:5], UP)
        self.play(Write(formula))
        self.play(FadeIn(low), GrowFromCenter(high), Write(high.get_tex("n")))
        self.wait(1)


class MatrixBrackets(Scene):
    def construct(self):
        one = Matrix([[1, 2], [3, 4]])
        two = Matrix([["x"], ["y"]])
        row = VGroup(one, two, MathTex("="), Matrix([["x+2y"], ["3x+4y"]])).arrange(RIGHT)
        self.play(Write(row))
        self.play(Circumscribe(one.get_rows()[0]))
        self.play(one.animate.set_row_colors(RED, BLUE))
        self.wait(1)


class Tables(Scene):
    def construct(self):
        table = Table(
            [["0.91", "0.88"], ["0.84", "0.80"], ["0.95", "0.93"]],
            row_labels=[Text("ours"), Text("base"), Text("best")],
            col_labels=[Text("train"), Text("test")],
            include_outer_lines=True,
        ).scale(0.7)
        self.play(Create(table))
        self.play(table.get_entries((2, 2)).animate.set_color(GREEN))
        self.add(table.get_highlighted_cell((3, 3), color=GREEN_E))
        self.wait(1)


class CodeListing(Scene):
    def construct(self):
        code = Code(
            code_string="def step(x, g):\n    # one update\n    return x - 0.1 * g\n",
            language="python",
            background="window",
        )
        self.play(FadeIn(code))
        self.play(Indicate(code.code_lines[1]))
        self.wait(1)


class BarChartLabels(Scene):
    def construct(self):
        chart = BarChart([3, 5, 2, 4], bar_names=["a", "b", "c", "d"], y_range=[0, 6, 2])
        self.play(Create(chart))
        labels = chart.get_bar_labels(font_size=32)
        self.play(Write(labels))
        self.play(FadeOut(labels))
        self.play(chart.animate.change_bar_values([4, 2, 5, 3]))
        self.wait(1)


class MovingLabel(Scene):
    def construct(self):
        t = ValueTracker(-3)
        line = NumberLine([-5, 5], include_numbers=True)
        dot = always_redraw(lambda: Dot(line.n2p(t.get_value()), color=RED))
        label = always_redraw(lambda: MathTex(f"x = {t.get_value():.1f}").next_to(dot, UP))
        self.add(line, dot, label)
        self.play(t.animate.set_value(4), run_time=3)
        self.wait(1)


class Transforms(Scene):
    def construct(self):
        one = MathTex("a^2", "+", "b^2", "=", "c^2")
        two = MathTex("a^2", "=", "c^2", "-", "b^2")
        self.play(Write(one))
        self.play(one.animate.shift(UP), TransformMatchingTex(one.copy(), two))
        self.play(FadeOut(one))
        three = MathTex("a", "=", r"\sqrt{c^2 - b^2}")
        self.play(ReplacementTransform(two, three))
        self.play(TransformFromCopy(three, MathTex("a > 0").shift(DOWN * 2)))
        self.wait(1)


class CoincidentGlyphs(Scene):
    def construct(self):
        source, target = Text("same words twice"), Text("same words twice")
        self.play(Write(source))
        self.add(target)
        self.play(Indicate(target))
        self.wait(2)


class PanAndZoom(MovingCameraScene):
    def construct(self):
        far = Text("far away", font_size=40).shift(RIGHT * 20 + UP * 5)
        near = Text("near by", font_size=40)
        small = Text("small print that is zoomed in on", font_size=10).shift(DOWN * 2)
        self.add(near, far, small)
        self.play(self.camera.frame.animate.move_to(far), run_time=2)
        self.play(self.camera.frame.animate.move_to(small).scale(0.3), run_time=2)
        self.play(self.camera.frame.animate.move_to(near).scale(1 / 0.3))
        self.wait(1)


class Indications(Scene):
    def construct(self):
        text = Text("look here", font_size=60)
        self.play(Write(text))
        self.play(Indicate(text), Flash(text.get_right()))
        self.play(ApplyWave(text))
        self.play(Wiggle(text), Circumscribe(text, Circle))
        self.play(FocusOn(text), ShowPassingFlash(Underline(text)))
        self.wait(1)


class DimOthers(Scene):
    def construct(self):
        items = BulletedList("first point", "second point", "third point")
        self.play(Write(items))
        for i in range(3):
            self.play(items.animate.fade_all_but(i, opacity=0.1))
            self.wait(0.5)
        self.wait(1)


class StrikeThrough(Scene):
    def construct(self):
        wrong = Text("the earth is flat", font_size=48)
        self.play(Write(wrong))
        self.play(Create(Line(wrong.get_left(), wrong.get_right(), color=RED)))
        self.play(Create(Cross(wrong)))
        self.wait(1)


class CancelledTerms(Scene):
    def construct(self):
        f = MathTex("x", "+", "y", "-", "y", "+", "z", "-", "z", font_size=80)
        self.play(Write(f))
        for i in (2, 4, 6, 8):
            self.play(
                Create(Line(f[i].get_corner(DL), f[i].get_corner(UR), color=RED)), run_time=0.4
            )
        self.play(*[Create(Circle(0.5).move_to(f[i])) for i in (0, 2)])
        self.wait(1)


class NumberLineLabels(Scene):
    def construct(self):
        line = NumberLine([0, 10, 1], length=11, include_numbers=True, font_size=28)
        marker = Triangle(fill_opacity=1).scale(0.15).rotate(PI).next_to(line.n2p(3), UP, buff=0.05)
        self.play(Create(line))
        self.play(FadeIn(marker), Write(Text("here", font_size=28).next_to(marker, UP)))
        self.play(marker.animate.shift(RIGHT * 2))
        self.wait(1)


class VectorLabels(Scene):
    def construct(self):
        plane = NumberPlane()
        v, w = Vector([2, 1], color=YELLOW), Vector([-1, 2], color=BLUE)
        self.play(Create(plane))
        self.play(GrowArrow(v), GrowArrow(w))
        self.play(
            Write(v.coordinate_label()),
            Write(MathTex(r"\vec w").next_to(w.get_end(), UL, buff=0.1)),
        )
        self.play(Write(MathTex(r"\vec v").move_to(v.get_center() + UP * 0.3)))
        self.wait(1)


class Venn(Scene):
    def construct(self):
        a = Circle(2, color=BLUE, fill_opacity=0.4).shift(LEFT)
        b = Circle(2, color=RED, fill_opacity=0.4).shift(RIGHT)
        self.play(FadeIn(a), FadeIn(b))
        labels = [Text("A").shift(LEFT * 2), Text("B").shift(RIGHT * 2), MathTex(r"A \cap B")]
        self.play(*[Write(label) for label in labels])
        self.wait(1)


class Solid(ThreeDScene):
    def construct(self):
        title = Text("A sphere", font_size=40).to_corner(UL)
        self.set_camera_orientation(phi=65 * DEGREES, theta=-45 * DEGREES)
        self.add_fixed_in_frame_mobjects(title)
        axes = ThreeDAxes()
        labels = axes.get_axis_labels()
        self.play(Create(axes), Write(title), FadeIn(labels))
        self.play(Create(Sphere(radius=1, resolution=(8, 8))))
        self.begin_ambient_camera_rotation(rate=0.3)
        self.wait(2)


class LightBackground(Scene):
    def construct(self):
        self.camera.background_color = "#f7f3e8"
        title = Text("Dark ink on paper", color=BLACK).to_edge(UP)
        box = Square(color=BLUE_E, fill_color=BLUE_E, fill_opacity=1)
        self.play(Write(title))
        self.play(FadeIn(box), Write(Text("white", font_size=30).move_to(box)))
        self.wait(1)


class HighlightedText(Scene):
    def construct(self):
        text = Text("dark words on a bright box", color=BLACK, font_size=36)
        back = SurroundingRectangle(text, color=YELLOW, fill_color=YELLOW, fill_opacity=1, buff=0.2)
        line = Line(LEFT * 6, RIGHT * 6)
        label = Text("label on a line", font_size=32).shift(DOWN * 2)
        back2 = BackgroundRectangle(label, fill_opacity=1)
        self.play(FadeIn(back), FadeIn(text))
        self.play(Create(line.shift(DOWN * 2)), FadeIn(back2), FadeIn(label))
        self.wait(2)


class GraphNodes(Scene):
    def construct(self):
        graph = Graph(
            [1, 2, 3, 4, 5],
            [(1, 2), (1, 3), (2, 4), (3, 4), (4, 5), (2, 3)],
            labels=True,
            layout="circular",
        )
        self.play(Create(graph))
        self.play(graph.vertices[1].animate.set_color(RED))
        self.wait(1)


class NetworkLayers(Scene):
    def construct(self):
        layers = [
            VGroup(*[Circle(0.25, fill_opacity=1, fill_color=BLACK) for _ in range(n)]).arrange(
                DOWN
            )
            for n in (3, 4, 2)
        ]
        net = VGroup(*layers).arrange(RIGHT, buff=2)
        edges = VGroup(
            *[
                Line(a.get_center(), b.get_center(), stroke_width=1)
                for one, two in zip(layers, layers[1:])
                for a in one
                for b in two
            ]
        )
        self.play(Create(edges))
        self.play(FadeIn(net))
        labels = [MathTex(f"x_{i}", font_size=28).move_to(c) for i, c in enumerate(layers[0])]
        self.play(*[Write(label) for label in labels])
        self.play(
            *[
                Write(Text(t, font_size=28).next_to(layer, DOWN))
                for t, layer in zip(("input", "hidden", "output"), layers)
            ]
        )
        self.wait(1)


class NumberedGrid(Scene):
    def construct(self):
        cells = VGroup(*[VGroup(Square(0.8), Integer(i)) for i in range(36)]).arrange_in_grid(
            6, 6, buff=0
        )
        self.play(FadeIn(cells))
        self.play(cells[14][0].animate.set_fill(YELLOW, 0.5))
        self.wait(1)


class Scatter(Scene):
    def construct(self):
        rng = np.random.default_rng(0)
        dots = [Dot([rng.normal(0, 2), rng.normal(0, 1), 0], radius=0.05) for _ in range(120)]
        self.play(LaggedStart(*[FadeIn(d) for d in dots], lag_ratio=0.01))
        self.play(Create(Line(LEFT * 5 + DOWN, RIGHT * 5 + UP, color=RED)))
        self.wait(1)


class CoverThenReveal(Scene):
    def construct(self):
        answer = MathTex("x = 42", font_size=72)
        curtain = Rectangle(width=5, height=2, fill_color=GREY_E, fill_opacity=1)
        self.add(answer, curtain)
        self.play(Write(Text("What is x?").to_edge(UP)))
        self.wait(1)
        self.play(curtain.animate.shift(DOWN * 3))
        self.wait(1)


class CoveredWhenRead(Scene):
    def construct(self):
        text = Text("an intermediate thought", font_size=40)
        self.play(Write(text))
        self.wait(3)
        self.play(FadeIn(Rectangle(width=14, height=3, fill_color=BLUE_E, fill_opacity=1)))
        self.play(Write(Text("the next one", font_size=40)))
        self.wait(1)


class Ticker(Scene):
    def construct(self):
        news = Text("breaking news passes by", font_size=36).shift(RIGHT * 12)
        self.play(Create(Line(LEFT * 7, RIGHT * 7).shift(DOWN)))
        self.add(news)
        self.play(news.animate.shift(LEFT * 24), run_time=4, rate_func=linear)
        self.wait(0.5)


class CaptionOnPicture(Scene):
    def construct(self):
        shade = np.linspace(20, 60, 64).astype(np.uint8)
        picture = ImageMobject(np.stack([np.tile(shade, (36, 1))] * 3, axis=-1)).scale_to_fit_width(
            9
        )
        self.play(FadeIn(picture))
        self.play(Write(Text("a caption on the picture", font_size=36).move_to(picture)))
        self.wait(1)


class OutlinedText(Scene):
    def construct(self):
        text = Text("white with a dark rim", font_size=60)
        text.set_stroke(BLACK, width=6, background=True)
        self.play(FadeIn(Rectangle(width=12, height=3, fill_color=YELLOW, fill_opacity=1)))
        self.play(FadeIn(text))
        self.wait(1)


class SpinningText(Scene):
    def construct(self):
        text = Text("round and round", font_size=40)
        self.play(Write(text))
        self.play(Rotate(text, PI / 2))
        self.play(text.animate.scale(1.5).set_color(RED))
        self.play(text.animate.rotate(-PI / 2))
        self.wait(1)


class FormulaPartsOneByOne(Scene):
    def construct(self):
        f = MathTex(
            r"\frac{\partial L}{\partial w}",
            "=",
            r"\frac{1}{n}",
            r"\sum_{i=1}^{n}",
            r"\sqrt{x_i}",
            r"(\hat y_i - y_i)",
        )
        for part in f:
            self.play(Write(part), run_time=0.7)
        self.play(FadeOut(f[4]), f[5].animate.next_to(f[3], RIGHT))
        self.play(Create(SurroundingRectangle(f[3])), Create(Underline(f[0])))
        self.wait(1)


class LineByLine(Scene):
    def construct(self):
        lines = Paragraph(
            "The first line of a longer text,",
            "the second line under it,",
            "and a third.",
            font_size=36,
        )
        for line in lines:
            self.play(FadeIn(line), run_time=0.6)
        self.wait(2)


class AreaUnderCurve(Scene):
    def construct(self):
        axes = Axes(x_range=[0, 5], y_range=[0, 6], x_length=8, y_length=5)
        curve = axes.plot(lambda x: 0.2 * x * x + 1)
        area = axes.get_area(curve, [1, 4], color=BLUE, opacity=0.6)
        bars = axes.get_riemann_rectangles(curve, [1, 4], dx=0.5, fill_opacity=0.4)
        self.play(Create(axes), Create(curve))
        self.play(FadeIn(area))
        self.play(Write(MathTex(r"\int_1^4 f").move_to(axes.c2p(2.5, 0.8))))
        self.play(FadeIn(bars))
        self.wait(1)


class TimelineBeat(Scene):
    def construct(self):
        line = Line(LEFT * 6, RIGHT * 6)
        self.play(Create(line))
        for i, year in enumerate(("1958", "1986", "2012", "2017")):
            point = line.point_from_proportion((i + 0.5) / 4)
            dot, label = Dot(point), Text(year, font_size=32).next_to(point, UP)
            note = Text(f"event {i}", font_size=26).next_to(point, DOWN)
            self.play(FadeIn(dot, scale=2), Write(label), FadeIn(note), run_time=0.7)
        self.wait(1)


class TextBecomesABox(Scene):
    def construct(self):
        word = Text("square", font_size=60)
        self.play(Write(word))
        self.play(Transform(word, Square(3)))
        self.play(Write(Text("inside", font_size=36)))
        self.wait(1)


class ShadowedTitle(Scene):
    def construct(self):
        title = Text("Depth", font_size=72)
        shadow = title.copy().set_color(GREY_D).shift(DR * 0.05)
        self.play(FadeIn(shadow, title))
        self.play(title.animate.set_color(YELLOW))
        self.wait(1)


class ReplacedStepByStep(Scene):
    def construct(self):
        old = Text("one", font_size=60)
        self.play(FadeIn(old))
        for word in ("two", "three", "four"):
            new = Text(word, font_size=60)
            self.play(FadeOut(old, shift=UP), FadeIn(new, shift=UP))
            old = new
        self.play(FadeTransform(old, Text("done", font_size=60)))
        self.wait(1)


class LabelledArrows(Scene):
    def construct(self):
        a, b = Circle(0.6).shift(LEFT * 3), Circle(0.6).shift(RIGHT * 3)
        names = VGroup(Text("A", font_size=36).move_to(a), Text("B", font_size=36).move_to(b))
        arrow = Arrow(a.get_right(), b.get_left())
        back = CurvedArrow(b.get_bottom(), a.get_bottom(), angle=-PI / 3)
        line = LabeledLine("flow", start=LEFT * 3 + UP * 2, end=RIGHT * 3 + UP * 2)
        self.play(Create(a), Create(b), Write(names))
        self.play(GrowArrow(arrow), Write(Text("sends", font_size=30).next_to(arrow, UP)))
        self.play(Create(back), Create(line))
        self.wait(1)


class UnitCircle(Scene):
    def construct(self):
        plane = ComplexPlane().add_coordinates()
        circle = Circle(1, color=YELLOW)
        t = ValueTracker(0.4)
        dot = always_redraw(lambda: Dot(circle.point_at_angle(t.get_value())))
        ray = always_redraw(lambda: Line(ORIGIN, dot.get_center()))
        name = always_redraw(lambda: MathTex(r"e^{i\theta}").next_to(dot, UR, buff=0.1))
        self.play(Create(plane), Create(circle))
        self.add(ray, dot, name)
        self.play(t.animate.set_value(2), run_time=2)
        self.wait(1)


class CountingUp(Scene):
    def construct(self):
        number = Integer(0, font_size=96)
        label = Text("samples seen", font_size=36).next_to(number, DOWN)
        self.play(FadeIn(number, label))
        self.play(ChangeDecimalToValue(number, 500), run_time=2)
        self.wait(1)


class ZoomWindow(ZoomedScene):
    def construct(self):
        dot = Dot().shift(UL * 2)
        self.play(FadeIn(dot), Write(Text("a detail", font_size=36).to_edge(DOWN)))
        self.zoomed_camera.frame.move_to(dot)
        self.activate_zooming(animate=True)
        self.play(dot.animate.shift(RIGHT * 0.5))
        self.wait(1)


class LongDerivation(Scene):
    def construct(self):
        rows = VGroup(
            MathTex(r"(a+b)^2 &= (a+b)(a+b)"),
            MathTex(r"&= a^2 + ab + ba + b^2"),
            MathTex(r"&= a^2 + 2ab + b^2"),
        ).arrange(DOWN, aligned_edge=LEFT)
        self.play(Write(rows[0]))
        for before, after in zip(rows, rows[1:]):
            self.play(TransformFromCopy(before, after))
            self.wait(0.5)
        self.play(Create(SurroundingRectangle(rows[2])), rows[:2].animate.set_opacity(0.2))
        self.wait(1)


class Legend(Scene):
    def construct(self):
        axes = Axes(x_range=[0, 6], y_range=[0, 4], x_length=7, y_length=4, tips=False)
        curves = VGroup(
            axes.plot(lambda x: x / 2, color=RED), axes.plot(lambda x: 3 - x / 3, color=BLUE)
        )
        entries = (
            VGroup(
                *[
                    VGroup(Line(ORIGIN, RIGHT * 0.5, color=c), Text(t, font_size=22)).arrange(RIGHT)
                    for c, t in ((RED, "supply"), (BLUE, "demand"))
                ]
            )
            .arrange(DOWN, aligned_edge=LEFT)
            .to_corner(UR)
        )
        panel = SurroundingRectangle(entries, color=WHITE, buff=0.15)
        self.play(Create(axes))
        self.play(Create(curves), FadeIn(entries), Create(panel))
        self.play(
            Write(Text("equilibrium", font_size=24).next_to(axes.c2p(3.6, 1.8), UP, buff=0.25))
        )
        self.wait(1)


class TokenRow(Scene):
    def construct(self):
        words = ["the", "cat", "sat", "on", "the", "mat"]
        tokens = VGroup(
            *[VGroup(Rectangle(width=1.5, height=0.8), Text(w, font_size=28)) for w in words]
        )
        tokens.arrange(RIGHT, buff=0.2)
        arcs = VGroup(
            *[
                ArcBetweenPoints(tokens[5].get_top(), tokens[i].get_top(), angle=PI / 3)
                for i in range(5)
            ]
        )
        self.play(FadeIn(tokens))
        self.play(Create(arcs), run_time=2)
        self.play(tokens[5][0].animate.set_fill(BLUE, 0.6), Indicate(tokens[5][1]))
        self.wait(1)
