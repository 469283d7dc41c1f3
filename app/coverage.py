"""Which sentences and formulas of a section a storyboard covers.

Sentences and formulas are those that the offline cast reads; the rule looks at the words of a scene
(claim, evidence and takeaway) only, so it serves any storyboard, whoever wrote it.

A scene covers a formula if one formula of the scene has at least 90% of its signs (braces, spaces
and size commands aside), or if it stands in the scene's text on one line. A scene covers a sentence
if it quotes it, or if all of this holds:

- half of the sentence's content words are in the scene, all of them if there are three or fewer
  (word endings aside);
- half of its numbers are, at least one;
- half of its formulas are covered, at least one.
"""

# Typographic marks are what this module reads.
# ruff: noqa: RUF001

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pipeline.agents.offline.reading import plain_math, read_section
from pipeline.agents.offline.reading.maths import MathSpan, find_math
from pipeline.agents.offline.review.terms import Terms, numbers_in, terms_of
from pipeline.agents.offline.revise.tokens import tex_tokens
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task

SAME_FORMULA = 0.9
ENOUGH = 0.5
FEW_WORDS = 3
_SHORTEST_FORMULA = 4  # signs; "x = 1" has three and is no formula to be explained
_NEAR = 60  # words of the section that may stand between two words of one sentence
_CITED = re.compile(r"\[\d+(?:\s*[,\u2013-]\s*\d+)*\]")  # references are no numbers to be shown
_TOKEN = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Passage:
    """A sentence or formula of the section.

    Attributes:
        text: as the section has it, from `start` to `end`.
        start, end: offsets into `Task.text`; a formula lies inside its sentence, if it has one.
        covered: at least one scene covers it; `scenes` are the names of those, in their order.
    """

    text: str
    start: int
    end: int
    kind: Literal["sentence", "formula"]
    covered: bool
    scenes: tuple[str, ...]


@dataclass(frozen=True)
class _Token:
    """A word in lower case, or a whole formula, with its place."""

    text: str
    start: int
    end: int


class _Said:
    """What a scene says, made ready for being compared."""

    def __init__(self, scene: SceneSpec) -> None:
        text = f"{scene.claim}\n{scene.evidence}\n{scene.takeaway}"
        self.name = scene.name
        self.terms = terms_of(text)
        self.numbers = frozenset(self.terms.numbers) | frozenset(numbers_in(_bare_math(text)))
        self.formulas = [Counter(tex_tokens(span.tex)) for _, _, span in find_math(text)]
        self.line = _squeezed(text)
        self.words = " ".join(token.text for token in _tokens(text))

    def has_formula(self, tex: str) -> bool:
        wanted = Counter(tex_tokens(tex))
        total = sum(wanted.values())
        if any((wanted & shown).total() >= SAME_FORMULA * total for shown in self.formulas):
            return True
        line = _squeezed(plain_math(tex, lossy=True) or "")
        return len(line) >= _SHORTEST_FORMULA and line in self.line

    def has_sentence(self, words: str, terms: Terms) -> bool:
        if words and f" {words} " in f" {self.words} ":
            return True
        if terms.empty:
            return False
        known = sum(word in self.terms.words for word in terms.words)
        needed = len(terms.words) if len(terms.words) <= FEW_WORDS else ENOUGH * len(terms.words)
        numbers = sum(number in self.numbers for number in terms.numbers)
        formulas = sum(self.has_formula(tex) for tex in terms.formulas)
        return (
            known >= needed
            and numbers >= ENOUGH * len(terms.numbers)
            and formulas >= ENOUGH * len(terms.formulas)
        )


