"""Choosing the sentences that say a scene's claim and close it."""

import re
from collections.abc import Collection, Mapping

from pipeline.agents.offline.reading import Section, content_words, shorten
from pipeline.agents.offline.reading.maths import mask_math
from pipeline.agents.offline.reading.words import PREPOSITIONS, is_verb
from pipeline.agents.offline.storyboard.anchors import LISTED, Anchor, AnchorKind

CLAIM_WORDS = 20
TAKEAWAY_WORDS = 20
# The least value of a closing line; further away any full sentence is better than key words.
_FIT = -2.5
_FIT_ELSEWHERE = -6.0
_DANGLING_RE = re.compile(
    r"^(?:it|this|that|these|those|they|he|she|here|there|such|both|also|then|next|finally|second|"
    r"third|its|their|his|her|our|how|none|neither|where|which|and|but|or|for example|"
    r"for instance|e\.g|see|otherwise|conversely|again)\b",
    re.IGNORECASE,
)
_CONCLUDES_RE = re.compile(
    r"\b(?:thus|therefore|hence|so that|as a result|consequently|this means|it follows|in short|"
    r"in other words|shows? that|showed that|this is why|which is why|we conclude|conclude|"
    r"overall|in summary|in practice|the result|makes it|allows?|explains?|always|never|exactly)\b",
    re.IGNORECASE,
)
_LEAD_RE = re.compile(
    r"^(?:thus|therefore|hence|as a result|consequently|in short|in summary|overall|finally|in "
    r"other words|and|but|so|moreover|furthermore|however)\b[,:]?\s+",
    re.IGNORECASE,
)
_CLOSING = ".!?\u2026\u3002\uff01\uff1f\u0964\u061f"
_POINTS_RE = re.compile(
    r"\b(?:appendix|figures?|tables?|fig\.|future work|in turn|deferred to|listed in|"
    r"(?:in|of) (?:this|the next|the following) (?:section|paper|work))\b|§",
    re.IGNORECASE,
)
_PREPARES_RE = re.compile(
    r"^(?:let|take|suppose|consider|assume|given|recall|note)\b", re.IGNORECASE
)
_ASIDE_RE = re.compile(r"\billustrat|\bmade[- ]up\b|\bfigures? (?:in|of) this\b", re.IGNORECASE)
_NUMBER_RE = re.compile(r"\d+(?:[.,]\d+)*")
# Words that tie a sentence to the one before it, which is not on screen with it.
_LINK_RE = re.compile(
    r",\s+(?:however|moreover|furthermore|therefore),(?=\s)"
    r"|(?<=\w|\$)(?<!\bbut)\s+(?:therefore|thus|hence|also)(?=\s)"
)
_MARKER_RE = re.compile(r"[:;,]\s*$")


def term_weights(section: Section, title: str) -> dict[str, float]:
    """How telling each content word of the section is: often used, or in a title."""
    weights: dict[str, float] = {}
    for sentence in section.sentences:
        for word in content_words(sentence.text):
            weights[word] = weights.get(word, 0.0) + 1.0
    for heading in (title, *section.headings):
        for word in content_words(heading):
            weights[word] = weights.get(word, 0.0) + 2.0
    return weights


def _distance(index: int, indices: range) -> int:
    """How many sentences lie between a sentence and a part of the section."""
    return max(0, indices[0] - index, index - indices[-1])


def spoken(text: str) -> str:
    """A sentence without its display formula.

    "The output is a mean of the values, $$..$$, where .." is spoken as the clause before the
    formula; "" when the words before it need the formula to be complete.
    """
    head, found, _ = text.partition("$$")
    if not found:
        return text
    words = head.split()
    if len(words) < 5 or not head.rstrip().endswith((",", ":", ";")):
        return ""
    last = words[-1].strip(",:;").lower()
    if is_verb(last) or last in PREPOSITIONS or not any(is_verb(word) for word in words):
        return ""
    return head.rstrip(" ,:;") + "."


def formula_part(text: str) -> str:
    """What is left of a sentence when `spoken` has been said elsewhere."""
    return text[text.find("$$") :]


def choose_claim(
    section: Section,
    indices: range,
    main: Anchor | None,
    weights: Mapping[str, float],
    taken: Collection[str],
) -> tuple[int, str]:
    """The index of the sentence that says what the scene is about, and its wording."""

    def score(index: int) -> float:
        text = _announced(section.sentences[index].text, index, main)
        value = _statement(text, CLAIM_WORDS) + _telling(text, weights)
        opens = index == indices[0] or (
            section.sentences[index].paragraph != section.sentences[index - 1].paragraph
        )
        value += 1.6 * opens - 0.08 * (index - indices[0])
        value += _near(main, index)
        value -= 1.5 * section.sentences[index].item
        value -= 1.5 * (index == len(section.sentences) - 1)  # the natural close of the section
        worded = _worded(text, CLAIM_WORDS)
        return value - 6.0 * (worded in taken) - 3.0 * _rough(text, worded)

    best = max(indices, key=score)
    text = _announced(section.sentences[best].text, best, main)
    return best, _worded(text, CLAIM_WORDS) or section.sentences[best].text


