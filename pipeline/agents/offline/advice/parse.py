"""From plain words to advice. Whoever wrote a record, only its text is read.

A clause is a sentence or a part of it up to a semicolon. In it, an amount belongs to the element
it is "for", else to the one named last before it, else to the next one named, else to that of
the clause before, else to what the record's trigger is about.
"""

import re

from pipeline.agents.offline.advice.model import RELATIVE, SHARED, Advice, Knob, Mode, Remedy
from pipeline.agents.offline.advice.quantities import (
    Quantity,
    knob_after,
    knob_before,
    quantities_in,
)
from pipeline.agents.offline.advice.words import (
    KIND_OWNERS,
    TOO_BIG,
    TOO_SMALL,
    Mention,
    elements_in,
    figures_in,
    kinds_in,
)
from pipeline.agents.offline.layout import ContentKind, Element

_SENTENCE_END = re.compile(r"[;\n]|[.!?](?=\s|$)|,? (?:but|then) (?=\w+ (?!to\b))")
_EVERY_STEP = re.compile(r"\b(?:each|every|all) (?:\w+ )?(?:steps?|captions?|parts?|animations?)")
_FOR = re.compile(r"^\s*(?:pt|points?|units?|%|seconds?|s)?\s*(?:for|in|on|per) ")


def parse_advice(remedy_text: str, context: str = "") -> tuple[Advice, ...]:
    """All measurable remedies of `remedy_text`.

    `context` (trigger and root cause of a lesson) says what the remedy is about where its own
    words do not: the element, the content kinds, and whether the thing was too big or too small,
    which tells a ceiling from a floor. Text without a measurable remedy gives nothing.
    """
    context = _plain(context)
    symptom = _symptom(context)
    found: list[Advice] = []
    last: tuple[Element, ...] = tuple(dict.fromkeys(m.what for m in elements_in(context)))
    for clause in _clauses(_plain(remedy_text)):
        advice, named = _read_clause(clause, last, context, symptom)
        found += advice
        last = named or last
    return _without_echoes(found)


def _plain(text: str) -> str:
    """Lower case, plain dashes and quotes, single spaces; line ends stay."""
    text = text.lower().replace("\u2011", "-").replace("\u2019", "'")
    text = re.sub(r"[\"`*“”()]", " ", text)
    return re.sub(r"[ \t]+", " ", text)


def _clauses(text: str) -> list[str]:
    return [clause for clause in _SENTENCE_END.split(text) if clause.strip()]


def _symptom(context: str) -> Mode:
    """`at_most` when things were too big, `at_least` when too small, else `set`."""
    big, small = TOO_BIG.search(context), TOO_SMALL.search(context)
    if big and not small:
        return "at_most"
    return "at_least" if small and not big else "set"


def _read_clause(
    clause: str, inherited: tuple[Element, ...], context: str, symptom: Mode
) -> tuple[list[Advice], tuple[Element, ...]]:
    elements = elements_in(clause)
    found: list[Advice] = []
    for quantity in quantities_in(clause):
        owners = _owners(clause, quantity, elements) or inherited
        knob = quantity.knob or _knob_of(clause, quantity)
        targets: tuple[Element | None, ...]
        if knob is Knob.HOLD and owners == (Element.FORMULA,) and not _EVERY_STEP.search(clause):
            targets = owners
        elif knob in SHARED:
            targets = (None,)
        else:
            targets = owners
        mode = _sharpen(quantity.mode, symptom, knob)
        remedy = Remedy(
            knob=knob, mode=mode, value=quantity.value, in_characters=quantity.in_characters
        )
        for target in targets:
            kinds, every = _kinds(clause, context, target)
            found.append(
                Advice(
                    element=target,
                    kinds=kinds,
                    every_kind=every,
                    figures=figures_in(clause) or figures_in(context),
                    remedy=remedy,
                    quote=clause.strip(),
                )
            )
    return found, tuple(dict.fromkeys(m.what for m in elements))


def _sharpen(mode: Mode, symptom: Mode, knob: Knob) -> Mode:
    """A bare amount is a ceiling where things were too big, a floor where too small or short."""
    if mode != "set":
        return mode
    if knob in {Knob.HOLD, Knob.NUMBER}:
        return "at_least" if symptom == "at_least" else "set"
    return symptom if knob is Knob.SIZE else "set"


