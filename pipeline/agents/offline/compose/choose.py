"""Which figure a scene gets: every kind that finds itself in the text bids, the best bid wins."""

import math
import re
from collections.abc import Callable, Sequence

from pipeline.agents.offline.compose import choose_maths as m
from pipeline.agents.offline.compose import tex as maths
from pipeline.agents.offline.compose.numbers import counted_series
from pipeline.agents.offline.compose.plan import (
    BarsFigure,
    ContrastFigure,
    Figure,
    FlowFigure,
    NetworkFigure,
    PairFigure,
    StagesFigure,
    TimelineFigure,
)
from pipeline.agents.offline.compose.quote import clean
from pipeline.agents.offline.compose.source import Source, told
from pipeline.agents.offline.reading import Process, Quantity, Series, plain
from pipeline.agents.offline.reading.shorten import shorten, shorten_phrase
from pipeline.agents.offline.reading.words import PREPOSITIONS, is_verb, word_set

Bid = tuple[int, Figure]
MAX_STEPS = 6
MAX_BARS = 6
MAX_EVENTS = 6


def choose_figure(source: Source) -> Figure:
    """The figure of the highest bid; stages told from the sentences when nothing else fits."""
    bids = [bid for reader in _READERS if (bid := reader(source)) is not None]
    return max(bids, key=lambda bid: bid[0])[1] if bids else _sentences(source)


def beside(source: Source) -> str:
    """The displayed formula, to show above another figure.

    Inline mathematics is typeset in the words that tell it and is not shown a second time.
    """
    shown = next((atoms for formula, atoms in source.formulas if formula.display), None)
    return source.tex(maths.statements(shown)[0]) if shown is not None else ""


def name_of(text: str, words: int = 6) -> str:
    """A short name: plain, without its closing mark."""
    short = clean(plain(shorten_phrase(text, words), lossy=True)).rstrip(".,;:…")
    first = short.split(" ")[0]
    return short[:1].upper() + short[1:] if re.fullmatch(r"[a-z-]{2,}|a", first) else short


def label_of(text: str) -> str:
    """The name of a bar: what stands before a second noun phrase."""
    words = name_of(re.split(r"(?<=\w)\s+(?:the|a|an)\s", text)[0], 4).split()
    while len(words) > 1 and words[-1].lower() in PREPOSITIONS:
        words.pop()
    return " ".join(words)


def _bars(source: Source) -> Bid | None:
    usable = [s for s in source.evidence.series if len({p.label for p in s.points}) > 1]
    usable += counted_series(source.evidence)
    if not usable:
        return None
    series = max(usable, key=lambda s: (_about_claim(s, source), min(len(s.points), MAX_BARS)))
    points = series.points[:MAX_BARS]
    figure = BarsFigure(
        names=tuple(label_of(p.label) or str(i + 1) for i, p in enumerate(points)),
        values=tuple(p.value for p in points),
        shown=tuple(clean(p.printed) for p in points),
        measure=name_of(series.caption, 4),
        best=_best(series, source),
        gap=_printed_gap(points, source),
        formula=beside(source),
    )
    return 90, figure


def _printed_gap(points: Sequence[Quantity], source: Source) -> str:
    """By how much two values differ, where the same sentence says so, or in percent."""
    if len(points) != 2 or min(p.value for p in points) <= 0:
        return ""
    first, second = points[0].value, points[1].value
    percent = 100 * abs(second - first) / first
    for said in source.evidence.quantities:
        if said.sentence not in {p.sentence for p in points} or said.value in (first, second):
            continue
        part = said.unit == "%" and points[0].unit != "%" and abs(said.value - percent) < 0.51
        if part or (said.unit == points[0].unit and math.isclose(said.value, abs(second - first))):
            return clean(said.printed)
    return ""


_LOWER_RE = re.compile(
    r"\b(error|loss|perplexity|latency|cost|distance|time|rounds?|mistakes?|fewer|lower|less|"
    r"reduc\w+|fell|falls?|drops?|shrinks?|cuts?)\b"
)


_EMPTY = word_set(
    "the a an of in on at to for with and or is are was it its by from than that this"
)


def _said(text: str) -> set[str]:
    """The words of a text that name something, numbers included."""
    return set(re.findall(r"[a-z0-9.]+", text.lower())) - _EMPTY


def _about_claim(series: Series, source: Source) -> int:
    """Words that the numbers share with what the scene is meant to say."""
    named = _said(" ".join([series.caption, *(p.label for p in series.points)]))
    claim, takeaway = _said(source.spec.claim), _said(source.spec.takeaway)
    return 2 * len(claim & named) + len(takeaway & named)


def _best(series: Series, source: Source) -> int:
    """The bar the scene is about: named in claim or takeaway, else the lowest or highest."""
    points = series.points[:MAX_BARS]
    said = _said(f"{source.spec.claim} {source.spec.takeaway}")
    hits = [len(said & _said(p.label)) for p in points]
    if max(hits) > 0 and hits.count(max(hits)) == 1:
        return hits.index(max(hits))
    values = [p.value for p in points]
    low = bool(_LOWER_RE.search(f"{series.caption} {source.spec.claim}".lower()))
    return values.index(min(values)) if low else values.index(max(values))


_PAIR_RE = re.compile(r"\b(entangle\w*|bell (?:pair|state)s?)\b")


def _pair(source: Source) -> Bid | None:
    """Two entangled qubits and the two that hold them."""
    if not _PAIR_RE.search(source.words):
        return None
    in_claim = bool(_PAIR_RE.search(source.spec.claim.lower()))
    told_of = " ".join(s.text for s in source.section.sentences).lower()
    names = [n for n in ("Alice", "Bob") if n.lower() in told_of]
    left, right = names if len(names) == 2 else ("First qubit", "Second qubit")
    return (84 if in_claim else 71), PairFigure(left=left, right=right, formula=beside(source))


