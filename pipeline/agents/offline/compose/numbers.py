"""Numbers that stand side by side although the section does not list them as a series."""

import re
from itertools import pairwise

from pipeline.agents.offline.reading import Quantity, Section, Series


def counted_series(section: Section) -> list[Series]:
    """Labelled numbers of one unit, or followed by one and the same word."""
    groups: dict[tuple[str, str], list[Quantity]] = {}
    texts = {s.index: s.text for s in section.sentences}
    for quantity in section.quantities:
        if quantity.label:
            after = "" if quantity.unit else _next_word(texts.get(quantity.sentence, ""), quantity)
            groups.setdefault((quantity.unit, after), []).append(quantity)
    found = []
    for (unit, after), quantities in groups.items():
        labels = {q.label for q in quantities}
        if not (unit or after) or len(labels) < 2 or len(labels) != len(quantities):
            continue
        if labels == {"before", "after"}:  # read as a change, with what it is that changes
            continue
        found.append(
            Series(
                caption=after,
                unit=unit,
                points=tuple(quantities),
                sentences=tuple(dict.fromkeys(q.sentence for q in quantities)),
            )
        )
    return _changes(section) + found


def _changes(section: Section) -> list[Series]:
    """`revenue grows from $1,000 to $1,034`: the same thing before and after."""
    found = []
    for sentence in section.sentences:
        here = [q for q in section.quantities if q.sentence == sentence.index]
        for before, after in pairwise(here):
            change = re.search(
                rf"([\w-]+)\s+\w+\s+from\s+{re.escape(before.printed)}\s+to\s+"
                rf"{re.escape(after.printed)}",
                sentence.text,
            )
            if change is None or before.value == after.value:
                continue
            points = (
                before.model_copy(update={"label": "Before"}),
                after.model_copy(update={"label": "After"}),
            )
            found.append(
                Series(
                    caption=change.group(1), unit=before.unit, points=points,
                    sentences=(sentence.index,),
                )
            )  # fmt: skip
    return found


def _next_word(text: str, quantity: Quantity) -> str:
    found = re.search(rf"(?<![\w.]){re.escape(quantity.printed)}\s+([a-z][a-z-]+)", text)
    return found.group(1) if found else ""
