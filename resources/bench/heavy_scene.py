"""A field of arrows that turns, with formulas and a plot: about fifteen seconds of drawing."""

from manim import *


class FieldOfArrows(Scene):
    def construct(self):
        turn = ValueTracker(0)
        arrows = VGroup(
            *[
                Arrow(ORIGIN, RIGHT * 0.6, buff=0, color=BLUE, stroke_width=3).move_to([x, y, 0])
                for x in range(-6, 7, 2)
                for y in range(-2, 3, 2)
            ]
        )

        def point(field):
            for arrow in field:
                x, y, _ = arrow.get_center()
                arrow.set_angle(turn.get_value() + 0.4 * x + 0.3 * y)

        title = Text("A turning field", font_size=40).to_edge(UP)
        law = MathTex(r"\vec F(x, y, t) = \cos(\omega t + kx)\,\hat e_x", font_size=40).to_edge(DOWN)
        self.play(Write(title), FadeIn(arrows), run_time=2)
        self.play(Write(law), run_time=2)
        arrows.add_updater(point)
        self.play(turn.animate.set_value(TAU), run_time=6, rate_func=linear)
        arrows.clear_updaters()
        self.play(arrows.animate.set_opacity(0.2), run_time=1)
        axes = Axes(x_range=[0, 6, 1], y_range=[-1, 1, 1], x_length=8, y_length=3)
        curve = axes.plot(lambda x: np.cos(2 * x), color=YELLOW)
        self.play(Create(axes), run_time=1)
        self.play(Create(curve), run_time=2)
        self.wait(1)
