"""The words of lessons and rationales: elements, kinds of content and remedies in plain English.

Everything said here is said so that `advice.parse_advice` reads it back as it was meant.
"""

from collections.abc import Sequence

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


def who(name: str, element: Element | None, kinds: Sequence[ContentKind]) -> str:
    """What a remedy is for: `Formulas with bra-kets`, `Steps of scenes with a long sentence`."""
    if element is None:
        what = {"gap": "The gap", "hold": "The hold after each step"}.get(name, "The reading pace")
        return f"{what} in scenes with {kinds_phrase(kinds)}" if kinds else what
    plural = f"{element.value}s".capitalize()
    return f"{plural} with {kinds_phrase(kinds)}" if kinds else plural


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
