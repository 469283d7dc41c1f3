"""Colours given as texts that Manim cannot read."""

import ast
import re
from collections.abc import Iterable, Iterator

from pipeline.checks.api.literals.reading import Callee, Reading, argument
from pipeline.checks.api.values import Instance
from pipeline.checks.folding import HOLE
from pipeline.checks.patterns import Pattern
from pipeline.schema.finding import Finding, TextEdit

_KEYWORDS = frozenset(["color", "fill_color", "stroke_color", "background_stroke_color"])
# Positions of colours among the arguments of methods; `*` for all of them.
_METHODS: dict[str, int | None] = {
    "set_color": 0,
    "set_fill": 0,
    "set_stroke": 0,
    "set_color_by_gradient": None,
}
_CLASSES = {"FadeToColor": (1, "color"), "ManimColor": (0, "value")}
_MAPPINGS = ("t2c", "text2color")
_LISTS = ("gradient", "bar_colors", "colors")
_CONFIGS = frozenset(
    [
        "axis_config",
        "x_axis_config",
        "y_axis_config",
        "background_line_style",
        "faded_line_style",
        "vertex_config",
        "edge_config",
    ]
)
# As Manim searches for a hexadecimal number in a text.
_HEX = Pattern(r"((?<=#)|(?<=0x))[A-F0-9]{3,8}", re.IGNORECASE)
_BARE_HEX = Pattern(r"[A-Fa-f0-9]{6}")
# Names of the web that Manim lacks.
_WEB = {
    "aqua": "00FFFF", "azure": "F0FFFF", "beige": "F5F5DC", "brown": "A52A2A",
    "coral": "FF7F50", "crimson": "DC143C", "cyan": "00FFFF", "darkblue": "00008B",
    "darkgreen": "006400", "darkorange": "FF8C00", "darkred": "8B0000", "deepskyblue": "00BFFF",
    "dodgerblue": "1E90FF", "forestgreen": "228B22", "fuchsia": "FF00FF", "indigo": "4B0082",
    "ivory": "FFFFF0", "khaki": "F0E68C", "lavender": "E6E6FA", "lightblue": "ADD8E6",
    "lightgreen": "90EE90", "lightyellow": "FFFFE0", "lime": "00FF00", "limegreen": "32CD32",
    "magenta": "FF00FF", "mediumpurple": "9370DB", "navy": "000080", "olive": "808000",
    "orchid": "DA70D6", "orangered": "FF4500", "plum": "DDA0DD", "royalblue": "4169E1",
    "salmon": "FA8072", "seagreen": "2E8B57", "silver": "C0C0C0", "skyblue": "87CEEB",
    "slateblue": "6A5ACD", "steelblue": "4682B4", "tan": "D2B48C", "tomato": "FF6347",
    "turquoise": "40E0D0", "violet": "EE82EE", "wheat": "F5DEB3", "springgreen": "00FF7F",
}  # fmt: skip


def colours(reading: Reading) -> Iterable[Finding]:
    """Texts in the place of colours that name none."""
    for call, callee in reading.calls:
        for node in _given(reading, call, callee):
            yield from _colour(reading, node)


def _given(reading: Reading, call: ast.Call, callee: Callee) -> Iterator[ast.expr]:
    if callee.kind == "method":
        yield from _of_method(call, callee)
    elif callee.kind == "class":
        if callee.name in _CLASSES:
            found = argument(call, *_CLASSES[callee.name])
            yield from () if found is None else (found,)
        if callee.derives_from("Mobject") or callee.derives_from("Animation"):
            yield from _of_keywords(reading, call)


def _of_method(call: ast.Call, callee: Callee) -> Iterator[ast.expr]:
    if callee.name not in _METHODS or not (callee.cls is None or callee.derives_from("Mobject")):
        return
    position = _METHODS[callee.name]
    if position is None:
        yield from (a for a in call.args if not isinstance(a, ast.Starred))
    else:
        found = argument(call, position, "color")
        yield from () if found is None else (found,)


def _of_keywords(reading: Reading, call: ast.Call) -> Iterator[ast.expr]:
    for given in call.keywords:
        if given.arg in _KEYWORDS:
            yield given.value
        elif given.arg in _LISTS:
            yield from reading.items(given.value) or ()
        elif given.arg in _MAPPINGS or given.arg in _CONFIGS:
            mapping = reading.constant(given.value)
            if isinstance(mapping, ast.Dict):
                for key, value in zip(mapping.keys, mapping.values, strict=True):
                    if given.arg in _MAPPINGS or (
                        isinstance(key, ast.Constant) and key.value in _KEYWORDS
                    ):
                        yield value


def _colour(reading: Reading, node: ast.expr) -> Iterator[Finding]:
    items = reading.items(node)
    if items is not None:
        # A list of colours is a gradient; one of numbers is a colour.
        for item in items:
            if isinstance(item, ast.Constant) and isinstance(item.value, str):
                yield from _colour(reading, item)
        return
    options, takes_all = reading.choices(node)
    texts = [(o, _text(reading, o)) for o in options]
    bad = [(o, t) for o, t in texts if t is not None and not is_colour(reading, t)]
    if not bad:
        return
    option, text = bad[0]
    sure = takes_all or len(bad) == len(options)
    better = _better(reading, text)
    edits: tuple[TextEdit, ...] = ()
    if better is not None and isinstance(option, ast.Constant) and len(bad) == 1:
        edits = reading.context.replace(option, f'"{better}"')
    yield reading.context.finding(
        "unknown-colour",
        option if isinstance(option, ast.Constant) else node,
        f"{text[:30]!r} is no colour that {reading.context.manim} knows.",
        f'Use "{better}".' if better else 'Use a name such as RED or BLUE_C, or "#RRGGBB".',
        severity="error" if sure else "warning",
        edits=edits,
    )


def _text(reading: Reading, node: ast.expr) -> str | None:
    """The text that an expression is; not an empty one, which stands for no colour."""
    if not isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp):
        return None
    if isinstance(node, ast.Constant) and not isinstance(node.value, str):
        return None
    options = reading.folder.strings(node)
    text = options[0] if len(options) == 1 else ""
    return text if text and HOLE not in text else None


def is_colour(reading: Reading, text: str) -> bool:
    """Whether Manim reads a text as a colour: a name of its own, or a hexadecimal number."""
    found = _HEX.search(text)
    if found is not None:
        return len(found.group()) in (3, 4, 6, 8)
    name = text.upper()
    manim = reading.context.tables.module("manim")
    value = reading.context.types.catalogue.value(name)
    is_colour_object = isinstance(value, Instance) and value.cls.name == "ManimColor"
    return is_colour_object and manim is not None and name in manim.open


def _better(reading: Reading, text: str) -> str | None:
    """A text for the same colour that Manim reads."""
    plain = text.strip().lower().replace(" ", "").replace("_", "").replace("-", "")
    if plain in _WEB:
        return f"#{_WEB[plain]}"
    if _BARE_HEX.fullmatch(text):
        return f"#{text}"
    spelled = re.sub(r"[\s-]+", "_", text.strip()).upper()
    return spelled if is_colour(reading, spelled) else None
