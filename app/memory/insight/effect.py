"""What came of the scenes that saw a record, against comparable scenes that did not.

The rule, in words that a window can show, is `RULE`. Why it is so:

- All scenes of one section retrieve the same records and resemble each other, and the built-in cast
  makes the same program of the same section again. So the unit that counts is the section: the
  interval is taken over the means of sections, and there must be `LEAST` of them on both sides.
- The interval is Welch's, for two groups of unequal size and spread (B. L. Welch, Biometrika 34,
  1947), at `CONFIDENCE`: a table shows many records at once, and with 95% one in twenty would be
  "helped" or "hurt" by chance. A spread below `NOISE` is taken as `NOISE`, so that a few equal
  scores are not certainty.
- It compares; it does not prove. Sections that retrieve a record are about what it is about, and
  they come after it was learned.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from app.memory.insight.run_facts import RunFacts, SceneFacts
from app.memory.insight.uses import BankMark, Runs, reading_of

Verdict = Literal["helped", "hurt", "unclear", "unused"]
LEAST = 5
"""Different sections that each side needs before anything but "unclear" is said."""
CONFIDENCE = 0.99
NOISE = {"first": 1.0, "rounds": 0.25}
"""Least standard deviation over sections: points of score, reflection rounds."""
RULE = (
    "Compared are scenes of the same role, cast, models, reviewer and loop settings; only those "
    f"of the record's domain where that leaves {LEAST} sections on both sides. Scenes of one "
    "section count as one. A record helped if first attempts score higher, or reflection rounds "
    "are fewer, by more than chance explains (Welch's interval at 99% leaves out zero), and the "
    "other one is not worse; it hurt if it is the other way round. With fewer than "
    f"{LEAST} sections on either side it is unclear. It is a comparison, not a proof."
)

Kind = tuple[str, str, str, str, str]
"""Role, cast, models, reviewer and loop settings of a scene."""


@dataclass(frozen=True)
class Average:
    """A mean with the scenes and sections behind it; None where there are none."""

    mean: float | None
    scenes: int
    sections: int


@dataclass(frozen=True)
class Side:
    """Scenes with the record, or without it. `first` is over first attempts that have a score in
    [0, 100], `failed_first` counts those that did not render, `rounds` is reflection rounds."""

    scenes: int
    first: Average
    rounds: Average
    failed_first: int


@dataclass(frozen=True)
class Difference:
    """With minus without, over the means of sections, and its interval at `CONFIDENCE`. None where
    a side has too few sections for one."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Effect:
    """What came of the scenes that saw a record.

    Attributes:
        retrieved: scenes that saw it, over all runs; `runs` how many runs those are of.
        kind: what the compared scenes have in common; None for an unused record.
        domain: of all compared scenes; empty where domains are mixed.
        verdict: by `RULE`; `why` says it in a sentence.
    """

    record: int
    retrieved: int
    runs: int
    kind: Kind | None
    domain: str
    present: Side
    absent: Side
    first: Difference | None
    rounds: Difference | None
    verdict: Verdict
    why: str


_NONE = Average(None, 0, 0)
_EMPTY = Side(0, _NONE, _NONE, 0)


def unused(record: int) -> Effect:
    """The effect of a record that no scene has seen."""
    return Effect(
        record, 0, 0, None, "", _EMPTY, _EMPTY, None, None, "unused", "No scene has seen it yet."
    )


def effects(runs: Runs, mark: BankMark) -> dict[int, Effect]:
    """The effect of every record of a bank that any scene has seen; the others are `unused`.

    Takes about a tenth of a second for a thousand scenes.
    """
    table = _Table(runs.facts, mark)
    return {record: table.effect(record) for record in sorted(table.saw)}


@dataclass(frozen=True)
class _Scenes:
    """Scenes of one kind as columns: section and domain by number, first score (NaN where there is
    none), rounds, whether the first attempt failed."""

    sections: NDArray[np.int64]
    domains: NDArray[np.int64]
    values: Mapping[str, NDArray[np.float64]]
    failed: NDArray[np.bool_]


