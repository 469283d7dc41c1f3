"""Numbers with the thing they belong to."""

import re
from collections.abc import Sequence

from pipeline.agents.offline.reading.labels import labels_of, owned_numbers, unit_noun
from pipeline.agents.offline.reading.model import Quantity, Sentence
from pipeline.agents.offline.reading.numbers import Number, find_numbers, flatten_math

_YEAR_LEAD_RE = re.compile(
    r"\b(?:in|since|by|until|from|during|after|before|around|circa|to|early|late|and|of|between)"
    r"\s+$|\($",
    re.IGNORECASE,
)
_LEFT_RE = re.compile(r"(?:were|was|are|is)\s+(?:left|kept|found|lost|used)\b")
_OWNED_RE = re.compile(r"^\s*(?:for|in|with|on|under|without|by|from|of|at)\s", re.IGNORECASE)


def is_year(number: Number, flat: str) -> bool:
    """Whether a bare four-digit number reads as a year."""
    if number.unit or not re.fullmatch(r"1[0-9]{3}|20[0-9]{2}", number.printed):
        return False
    before, after = flat[: number.start], flat[number.end :]
    if re.match(r"\s+[a-z]+s\b", after) and not before.rstrip().endswith("("):
        following = re.match(r"\s+([a-z]+)", after)
        return bool(following and following.group(1) in {"was", "is", "has", "paris"})
    return bool(_YEAR_LEAD_RE.search(before)) or not before.strip() or after[:1] in {")", ":", ","}


def read_quantities(sentences: Sequence[Sentence]) -> tuple[Quantity, ...]:
    """Every measured number of the sentences, in order; years are left to the events."""
    return tuple(quantity for sentence in sentences for quantity in _of_sentence(sentence))


def _of_sentence(sentence: Sentence) -> list[Quantity]:
    flat = flatten_math(sentence.text)
    numbers = [number for number in find_numbers(flat) if not is_year(number, flat)]
    if not numbers:
        return []
    numbers, owners = owned_numbers(numbers, flat)
    units = _units(numbers, flat)
    labels = labels_of(numbers, flat, owners)
    return [
        Quantity(
            value=number.value,
            printed=_printed(number, unit, flat),
            unit=unit,
            label="" if label == unit else label,
            sentence=sentence.index,
        )
        for number, unit, label in zip(numbers, units, labels, strict=True)
    ]


def _units(numbers: list[Number], flat: str) -> list[str]:
    """Units as printed or as the noun that follows; a bare number takes over an earlier noun."""
    units: list[str] = []
    noun = ""  # only a counted noun carries over; a sign such as % stands at each number
    for number in numbers:
        unit = number.unit or unit_noun(flat, number)
        if not unit and noun and _inherits(number, flat):
            unit = noun
        noun = "" if number.unit else unit
        units.append(unit)
    units = [f"{unit}s" if unit and f"{unit}s" in units else unit for unit in units]
    # "71.2, 74.5 and 78.9 percent": the unit stands once, at the end
    for at in range(len(units) - 2, -1, -1):
        between = flat[numbers[at].end : numbers[at + 1].start].strip(" ,")
        if not units[at] and between in {"", "and", "or", "to", "versus", "vs."}:
            units[at] = units[at + 1]
    return units


def _inherits(number: Number, flat: str) -> bool:
    if flat[: number.start].endswith("⟧ = "):
        return False
    after = flat[number.end :].lstrip()
    return bool(_OWNED_RE.match(f" {after}") or _LEFT_RE.match(after)) or after[:1] in {
        "",
        ".",
        ",",
        ";",
        ")",
    }


def _printed(number: Number, unit: str, flat: str) -> str:
    if not unit or number.unit or not flat[number.end :].lstrip().startswith(unit):
        return number.printed
    return f"{number.printed} {unit}"
