"""Numbers that stand side by side although the section does not list them as a series."""

import re

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
        found.append(
            Series(
                caption=after,
                unit=unit,
                points=tuple(quantities),
                sentences=tuple(dict.fromkeys(q.sentence for q in quantities)),
            )
        )
    return found


def _next_word(text: str, quantity: Quantity) -> str:
    found = re.search(rf"(?<![\w.]){re.escape(quantity.printed)}\s+([a-z][a-z-]+)", text)
    return found.group(1) if found else ""
