"""From a task and a scene's specification to a plan: figure, words told, order of reveals."""

import re
from collections.abc import Sequence
from functools import lru_cache

from pipeline.agents.offline.compose.choose import choose_figure
from pipeline.agents.offline.compose.contents import find_contents
from pipeline.agents.offline.compose.drawing import Pen, Step
from pipeline.agents.offline.compose.estimate import LONGEST, estimate_layout, lengthened
from pipeline.agents.offline.compose.figures import draw
from pipeline.agents.offline.compose.pacing import (
    BRISK,
    MOST_WORDS,
    in_clauses,
    is_precious,
    length,
    seconds,
    shorten_to,
)
from pipeline.agents.offline.compose.plan import (
    Beat,
    Figure,
    FlowFigure,
    ScenePlan,
    StagesFigure,
    TimelineFigure,
    shows_formula,
)
from pipeline.agents.offline.compose.source import (
    Source,
    read_source,
    told,
    told_parts,
)
from pipeline.agents.offline.layout import Layout
from pipeline.agents.offline.reading import content_words
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task

MAX_BEATS = 6

PLANNED = 0.85
"""Share of the intended length that is filled: what the text does not show takes time as well."""

_TOLERANCE, _STEPWISE = 1.1, 1.3
"""How far beyond the planned length a scene may go before a sentence is dropped; further where
each step that is drawn has a sentence of its own."""

_ATTEMPTS = 5

_TELLS = 2
"""Words that a sentence shares with a step of the figure when it tells it."""

_NUMBER_SAID = 1.2
"""What it is worth, beside shared words, that a sentence says the number a reveal shows."""

_NUMBER_RE = re.compile(r"\d+(?:[.,]\d+)*")
_LIST_RE = re.compile(
    r"\b(two|three|four|five|six|seven)\s+(?!steps|stages|lessons|ways|rules)\w+", re.IGNORECASE
)


@lru_cache(maxsize=64)
def plan_scene(task: Task, spec: SceneSpec) -> ScenePlan:
    """A plan that holds the claim, every told sentence of the evidence, and the takeaway.

    The last plans are kept: Coder, reviewer, reviser and the writers of records share one.
    """
    source = read_source(task, spec)
    return plan_with(source, choose_figure(source))


def plan_with(source: Source, figure: Figure) -> ScenePlan:
    """A plan for a given figure."""
    spec = source.spec
    claim, takeaway = told(spec.claim), told(spec.takeaway)
    duration = PLANNED * min(spec.duration_hint, LONGEST)
    stepwise = isinstance(figure, FlowFigure | StagesFigure | TimelineFigure)
    room = min((_STEPWISE if stepwise else _TOLERANCE) * duration, LONGEST)
    bare = ScenePlan(
        name=spec.name,
        claim=claim,
        takeaway=takeaway,
        duration=duration,
        figure=figure,
        beats=(Beat(words=claim),),
        tints=source.tints,
        signs=source.signs,
    )
    plan = _tell(source, bare, room)
    for _ in range(_ATTEMPTS):
        # The words of a sentence and the reveals that go with it take the longer of their times.
        beyond = length(plan, lengthened(plan, estimate_layout(plan))) - LONGEST
        if beyond <= 0 or len(plan.beats) == 1:
            break
        room -= max(beyond, 0.5)
        plan = _tell(source, bare, room, least=1 if len(plan.beats) == 2 else 2)
    return plan


def _tell(source: Source, bare: ScenePlan, room: float, least: int = 2) -> ScenePlan:
    """The plan with as many sentences as are read in `room` seconds, and the reveals of each."""
    told_now = _sentences(source, bare, room, least)
    sentences = [words for _, words in told_now]
    silent = bare.model_copy(update={"beats": tuple(Beat(words=s) for s in sentences)})
    steps = draw(Pen(silent, Layout())).steps
    beats = assign_steps(sentences, steps, [shows for shows, _ in told_now])
    contents = find_contents(bare.claim, bare.takeaway, beats, bare.figure)
    return bare.model_copy(update={"beats": beats, "contents": contents})