class _Table:
    """All scenes that can be compared, and which of them saw which record."""

    def __init__(self, facts: Mapping[str, RunFacts], mark: BankMark) -> None:
        self.saw: dict[int, list[tuple[Kind, int]]] = {}
        self._retrieved: Counter[int] = Counter()
        self._runs: dict[int, set[str]] = {}
        rows: dict[Kind, list[tuple[RunFacts, SceneFacts]]] = {}
        for run in sorted(facts):
            one = facts[run]
            reading = reading_of(one, mark)
            if reading == "other":
                continue
            reviewer = next((s.reviewer for s in one.scenes if s.reviewer), "")
            for scene in one.scenes:
                place = self._placed(rows, one, scene, reviewer)
                if reading != "nothing":
                    self._seen(run, scene, place)
        self._domains = sorted({one.domain for one in facts.values()})
        self._kinds = {kind: self._columns(found) for kind, found in rows.items()}

    @staticmethod
    def _placed(
        rows: dict[Kind, list[tuple[RunFacts, SceneFacts]]],
        run: RunFacts,
        scene: SceneFacts,
        reviewer: str,
    ) -> tuple[Kind, int] | None:
        """Where a scene stands among those of its kind; None if it cannot be compared: it has not
        ended, or was made anew for a person."""
        if scene.rounds is None or scene.again:
            return None
        kind = (run.role, run.cast, run.models, scene.reviewer or reviewer, run.loop)
        same = rows.setdefault(kind, [])
        same.append((run, scene))
        return kind, len(same) - 1

    def _seen(self, run: str, scene: SceneFacts, place: tuple[Kind, int] | None) -> None:
        for record in {record for record, _ in (*scene.examples, *scene.pitfalls)}:
            self._retrieved[record] += 1
            self._runs.setdefault(record, set()).add(run)
            places = self.saw.setdefault(record, [])
            if place is not None:
                places.append(place)

    def _columns(self, rows: list[tuple[RunFacts, SceneFacts]]) -> _Scenes:
        names: dict[str, int] = {}
        sections = [names.setdefault(run.section, len(names)) for run, _ in rows]
        first = [np.nan if scene.first is None else scene.first for _, scene in rows]
        return _Scenes(
            np.array(sections),
            np.array([self._domains.index(run.domain) for run, _ in rows]),
            {
                "first": np.array(first, dtype=np.float64),
                "rounds": np.array([scene.rounds for _, scene in rows], dtype=np.float64),
            },
            np.array([scene.first_ok is False for _, scene in rows]),
        )

    def effect(self, record: int) -> Effect:
        """Compare the scenes of the kind that saw the record most often."""
        places = self.saw[record]
        seen, runs = self._retrieved[record], len(self._runs[record])
        if not places:
            why = "No scene that saw it has come to its end by itself."
            return Effect(record, seen, runs, None, "", _EMPTY, _EMPTY, None, None, "unclear", why)
        kind = min(Counter(k for k, _ in places).items(), key=lambda item: (-item[1], item[0]))[0]
        scenes = self._kinds[kind]
        with_it = np.zeros(len(scenes.sections), dtype=bool)
        with_it[[number for k, number in places if k == kind]] = True
        without, domain = ~with_it, ""
        home = int(np.bincount(scenes.domains[with_it]).argmax())
        near = scenes.domains == home
        if all(_sections(scenes, side & near) >= LEAST for side in (with_it, without)):
            with_it, without = with_it & near, without & near
            domain = self._domains[home]
        present, absent = _side(scenes, with_it), _side(scenes, without)
        first = _difference(scenes, "first", with_it, without)
        rounds = _difference(scenes, "rounds", with_it, without)
        verdict, why = _judged(first, rounds, present, absent)
        return Effect(
            record, seen, runs, kind, domain, present, absent, first, rounds, verdict, why
        )