def _announced(text: str, index: int, main: Anchor | None) -> str:
    """Of a sentence that is itself the scene's list, the words that announce the list."""
    if main is None or main.kind is not AnchorKind.LIST or main.sentences != (index,):
        return text
    head, found, _ = text.partition(":")
    return f"{head}." if found and len(head.split()) >= 4 else text


def _near(main: Anchor | None, index: int) -> float:
    """The sentence that announces a list makes a good claim, its single steps do not."""
    if main is None:
        return 0.0
    if main.kind in LISTED:
        if main.sentences == (index,):
            return 1.5
        return 3.5 * (index == main.lead) - 2.0 * (index in main.sentences)
    return 0.9 * (index in main.sentences or index + 1 in main.sentences)


def choose_takeaway(
    section: Section,
    indices: range,
    elsewhere: bool,
    spent: Collection[int],
    said: Collection[str],
) -> tuple[int, str] | None:
    """The index and wording of the sentence that closes a part, or None when none is fit.

    Args:
        section: the reading.
        indices: the sentences of the part.
        elsewhere: look in the rest of the section instead of in the part itself.
        spent: sentences that the scene tells anyway.
        said: claims and takeaways of the storyboard so far; none of them is said again.
    """
    rest = [*range(indices[-1] + 1, len(section.sentences)), *range(indices[0] - 1, -1, -1)]
    found: list[tuple[float, int, str]] = []
    for index in rest[:40] if elsewhere else indices:
        text = section.sentences[index].text
        worded = _worded(_LEAD_RE.sub("", text, count=1), TAKEAWAY_WORDS)
        if any(_same(worded, line) for line in said):
            continue
        value = _statement(text, TAKEAWAY_WORDS) + 1.5 * bool(_CONCLUDES_RE.search(text))
        value += 0.0 if elsewhere else 1.2 * (index - indices[0]) / max(1, len(indices))
        value -= 3.0 * _rough(text, worded) + 0.15 * _distance(index, indices)
        value -= 4.0 * (index in spent) + 3.5 * section.sentences[index].item
        found.append((value, -index, worded))
    best = max(found, default=None)
    if best is None or best[0] < (_FIT_ELSEWHERE if elsewhere else _FIT):
        return None
    return -best[1], best[2]


def _statement(text: str, most: int) -> float:
    """How well a sentence stands alone on screen."""
    clause = spoken(text)
    value = -7.0 if not clause else -0.4 * (clause != text)
    masked = mask_math(clause or text)
    words = masked.text.split()
    count = len(words)
    value -= 1.2 * (count > most)
    value -= 2.5 * bool(_MARKER_RE.search(text)) + 2.2 * bool(_DANGLING_RE.match(text))
    value -= 2.0 * (count < 5) + 0.08 * max(0, count - most)
    value -= 0.25 * len(masked.spans)
    value -= 1.0 * max(0, len(_NUMBER_RE.findall(masked.text)) - 1)
    value -= 2.0 * bool(_POINTS_RE.search(text))
    value -= 2.5 * bool(_PREPARES_RE.match(text)) + 2.0 * bool(_ASIDE_RE.search(text))
    value += 1.0 * any(is_verb(word) for word in words)
    return value


def _rough(text: str, worded: str) -> bool:
    """Whether a line was cut where its sentence has no mark: its grammar may have suffered."""
    if worded.endswith("…"):
        return True
    place = text.find(body := worded[1:-1])
    following = text[place + len(body) :].lstrip(" )")[:1] if place >= 0 else "."
    return place >= 0 and following not in set(_CLOSING + ",;:\u2013\u2014$")


def _telling(text: str, weights: Mapping[str, float]) -> float:
    """0 to 2: how much of the section's vocabulary a sentence carries."""
    words = content_words(text)
    if not words:
        return 0.0
    top = sum(sorted(weights.values(), reverse=True)[:6]) or 1.0
    return min(2.0, 2.0 * sum(weights.get(word, 0.0) for word in words[:12]) / top)


def _worded(text: str, most: int) -> str:
    """A sentence as a line of its own: shortened, capitalised, closed by a full stop."""
    text = _LINK_RE.sub("", text)
    text = spoken(text) or re.sub(r"\s*\$\$.*?\$\$\s*", " ", text).strip() or text
    text = shorten(text, most).strip()
    text = re.sub(r"[\s:;,]+$", "", text)
    if text and text[-1] not in _CLOSING:
        text += "." if text.isascii() or re.search(r"[a-zA-Z]", text) else ""
    return text[:1].upper() + text[1:]


def _same(one: str, other: str) -> bool:
    return one.rstrip(".!?… ").lower() == other.rstrip(".!?… ").lower()


def key_line(section: Section, indices: range, claim: str) -> str:
    """The words that a viewer should keep, where no second sentence is there to say it."""
    words: dict[str, None] = {}
    for index in indices:
        for word in content_words(section.sentences[index].text):
            words.setdefault(word)
    chosen = list(words)[:4]
    line = " · ".join(word[:1].upper() + word[1:] for word in chosen)
    return line if line and not _same(line, claim) else f"{claim.rstrip('.')} — ∎"
