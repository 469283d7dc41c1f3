"""Numbers with the thing they belong to, and numbers that may be compared."""

# Typographic dashes and signs are what this module reads.
# ruff: noqa: RUF001

import re
from collections.abc import Sequence

from pipeline.agents.offline.reading.model import Quantity, Sentence, Series, Table
from pipeline.agents.offline.reading.numbers import Number, find_numbers, flatten_math
from pipeline.agents.offline.reading.phrases import clean_label, noun_phrase, subject_before
from pipeline.agents.offline.reading.plain import plain
from pipeline.agents.offline.reading.words import STOP_WORDS, is_verb

_AFTER_RE = re.compile(
    r"^\s*(?:,\s*)?(?:for|in|with|on|under|among|without|by|from|of|using|at|when using|"
    r"in the case of)\s+(.+)",
    re.IGNORECASE,
)
_UNIT_NOUN_RE = re.compile(r"^\s+((?:[a-z][a-z-]*\s+){0,2}?[a-z][a-z-]*s)\b")
_OWNER_RE = re.compile(r"^\s*(?:[a-z]+s\s+)?(?:for|in|with|on|under|at)\s+(?:the|a|an)\s*$")
_BOUNDARY_RE = re.compile(r"[;:,()]|\s(?:and|but|while|whereas|versus|vs|against)\s|\.\s")
_YEAR_LEAD_RE = re.compile(
    r"\b(?:in|since|by|until|from|during|after|before|around|circa|to|early|late|and|of|between)"
    r"\s+$|\($",
    re.IGNORECASE,
)
_RESPECTIVELY_RE = re.compile(r"\brespectively\b", re.IGNORECASE)
_FROM_TO_RE = re.compile(r"\bfrom\s+$", re.IGNORECASE)
_TO_RE = re.compile(r"\bto\s+$", re.IGNORECASE)


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
    if sentence.item and numbers and numbers[0].start == 0 and re.match(r"\d+[.)]\s", flat):
        numbers = numbers[1:]
    numbers, owners = _owned(numbers, flat)
    units = _units(numbers, flat)
    labels = _labels(numbers, flat, owners)
    return [
        Quantity(
            value=number.value,
            printed=_printed(number, unit, flat),
            unit=unit,
            label=label,
            sentence=sentence.index,
        )
        for number, unit, label in zip(numbers, units, labels, strict=True)
    ]


def _owned(numbers: list[Number], flat: str) -> tuple[list[Number], dict[int, str]]:
    """Numbers that measure, and labels that begin with a number: `0.6 for the 2 Hz tone`.

    The second number of such a pair belongs to the label; labels are keyed by the start of the
    number they belong to.
    """
    kept: list[Number] = []
    owners: dict[int, str] = {}
    for number in numbers:
        last = kept[-1] if kept else None
        if last is not None and last.start not in owners:
            between = flat[last.end : number.start]
            opened = _OWNER_RE.match(between)
            if opened and (phrase := noun_phrase(flat[number.start :])) != number.printed:
                owners[last.start] = phrase
                continue
        kept.append(number)
    return kept, owners


def _labels(numbers: list[Number], flat: str, owners: dict[int, str]) -> list[str]:
    raw = _respectively(numbers, flat) or [
        owners.get(number.start) or _label(at, numbers, flat) for at, number in enumerate(numbers)
    ]
    labels: list[str] = []
    for text in raw:
        written = plain(re.sub(r"⟦([^⟧]*)⟧", r"$\1$", text), lossy=True)
        label = written if written in {"before", "after"} else clean_label(written)
        head, _, last = label.rpartition(" ")
        if head and last in {"one", "ones"}:  # "the empty bank .. the grown one"
            noun = next((old.split()[-1] for old in reversed(labels) if old), "")
            label = f"{head} {noun}".strip()
        labels.append(label)
    return labels


def _units(numbers: list[Number], flat: str) -> list[str]:
    """Units as printed or as the noun that follows; a bare number takes over an earlier noun."""
    units: list[str] = []
    for number in numbers:
        unit = number.unit
        if not unit and (noun := _unit_noun(flat[number.end :])):
            unit = noun
        if not unit and units and units[-1] and _inherits(number, flat):
            unit = units[-1]
        units.append(unit)
    # "71.2, 74.5 and 78.9 percent": the unit stands once, at the end
    for at in range(len(units) - 2, -1, -1):
        between = flat[numbers[at].end : numbers[at + 1].start].strip(" ,")
        if not units[at] and between in {"", "and", "or", "to", "versus", "vs."}:
            units[at] = units[at + 1]
    return units


def _unit_noun(after: str) -> str:
    """The counted noun that follows a number, e.g. `rounds` of `12.2 rounds for ..`."""
    found = _UNIT_NOUN_RE.match(after)
    if found is None or any(is_verb(word) or word in STOP_WORDS for word in found.group(1).split()):
        return ""
    return found.group(1)


def _inherits(number: Number, flat: str) -> bool:
    after = flat[number.end :].lstrip()
    return bool(_AFTER_RE.match(f" {after}")) or after[:1] in {"", ".", ",", ";", ")"}


