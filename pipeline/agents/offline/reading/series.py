"""Numbers that may stand on one axis."""

import re
from collections.abc import Sequence

from pipeline.agents.offline.reading.labels import caption_before
from pipeline.agents.offline.reading.model import Quantity, Sentence, Series, Table
from pipeline.agents.offline.reading.numbers import find_numbers, flatten_math
from pipeline.agents.offline.reading.plain import plain
from pipeline.agents.offline.reading.words import word_set

_DOWN = word_set("fell fall falls dropped drops decreased decreases lost loses lose shrank")
_WAY_RE = re.compile(
    r"\b(rose|rises|grew|grows|increased|increases|gained|gains|gain|fell|fall|falls|dropped|drops|"
    r"decreased|decreases|lost|loses|lose|shrank)\b",
    re.IGNORECASE,
)
_OWNED_RE = re.compile(r"\s*(?:for|in|with|on|under|at|over|to|after|before|of)\s|,? respectively")


def read_series(
    quantities: Sequence[Quantity], sentences: Sequence[Sentence], tables: Sequence[Table]
) -> tuple[Series, ...]:
    """Groups of labelled numbers of one unit: within a sentence, over list items, in tables."""
    series = [*_within_sentences(quantities, sentences), *_over_neighbours(quantities, sentences)]
    for table in tables:
        series.extend(_of_table(table))
    return tuple(series)


def _within_sentences(
    quantities: Sequence[Quantity], sentences: Sequence[Sentence]
) -> list[Series]:
    groups: dict[tuple[int, str, str], list[Quantity]] = {}
    told: dict[int, list[Quantity]] = {}
    for quantity in quantities:
        told.setdefault(quantity.sentence, []).append(quantity)
    for quantity in quantities:
        if quantity.label and not _names_another(quantity, told[quantity.sentence]):
            way = _direction(sentences[quantity.sentence].text, quantity.printed)
            groups.setdefault((quantity.sentence, quantity.unit, way), []).append(quantity)
    found: list[Series] = []
    for (index, _, _), group in groups.items():
        flat = flatten_math(sentences[index].text)
        place = flat.find(group[0].printed)
        caption = caption_before(flat[: max(0, place)])
        named = caption and caption not in {quantity.label for quantity in group}
        bare = not group[0].unit and not named
        if bare and not all(_OWNED_RE.match(_after(flat, quantity)) for quantity in group):
            continue  # numbers without a unit or a common name measure different things
        if made := _series(group, caption):
            found.append(made)
    return found


def _names_another(quantity: Quantity, quantities: Sequence[Quantity]) -> bool:
    """Whether a number only names the case of another of its sentence, as 10% does in `a rate of
    10% falls to 2.8%`.
    """
    return any(quantity.printed in other.label for other in quantities if other is not quantity)


def _direction(text: str, printed: str) -> str:
    """Whether a number tells a rise or a fall: the two never share an axis unmarked."""
    ways = _WAY_RE.findall(text[: max(0, text.find(printed))])
    return ("down" if ways[-1].lower() in _DOWN else "up") if ways else ""


def _after(flat: str, quantity: Quantity) -> str:
    return flat[flat.find(quantity.printed) + len(quantity.printed) :]


def _over_neighbours(quantities: Sequence[Quantity], sentences: Sequence[Sentence]) -> list[Series]:
    """One number in each of several neighbouring sentences or list items."""
    groups: list[list[Quantity]] = []
    counts: dict[int, int] = {}
    for quantity in quantities:
        counts[quantity.sentence] = counts.get(quantity.sentence, 0) + 1
    for quantity in quantities:
        alone = counts[quantity.sentence] == 1 and (
            quantity.unit or sentences[quantity.sentence].item
        )
        if not quantity.label or not alone:
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
        caption=unit if unit.isalpha() and len(unit) > 3 else caption,
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
            found.append(made.model_copy(update={"sentences": (), "caption": caption}))
    return found
