"""From parts of a section to scene specifications."""

from collections.abc import Mapping, Sequence

from pipeline.agents.offline.reading import Section, Table, content_words, word_count
from pipeline.agents.offline.reading.words import is_verb
from pipeline.agents.offline.storyboard.anchors import Anchor, AnchorKind
from pipeline.agents.offline.storyboard.evidence import choose_evidence, write_evidence
from pipeline.agents.offline.storyboard.names import scene_name
from pipeline.agents.offline.storyboard.wording import (
    choose_claim,
    choose_takeaway,
    formula_part,
    key_line,
    spoken,
)
from pipeline.schema.base import Value
from pipeline.schema.storyboard import SceneSpec

SHORTEST = 10.0
LONGEST = 22.5
# About 190 words a minute on screen, slower than silent reading: the figure wants looking at.
_WORDS_PER_SECOND = 3.2
_FORMULA_SECONDS = 2.0
_STILL_SECONDS = 3.0
_USED_KIND = 0.6
# Kinds that one sentence holds: where it is the claim, it need not be evidence as well.
_SINGLE = frozenset({AnchorKind.NUMBER, AnchorKind.COMPARISON})


class Part(Value):
    """Consecutive sentences `first` to `end` (exclusive) and what their scene is built around.

    `claim_at` is the index of the sentence that became the claim.
    """

    first: int
    end: int
    anchors: tuple[Anchor, ...]
    main: Anchor | None
    claim_at: int
    claim: str

    @property
    def indices(self) -> range:
        """Indices of the sentences of this part."""
        return range(self.first, self.end)


def plan_scenes(
    section: Section,
    anchors: Sequence[Anchor],
    ranges: Sequence[tuple[int, int]],
    weights: Mapping[str, float],
    beside: Sequence[SceneSpec] = (),
) -> tuple[SceneSpec, ...]:
    """One scene for each range of sentences, for a storyboard that holds those `beside` it.

    All claims are chosen before the first takeaway, so that no scene closes with what a later one
    is going to claim.
    """
    said = [line for scene in beside for line in (scene.claim, scene.takeaway)]
    parts = _choose_parts(section, anchors, ranges, weights, said)
    shown = {part.claim_at for part in parts}
    scenes: list[SceneSpec] = []
    for part, (closing, takeaway) in zip(parts, _takeaways(section, parts, said), strict=True):
        shown.add(closing)
        chosen = _with_lead(
            section, part, choose_evidence(section, part.indices, part.main, part.anchors, shown)
        )
        tables = [anchor.table for anchor in part.anchors if anchor.table is not None]
        rewritten = _rewritten(section, (part.claim_at, closing))
        evidence = write_evidence(section, chosen, tables, rewritten)
        scenes.append(
            SceneSpec(
                name=_name(part.claim, weights, (*beside, *scenes)),
                claim=part.claim,
                evidence=evidence or part.claim,
                takeaway=takeaway,
                duration_hint=_duration(section, part.claim, chosen, tables, takeaway),
            )
        )
    return tuple(scenes)


def _choose_parts(
    section: Section,
    anchors: Sequence[Anchor],
    ranges: Sequence[tuple[int, int]],
    weights: Mapping[str, float],
    told: Sequence[str],
) -> list[Part]:
    """The parts with their main anchors and claims; a kind used before counts less."""
    parts: list[Part] = []
    kinds: list[AnchorKind] = []
    for first, end in ranges:
        inside = tuple(a for a in anchors if first <= a.first and a.sentences[-1] < end)
        main = max(inside, key=lambda a: a.weight * _USED_KIND ** kinds.count(a.kind), default=None)
        said = [*told, *(part.claim for part in parts)]
        at, claim = choose_claim(section, range(first, end), main, weights, said)
        parts.append(
            Part(first=first, end=end, anchors=inside, main=main, claim_at=at, claim=claim)
        )
        if main is not None:
            kinds.append(main.kind)
    return parts


def _takeaways(
    section: Section, parts: Sequence[Part], told: Sequence[str]
) -> list[tuple[int, str]]:
    """Index and wording of every closing line; -1 where it is a line of key words.

    Parts with a fit sentence of their own are served before those that must borrow one.
    """
    said = [*told, *(part.claim for part in parts)]
    found: dict[int, tuple[int, str]] = {}
    for elsewhere in (False, True):
        for number, part in enumerate(parts):
            if number in found:
                continue
            spent = _spent(part)
            if chosen := choose_takeaway(section, part.indices, elsewhere, spent, said):
                found[number] = chosen
                said.append(chosen[1])
    return [
        found.get(number, (-1, key_line(section, part.indices, part.claim)))
        for number, part in enumerate(parts)
    ]


def _spent(part: Part) -> set[int]:
    """Sentences that the figure tells anyway, and so should not close the scene."""
    return {
        index
        for anchor in part.anchors
        if anchor is part.main or anchor.lead >= 0 or anchor.kind is AnchorKind.SERIES
        for index in (*anchor.sentences, anchor.lead)
    }


def _with_lead(section: Section, part: Part, chosen: tuple[int, ...]) -> tuple[int, ...]:
    """The announcement of a cycle stays with its steps; that of a table is not said twice."""
    main = part.main
    if main is None:
        return chosen
    unsaid = tuple(index for index in chosen if index != part.claim_at)
    if main.kind in _SINGLE and len(chosen) > 1:
        return unsaid
    if main.table is not None:
        return unsaid
    cycles = {p.steps[0].sentence for p in section.processes if p.cycle}
    if main.kind is AnchorKind.PROCESS and main.lead >= 0 and main.sentences[0] in cycles:
        return tuple(sorted({*chosen, main.lead}))
    return chosen


def _rewritten(section: Section, told: Sequence[int]) -> dict[int, str]:
    """Formula sentences whose opening clause is claim or takeaway: only the formula is left."""
    return {
        index: formula_part(text)
        for index in told
        if index >= 0 and "$$" in (text := section.sentences[index].text) and spoken(text)
    }


def _name(claim: str, weights: Mapping[str, float], scenes: Sequence[SceneSpec]) -> str:
    words = [word for word in content_words(claim) if not is_verb(word)]
    telling = sorted(words, key=lambda word: -weights.get(word, 0.0))[:3]
    ordered = [word for word in words if word in telling]
    common = sorted(weights, key=lambda word: -weights[word])[:6]
    ordered += [word for word in common if word not in ordered and not is_verb(word)]
    return scene_name(ordered, len(scenes) + 1, {scene.name for scene in scenes})


def _duration(
    section: Section,
    claim: str,
    chosen: Sequence[int],
    tables: Sequence[Table],
    takeaway: str,
) -> float:
    """Seconds to read everything and to watch the formulas being built."""
    words = word_count(claim) + word_count(takeaway)
    words += sum(word_count(section.sentences[index].text) for index in chosen)
    words += sum(2 * len(table.rows) for table in tables)
    formulas = sum(f.display for f in section.formulas if f.sentence in chosen)
    seconds = _STILL_SECONDS + words / _WORDS_PER_SECOND + formulas * _FORMULA_SECONDS
    return float(round(min(LONGEST, max(SHORTEST, seconds))))