def _printed(number: Number, unit: str, flat: str) -> str:
    if not unit or number.unit or not flat[number.end :].lstrip().startswith(unit):
        return number.printed
    return f"{number.printed} {unit}"


def _label(at: int, numbers: list[Number], flat: str) -> str:
    """What a number belongs to: `12 for X`, `X reaches 12`, `X: 12`, `X (12)`, `from .. to ..`."""
    number = numbers[at]
    start = numbers[at - 1].end if at else 0
    stop = numbers[at + 1].start if at + 1 < len(numbers) else len(flat)
    before, after = flat[start : number.start], flat[number.end : stop]
    noun = _unit_noun(after)
    tail = after.lstrip()[len(noun) :] if noun else after
    owner = _AFTER_RE.match(tail)
    if owner and (phrase := noun_phrase(owner.group(1))):
        return phrase
    if _FROM_TO_RE.search(before):
        return "before"
    if at and _TO_RE.search(before) and _FROM_TO_RE.search(flat[: numbers[at - 1].start]):
        return "after"
    bracketed = re.search(r"([^\s(][^(;:]*?)\s*\((?:[^()]*\s)?$", before)
    if bracketed:
        return _last_phrase(bracketed.group(1))
    marked = re.search(r"([^,;.]+?)\s*(?::|=|≈|∼|–|—)\s*(?:about|≈|∼)?\s*$", before)
    if marked:
        return _last_phrase(marked.group(1))
    return subject_before(before)


def _last_phrase(text: str) -> str:
    pieces = [piece for piece in _BOUNDARY_RE.split(text) if piece and piece.strip()]
    return pieces[-1].strip() if pieces else ""


def _respectively(numbers: list[Number], flat: str) -> list[str] | None:
    """Labels for `A, B and C reach 1, 2 and 3, respectively`."""
    if not _RESPECTIVELY_RE.search(flat) or len(numbers) < 2:
        return None
    head = flat[: numbers[0].start]
    head = re.sub(r"^.*?\b(?:for|of|by)\s+", "", head) if " for " in head else head
    subject = subject_before(head, whole=True) or head
    parts = [part.strip() for part in re.split(r",\s*(?:and\s+)?|\s+and\s+", subject)]
    parts = [part for part in parts if part]
    return parts if len(parts) == len(numbers) else None


def read_series(
    quantities: Sequence[Quantity], sentences: Sequence[Sentence], tables: Sequence[Table]
) -> tuple[Series, ...]:
    """Groups of labelled numbers of one unit: within a sentence, over list items, in tables."""
    series = [*_within_sentences(quantities), *_over_neighbours(quantities, sentences)]
    for table in tables:
        series.extend(_of_table(table))
    return tuple(series)


def _within_sentences(quantities: Sequence[Quantity]) -> list[Series]:
    groups: dict[tuple[int, str], list[Quantity]] = {}
    for quantity in quantities:
        if quantity.label:
            groups.setdefault((quantity.sentence, quantity.unit), []).append(quantity)
    return [made for group in groups.values() if (made := _series(group))]


def _over_neighbours(quantities: Sequence[Quantity], sentences: Sequence[Sentence]) -> list[Series]:
    """One number in each of several neighbouring sentences or list items."""
    groups: list[list[Quantity]] = []
    counts: dict[int, int] = {}
    for quantity in quantities:
        counts[quantity.sentence] = counts.get(quantity.sentence, 0) + 1
    for quantity in quantities:
        if not quantity.label or counts[quantity.sentence] > 1:
            continue
        last = groups[-1][-1] if groups else None
        if (
            last is not None
            and last.unit == quantity.unit
            and quantity.sentence - last.sentence == 1
            and sentences[last.sentence].item == sentences[quantity.sentence].item
        ):
            groups[-1].append(quantity)
        else:
            groups.append([quantity])
    return [made for group in groups if (made := _series(group))]


def _series(group: Sequence[Quantity], caption: str = "") -> Series | None:
    points: dict[str, Quantity] = {}
    for quantity in group:
        points.setdefault(quantity.label.lower(), quantity)
    if len(points) < 2:
        return None
    unit = group[0].unit
    return Series(
        caption=caption or (unit if len(unit) > 3 else ""),
        unit=unit,
        points=tuple(points.values()),
        sentences=tuple(dict.fromkeys(quantity.sentence for quantity in group)),
    )


def _of_table(table: Table) -> list[Series]:
    """One series per numeric column; the first column names the rows."""
    found: list[Series] = []
    for column in range(1, len(table.header)):
        points: list[Quantity] = []
        caption = plain(table.header[column], lossy=True)
        for row in table.rows:
            numbers = list(find_numbers(flatten_math(row[column])))
            if numbers and row[0]:
                unit = numbers[0].unit or ("%" if "%" in caption else "")
                points.append(
                    Quantity(
                        value=numbers[0].value,
                        printed=numbers[0].printed,
                        unit=unit,
                        label=plain(row[0], lossy=True),
                        sentence=-1,
                    )
                )
        if len(points) == len(table.rows) and (made := _series(points, caption)):
            found.append(made.model_copy(update={"sentences": ()}))
    return found
