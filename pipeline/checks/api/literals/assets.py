"""Files that a program expects and that nobody gave it."""

from collections.abc import Iterable

from pipeline.checks.api.literals.reading import Reading, argument, shown
from pipeline.schema.finding import Finding

_FILES = {
    "SVGMobject": (0, "file_name", "drawing"),
    "ImageMobject": (0, "filename_or_array", "picture"),
    "Code": (0, "code_file", "file"),
}
_DRAW = {
    "drawing": "Draw it from Manim's shapes (Circle, Rectangle, Polygon, VGroup).",
    "picture": "Draw it from Manim's shapes, or leave it out.",
    "sound": "Leave the sound out.",
    "file": "Give the text itself with `code_string=`.",
}


def files(reading: Reading) -> Iterable[Finding]:
    """Names of pictures, drawings, sounds and files. A scene runs in an empty folder."""
    for call, callee in reading.calls:
        if callee.kind == "class" and callee.name in _FILES:
            index, keyword, what = _FILES[callee.name]
        elif callee.name == "add_sound" and callee.derives_from("Scene"):
            index, keyword, what = 0, "sound_file", "sound"
        else:
            continue
        node = argument(call, index, keyword)
        name = reading.text(node) if node is not None else None
        if node is None or name is None or reading.context.is_doubtful(node):
            continue
        yield reading.context.finding(
            "missing-file",
            node,
            f"There is no {what} {shown(node)}: a scene runs in a folder of its own without files.",
            _DRAW[what],
        )