def _sentences(source: Source, bare: ScenePlan, room: float, least: int) -> list[tuple[bool, str]]:
    """The words told, with whether a formula goes with them, so few that the room suffices."""
    figure, claim, takeaway = bare.figure, bare.claim, bare.takeaway
    whole = [
        (shown, _beyond(words, claim))
        for s in source.evidence.sentences
        for shown, words in told_parts(s.text)
    ]
    pairs = [(shown, part) for shown, words in whole for part in in_clauses(words)]
    if seconds([words for _, words in pairs if words != takeaway], takeaway) > room:
        # Where time is short a sentence that one caption can hold is not told in parts.
        pairs = [
            (shown, part)
            for shown, words in whole
            for part in ([words] if len(words.split()) <= MOST_WORDS else in_clauses(words))
        ]
    pairs = [(shows, words) for shows, words in pairs if len(words.split()) > (1 if shows else 2)]
    if not shows_formula(figure):  # words that only point to a formula point to nothing
        pairs = [p for p in pairs if not p[1].endswith(":")] or pairs
    fresh = [p for p in pairs if p[1] not in (claim, takeaway)]
    shows = [shown for shown, _ in fresh or pairs][:MAX_BEATS] or [False]
    texts = [words for _, words in fresh or pairs][:MAX_BEATS] or [claim]
    texts = shorten_to(texts, room - seconds([], takeaway))
    while len(texts) > least and seconds(texts, takeaway, BRISK) > room:
        steps = _tellers(texts, figure)
        worth = [
            (shown, i in steps, is_precious(words), _shared_words(words, f"{claim} {takeaway}"))
            for i, (shown, words) in enumerate(zip(shows, texts, strict=True))
        ]
        slightest = worth.index(min(worth))
        del shows[slightest], texts[slightest]
    return list(zip(shows, texts, strict=True))


def _beyond(words: str, claim: str) -> str:
    """What a sentence says beyond the claim it begins with."""
    stem = claim.rstrip(".!?")
    rest = words[len(stem) :].lstrip(" ,:;") if words.startswith(stem) else ""
    counted = _LIST_RE.search(stem)
    if counted and words[len(stem) :].startswith(":") and "," in rest:
        return f"The {counted.group(1).lower()} are {rest[:1].lower()}{rest[1:]}"
    return rest[:1].upper() + rest[1:] if len(rest.split()) > 2 else words


def _tellers(texts: Sequence[str], figure: Figure) -> set[int]:
    """The sentences that tell a step of the figure, for each step the one that tells most of it."""
    said = [set(content_words(text)) for text in texts]
    tellers = set()
    for step in getattr(figure, "steps", None) or getattr(figure, "items", None) or ():
        shared = [len(words & set(content_words(step))) for words in said]
        if max(shared) >= _TELLS:
            tellers.add(shared.index(max(shared)))
    return tellers


def _shared_words(words: str, said: str) -> int:
    return len(set(content_words(words)) & set(content_words(said)))


def assign_steps(
    sentences: Sequence[str], steps: Sequence[Step], formulas: Sequence[bool]
) -> tuple[Beat, ...]:
    """Which reveals go with which sentence: in order, by shared words, else evenly.

    A free reveal opens the sentence that a formula goes with; where none of them told one, the
    claim did, and it opens the first. For the others,
    dynamic programming over (step, sentence): the sum of shared words is greatest, sentences
    never go back, and sentences without a reveal cost.
    """
    words = [
        _telling(s) | ({"formula"} if shows else set())
        for s, shows in zip(sentences, formulas, strict=True)
    ]
    ordered = [i for i, step in enumerate(steps) if not step.free]
    places = _in_order([_telling(steps[i].name) for i in ordered], words)
    home = formulas.index(True) if True in formulas else 0
    free = tuple(i for i, step in enumerate(steps) if step.free)
    return tuple(
        Beat(
            words=s,
            steps=(free if j == home else ())
            + tuple(i for i, p in zip(ordered, places, strict=True) if p == j),
        )
        for j, s in enumerate(sentences)
    )


def _telling(text: str) -> set[str]:
    """Words and numbers by which a sentence and a reveal know each other."""
    return set(content_words(text)) | set(_NUMBER_RE.findall(text))


def _in_order(names: Sequence[set[str]], words: Sequence[set[str]]) -> list[int]:
    """The sentence of each named step."""
    many, count = len(words), len(names)
    best: list[list[tuple[float, int]]] = []
    for i, named in enumerate(names):
        row = []
        for j in range(many):
            even = abs(j / max(1, many - 1) - i / max(1, count - 1)) if many > 1 else 0.0
            here = _shared(named, words[j]) - 0.8 * even
            row.append(_from_before(best, i, j, here))
        best.append(row)
    return _trace(best, many)


def _shared(named: set[str], said: set[str]) -> float:
    """The share of a reveal's words that a sentence says; numbers weigh more."""
    numbers = {word for word in named if word[0].isdigit()}
    both = len(named & said) / max(1, len(named))
    return both + _NUMBER_SAID * len(numbers & said) / max(1, len(numbers))


def _from_before(
    best: list[list[tuple[float, int]]], i: int, j: int, here: float
) -> tuple[float, int]:
    if i == 0:
        return here - 0.6 * j, -1
    options = [(best[i - 1][k][0] - 0.6 * max(0, j - k - 1), k) for k in range(j + 1)]
    score, before = max(options, key=lambda o: (o[0], o[1]))
    return here + score, before


def _trace(best: list[list[tuple[float, int]]], many: int) -> list[int]:
    if not best:
        return []
    last = max(range(many), key=lambda j: best[-1][j][0] - 0.6 * (many - 1 - j))
    places = [last]
    for row in reversed(best[1:]):
        places.append(row[places[-1]][1])
    return places[::-1]
