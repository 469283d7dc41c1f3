"""Planning scenes from the text of a section, without a model."""

from collections.abc import Mapping, Sequence

from pipeline.agents.offline.reading import Section, content_words, read_section, word_count
from pipeline.agents.offline.reading.words import is_verb
from pipeline.agents.offline.storyboard.anchors import (
    Anchor,
    AnchorKind,
    find_anchors,
)
from pipeline.agents.offline.storyboard.evidence import choose_evidence, write_evidence
from pipeline.agents.offline.storyboard.names import scene_name
from pipeline.agents.offline.storyboard.partition import partition, scene_count
from pipeline.agents.offline.storyboard.wording import (
    choose_claim,
    choose_takeaway,
    formula_part,
    spoken,
    term_weights,
)
from pipeline.schema.storyboard import SceneSpec, Storyboard
from pipeline.schema.task import Task

SHORTEST = 10.0
LONGEST = 25.0
# About 190 words a minute on screen, slower than silent reading: the figure wants looking at.
_WORDS_PER_SECOND = 3.2
_FORMULA_SECONDS = 2.0
_STILL_SECONDS = 3.0
_USED_KIND = 0.6
# Kinds that one sentence holds: where it is the claim, it need not be evidence as well.
_SINGLE = frozenset({AnchorKind.NUMBER, AnchorKind.COMPARISON})


class OfflineStoryboarder:
    """The Storyboarder of the built-in cast.

    A section is cut into consecutive parts, each around the strongest content of its own: steps,
    a formula, numbers that compare, dates, a list. Kinds differ from scene to scene where the
    section allows it. The result depends on the task alone.
    """

    def storyboard(self, task: Task, max_scenes: int) -> Storyboard:
        """Between one and `max_scenes` scenes in the order of the section; never fails."""
        section = _readable(task)
        anchors = find_anchors(section, task.role)
        count = scene_count(section, anchors, max_scenes)
        weights = term_weights(section, task.title)
        planner = _Planner(section, anchors, weights)
        for first, end in partition(section, anchors, count):
            planner.add(range(first, end))
        return Storyboard(scenes=tuple(planner.scenes))


def _readable(task: Task) -> Section:
    """The reading of a task; headings or the title speak where the text has no sentence."""
    section = read_section(task.text)
    if section.sentences:
        return section
    heads = [head for head in (*section.headings, task.title) if head.strip()]
    cells = [" ".join(row) for table in section.tables for row in (table.header, *table.rows)]
    spoken = ". ".join(dict.fromkeys(heads or cells)) or " ".join(task.text.split())[:400]
    again = read_section(f"{spoken or 'Untitled section'}.")
    if not again.sentences:
        again = read_section("This section has no readable text.")
    return again.model_copy(update={"tables": section.tables})


class _Planner:
    """Writes scenes one after the other and remembers what has been said."""

    def __init__(
        self, section: Section, anchors: Sequence[Anchor], weights: Mapping[str, float]
    ) -> None:
        self.scenes: list[SceneSpec] = []
        self._section = section
        self._anchors = anchors
        self._weights = weights
        self._said: list[str] = []
        self._kinds: list[AnchorKind] = []
        self._shown: set[int] = set()

    def add(self, indices: range) -> None:
        """Plan the scene of these sentences."""
        inside = [
            anchor
            for anchor in self._anchors
            if anchor.first in indices and anchor.sentences[-1] in indices
        ]
        main = max(inside, key=self._value, default=None)
        at, claim = choose_claim(self._section, indices, main, self._weights, self._said)
        used = {
            index
            for anchor in inside
            if anchor is main or anchor.lead >= 0 or anchor.kind is AnchorKind.SERIES
            for index in (*anchor.sentences, anchor.lead)
        }
        said = [*self._said, claim]
        closing, takeaway = choose_takeaway(self._section, indices, at, claim, used, said)
        self._shown.update((at, closing))
        chosen = choose_evidence(self._section, indices, main, inside, self._shown)
        chosen = self._with_lead(chosen, main, at)
        tables = [anchor.table for anchor in inside if anchor.table is not None]
        said_before = {
            index: formula_part(text)
            for index in (at, closing)
            if index >= 0 and "$$" in (text := self._section.sentences[index].text) and spoken(text)
        }
        evidence = write_evidence(self._section, chosen, tables, said_before)
        self._said.extend((claim, takeaway))
        if main is not None:
            self._kinds.append(main.kind)
        self.scenes.append(
            SceneSpec(
                name=self._name(claim),
                claim=claim,
                evidence=evidence or claim,
                takeaway=takeaway,
                duration_hint=self._duration(claim, chosen, takeaway),
            )
        )

    def _with_lead(self, chosen: tuple[int, ...], main: Anchor | None, at: int) -> tuple[int, ...]:
        """The announcement of a cycle stays with its steps; that of a table is not said twice."""
        if main is not None and main.kind in _SINGLE and len(chosen) > 1:
            return tuple(index for index in chosen if index != at)
        if main is None or main.lead < 0:
            return chosen
        process = next(
            (p for p in self._section.processes if p.steps[0].sentence == main.sentences[0]), None
        )
        if process is not None and process.cycle and main.kind is AnchorKind.PROCESS:
            return tuple(sorted({*chosen, main.lead}))
        return chosen if main.table is None else tuple(i for i in chosen if i != at)

    def _value(self, anchor: Anchor) -> float:
        """A kind that an earlier scene was built around counts less."""
        return anchor.weight * _USED_KIND ** self._kinds.count(anchor.kind)

    def _name(self, claim: str) -> str:
        words = [word for word in content_words(claim) if not is_verb(word)]
        telling = sorted(words, key=lambda word: -self._weights.get(word, 0.0))[:3]
        ordered = [word for word in words if word in telling]
        common = sorted(self._weights, key=lambda word: -self._weights[word])[:6]
        ordered += [word for word in common if word not in ordered and not is_verb(word)]
        used = {scene.name for scene in self.scenes}
        return scene_name(ordered, len(self.scenes) + 1, used)

    def _duration(self, claim: str, chosen: Sequence[int], takeaway: str) -> float:
        """Seconds to read everything and to watch the formulas being built."""
        words = word_count(claim) + word_count(takeaway)
        words += sum(word_count(self._section.sentences[i].text) for i in chosen)
        formulas = sum(f.display for f in self._section.formulas if f.sentence in chosen)
        seconds = _STILL_SECONDS + words / _WORDS_PER_SECOND + formulas * _FORMULA_SECONDS
        return float(round(min(LONGEST, max(SHORTEST, seconds))))
