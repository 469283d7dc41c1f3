"""Which element of the plan a finding is about, from the words that it quotes."""

import re

from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.layout import Element
from pipeline.agents.offline.revise.tokens import tex_tokens

_TEX = re.compile(r"\\[a-zA-Z]+|[\^_]|[{}]")
_CAPTION_WORDS = 6  # from here on unknown words are a sentence, below a label


def element_of(subject: str, plan: ScenePlan) -> Element | None:
    """The element that shows `subject` (as quoted by a finding, maybe cut), None for a shape."""
    text = _bare(subject)
    if text == "formula":
        return Element.FORMULA
    if not text or text in _SHAPES:
        return None
    if any(_is_label(text, _bare(label)) for label in _labels(plan)):
        return Element.LABEL
    for told, element in _told(plan):
        if _same(text, _bare(told)):
            return element
    if _is_formula(subject, plan):
        return Element.FORMULA
    return Element.CAPTION if len(subject.split()) >= _CAPTION_WORDS else Element.LABEL


_SHAPES = frozenset(
    {"shape", "line", "dot", "image", "picture", "other", "object", "text", "number", "square",
     "rectangle", "roundedrectangle", "surroundingrectangle", "arrow", "circle", "ellipse",
     "polygon", "arc", "axes", "curve"}
)  # fmt: skip
"""What a finding calls a thing without a label of its own."""


def _told(plan: ScenePlan) -> list[tuple[str, Element]]:
    return [
        (plan.claim, Element.HEADING),
        (plan.takeaway, Element.TAKEAWAY),
        *((beat.words, Element.CAPTION) for beat in plan.beats),
    ]


def _is_label(quoted: str, label: str) -> bool:
    """Equal, or cut with an ellipsis."""
    return quoted == label or (quoted.endswith("\u2026") and label.startswith(quoted[:-1]))


def _labels(plan: ScenePlan) -> list[str]:
    """All plain words that the figure shows, whatever its kind."""
    found: list[str] = []
    for name, value in plan.figure.model_dump().items():
        if name not in {"kind", "formula", "forms", "curves"}:
            _collect(value, found)
    return found


def _collect(value: object, found: list[str]) -> None:
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name != "tex":
                _collect(inner, found)
    elif isinstance(value, list | tuple):
        for inner in value:
            _collect(inner, found)


def _same(quoted: str, told: str) -> bool:
    """Equal, or the quote is a piece of the text (one line of it, or cut with an ellipsis)."""
    piece = quoted.rstrip(".\u2026")
    return quoted == told or (len(piece) >= 12 and piece in told)


def _is_formula(subject: str, plan: ScenePlan) -> bool:
    """TeX of the figure's formula; a lone symbol in a legend is a label."""
    if not _TEX.search(subject) and "=" not in subject:
        return False
    tokens = tex_tokens(subject)
    figure = plan.figure
    notes = getattr(figure, "notes", ())
    return not any(tokens == tex_tokens(note.tex) for note in notes)


def _bare(text: str) -> str:
    return re.sub(r"\s+", "", text).lower()
