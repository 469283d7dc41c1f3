"""The words of lessons and rationales: elements, kinds of content and remedies in plain English.

Everything said here is said so that `advice.parse_advice` reads it back as it was meant.
"""

from collections.abc import Sequence

from pipeline.agents.offline.advice.words import KIND_OWNERS
from pipeline.agents.offline.layout import ContentKind, Element

PLURAL_KINDS: dict[ContentKind, str] = {
    ContentKind.STACKED_FRACTION: "stacked fractions",
    ContentKind.LIMITS: "sums with limits",
    ContentKind.MATRIX: "matrices",
    ContentKind.NAMED_OPERATOR: "named operators",
    ContentKind.BRACKETS: "bra-kets",
    ContentKind.WORDS_IN_FORMULA: "words inside a formula",
    ContentKind.SCRIPTS: "stacked scripts",
    ContentKind.LONG_FORMULA: "a long formula",
    ContentKind.LONG_SENTENCE: "a long sentence",
    ContentKind.MANY_STEPS: "many steps",
    ContentKind.LONG_STEP_NAMES: "long step names",
    ContentKind.MANY_CATEGORIES: "many categories",
    ContentKind.LONG_CATEGORY_NAMES: "long category names",
    ContentKind.MANY_NUMBERS: "many numbers",
    ContentKind.DENSE_LIST: "a dense list",
}
_PLURAL_ELEMENTS = {Element.TAKEAWAY: "takeaways"}
_UNITS = {
    "size": "pt",
    "width": "units",
    "gap": "units",
    "hold": "s",
    "second": "words per second",
    "words": "words",
}


def kinds_phrase(kinds: Sequence[ContentKind], joint: str = "or") -> str:
    """`stacked fractions or bra-kets`; "" for no kinds."""
    return f" {joint} ".join(PLURAL_KINDS[kind] for kind in kinds)


_STRUCTURE = (
    ContentKind.MATRIX,
    ContentKind.STACKED_FRACTION,
    ContentKind.LIMITS,
    ContentKind.BRACKETS,
    ContentKind.WORDS_IN_FORMULA,
    ContentKind.NAMED_OPERATOR,
    ContentKind.SCRIPTS,
)
"""What makes a formula unlike its characters, the most telling first."""


_OF_LENGTH = frozenset({ContentKind.LONG_SENTENCE, ContentKind.LONG_FORMULA})
FIGURE_NAMES: dict[str, str] = {
    "bars": "bar charts",
    "flow": "flow diagrams",
    "timeline": "timelines",
    "stages": "rows of cards",
    "plot": "plots",
    "formula": "formula scenes",
    "matrix": "matrix scenes",
    "state": "state circles",
    "network": "network diagrams",
    "contrast": "side-by-side panels",
    "spread": "bell curves",
    "spectrum": "spectra",
    "samples": "sample lines",
}


def who(name: str, element: Element | None, kinds: Sequence[ContentKind], figure: str) -> str:
    """What a remedy is for: `Long formulas with stacked fractions`, `Labels in bar charts`.

    A formula is named by its length and the most telling part of its structure, both of which
    must be there again. Other things take the room that the figure leaves, so they are named
    with it, and by any of their own kinds.
    """
    place = f" in {FIGURE_NAMES[figure]}" if figure in FIGURE_NAMES else ""
    if element is None:
        if name == "number_words":
            return "Numbers in any text"
        what = {"gap": "The gap", "hold": "The hold after each step"}.get(name, "The reading pace")
        telling = [k for k in kinds if k is not ContentKind.LONG_SENTENCE][:1]
        if name == "words_per_second":
            telling = [k for k in kinds if k is ContentKind.MANY_NUMBERS]
        return f"{what}{place}" + (f" with {kinds_phrase(telling)}" if telling else "")
    own = [kind for kind in kinds if kind in KIND_OWNERS[element]]
    plural = f"{element.value}s".capitalize()
    if name == "formula_hold":  # how long it is read depends on its length alone
        return "Long formulas" if ContentKind.LONG_FORMULA in own else "Formulas"
    structure = [kind for kind in _STRUCTURE if kind in own]
    if element is Element.FORMULA and structure:
        first = "Long formulas" if ContentKind.LONG_FORMULA in own else "Formulas"
        return f"{first} with {PLURAL_KINDS[structure[0]]}"
    named = [kind for kind in own if kind not in _OF_LENGTH]
    if named:
        return f"{plural}{place} with {kinds_phrase(named)}"
    return f"Long {plural.lower()}{place}" if own else f"{plural}{place}"


def remedy(name: str, estimate: float, worked: float) -> str:
    """The measurable part: the ratio to what the text alone suggests, then both figures.

    A hold is stated as a difference: the estimate misses seconds, not a share of them.
    """
    share = abs(worked / estimate - 1)
    knob = name.rpartition("_")[2]
    unit = _UNITS[knob]
    figures = f"{worked:g} {unit} instead of {estimate:g} {unit}"
    if knob == "size":
        sense = "smaller" if worked < estimate else "larger"
        return f"{share:.0%} {sense} than the character count suggests ({figures})"
    if knob == "width":
        sense = "narrower" if worked < estimate else "wider"
        return f"wrap {share:.0%} {sense} than planned ({figures})"
    if knob == "second":
        sense = "slower" if worked < estimate else "faster"
        return f"{share:.0%} {sense} than planned ({figures})"
    if knob == "words":
        return f"count each number as {worked:.1f} words for its reading time, not as {estimate:g}"
    if knob == "hold":
        sense = "longer" if worked > estimate else "shorter"
        return f"{abs(worked - estimate):.1f} s {sense} than planned ({figures})"
    sense = "larger" if worked > estimate else "smaller"
    return f"{share:.0%} {sense} than planned ({figures})"
