"""What a check has to say about a program or a render.

Plain dataclasses, not models of pydantic as the rest of the schema: the command `check` needs
these alone, and loading pydantic takes as long as checking a program. As fields of a model they
are validated like models, unknown fields included.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

Severity = Literal["error", "warning", "note"]
Layer = Literal["safety", "structure", "api", "latex", "rule", "geometry", "content"]
GeometryRule = Literal[
    "overlap",
    "off_frame",
    "small_text",
    "low_contrast",
    "reading_time",
    "static",
    "clutter",
    "blank",
    "occluded",
    "duration",
]


_STRICT = {"extra": "forbid"}


@dataclass(frozen=True, kw_only=True)
class Box:
    """A rectangle in picture fractions: (0, 0) is the top left corner, (1, 1) the bottom right.

    Fractions of the camera frame of that moment, so that a box can be drawn over a keyframe of
    any resolution; values outside [0, 1] are outside the picture.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = _STRICT

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, kw_only=True)
class TextEdit:
    """A replacement of one stretch of a program's text, both ends as Python's `ast` gives them.

    Attributes:
        line, end_line: 1-based.
        column, end_column: 0-based, counted in characters (not in UTF-8 bytes); the end is
            excluded. An empty stretch is an insertion.
        replacement: the new text.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = _STRICT

    line: int
    column: int
    end_line: int
    end_column: int
    replacement: str


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One observation of a check.

    Attributes:
        rule: stable identifier, e.g. `overlap` or `forbidden-import`.
        severity: an error stops the render (static layers) or vetoes automatic memory
            (geometry); a warning goes to the reviewer; a note is not a flag.
        message: one sentence for a person, naming what is on screen or in the program.
        suggestion: what to do about it, or empty.
        line: 1-based line of the program, where the layer knows it.
        time: seconds into the video, where the layer knows it.
        until: end of the stretch of time it holds, in seconds.
        boxes: where in the picture, at `time`.
        subjects: the things on screen it is about, as short labels (the text shown, or the kind).
        amount: the measured quantity in `unit`, so that a reviser can act on it.
        limit: the threshold that `amount` missed, in the same unit.
        unit: e.g. `frame widths`, `seconds`, `contrast ratio`.
        shift: move of the first subject that would cure it, in scene units (right, up).
        scale: factor on the size of the first subject that would cure it.
        edits: the one safe fix of the program text, empty where there is none or more than one.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = _STRICT

    rule: str
    severity: Severity
    message: str
    suggestion: str = ""
    layer: Layer
    line: int | None = None
    time: float | None = None
    until: float | None = None
    boxes: tuple[Box, ...] = ()
    subjects: tuple[str, ...] = ()
    amount: float | None = None
    limit: float | None = None
    unit: str = ""
    shift: tuple[float, float] | None = None
    scale: float | None = None
    edits: tuple[TextEdit, ...] = ()


def has_error(findings: tuple[Finding, ...]) -> bool:
    """Whether any of the findings is of severity `error`."""
    return any(finding.severity == "error" for finding in findings)