def _timeline(source: Source) -> Bid | None:
    events = source.evidence.events[:MAX_EVENTS]
    if len(events) < 2:
        return None
    figure = TimelineFigure(
        times=tuple(e.label for e in events), events=tuple(_event(e.text) for e in events)
    )
    return 85, figure


def _event(text: str) -> str:
    """What happened; where only `they proved` would be left of it, what they proved."""
    short = name_of(text, 10)
    if is_verb(short.split(" ")[-1]) and " that " in text:
        return name_of(text.partition(" that ")[2], 10)
    return short


_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ANNOUNCED = 22


def _announced(count: int, source: Source) -> int:
    """A bonus where the claim itself announces so many things."""
    claim = source.spec.claim.lower()
    number = _NUMBERS[count - 1] if count <= len(_NUMBERS) else str(count)
    said = re.search(rf"\b(?:{number}|{count})\s+(?:\w+\s+)?\w+s\b", claim)
    steps = re.search(r"\b(?:steps|stages|procedure|phases|cycle)\b", claim)
    return _ANNOUNCED if said or steps else 0


def _flow(source: Source) -> Bid | None:
    usable = [p for p in source.evidence.processes if _is_process(p, source)]
    if not usable:
        return None
    process = max(usable, key=lambda p: len(p.steps))
    steps = process.steps[:MAX_STEPS]
    figure = FlowFigure(
        steps=tuple(clean(plain(s.name, lossy=True)) for s in steps),
        loop=process.cycle or bool(_LOOP_RE.search(source.words)),
        formula=beside(source),
    )
    return (84 if len(steps) > 2 else 66) + _announced(len(process.steps), source), figure


_PROCESS_RE = re.compile(
    r"\b(steps?|stages?|then|next|finally|pipeline|procedure|algorithm|loops?|repeats?|process|"
    r"after|before|phases?|passes)\b"
)


_LOOP_RE = re.compile(r"\b(starts? again|begins? again|repeats?|loops? back|over and over)\b")


def _is_process(process: Process, source: Source) -> bool:
    """Steps in time: not the clauses around a formula, nor a list that happens to be numbered."""
    sentences = {s.index: s for s in source.evidence.sentences}
    told_in = [sentences[step.sentence] for step in process.steps if step.sentence in sentences]
    if any("$$" in s.text for s in told_in):
        return False
    return not all(s.item for s in told_in) or bool(_PROCESS_RE.search(source.words))


def _stages(source: Source) -> Bid | None:
    if not source.evidence.enumerations:
        return None
    every = max(source.evidence.enumerations, key=lambda e: len(e.items)).items
    items = every[:5]
    figure = StagesFigure(items=tuple(name_of(i, 9) for i in items), formula=beside(source))
    return (70 if len(items) > 2 else 58) + _announced(len(every), source), figure


def _contrast(source: Source) -> Bid | None:
    if not source.evidence.comparisons:
        return None
    comparison = source.evidence.comparisons[0]
    figure = ContrastFigure(
        left=name_of(comparison.left, 4),
        right=name_of(comparison.right, 4),
        left_words=_about(source, comparison.left, comparison.right),
        right_words=_about(source, comparison.right, comparison.left),
        winner="none",
        formula=beside(source),
    )
    return 64, figure


def _about(source: Source, one: str, other: str) -> str:
    """What the text says of one side: a clause that begins with it and is not about the other."""
    key, rival = one.lower().split()[-1], other.lower().split()[-1]
    clauses = [
        clause
        for sentence in source.evidence.sentences
        for clause in re.split(r"[;,]\s+(?:while|whereas|but|and)?\s*", sentence.text)
    ]
    for clause in clauses:
        words = clause.lower().split()
        if len(words) > 3 and words[0] not in ("unlike", "compared", "than") and any(
            word.startswith(key.rstrip("s")) for word in words[:4]
        ) and rival not in words[:4]:  # fmt: skip
            return name_of(clause, 10)
    return ""


_NETWORK_RE = re.compile(r"\b(layers?|neurons?|hidden|perceptron|units|feed-?forward|weights)\b")
_LAYERS = ("input", "hidden", "output")


def _network(source: Source) -> Bid | None:
    hits = set(_NETWORK_RE.findall(source.words))
    if len(hits) < 2 or not ({"layer", "layers", "neuron", "neurons"} & hits):
        return None
    return 63, NetworkFigure(layers=(3, 4, 4, 2) if "deep" in source.words else (3, 4, 2),
                             names=("input", "hidden", "hidden", "output")
                             if "deep" in source.words else _LAYERS,
                             formula=beside(source))  # fmt: skip


def _sentences(source: Source) -> Figure:
    """Cards with what the sentences say: whole short ones or whole clauses, never a fragment."""
    sentences = [shorten(told(s.text), 12) for s in source.evidence.sentences]
    names = [name_of(s, 12) for s in sentences if s and not s.endswith(("…", ":"))][:3]
    return StagesFigure(items=tuple(names or [name_of(told(source.spec.claim), 6) or "The claim"]),
                        formula=beside(source))  # fmt: skip


_READERS: tuple[Callable[[Source], Bid | None], ...] = (
    _bars, _pair, _timeline, _flow, _stages, _contrast, _network,
    m.read_formula, m.read_plot, m.read_matrix, m.read_spectrum, m.read_spread, m.read_state,
    m.read_samples,
)  # fmt: skip
