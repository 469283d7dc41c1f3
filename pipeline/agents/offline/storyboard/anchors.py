"""What a scene can be built around, and where in the section it stands."""

from collections.abc import Iterator
from enum import StrEnum

from pipeline.agents.offline.reading import Section, Table, word_count
from pipeline.schema.base import Value
from pipeline.schema.task import SceneRole


class AnchorKind(StrEnum):
    """Kinds of content that carry a figure of their own."""

    FORMULA = "formula"
    PROCESS = "process"
    SERIES = "series"
    TABLE = "table"
    FUNCTION = "function"
    TIMELINE = "timeline"
    LIST = "list"
    COMPARISON = "comparison"
    NUMBER = "number"


# Kinds whose sentences only make sense together.
LISTED = frozenset({AnchorKind.PROCESS, AnchorKind.LIST, AnchorKind.TIMELINE})


class Anchor(Value):
    """Content that a scene can be built around.

    `sentences` are the indices of the sentences that hold it, ascending; `lead` is the index of
    the one that announces it, or -1; `weight` says how much it carries for the role of the section
    (about 0.5 to 4).
    """

    kind: AnchorKind
    sentences: tuple[int, ...]
    weight: float
    lead: int = -1
    table: Table | None = None

    @property
    def first(self) -> int:
        """Where it begins, its announcement included."""
        return self.sentences[0] if self.lead < 0 else min(self.lead, self.sentences[0])


# How much each kind of content counts in each role: a method is told by its steps and formulas,
# an experiment by its numbers, background by what came when and what differs.
_WEIGHTS: dict[SceneRole, dict[AnchorKind, float]] = {
    "background": {
        AnchorKind.FORMULA: 3.0, AnchorKind.PROCESS: 2.5, AnchorKind.SERIES: 2.0,
        AnchorKind.TABLE: 2.0, AnchorKind.FUNCTION: 2.6, AnchorKind.TIMELINE: 3.4,
        AnchorKind.LIST: 2.6, AnchorKind.COMPARISON: 1.8, AnchorKind.NUMBER: 0.6,
    },
    "method": {
        AnchorKind.FORMULA: 3.2, AnchorKind.PROCESS: 3.6, AnchorKind.SERIES: 1.8,
        AnchorKind.TABLE: 1.8, AnchorKind.FUNCTION: 2.8, AnchorKind.TIMELINE: 1.5,
        AnchorKind.LIST: 2.2, AnchorKind.COMPARISON: 1.4, AnchorKind.NUMBER: 0.6,
    },
    "experiment": {
        AnchorKind.FORMULA: 2.4, AnchorKind.PROCESS: 2.2, AnchorKind.SERIES: 3.8,
        AnchorKind.TABLE: 3.8, AnchorKind.FUNCTION: 1.8, AnchorKind.TIMELINE: 1.5,
        AnchorKind.LIST: 1.8, AnchorKind.COMPARISON: 2.0, AnchorKind.NUMBER: 1.2,
    },
    "conclusion": {
        AnchorKind.FORMULA: 2.2, AnchorKind.PROCESS: 2.0, AnchorKind.SERIES: 3.0,
        AnchorKind.TABLE: 2.6, AnchorKind.FUNCTION: 1.8, AnchorKind.TIMELINE: 2.0,
        AnchorKind.LIST: 2.8, AnchorKind.COMPARISON: 2.0, AnchorKind.NUMBER: 1.0,
    },
}  # fmt: skip


def find_anchors(section: Section, role: SceneRole) -> tuple[Anchor, ...]:
    """Everything in the section that a scene can be built around, in no particular order."""
    weights = _WEIGHTS[role]
    return tuple(
        anchor.model_copy(update={"weight": anchor.weight * weights[anchor.kind]})
        for anchor in (*_of_formulas(section), *_of_lists(section), *_of_facts(section))
        if anchor.sentences
    )


def _of_formulas(section: Section) -> Iterator[Anchor]:
    for formula in section.formulas:
        if formula.display:
            span = [formula.sentence]
            following = formula.sentence + 1
            if following < len(section.sentences):
                opening = section.sentences[following].text.lower()
                if opening.startswith(("where ", "here ", "here, ")):
                    span.append(following)
            yield Anchor(kind=AnchorKind.FORMULA, sentences=tuple(span), weight=1.0)
        elif formula.relation and len(formula.symbols) >= 2:
            yield Anchor(kind=AnchorKind.FORMULA, sentences=(formula.sentence,), weight=0.55)
    for function in section.functions:
        yield Anchor(kind=AnchorKind.FUNCTION, sentences=(function.sentence,), weight=1.0)


def _of_lists(section: Section) -> Iterator[Anchor]:
    processes = []
    for process in section.processes:
        steps = sorted({step.sentence for step in process.steps})
        processes.append(set(steps))
        yield Anchor(
            kind=AnchorKind.PROCESS,
            sentences=tuple(steps),
            lead=_lead(section, tuple(steps), process.intro),
            weight=min(1.2, 0.7 + 0.1 * len(process.steps)),
        )
    for enumeration in section.enumerations:
        if any(set(enumeration.sentences) <= steps for steps in processes):
            continue
        yield Anchor(
            kind=AnchorKind.LIST,
            sentences=enumeration.sentences,
            lead=_lead(section, enumeration.sentences, enumeration.intro),
            weight=1.0,
        )


def _lead(section: Section, sentences: tuple[int, ...], intro: str) -> int:
    """The index of the sentence that announces a list, or -1."""
    first = sentences[0] - 1 if sentences else -1
    announced = first >= 0 and intro and section.sentences[first].text.startswith(intro[:40])
    return first if announced else -1


def _of_facts(section: Section) -> Iterator[Anchor]:
    for series in section.series:
        if series.sentences:
            weight = min(1.2, 0.8 + 0.1 * len(series.points))
            if {point.label for point in series.points} <= {"before", "after"}:
                weight = 0.55  # one change, told by the sentence itself
            yield Anchor(kind=AnchorKind.SERIES, sentences=series.sentences, weight=weight)
    for table in section.tables:
        yield Anchor(
            kind=AnchorKind.TABLE,
            sentences=(_before(section, table),),
            lead=_before(section, table),
            weight=1.0,
            table=table,
        )
    dated = tuple(sorted({event.sentence for event in section.events}))
    if len(section.events) >= 2 and dated:
        weight = min(1.2, 0.6 + 0.15 * len(section.events))
        yield Anchor(kind=AnchorKind.TIMELINE, sentences=_densest(dated), weight=weight)
    for comparison in section.comparisons:
        yield Anchor(kind=AnchorKind.COMPARISON, sentences=(comparison.sentence,), weight=1.0)
    for quantity in section.quantities:
        yield Anchor(kind=AnchorKind.NUMBER, sentences=(quantity.sentence,), weight=1.0)


def _before(section: Section, table: Table) -> int:
    """The last sentence before a table, or the first of the section."""
    earlier = [s.index for s in section.sentences if s.paragraph < table.paragraph]
    return earlier[-1] if earlier else 0


def _densest(dated: tuple[int, ...], reach: int = 6) -> tuple[int, ...]:
    """The dated sentences that stand closest together: a timeline is told in one place."""
    best: tuple[int, ...] = ()
    for first in dated:
        run = tuple(index for index in dated if first <= index < first + reach)
        if len(run) > len(best):
            best = run
    return best


def evidence_words(section: Section, indices: tuple[int, ...]) -> int:
    """Words of these sentences as a viewer reads them."""
    return sum(word_count(section.sentences[index].text) for index in indices)
