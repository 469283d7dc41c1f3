"""Measurable amounts in plain words: "at most 34 pt", "20% smaller", "half a second longer".

Only the amount, its sense and what it measures are read here; whose size it is, is decided in
`parse`. An amount that is quoted to be rejected ("do not use 52", "52 is too wide", "instead of
52") or that reports a measurement ("by 1.4 units", "37% too large") is no remedy.
"""

import re
from dataclasses import dataclass

from pipeline.agents.offline.advice.model import Knob, Mode
from pipeline.agents.offline.advice.words import NUMBER_WORDS

_WORDS = "|".join(sorted((re.escape(w) for w in NUMBER_WORDS), key=len, reverse=True))
_NUMBER = rf"(?P<number>\d+(?:\.\d+)?|\.\d+|\b(?:{_WORDS})\b)"
_UNIT = (
    r"(?P<unit>%|per ?cent\b|pt\b|points?\b|px\b|characters?\b|chars?\b|letters\b|"
    r"words (?:per|a) (?:line|second)\b|words/s(?:ec(?:ond)?)?\b|words?\b|"
    r"(?:manim |scene |screen )?units?\b|ms\b|milliseconds?\b|"
    r"(?:of )?(?:a |an )?s(?:ec(?:ond)?s?)?\b|times\b|x\b|\u00d7)"
)
_AMOUNT = re.compile(rf"(?P<times>(?<!\w)[x\u00d7]\s?)?{_NUMBER}(?:\s*-?\s*{_UNIT})?")

_SMALLER = r"smaller|slower|less|lower|narrower|tighter|shorter|fewer|reduc\w+|down"
_LARGER = r"larger|faster|bigger|more|greater|higher|wider|longer|taller|looser|extra|increas\w+|up"
_SHRINK_VERB = r"reduc\w+|shrink\w*|decreas\w+|cut|lower\w*|slow\w*|narrow|shorten\w*|tighten\w*"
_GROW_VERB = (
    r"increas\w+|enlarg\w+|rais\w+|grow\w*|speed\w* up|widen\w*|lengthen\w*|extend\w*|"
    r"loosen\w*|add\w*"
)

_NOT = r"(?:\bnot?|\bnever|n't|\bwithout)(?: \w+){0,2}"
_ABOUT = r"\s*(?:about |around |roughly )?$"
_AT_MOST = re.compile(
    r"(?:at most|max(?:imum|imal|imally)?(?: of)?|up to|"
    rf"{_NOT} (?:(?:more|larger|bigger|wider|longer|taller|higher|greater) than|exceed\w*|above|"
    r"over|beyond|past)|"
    rf"(?<!\bnot )(?<!\bno )(?:below|under|(?:less|smaller|narrower|shorter) than)|"
    rf"cap(?:ped)? (?:\w+ ){{0,3}}at|limit(?:ed)? (?:\w+ ){{0,4}}to|<=?|\u2264){_ABOUT}"
)
_AT_LEAST = re.compile(
    r"(?:at least|min(?:imum|imal|imally)?(?: of)?|"
    rf"{_NOT} (?:(?:less|smaller|lower|narrower|shorter) than|below|under)|"
    r"(?:above|over|(?:more|larger|longer|wider|bigger) than)|>=?|\u2265)"
    rf"{_ABOUT}"
)
_NOT_BELOW = re.compile(
    rf"{_NOT} (?:(?:less|smaller|lower|narrower|shorter) than|below|under){_ABOUT}"
)
_WAS = re.compile(r"(?:\bfrom )?\d[\d.]*\s?(?:pt|points?|units?|s|seconds?)? ?(?:to|->|\u2192)\s*$")
_REJECTED_BEFORE = re.compile(
    r"(?:\b(?:do not|don't|dont|never|avoid\w*|not|instead of|rather than|stop|without)"
    r"(?: (?!but\b|only\b)[\w=]+){0,4}|\bfrom|\b(?:was|were|had|used to be)(?: \w+){0,2}|"
    r"\bestimated?(?: \w+){0,2})[ (=]*$"
)
_REJECTED_AFTER = re.compile(
    r"^\s*(?:(?:is|was|are|were|proved|turned out)\s+(?:\w+ )?too\b|too\b|"
    r"(?:overflow|overlap|leaves|left|runs|ran|fail|did not|does not)\w*|"
    r"(?:->|→|⟶|to)\s*\d)"
)
_MEASURED_BEFORE = re.compile(
    r"(?:outside|off|left|leav\w+|overflow\w*|overlap\w*|exceed\w*|short|over|beyond|frame|edge|"
    r"screen|picture|other)(?: \w+){0,3} by (?:about |roughly )?$"
)


