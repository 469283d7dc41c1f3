"""Numbers in quotes: `Rotate(c, angle="PI")`, `Circle(radius="2")`, `c.scale("1.5")`."""

import ast
from collections.abc import Iterable

from pipeline.checks.api.literals.parameters import given
from pipeline.checks.api.literals.reading import Callee, Reading
from pipeline.checks.api.values import Plain
from pipeline.checks.words import words
from pipeline.schema.finding import Finding, TextEdit

# Where Manim computes with an argument at once, so that a text fails for certain. Opacities,
# widths of strokes and sizes of fonts are not among them: some of those pass as texts.
_OF_CLASSES = words(
    "angle buff corner_radius dash_length edge_length height inner_radius major_radius minor_radius"
    " n outer_radius radius scale_factor side_length unit_size width x_length y_length"
)
# Of these, what may be several numbers too.
_OR_TUPLES = words("buff corner_radius")
_OF_METHODS = {
    "rotate": "angle",
    "rotate_about_origin": "angle",
    "scale": "scale_factor",
    "stretch": "factor",
    "next_to": "buff",
    "to_edge": "buff",
    "to_corner": "buff",
    "surround": "buff",
    "scale_to_fit_width": "width",
    "scale_to_fit_height": "height",
    "stretch_to_fit_width": "width",
    "stretch_to_fit_height": "height",
    "set_x": "x",
    "set_y": "y",
    "set_z": "z",
    "set_length": "length",
    "set_angle": "angle",
    "space_out_submobjects": "factor",
    "point_at_angle": "angle",
    "point_from_proportion": "alpha",
    "increment_value": "d_value",
}
_NUMBER_NAMES = words("PI TAU DEGREES")


def quoted_numbers(reading: Reading) -> Iterable[Finding]:
    """A text where a number is needed."""
    for call, callee in reading.calls:
        for one in given(reading, call):
            typed = one.type in ("float", "int") or one.name in _OR_TUPLES
            if not typed or not _computes(callee, one.name):
                continue
            # Digits in a name that is bound to a number spell a text too.
            value = reading.value(one.node)
            text = reading.text(one.node)
            if text is None or not (isinstance(value, Plain) and value.type == "str"):
                continue
            number = _number_in(text) or ""
            edits: tuple[TextEdit, ...] = ()
            can_be_written = number not in _NUMBER_NAMES or reading.is_manims(number)
            if number and can_be_written and isinstance(one.node, ast.Constant):
                edits = reading.context.replace(one.node, number)
            yield reading.context.finding(
                "not-a-number",
                one.node,
                f"`{one.name}` of `{callee.name}` needs a number, and {text[:30]!r} is a text.",
                f"Write `{number}` without quotes." if number else "Write a number.",
                edits=edits,
            )


def _computes(callee: Callee, parameter: str) -> bool:
    """Whether the callee computes with a parameter at once."""
    if callee.kind == "class":
        if parameter == "lag_ratio":
            return callee.derives_from("AnimationGroup")
        drawn = callee.derives_from("Mobject") or callee.derives_from("Animation")
        return drawn and parameter in _OF_CLASSES
    is_method = callee.kind == "method" and callee.derives_from("Mobject")
    return is_method and _OF_METHODS.get(callee.name) == parameter


def _number_in(text: str) -> str | None:
    """The number that a text spells, as a program writes it."""
    bare = text.strip()
    if bare in _NUMBER_NAMES:
        return bare
    try:
        value = ast.literal_eval(bare)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return bare if plain and len(bare) <= 20 else None
