"""Steps of a process in boxes, an arrow drawn to each as it is told."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.estimate import CARD_PADDING, LINE, box_lines, flow_columns
from pipeline.agents.offline.compose.frames import flow_grid
from pipeline.agents.offline.compose.palette import accent
from pipeline.agents.offline.compose.plan import FlowFigure
from pipeline.agents.offline.compose.quote import literal


def draw(figure: FlowFigure, pen: Pen) -> Drawing:
    """Steps: one per box with the arrow that leads to it, then the whole way at once."""
    drawing = Drawing(helpers=["card", "numbered"])
    count = len(figure.steps)
    columns = flow_columns(count)
    drawing.number("BOX_WIDTH", "LABEL_WIDTH + 0.4")
    lines = box_lines(figure.steps, pen.layout)
    drawing.number(
        "BOX_HEIGHT",
        f"{0.3 if pen.narrow else CARD_PADDING} + {lines} * {LINE} * LABEL_SIZE",
    )
    rows = [
        f"    numbered({i + 1}, {literal(s)}, {accent(i)})," for i, s in enumerate(figure.steps)
    ]
    drawing.lines("\n".join(["boxes = VGroup(", *rows, ")"]))
    if pen.narrow:
        drawing.number("COLUMNS", flow_grid(count, pen.layout.aspect)[0])
        drawing.lines(_GRID)
    elif columns == count:
        drawing.lines("boxes.arrange(RIGHT, buff=1.4 * GAP).move_to(FIGURE_PLACE)")
    else:
        drawing.lines(_two_rows(columns))
    if figure.loop:
        way = "0.25 * RIGHT + 0.2 * UP" if pen.narrow else "0.3 * UP"
        drawing.lines(f"boxes.shift({way})  # room for the way back")
    way_back = _WAY_ROUND if pen.narrow else _WAY_BACK
    drawing.lines(_ARROWS + (way_back if figure.loop else ""))
    for index, words in enumerate(figure.steps):
        animations = [f"FadeIn(boxes[{index}], shift=0.2 * UP)"]
        if index:
            animations.insert(0, f"GrowArrow(arrows[{index - 1}])")
            animations += rest(f"boxes[{index - 1}]")
        drawing.step(*animations, name=words)
    lit = [
        "*[box[0].animate.set_stroke(AMBER) for box in boxes]",
        "*[box[1].animate.set_color(INK) for box in boxes]",
    ]
    if figure.loop:
        lit.insert(0, "Create(way_back)")
    drawing.step(*lit, name="again repeat loop until" if figure.loop else "result whole")
    return drawing


def rest(box: str) -> list[str]:
    """What sets an earlier card back."""
    return [f"{box}[0].animate.set_stroke(LINE)", f"{box}[1].animate.set_color(MUTED)"]


def _two_rows(columns: int) -> str:
    return "\n".join(
        [
            "# The second row runs back, so that each box stands next to the one before it.",
            f"top = VGroup(*boxes[:{columns}]).arrange(RIGHT, buff=1.4 * GAP)",
            f"low = VGroup(*boxes[{columns}:]).arrange(LEFT, buff=1.4 * GAP)",
            "low.next_to(top, DOWN, buff=1.4 * GAP, aligned_edge=RIGHT)",
            "boxes.move_to(FIGURE_PLACE)",
        ]
    )


_ARROWS = """
arrows = VGroup()
for before, after in zip(boxes, boxes[1:]):
    way = after.get_center() - before.get_center()
    side = RIGHT * np.sign(way[0]) if abs(way[0]) > 0.1 else DOWN
    arrows.add(Arrow(
        before[0].get_edge_center(side), after[0].get_edge_center(-side), buff=0.08,
        color=MUTED, stroke_width=5, max_tip_length_to_length_ratio=0.35,
    ))
""".strip("\n")

_GRID = """
# Rows run to and fro, so that each box stands next to the one before it.
rows = [VGroup(*boxes[i : i + COLUMNS]) for i in range(0, len(boxes), COLUMNS)]
for index, row in enumerate(rows):
    row.arrange(RIGHT if index % 2 == 0 else LEFT, buff=1.2 * GAP)
VGroup(*rows).arrange(DOWN, buff=0.5 * GAP)
for index, row in enumerate(rows):
    row.align_to(rows[0], LEFT if index % 2 == 0 else RIGHT)
boxes.move_to(FIGURE_PLACE)
""".strip("\n")

_WAY_ROUND = """
start, end = boxes[-1][0].get_bottom() + 0.1 * DOWN, boxes[0][0].get_left() + 0.1 * LEFT
depth, side = boxes.get_bottom()[1] - 0.4, boxes.get_left()[0] - 0.4
way_back = VMobject(stroke_color=AMBER, stroke_width=5)
way_back.set_points_as_corners([
    start, [start[0], depth, 0], [side, depth, 0], [side, end[1], 0], end,
])
tip = Triangle(color=AMBER, fill_opacity=1).scale(0.12).rotate(-PI / 2)
way_back.add(tip.next_to(end, LEFT, buff=-0.12))
""".rstrip("\n")

_WAY_BACK = """
start, end = boxes[-1][0].get_bottom() + 0.1 * DOWN, boxes[0][0].get_bottom() + 0.1 * DOWN
depth = boxes.get_bottom()[1] - 0.55
way_back = VMobject(stroke_color=AMBER, stroke_width=5)
way_back.set_points_as_corners([
    start, [start[0], depth, 0], [end[0], depth, 0], end,
])
way_back.add(Triangle(color=AMBER, fill_opacity=1).scale(0.12).next_to(end, DOWN, buff=-0.12))
""".rstrip("\n")
