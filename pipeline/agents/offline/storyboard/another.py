"""The best scene that a section offers beside those of a storyboard."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pipeline.agents.offline.reading import Section, content_words, read_section, word_count
from pipeline.agents.offline.storyboard.anchors import Anchor
from pipeline.agents.offline.storyboard.planner import plan_scenes
from pipeline.agents.protocols import NoOtherSceneError
from pipeline.schema.storyboard import SceneSpec

_LONGEST = 6
"""Sentences that a scene is looked for in."""
_LEAST_WORDS = 10
"""Words, as a viewer reads them, that a scene must tell for the first time."""
_TRIED = 24
_SAME = 0.7
"""Share of a sentence's content words in one sentence of a scene that tells it."""


def find_another(
    section: Section,
    anchors: Sequence[Anchor],
    weights: Mapping[str, float],
    scenes: Sequence[SceneSpec],
    turned_down: Sequence[SceneSpec],
) -> SceneSpec:
    """A scene made of sentences that none of the given ones tells, around the strongest of them.

    Raises `NoOtherSceneError` where too little is left.
    """
    told = _Told((*scenes, *turned_down))
    fresh = [not told.tells(sentence.text) for sentence in section.sentences]
    windows = sorted(_windows(section, anchors, fresh), reverse=True)
    found: list[tuple[float, int, SceneSpec]] = []
    for rank, (value, first, end) in enumerate(windows[:_TRIED]):
        ranges = [(-first, -end)]
        spec = plan_scenes(section, anchors, ranges, weights, (*scenes, *turned_down))[0]
        if _is_new(spec, told):
            found.append((value - _flaws(spec), -rank, spec))
    if found:
        return max(found, key=lambda one: one[:2])[2]
    left = sum(fresh)
    if left == 0:
        raise NoOtherSceneError("The storyboard tells all that the section holds.")
    raise NoOtherSceneError(
        f"{'One sentence' if left == 1 else f'{left} sentences'} of the section "
        f"{'is' if left == 1 else 'are'} not told yet, which makes no scene."
    )


class _Told:
    """What scenes tell, sentence by sentence; also where a person put it in other words."""

    def __init__(self, scenes: Iterable[SceneSpec]) -> None:
        self._texts: list[str] = []
        self._words: list[frozenset[str]] = []
        for spec in scenes:
            text = f"{spec.claim}\n\n{spec.evidence}\n\n{spec.takeaway}"
            self._texts.append(_plain(text))
            said = read_section(text).sentences
            self._words.extend(frozenset(content_words(sentence.text)) for sentence in said)

    def tells(self, text: str) -> bool:
        plain = _plain(text)
        if any(plain in said for said in self._texts):
            return True
        words = frozenset(content_words(text))
        return bool(words) and any(len(words & said) >= _SAME * len(words) for said in self._words)


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".!?\u2026 ")


def _windows(
    section: Section, anchors: Sequence[Anchor], fresh: Sequence[bool]
) -> Iterator[tuple[float, int, int]]:
    """Value, first sentence and end of every run of sentences that could make a scene; places are
    negative, so that of two equal ones the earlier sorts first."""
    words = [word_count(sentence.text) for sentence in section.sentences]
    count = len(words)
    for first in range(count):
        for end in range(first + 1, min(count, first + _LONGEST) + 1):
            inside = range(first, end)
            new = sum(words[i] for i in inside if fresh[i])
            old = sum(words[i] for i in inside if not fresh[i])
            own = [a for a in anchors if a.sentences[0] >= first and a.sentences[-1] < end]
            strong = max((a.weight for a in own if _mostly(fresh, a.sentences)), default=0.0)
            several = sum(fresh[i] for i in inside) >= 2
            if new < _LEAST_WORDS or new < old or not (strong or several):
                continue
            torn = sum(
                a.weight
                for a in anchors
                if a.first < end <= a.sentences[-1] or a.first < first <= a.sentences[-1]
            )
            value = strong + 0.05 * min(new, 48) - 0.08 * old - 0.04 * max(0, new - 60) - torn
            yield value + 0.5 * _opens(section, first) + 0.5 * _opens(section, end), -first, -end


def _mostly(fresh: Sequence[bool], sentences: Sequence[int]) -> bool:
    return sum(fresh[i] for i in sentences) > len(sentences) / 2


def _opens(section: Section, place: int) -> bool:
    """Whether a paragraph begins there, or the section is over."""
    sentences = section.sentences
    if place in (0, len(sentences)):
        return True
    return sentences[place].paragraph != sentences[place - 1].paragraph


def _flaws(spec: SceneSpec) -> float:
    """What a claim that was cut short, or that is all there is to show, costs a scene."""
    return 1.0 * spec.claim.endswith("\u2026") + 0.8 * (_plain(spec.evidence) == _plain(spec.claim))


def _is_new(spec: SceneSpec, told: _Told) -> bool:
    """Whether the claim, and at least half of the evidence, is told by no other scene."""
    if told.tells(spec.claim):
        return False
    said = read_section(spec.evidence).sentences
    words = [word_count(sentence.text) for sentence in said]
    new = sum(n for n, sentence in zip(words, said, strict=True) if not told.tells(sentence.text))
    return new * 2 >= sum(words)
