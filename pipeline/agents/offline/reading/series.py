"""Numbers that may stand on one axis."""

from collections.abc import Sequence

from pipeline.agents.offline.reading.labels import caption_before
from pipeline.agents.offline.reading.model import Quantity, Sentence, Series, Table
from pipeline.agents.offline.reading.numbers import find_numbers, flatten_math
from pipeline.agents.offline.reading.plain import plain


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
    groups: dict[tuple[int, str], list[Quantity]] = {}
    for quantity in quantities:
        if quantity.label:
            groups.setdefault((quantity.sentence, quantity.unit), []).append(quantity)
    found: list[Series] = []
    for (index, _), group in groups.items():
        flat = flatten_math(sentences[index].text)
        place = flat.find(group[0].printed)
        if made := _series(group, caption_before(flat[: max(0, place)])):
            found.append(made)
    return found


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
        caption=unit if len(unit) > 3 else caption,
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
