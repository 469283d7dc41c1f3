"""Steps of a process in boxes, an arrow drawn to each as it is told."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.palette import accent
from pipeline.agents.offline.compose.plan import FlowFigure
from pipeline.agents.offline.compose.quote import literal
from pipeline.agents.offline.compose.estimate import box_lines


def draw(figure: FlowFigure, pen: Pen) -> Drawing:
    """Steps: one per box with the arrow that leads to it, and the way back of a loop."""
    drawing = Drawing(helpers=["card"])
    count = len(figure.steps)
    columns = flow_columns(count)
    drawing.number("BOX_WIDTH", "LABEL_WIDTH + 0.4")
    lines = box_lines(figure.steps, pen.layout)
    drawing.number("BOX_HEIGHT", f"0.5 + {lines} * 0.0185 * LABEL_SIZE")
    rows = [f"    card({literal(s)}, {accent(i)})," for i, s in enumerate(figure.steps)]
    drawing.lines("\n".join(["boxes = VGroup(", *rows, ")"]))
    if columns == count:
        drawing.lines("boxes.arrange(RIGHT, buff=1.4 * GAP).move_to(FIGURE_PLACE)")
    else:
        drawing.lines(_two_rows(columns))
    drawing.lines(_arrows(figure.loop))
    for index, words in enumerate(figure.steps):
        animations = [f"FadeIn(boxes[{index}], shift=0.2 * UP)"]
        if index:
            animations.insert(0, f"GrowArrow(arrows[{index - 1}])")
            animations += _rest(index - 1)
        drawing.step(*animations, name=words)
    if figure.loop:
        drawing.step("Create(arrows[-1])", f"Indicate(boxes[0], color={accent(0)})", name="again")
    return drawing


def flow_columns(count: int) -> int:
    """Boxes side by side: one row up to four, else two rows."""
    return count if count <= 4 else (count + 1) // 2


def _rest(index: int) -> list[str]:
    return [
        f"boxes[{index}][0].animate.set_stroke(LINE)",
        f"boxes[{index}][1].animate.set_color(MUTED)",
    ]


def _two_rows(columns: int) -> str:
    return "\n".join([
        "# The second row runs back, so that each box stands next to the one before it.",
        f"top = VGroup(*boxes[:{columns}]).arrange(RIGHT, buff=1.4 * GAP)",
        f"low = VGroup(*boxes[{columns}:]).arrange(LEFT, buff=1.4 * GAP)",
        "low.next_to(top, DOWN, buff=1.4 * GAP, aligned_edge=RIGHT)",
        "boxes.move_to(FIGURE_PLACE)",
    ])  # fmt: skip


def _arrows(loop: bool) -> str:
    lines = [
        "arrows = VGroup()",
        "for before, after in zip(boxes, boxes[1:]):",
        "    way = after.get_center() - before.get_center()",
        "    side = RIGHT * np.sign(round(way[0], 2)) if abs(way[0]) > 0.1 else DOWN",
        "    arrows.add(Arrow(",
        "        before.get_edge_center(side), after.get_edge_center(-side), buff=0.08,",
        "        color=MUTED, stroke_width=4, max_tip_length_to_length_ratio=0.35,",
        "    ))",
    ]
    if loop:
        lines += [
            "start, end = boxes[-1].get_bottom(), boxes[0].get_bottom()",
            "below = min(start[1], end[1]) - 0.5",
            "arrows.add(VGroup(",
            "    Line(start, [start[0], below, 0], color=MUTED, stroke_width=4),",
            "    Line([start[0], below, 0], [end[0], below, 0], color=MUTED, stroke_width=4),",
            "    Arrow([end[0], below, 0], end, buff=0.04, color=MUTED, stroke_width=4,",
            "          max_tip_length_to_length_ratio=0.4),",
            "))",
        ]
    return "\n".join(lines)
