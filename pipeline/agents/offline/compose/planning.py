"""From a task and a scene's specification to a plan: figure, words told, order of reveals."""

import re
from collections.abc import Sequence

from pipeline.agents.offline.compose.choose import choose_figure
from pipeline.agents.offline.compose.contents import find_contents
from pipeline.agents.offline.compose.drawing import Pen, Step
from pipeline.agents.offline.compose.figures import draw
from pipeline.agents.offline.compose.plan import Beat, Figure, ScenePlan
from pipeline.agents.offline.compose.source import (
    Source,
    has_display,
    read_source,
    told,
    told_parts,
)
from pipeline.agents.offline.layout import Layout
from pipeline.agents.offline.reading import content_words, shorten
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task

MAX_BEATS = 5
LONGEST = 25.0
"""No scene is planned longer than this, in seconds."""

_CAPTION_WORDS = (22, 18, 16, 14, 12, 10)
_PRECIOUS_RE = re.compile(r"\d|[=<>≤≥≈∝√]")
_OPENING = 2.3
_LEAST_HOLD = 0.6
_TOLERANCE = 1.15


def plan_scene(task: Task, spec: SceneSpec) -> ScenePlan:
    """A plan that holds the claim, every told sentence of the evidence, and the takeaway."""
    source = read_source(task, spec)
    return plan_with(source, choose_figure(source))


def plan_with(source: Source, figure: Figure) -> ScenePlan:
    """A plan for a given figure."""
    spec = source.spec
    claim, takeaway = told(spec.claim), told(spec.takeaway)
    duration = min(spec.duration_hint, LONGEST)
    told_now = _sentences(source, claim, takeaway, duration)
    sentences = [words for _, words in told_now]
    bare = ScenePlan(
        name=spec.name,
        claim=claim,
        takeaway=takeaway,
        duration=duration,
        figure=figure,
        beats=tuple(Beat(words=s) for s in sentences),
        tints=source.tints,
    )
    steps = draw(Pen(bare, Layout())).steps
    formulas = [shows for shows, _ in told_now]
    beats = assign_steps(sentences, steps, formulas)
    contents = find_contents(claim, takeaway, beats, figure)
    return bare.model_copy(update={"beats": beats, "contents": contents})


def _sentences(
    source: Source, claim: str, takeaway: str, duration: float
) -> list[tuple[bool, str]]:
    """The words told, with whether a formula goes with them, so short that the duration suffices.

    Only as much is cut as the duration asks for, and within its tolerance nothing.
    """
    pairs = [
        (has_display(s.text) and words.endswith(":"), _beyond(words, claim))
        for s in source.evidence.sentences
        for words in told_parts(s.text)
    ]
    pairs = [(shows, words) for shows, words in pairs if len(words.split()) > (1 if shows else 2)]
    fresh = [p for p in pairs if p[1] not in (claim, takeaway)]
    chosen = (fresh or pairs or [(False, claim)])[:MAX_BEATS]
    speed = Layout().words_per_second
    room = _TOLERANCE * duration - _OPENING - len(takeaway.split()) / speed - 1.5
    short = chosen
    for most in _CAPTION_WORDS:
        short = [(shows, _short(words, most)) for shows, words in chosen]
        if sum(_LEAST_HOLD + len(words.split()) / speed for _, words in short) <= room:
            break
    return short


def _beyond(words: str, claim: str) -> str:
    """What a sentence says beyond the claim it begins with."""
    stem = claim.rstrip(".!?")
    rest = words[len(stem) :].lstrip(" ,:;") if words.startswith(stem) else ""
    return rest[:1].upper() + rest[1:] if len(rest.split()) > 2 else words


def _short(words: str, most: int) -> str:
    """Cut to so many words; a sentence with numbers or formulas may keep more."""
    allowed = most + 6 if _PRECIOUS_RE.search(words) else most
    return words if len(words.split()) <= allowed else shorten(words, allowed)


def assign_steps(
    sentences: Sequence[str], steps: Sequence[Step], formulas: Sequence[bool]
) -> tuple[Beat, ...]:
    """Which reveals go with which sentence: in order, by shared words, else evenly.

    Dynamic programming over (step, sentence): the sum of shared words is greatest, sentences
    never go back, and sentences without a reveal cost.
    """
    many, count = len(sentences), len(steps)
    words = [
        set(content_words(s)) | ({"formula"} if shows else set())
        for s, shows in zip(sentences, formulas, strict=True)
    ]
    best: list[list[tuple[float, int]]] = []
    for i, step in enumerate(steps):
        row = []
        named = set(content_words(step.name))
        for j in range(many):
            even = abs(j / max(1, many - 1) - i / max(1, count - 1)) if many > 1 else 0.0
            here = len(named & words[j]) / max(1, len(named)) - 0.8 * even
            row.append(_from_before(best, i, j, here))
        best.append(row)
    places = _trace(best, many)
    return tuple(
        Beat(words=s, steps=tuple(i for i, p in enumerate(places) if p == j))
        for j, s in enumerate(sentences)
    )


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
