"""A plan and a layout as one complete, readable Manim program."""

import re

from pipeline.agents.offline.compose import helpers
from pipeline.agents.offline.compose.drawing import Drawing, Pen, Step
from pipeline.agents.offline.compose.estimate import LETTER
from pipeline.agents.offline.compose.figures import draw
from pipeline.agents.offline.compose.frames import room_of
from pipeline.agents.offline.compose.pacing import SIGNS
from pipeline.agents.offline.compose.palette import ACCENTS, BASE
from pipeline.agents.offline.compose.plan import Beat, ScenePlan
from pipeline.agents.offline.compose.quote import comment, literal, raw
from pipeline.agents.offline.layout import KNOBS, Layout

STILL = 6.0
"""Seconds after which something has to move again; a viewer looks away from a still picture."""

SIGN_SCALE = 1.35
"""Letters of Computer Modern are smaller than those of the text's font at the same size."""


def write_program(plan: ScenePlan, layout: Layout) -> str:
    """The program of a scene; the same plan and layout always give the same text."""
    drawing = draw(Pen(plan, layout))
    told = f"CLAIM = {literal(plan.claim)}\nTAKEAWAY = {literal(plan.takeaway)}"
    numbers, functions = _numbers(layout, drawing, plan), _functions(drawing, plan)
    scene = _scene(plan, drawing)
    colours = _colours(plan, "\n".join((numbers, functions, scene)))
    head = f'"""{_docstring(plan.claim)}"""\n\nfrom manim import *\n'
    return "\n".join([head, colours, "", numbers, "", told, "", "", functions, "", "", scene, ""])


def _docstring(text: str) -> str:
    safe = comment(text, 94).replace("\\", "/").replace('"', "'")
    return safe if safe.endswith((".", "!", "?")) else safe + "."


def _numbers(layout: Layout, drawing: Drawing, plan: ScenePlan) -> str:
    room = room_of(layout.aspect)
    lines = [
        f"# Sizes in points, lengths in Manim units (the frame is {room.frame}), times in seconds."
    ]
    if layout.aspect != "16:9":
        lines.append(f'ASPECT = "{layout.aspect}"')
    lines += [f"{name.upper()} = {getattr(layout, name):g}" for name in KNOBS]
    lines += [
        "MARGIN = 0.5",
        f"LETTER = {LETTER:g}  # width of a letter per point",
        f"FIGURE_PLACE = [0, {room.below_formula if plan.has_strip else room.figure_y}, 0]",
        f"CAPTION_PLACE = [0, {room.caption_y}, 0]",
        f'MARKS = "{SIGNS}"  # read like numbers',
        f"STILL = {STILL:g}  # the longest the picture stands still",
    ]
    if plan.signs:
        lines.append(f"SIGN_SCALE = {SIGN_SCALE:g}  # of mathematics in words, against the words")
    lines += [
        f"{name} = {value}" + (f"  # {remark}" if remark else "")
        for name, value, remark in drawing.numbers
    ]
    return "\n".join(lines)


def _colours(plan: ScenePlan, used_in: str) -> str:
    """The colours that the program uses, and which symbols have which."""
    symbols = _mapping("SYMBOLS", [(raw(f), t.colour) for t in plan.tints for f in t.forms])
    text = "\n".join((symbols, used_in))
    lines = [
        f'{name} = "{value}"'
        for name, value in (BASE | ACCENTS).items()
        if re.search(rf"\b{name}\b", text)
    ]
    lines += ["# A symbol keeps its colour in formulas and in words.", symbols]
    if plan.signs:
        signs = [(literal(sign.spelled), raw(sign.tex)) for sign in plan.signs]
        lines += ["# Mathematics in the words: how it is spelled there, and how it is set.",
                  _mapping("SIGNS", signs)]  # fmt: skip
    return "\n".join(lines)


def _mapping(name: str, pairs: list[tuple[str, str]]) -> str:
    inner = ", ".join(f"{key}: {value}" for key, value in pairs)
    if len(inner) < 80:
        return f"{name} = {{{inner}}}"
    return "\n".join([f"{name} = {{", *(f"    {key}: {value}," for key, value in pairs), "}"])


def _functions(drawing: Drawing, plan: ScenePlan) -> str:
    wanted = [helpers.ALL[name] for name in dict.fromkeys(drawing.helpers)]
    paragraph = helpers.SIGNED if plan.signs else helpers.PARAGRAPH
    return "\n\n\n".join(f.strip("\n") for f in (paragraph, helpers.READING_TIME, *wanted))


def _scene(plan: ScenePlan, drawing: Drawing) -> str:
    lines = [
        f"class {plan.name}(Scene):",
        "    def construct(self):",
        "        self.open_with(CLAIM)",
    ]
    lines += ["", *(f"        {line}".rstrip() for line in drawing.setup)]
    last = _last_formula(plan.beats, drawing.steps)
    for index, beat in enumerate(plan.beats):
        lines += ["", *_beat(beat, drawing.steps)]
        if index == last:
            lines.append("        self.wait(FORMULA_HOLD)")
    lines += ["", "        self.close_with(TAKEAWAY)"]
    colour = plan.tints[0].colour if plan.tints else "SKY"
    return "\n".join(lines) + "\n" + helpers.METHODS.replace("@ACCENT@", colour).rstrip()


def _beat(beat: Beat, steps: list[Step]) -> list[str]:
    lines = ["        self.tell(", f"            {literal(beat.words)},"]
    for index in beat.steps:
        if index >= len(steps):
            continue
        animations = steps[index].animations
        if len(animations) == 1:
            lines.append(f"            {animations[0]},")
            continue
        joined = f"AnimationGroup({', '.join(animations)})"
        if len(joined) < 84:
            lines.append(f"            {joined},")
        else:
            lines.append("            AnimationGroup(")
            lines += [f"                {animation}," for animation in animations]
            lines.append("            ),")
    return [*lines, "        )"]


def _last_formula(beats: tuple[Beat, ...], steps: list[Step]) -> int | None:
    """The beat after which every formula of the scene stands complete."""
    complete = [
        index
        for index, beat in enumerate(beats)
        if any(steps[step].completes_formula for step in beat.steps if step < len(steps))
    ]
    return complete[-1] if complete else None
