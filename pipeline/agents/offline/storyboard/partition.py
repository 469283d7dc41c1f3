"""Cutting a section into as many consecutive parts as there are scenes."""

from collections.abc import Sequence
from itertools import combinations, pairwise

from pipeline.agents.offline.reading import Section, word_count
from pipeline.agents.offline.storyboard.anchors import LISTED, Anchor, AnchorKind

MOST_SCENES = 6
_MOST_UNITS = 22
_SENTENCES_PER_SCENE = 3
_WORDS_PER_SCENE = 32


def scene_count(section: Section, anchors: Sequence[Anchor], max_scenes: int) -> int:
    """How many scenes a section carries: about one per three sentences or thirty words.

    A section of ordinary length gives three; more only when it also holds more strong anchors
    than that.
    """
    sentences = section.sentences
    words = sum(word_count(sentence.text) for sentence in sentences)
    by_length = min(len(sentences) // _SENTENCES_PER_SCENE, words // _WORDS_PER_SCENE)
    strong = {anchor.sentences[0] for anchor in anchors if anchor.weight >= 2}
    wanted = max(1, min(by_length, max(3, len(strong))))
    return max(1, min(wanted, max_scenes, MOST_SCENES, len(sentences)))


def partition(
    section: Section, anchors: Sequence[Anchor], count: int
) -> tuple[tuple[int, int], ...]:
    """`count` consecutive ranges `[first, end)` of sentence indices that cover the section.

    The best cut keeps anchors whole, gives every part a strong one, prefers paragraph ends and
    parts of like length.
    """
    total = len(section.sentences)
    units = _unit_ends(section)
    if count <= 1 or len(units) <= 1:
        return ((0, total),)
    count = min(count, len(units))
    words = [word_count(sentence.text) for sentence in section.sentences]
    for anchor in anchors:
        if anchor.table is not None:
            words[anchor.sentences[0]] += sum(len(row) for row in anchor.table.rows)
    scores: dict[tuple[int, int], float] = {}

    def score(first: int, end: int) -> float:
        if (first, end) not in scores:
            scores[first, end] = _score(section, anchors, words, first, end, count)
        return scores[first, end]

    def total_score(cuts: tuple[int, ...]) -> float:
        edges = (0, *cuts, total)
        return sum(score(a, b) for a, b in pairwise(edges))

    best = max(combinations(units[:-1], count - 1), key=total_score)
    edges = (0, *best, total)
    return tuple(pairwise(edges))


def _unit_ends(section: Section) -> list[int]:
    """Ends of the pieces that are never cut: sentences, or runs of them in a long section."""
    total = len(section.sentences)
    size = max(1, -(-total // _MOST_UNITS))
    return sorted({min(total, end) for end in range(size, total + size, size)})


def _score(
    section: Section,
    anchors: Sequence[Anchor],
    words: list[int],
    first: int,
    end: int,
    count: int,
) -> float:
    inside = [a for a in anchors if first <= a.first and a.sentences[-1] < end]
    torn = sum(anchor.weight for anchor in anchors if anchor.first < end <= anchor.sentences[-1])
    strengths = sorted((anchor.weight for anchor in inside), reverse=True)
    value = strengths[0] if strengths else 0.0
    shapes = {a.sentences for a in inside if a.kind in LISTED or a.kind is AnchorKind.TABLE}
    value -= 1.0 * max(0, len(shapes) - 1)  # one idea at a time
    share = sum(words[first:end]) / max(1, sum(words))
    uneven = abs(share * count - 1)
    sentences = section.sentences
    at_paragraph = end == len(sentences) or sentences[end].paragraph != sentences[end - 1].paragraph
    splits_list = end < len(sentences) and sentences[end].item
    thin = 2.5 if end - first < 2 else 0.0
    return value - 2 * torn - 1.5 * uneven + 0.8 * at_paragraph - 2.5 * splits_list - thin