@dataclass(frozen=True)
class Quantity:
    """An amount at a place in a clause; `knob` is None when the unit does not tell."""

    start: int
    end: int
    knob: Knob | None
    mode: Mode
    value: float
    in_characters: bool = False


def quantities_in(clause: str) -> list[Quantity]:
    """The remedies' amounts in one lower-case clause, in order."""
    found = []
    for match in _AMOUNT.finditer(clause):
        if match["number"] in NUMBER_WORDS and not match["unit"]:
            continue
        before, after = _WAS.sub("", clause[: match.start()]), clause[match.end() :]
        if _is_name_part(match, before, after) or _is_rejected(before, after):
            continue
        quantity = _quantity(match, before, after)
        if quantity is not None:
            found.append(quantity)
    return sorted(found + _multiples(clause), key=lambda q: q.start)


def _is_name_part(match: re.Match[str], before: str, after: str) -> bool:
    """Part of a word, a version, a formula index or a run time, not an amount."""
    glued = before[-1:].isalnum() or before[-1:] in {"_", "^", "\\", "/"}
    run_time = re.search(r"run_?time\s*=?\s*$", before) is not None
    continued = re.match(r"[\w^/]|\.\d", after) is not None and not match["unit"]
    return glued or run_time or continued


def _is_rejected(before: str, after: str) -> bool:
    if _bound(before):
        return False
    return bool(
        _REJECTED_BEFORE.search(before)
        or _REJECTED_AFTER.search(after)
        or _MEASURED_BEFORE.search(before)
    )


def _quantity(match: re.Match[str], before: str, after: str) -> Quantity | None:
    number = match["number"]
    value = NUMBER_WORDS[number] if number in NUMBER_WORDS else float(number)
    unit = (match["unit"] or "").removeprefix("of ").strip()
    if unit in {"%", "percent", "per cent"}:
        return _percent(match, value, before, after)
    if match["times"] or unit in {"x", "\u00d7", "times"} or _is_factor(before):
        return Quantity(match.start(), match.end(), None, "times", value)
    knob, scale, characters = _measure(unit, before)
    if knob is None:
        return None
    mode = _mode(before, after)
    sign = -1.0 if mode == "plus" and _shrinks(before, after) else 1.0
    return Quantity(match.start(), match.end(), knob, mode, sign * value * scale, characters)


def _is_factor(before: str) -> bool:
    return re.search(r"(?:factor(?: of)?|scaled? (?:\w+ ){0,2}by|multipl\w+ (?:\w+ ){0,3}by)\s*$",
                     before) is not None  # fmt: skip


def _measure(unit: str, before: str) -> tuple[Knob | None, float, bool]:
    """What an absolute amount measures, the factor into our unit, and whether in characters."""
    if unit in {"pt", "px"} or unit.startswith("point"):
        return Knob.SIZE, 1.0, False
    if unit.startswith(("char", "letter")):
        return Knob.WIDTH, 1.0, True
    if unit in {"word", "words"}:
        return (Knob.NUMBER if _NUMBER_AS.search(before) else None), 1.0, False
    if unit.startswith("words") and not unit.endswith("line"):
        return Knob.PACE, 1.0, False
    if unit.startswith("words"):
        return Knob.WIDTH, CHARACTERS_PER_WORD, True
    if unit.startswith(("ms", "milli")):
        return Knob.HOLD, 0.001, False
    if unit.lstrip("an ").startswith("s") and not unit.endswith(("unit", "units")):
        return Knob.HOLD, 1.0, False
    knob = knob_before(before)
    if unit.endswith(("unit", "units")):
        return (knob if knob in {Knob.WIDTH, Knob.GAP} else None), 1.0, False
    bare = re.search(
        r"(?:size|sizes|width|widths|wrap\w*|gaps?|spacing|buff|hold\w*|pauses?|waits?|paces?|speeds?)"
        r"(?:\s*\(|\s*=|:| of| is| at| to| be| after| it| them| with| about| least| most| than|"
        r" more| no| not| above| below| under| up| each| step)*\s*$",
        before,
    )
    return (knob if bare else None), 1.0, False


_NUMBER_AS = re.compile(
    r"\b(?:number|numeral|figure|value|sign)s?\b[^,;.]{0,40}\b(?:as|for|like|takes?)"
    r"(?: (?:about|at least|around|long as|much as))* ?$"
)
CHARACTERS_PER_WORD = 6.0  # mean English word of five letters and its space