def _sections(scenes: _Scenes, chosen: NDArray[np.bool_]) -> int:
    return len(np.unique(scenes.sections[chosen]))


def _side(scenes: _Scenes, chosen: NDArray[np.bool_]) -> Side:
    return Side(
        int(chosen.sum()),
        _average(scenes, "first", chosen),
        _average(scenes, "rounds", chosen),
        int(scenes.failed[chosen].sum()),
    )


def _average(scenes: _Scenes, name: str, chosen: NDArray[np.bool_]) -> Average:
    values = scenes.values[name]
    known = chosen & ~np.isnan(values)
    if not known.any():
        return _NONE
    return Average(float(values[known].mean()), int(known.sum()), _sections(scenes, known))


def _section_means(scenes: _Scenes, name: str, chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    values = scenes.values[name]
    known = chosen & ~np.isnan(values)
    counts = np.bincount(scenes.sections[known])
    sums = np.bincount(scenes.sections[known], weights=values[known])
    means: NDArray[np.float64] = sums[counts > 0] / counts[counts > 0]
    return means


def _difference(
    scenes: _Scenes, name: str, with_it: NDArray[np.bool_], without: NDArray[np.bool_]
) -> Difference | None:
    sides = [_section_means(scenes, name, chosen) for chosen in (with_it, without)]
    if not all(len(side) for side in sides):
        return None
    value = float(sides[0].mean() - sides[1].mean())
    if min(len(side) for side in sides) < LEAST:
        return Difference(value)
    return Difference(value, *welch(sides[0], sides[1], NOISE[name]))


def welch(
    one: NDArray[np.float64], other: NDArray[np.float64], noise: float
) -> tuple[float, float]:
    """Welch's interval of the difference of two means at `CONFIDENCE`; both need two values.

    Args:
        noise: least standard deviation that is believed, in the unit of the values.
    """
    from scipy.special import stdtrit  # half of the time that this module takes to load

    parts = [max(float(side.var(ddof=1)), noise**2) / len(side) for side in (one, other)]
    total = sum(parts)
    freedom = total**2 / sum(
        part**2 / (len(side) - 1) for part, side in zip(parts, (one, other), strict=True)
    )
    reach = float(stdtrit(freedom, (1 + CONFIDENCE) / 2)) * total**0.5
    value = float(one.mean() - other.mean())
    return value - reach, value + reach


def _judged(
    first: Difference | None, rounds: Difference | None, present: Side, absent: Side
) -> tuple[Verdict, str]:
    score, cost = _sign(first), -_sign(rounds)
    told = "; ".join(
        part
        for part in (
            _told("first attempts", "points", first, score),
            _told("reflection rounds", "rounds", rounds, -cost),
        )
        if part
    )
    if max(score, cost) > 0 and min(score, cost) >= 0:
        return "helped", told
    if min(score, cost) < 0 and max(score, cost) <= 0:
        return "hurt", told
    if score * cost < 0:
        return "unclear", f"One is better, the other worse: {told}"
    least = min(present.rounds.sections, absent.rounds.sections)
    if least < LEAST:
        return "unclear", (
            f"Too few to tell: sections with it {present.rounds.sections}, comparable ones "
            f"without {absent.rounds.sections}; {LEAST} are needed on both sides"
        )
    return "unclear", "No difference beyond chance"


def _sign(found: Difference | None) -> int:
    if found is None or found.low is None or found.high is None:
        return 0
    return int(found.low > 0) - int(found.high < 0)


def _told(what: str, unit: str, found: Difference | None, sign: int) -> str:
    if not sign or found is None:
        return ""
    return f"{what} {found.value:+.1f} {unit} ({found.low:+.1f} to {found.high:+.1f})"


def verdicts(found: Mapping[int, Effect], ids: Iterable[int]) -> list[Verdict]:
    """One verdict for each id, for a column of a table or the colours of a map."""
    return [found[record].verdict if record in found else "unused" for record in ids]