def coverage(task: Task, scenes: Iterable[SceneSpec]) -> tuple[Passage, ...]:
    """The sentences and formulas of a section in its order, and which scenes cover each.

    Formulas of fewer than four signs are left to their sentences. Tables and headings are no
    sentences. Takes some 10 ms for a section of usual length.
    """
    said = [_Said(scene) for scene in scenes]
    passages = [_sentence(task.text, *place, said) for place in _places(task.text)]
    passages += [
        _formula(task.text, start, end, span, said)
        for start, end, span in find_math(task.text)
        if len(tex_tokens(span.tex)) >= _SHORTEST_FORMULA
    ]
    return tuple(sorted(passages, key=lambda passage: (passage.start, -passage.end)))


def _sentence(text: str, start: int, end: int, sentence: str, said: list[_Said]) -> Passage:
    terms = terms_of(_CITED.sub(" ", sentence))
    words = " ".join(token.text for token in _tokens(sentence))
    scenes = tuple(scene.name for scene in said if scene.has_sentence(words, terms))
    return Passage(text[start:end], start, end, "sentence", bool(scenes), scenes)


def _formula(text: str, start: int, end: int, span: MathSpan, said: list[_Said]) -> Passage:
    scenes = tuple(scene.name for scene in said if scene.has_formula(span.tex))
    return Passage(text[start:end], start, end, "formula", bool(scenes), scenes)


def _places(text: str) -> list[tuple[int, int, str]]:
    """Start and end of every sentence in the section, and the sentence as it was read.

    Reading takes marks, footnotes and the like away, so a sentence is found again by its words,
    in order; one that is not found (made up of a table, for instance) is left out.
    """
    tokens = _tokens(text)
    places: list[tuple[int, int, str]] = []
    at = 0
    for sentence in read_section(text).sentences:
        found = _follow(tokens, at, [token.text for token in _tokens(sentence.text)])
        if found is None:
            continue
        first, last = found
        start, end = _widened(text, tokens[first].start, tokens[last].end)
        places.append((start, end, sentence.text))
        at = last + 1
    return places


def _follow(tokens: list[_Token], at: int, wanted: list[str]) -> tuple[int, int] | None:
    """First and last token of a sentence whose words are `wanted`, from token `at` on."""
    if not wanted:
        return None
    starts = [i for i in range(at, len(tokens)) if _opens(tokens, i, wanted)]
    if not starts:
        return None
    # A word of a heading may be the first word too: what stands nearest to the next words counts.
    first = max(start for start in starts if start < starts[0] + len(wanted[:3]) + 3)
    last = first
    for word in wanted[1:]:
        near = range(last + 1, min(last + 1 + _NEAR, len(tokens)))
        last = next((place for place in near if tokens[place].text == word), last)
    return first, last


def _opens(tokens: list[_Token], first: int, wanted: list[str]) -> bool:
    """Whether the sentence may begin here: its next two words are near."""
    if tokens[first].text != wanted[0]:
        return False
    near = [token.text for token in tokens[first + 1 : first + 6]]
    return all(word in near for word in wanted[1:3])


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    """With the marks around the words: brackets and quotes before, the full stop after."""
    while start > 0 and text[start - 1] in "([\"'“‘*_$":
        start -= 1
    while end < len(text) and text[end] in ".,;:!?)]\"'”’*_%$…":
        end += 1
    return start, end


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    for start, end, span in find_math(text):
        tokens += _words(text, at, start)
        tokens.append(_Token("$" + "".join(tex_tokens(span.tex)), start, end))
        at = end
    return tokens + _words(text, at, len(text))


def _words(text: str, start: int, end: int) -> list[_Token]:
    return [
        _Token(found.group().casefold(), found.start(), found.end())
        for found in _TOKEN.finditer(text, start, end)
    ]


def _squeezed(text: str) -> str:
    """On one line without blanks and brackets, which nobody sets alike."""
    return re.sub(r"[\s(){}\[\]]+", "", text).replace("\u2212", "-").rstrip(".,;")


def _bare_math(text: str) -> str:
    """Numbers inside formulas count as said too."""
    return " ".join(span.tex for _, _, span in find_math(text))
