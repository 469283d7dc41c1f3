"""Numbers as papers print them."""

# Typographic dashes and signs are what this module reads.
# ruff: noqa: RUF001

import re
from collections.abc import Iterator

from pipeline.agents.offline.reading.maths import MASK, MathSpan, mask_math
from pipeline.schema.base import Value

_SCALES = {
    "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "k": 1e3, "m": 1e6,
    "bn": 1e9,
}  # fmt: skip
_UNITS = (
    "%|‰|°C|°F|°|percentage points?|percent|per cent|points?|GHz|MHz|kHz|Hz|dB|"
    "km/h|km/s|m/s|m/s²|km|cm|mm|nm|µm|μm|m|kg|mg|µg|μg|g|ms|µs|μs|ns|ps|s|min|h|mK|K|"
    "keV|MeV|GeV|TeV|eV|kJ|MJ|J|kWh|MW|GW|kW|W|mV|V|mA|A|N|Pa|kPa|"
    "GB|MB|kB|KB|TB|bits?|bytes?|tokens?|euros?|dollars?|pounds?|yen|€|£|qubits?|rad|mol"
)
# Two to three digits after a thousands mark; a thin or protected space counts as one.
_NUMBER = r"[-−+]?(?:\d{1,3}(?:[,\u202f\u00a0]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
_QUANTITY_RE = re.compile(
    rf"(?<![\w.,/^_@-])(?P<money>US\$|[$€£¥]\s?)?(?P<number>{_NUMBER})"
    rf"(?:\s*(?:×|x|\\times)\s*10\^?(?P<power>[⁻−-]?[\d⁰¹²³⁴⁵⁶⁷⁸⁹]+))?"
    r"(?:\s?(?P<scale>thousand|million|billion|trillion|bn)\b|(?P<letter>[kM])(?=\b)(?!\w))?"
    rf"(?:[ \u00a0]?(?P<unit>(?:{_UNITS}))(?![\w/]))?"
    r"(?![\d]|[.,]\d)"
)
_REFERENCE_RE = re.compile(
    r"(?:\b(?:section|sec|figure|fig|table|equation|eq|theorem|lemma|chapter|appendix|algorithm|"
    r"step|page|ref|version|number|no)s?\.?[\s\u00a0]*\(?|\[(?:\d+[,;\s–-]+)*)$",
    re.IGNORECASE,
)
_SIMPLE_MATH_RE = re.compile(
    r"^(?:\\approx|\\sim|\\pm|[<>≈~])?\s*-?\d[\d.,\s]*(?:\\times\s*10\^\{?-?\d+\}?)?\s*"
    r"(?:\\?%|\^\\circ|\\(?:text|mathrm)\{[^{}]*\})?$"
)
_LOOK_BACK = 40
_SUPER = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")


class Number(Value):
    """A number at a place in a text: `start` and `end` are character offsets."""

    value: float
    printed: str
    unit: str
    start: int
    end: int


def flatten_math(text: str) -> str:
    """`text` with inline math that is only a number written as words, other math as a mark.

    `$44.1$ kHz` becomes `44.1 kHz`, `$n = 12$` becomes `⟦n⟧ = 12`; every other formula becomes
    `⟦tex⟧`, so that digits inside formulas are not taken for measured numbers.
    """
    masked = mask_math(text)
    return re.sub(MASK, lambda found: _flat(masked.span(found.group())), masked.text)


def _flat(span: MathSpan) -> str:
    tex = span.tex.replace("{,}", ",").replace(r"\,", "").replace(r"\ ", " ").strip()
    if _SIMPLE_MATH_RE.match(tex):
        return _numeral(tex)
    left, equals, right = tex.partition("=")
    if equals and not span.display and _SIMPLE_MATH_RE.match(right.strip()):
        return f"⟦{left.strip()}⟧ = {_numeral(right.strip())}"
    return f"⟦{span.tex}⟧"


def _numeral(tex: str) -> str:
    tex = re.sub(r"\\times\s*10\^\{?(-?\d+)\}?", r" × 10^\1", tex)
    tex = re.sub(r"\\(?:text|mathrm)\{([^{}]*)\}", r" \1", tex)
    tex = tex.replace(r"\%", "%").replace(r"\approx", "≈ ").replace(r"\sim", "∼ ")
    return tex.replace(r"^\circ", "°").replace(r"\pm", "±").replace("  ", " ")


def find_numbers(flat: str) -> Iterator[Number]:
    """Measured numbers of a flattened sentence; references, citations and ordinals left out."""
    brackets = [found.span() for found in re.finditer(r"⟦[^⟧]*⟧", flat)]
    for found in _QUANTITY_RE.finditer(flat):
        start, end = found.span()
        if any(left < end and start < right for left, right in brackets):
            continue
        if _REFERENCE_RE.search(flat[max(0, start - _LOOK_BACK) : start]) or re.match(
            r"(?:st|nd|rd|th|-?D)\b", flat[end:]
        ):
            continue
        if flat[start - 1 : start] == "[" and flat[end : end + 1] in "],":
            continue
        yield Number(
            value=_value(found),
            printed=found.group().strip(),
            unit=_unit(found),
            start=start,
            end=end,
        )


def _value(found: re.Match[str]) -> float:
    digits = re.sub(r"[,\u202f\u00a0]", "", found.group("number")).replace("−", "-")
    value = float(digits)
    if found.group("power"):
        exponent = int(found.group("power").translate(_SUPER))
        value *= 10.0 ** max(-300, min(300, exponent))
    scale = found.group("scale") or (found.group("letter") or "").lower()
    return value * _SCALES.get(scale, 1.0)


def _unit(found: re.Match[str]) -> str:
    if found.group("money"):
        return found.group("money").strip().replace("US$", "$")
    unit = found.group("unit") or ""
    return "%" if unit in {"percent", "per cent"} else unit
