"""What was on screen, and when, as the geometry trace tells it."""

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.agents.offline.reading.words import content_words
from pipeline.agents.offline.review.terms import Terms, formula_share, numbers_in, stem
from pipeline.schema.trace import Boundary, GeometryTrace, Item
from pipeline.syntax_tree import tree_of

_COUNTED_BY_MANIM = frozenset(
    {"Axes", "ThreeDAxes", "NumberLine", "NumberPlane", "BarChart", "DecimalNumber", "Integer",
     "Variable", "ComplexPlane", "PolarPlane"}
)  # fmt: skip
_TEXT_MAKERS = frozenset(
    {"Text", "MarkupText", "Tex", "MathTex", "Paragraph", "Title", "paragraph"}
)


@dataclass(frozen=True)
class Picture:
    """The words and formulas on screen during one stretch of time.

    `start` is when the animation that led here began, `time` when it ended (seconds). `scale`
    tells that a number belongs to an axis or a counter, which need not stand in the source.
    """

    start: float
    time: float
    texts: tuple[str, ...]
    formulas: tuple[str, ...]
    counted: tuple[str, ...]

    @property
    def text(self) -> str:
        """All words on screen, one label a line."""
        return "\n".join(self.texts)


@dataclass(frozen=True)
class Screen:
    """A whole video as a row of pictures."""

    pictures: tuple[Picture, ...]
    duration: float

    def share(self, terms: Terms, picture: Picture | None = None) -> float:
        """How much of `terms` was on screen, in [0, 1]: in one picture, or in any of them."""
        found, total = self.found(terms, picture), count(terms)
        return found / total if total else 1.0

    def found(self, terms: Terms, picture: Picture | None = None) -> float:
        """Terms on screen, a formula counting by the share of it that is shown."""
        pictures = self.pictures if picture is None else (picture,)
        text = "\n".join(dict.fromkeys(t for p in pictures for t in p.texts))
        tex = tuple(dict.fromkeys(f for p in pictures for f in p.formulas))
        numbers, words = shown_numbers(pictures), _stems(text, tex)
        at_once = dict.fromkeys((p.formulas, p.text) for p in pictures)
        return (
            sum(number in numbers for number in terms.numbers)
            + sum(word in words for word in terms.words)
            + sum(
                max((formula_share(formula, *shown) for shown in at_once), default=0.0)
                for formula in terms.formulas
            )
        )


def count(terms: Terms) -> int:
    """How many terms there are."""
    return len(terms.numbers) + len(terms.words) + len(terms.formulas)


def shown_numbers(pictures: Iterable[Picture], counted: bool = True) -> frozenset[str]:
    """Numbers on screen; without those of axes and counters when `counted` is False."""
    found: set[str] = set()
    for picture in pictures:
        for label in picture.texts + picture.formulas + (picture.counted if counted else ()):
            found.update(numbers_in(label.replace("\u2212", " ")))
    return frozenset(found)


def _stems(text: str, tex: tuple[str, ...]) -> frozenset[str]:
    words = content_words(text) + tuple(word for t in tex for word in content_words(_words(t)))
    return frozenset(stem(word) for word in words)


def _words(tex: str) -> str:
    """The words that stand in a formula, `\\text{..}` and operator names included."""
    return tex.replace("\\", " ").replace("{", " ").replace("}", " ").replace("_", " ")


def read_screen(trace: GeometryTrace, program: str = "") -> Screen:
    """The pictures of a trace.

    A text whose label the trace does not know (it was transformed by hand) counts as one of the
    strings that `program` typesets and that no label of the same picture or an earlier one shows.
    """
    spare = _program_strings(program)
    known = {item.label for boundary in trace.boundaries for item in boundary.items}
    spare = tuple(s for s in spare if s not in known)
    pictures = tuple(_picture(boundary, spare) for boundary in trace.boundaries)
    return Screen(pictures=pictures, duration=trace.duration)


def _picture(boundary: Boundary, spare: tuple[str, ...]) -> Picture:
    visible = [i for i in boundary.items if i.kind in {"text", "tex"} and _in_frame(i, boundary)]
    unknown = any(not item.label for item in visible)
    words = tuple(i.label for i in visible if i.kind == "text" and not counted_by_manim(i))
    typeset = [i for i in visible if i.kind == "tex" and not counted_by_manim(i)]
    prose = tuple(i.label for i in typeset if i.type == "Tex")
    return Picture(
        start=boundary.start,
        time=boundary.time,
        texts=tuple(w for w in words + prose + (spare if unknown else ()) if w),
        formulas=tuple(i.label for i in typeset if i.label and i.type != "Tex"),
        counted=tuple(i.label for i in visible if i.label and counted_by_manim(i)),
    )


def counted_by_manim(item: Item) -> bool:
    """Whether Manim made the text itself: a tick label, a counter."""
    return bool(_COUNTED_BY_MANIM & {item.type, *item.role})


def _in_frame(item: Item, boundary: Boundary) -> bool:
    frame, box = boundary.frame, item.box
    return box.x1 > frame.x0 and box.x0 < frame.x1 and box.y1 > frame.y0 and box.y0 < frame.y1


def _program_strings(program: str) -> tuple[str, ...]:
    """String literals that a program hands to something that draws text."""
    try:
        tree = tree_of(program)
    except (SyntaxError, ValueError):
        return ()
    found: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id not in _TEXT_MAKERS:
                continue
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    found[argument.value] = None
    return tuple(found)