def _owners(
    clause: str, quantity: Quantity, elements: list[Mention[Element]]
) -> tuple[Element, ...]:
    """The element or elements that an amount is about, within its clause."""
    behind = [m for m in elements if m.start >= quantity.end]
    if behind and _FOR.match(clause[quantity.end :]):
        between = clause[quantity.end : behind[0].start]
        if len(between.split()) <= 5 and "," not in between:
            return _listed(clause, behind, forward=True)
    before = [m for m in elements if m.end <= quantity.start]
    if before:
        return _listed(clause, before[::-1], forward=False)
    return _listed(clause, behind, forward=True)


def _listed(clause: str, mentions: list[Mention[Element]], forward: bool) -> tuple[Element, ...]:
    """The first mention and those joined to it by "and", "or" or a comma."""
    listed: list[Element] = []
    for index, mention in enumerate(mentions):
        if index:
            near = mentions[index - 1]
            first, second = (near, mention) if forward else (mention, near)
            joint = clause[first.end : second.start]
            if not re.fullmatch(r"\s*(?:,|and|or|&|/)\s*(?:and |or )?(?:the |every |all )?", joint):
                break
        listed.append(mention.what)
    return tuple(dict.fromkeys(listed if forward else listed[::-1]))


def _knob_of(clause: str, quantity: Quantity) -> Knob:
    """What a bare ratio turns: the knob named nearest, before or after; else the size."""
    before, after = clause[: quantity.start], clause[quantity.end :]
    chunk_before, chunk_after = before.rsplit(",", 1)[-1], after.split(",", 1)[0]
    direct = re.match(
        r"\s*(?:(?P<width>narrower|wider)|(?P<hold>longer|shorter|more time)|"
        r"(?P<size>smaller|larger|bigger)|(?P<pace>slower|faster)|more (?P<more>\w+))",
        after,
    )
    if direct and direct["pace"]:
        return Knob.PACE
    if direct and direct["width"]:
        return Knob.WIDTH
    named = knob_before(chunk_before)
    if direct and (direct["size"] or direct["hold"]) and named in {None, Knob.SIZE}:
        return Knob.SIZE if direct["size"] else Knob.HOLD
    return named or knob_after(chunk_after) or Knob.SIZE


def _kinds(
    clause: str, context: str, target: Element | None
) -> tuple[frozenset[ContentKind], bool]:
    """The content that a remedy is about: its clause's words first, then the record's."""
    here, there = kinds_in(clause), kinds_in(context)
    own = [[m for m in found if _may_hold(target, m.what)] for found in (here, there)]
    for text, mentions in ((clause, own[0]), (clause, here), (context, own[1])):
        if mentions:
            return frozenset(m.what for m in mentions), _joined_by_and(text, mentions)
    return frozenset(m.what for m in there), False


def _may_hold(target: Element | None, kind: ContentKind) -> bool:
    return target is None or kind in KIND_OWNERS[target]


def _joined_by_and(text: str, mentions: list[Mention[ContentKind]]) -> bool:
    """ "Fractions and limits" means both together; "fractions or limits", "a, b" means any."""
    between = text[mentions[0].end : mentions[-1].start]
    return len(mentions) > 1 and not re.search(r"\bor\b|[,;.]", between)


def _without_echoes(found: list[Advice]) -> tuple[Advice, ...]:
    """Of a ratio and a figure for the same thing in one clause, the ratio: it carries over.

    "27% smaller (38 pt where 52 pt was planned)" states what the figure was in one scene; it is
    kept beside the ratio.
    """

    def place(advice: Advice) -> tuple[str, object, Knob]:
        return advice.quote, advice.element, advice.remedy.knob

    figures = {place(a): a.remedy.value for a in found if a.remedy.mode not in RELATIVE}
    ratios = {place(a) for a in found if a.remedy.mode in RELATIVE}
    return tuple(
        _with_figure(a, figures.get(place(a)))
        for a in found
        if a.remedy.mode in RELATIVE or place(a) not in ratios
    )


def _with_figure(advice: Advice, figure: float | None) -> Advice:
    if advice.remedy.mode not in RELATIVE or figure is None:
        return advice
    remedy = advice.remedy.model_copy(update={"worked": figure})
    return advice.model_copy(update={"remedy": remedy})