_KNOB_WORDS: dict[Knob, str] = {
    Knob.SIZE: r"font[ _]?sizes?|fonts?|sizes?|font|scale\w*|smaller|larger|bigger",
    Knob.WIDTH: r"wrap\w*|widths?|narrower|wider|line lengths?|lines? broken|break lines?",
    Knob.GAP: r"gaps?|spacing|space|buff|margins?|distance|padding|apart|separation|room",
    Knob.PACE: r"paces?|reading speeds?|tempo|slower|faster",
    Knob.HOLD: r"hold\w*|paus\w+|wait\w*|linger\w*|dwell\w*|stays?|still for|reading time|longer",
}


def knob_before(text: str) -> Knob | None:
    """The last knob that a text names, or None."""
    best: tuple[int, Knob] | None = None
    for knob, pattern in _KNOB_WORDS.items():
        for match in re.finditer(rf"\b(?:{pattern})\b", text):
            if best is None or match.start() > best[0]:
                best = (match.start(), knob)
    return best[1] if best else None


def knob_after(text: str) -> Knob | None:
    """The first knob that a text names, or None."""
    best: tuple[int, Knob] | None = None
    for knob, pattern in _KNOB_WORDS.items():
        match = re.search(rf"\b(?:{pattern})\b", text)
        if match and (best is None or match.start() < best[0]):
            best = (match.start(), knob)
    return best[1] if best else None


def _bound(before: str) -> Mode | None:
    """Whether the words before an amount make it a ceiling or a floor."""
    if _NOT_BELOW.search(before):
        return "at_least"
    if _AT_MOST.search(before):
        return "at_most"
    return "at_least" if _AT_LEAST.search(before) else None


def _mode(before: str, after: str) -> Mode:
    bound = _bound(before)
    if bound:
        return bound
    if re.match(r"\s*(?:or|and) (?:smaller|less|below|fewer)", after):
        return "at_most"
    if re.match(r"\s*(?:or|and) (?:larger|more|longer|above)", after):
        return "at_least"
    if re.match(rf"\s*(?:{_SMALLER}|{_LARGER})\b(?! or)", after) or re.search(r"\bby\s*$", before):
        return "plus"
    return "set"


def _shrinks(before: str, after: str) -> bool:
    if re.match(rf"\s*(?:too )?(?:{_SMALLER})\b", after):
        return True
    verbs = list(re.finditer(rf"\b(?:(?P<less>{_SHRINK_VERB})|(?P<more>{_GROW_VERB}))\b", before))
    return bool(verbs) and verbs[-1]["less"] is not None and not _grows(after)


def _grows(after: str) -> bool:
    return re.match(rf"\s*(?:{_LARGER})\b", after) is not None


def _percent(match: re.Match[str], value: float, before: str, after: str) -> Quantity | None:
    """A ratio: "20% smaller" is times 0.8, "to 80%" and "80% of" are times 0.8 as well."""
    if re.match(r"\s*too\b", after):
        return None
    start, end = match.start(), match.end()
    if re.match(r"\s*(?:of (?:its|their|the)|as)\b", after) or re.search(r"\bto\s*$", before):
        return Quantity(start, end, None, "times", value / 100)
    if _shrinks(before, after):
        return Quantity(start, end, None, "times", 1 - value / 100)
    if not _grows(after) and not re.search(rf"\b(?:{_GROW_VERB})\b", before):
        return None
    whole = before + after
    expected = re.search(r"suggest|estimat|expect|predict|character count|count of char", whole)
    if expected and re.match(r"\s*(?:more|extra|wider)?\s*(?:width|room|space|wide)", after):
        # Room that the estimate did not foresee is made by setting the thing smaller.
        return Quantity(start, end, Knob.SIZE, "times", 1 / (1 + value / 100))
    return Quantity(start, end, None, "times", 1 + value / 100)


def _multiples(clause: str) -> list[Quantity]:
    """Amounts without a figure: "twice as long", "double the gap", "halve the size"."""
    found: list[Quantity] = []
    for pattern, value in (
        (r"\b(?:twice|doubl\w+)\b", 2.0),
        (r"\b(?:thrice|triple\w*)\b", 3.0),
        (r"\b(?:halve\w*|half (?:as|the|its|their)|by half)\b", 0.5),
        (r"\b(?:a|one) third (?:smaller|less|narrower|shorter)\b", 2 / 3),
        (r"\b(?:a|one) quarter (?:smaller|less|narrower|shorter)\b", 0.75),
        (r"\b(?:a|one) third (?:larger|more|wider|longer|bigger)\b", 4 / 3),
        (r"\b(?:a|one) quarter (?:larger|more|wider|longer|bigger)\b", 1.25),
    ):
        found += [
            Quantity(match.start(), match.end(), None, "times", value)
            for match in re.finditer(pattern, clause)
            if not _is_rejected(clause[: match.start()], clause[match.end() :])
        ]
    return found
