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
_UNITS = {"size": "pt", "width": "units", "gap": "units", "hold": "s", "second": "words per second"}


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


def who(name: str, element: Element | None, kinds: Sequence[ContentKind]) -> str:
    """What a remedy is for: `Long formulas with stacked fractions`, `Labels with many steps`.

    A formula is named by its length and the most telling part of its structure, both of which
    must be there again; other things by any of their kinds.
    """
    scene = _most_telling(kinds)
    if element is None:
        what = {"gap": "The gap", "hold": "The hold after each step"}.get(name, "The reading pace")
        return f"{what} in scenes with {kinds_phrase(scene)}" if scene else what
    owned = KIND_OWNERS[element]
    own = [kind for kind in kinds if kind in owned]
    plural = f"{element.value}s".capitalize()
    if not own:
        return f"{plural} in scenes with {kinds_phrase(scene)}" if scene else plural
    structure = [kind for kind in _STRUCTURE if kind in own]
    if element is Element.FORMULA and structure:
        first = "Long formulas" if ContentKind.LONG_FORMULA in own else "Formulas"
        return f"{first} with {PLURAL_KINDS[structure[0]]}"
    named = [kind for kind in own if kind not in _OF_LENGTH]
    return f"{plural} with {kinds_phrase(named)}" if named else f"Long {plural.lower()}"


def _most_telling(kinds: Sequence[ContentKind]) -> list[ContentKind]:
    """At most two kinds of a scene; that a sentence is long tells least."""
    ranked = [k for k in _STRUCTURE if k in kinds]
    ranked += [k for k in kinds if k not in _STRUCTURE and k is not ContentKind.LONG_SENTENCE]
    return ranked[:2] or list(kinds[:1])


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
    if knob == "hold":
        sense = "longer" if worked > estimate else "shorter"
        return f"{abs(worked - estimate):.1f} s {sense} than planned ({figures})"
    sense = "larger" if worked > estimate else "smaller"
    return f"{share:.0%} {sense} than planned ({figures})"
