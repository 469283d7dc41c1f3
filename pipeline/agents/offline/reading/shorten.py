"""Shortening a sentence where its grammar allows it."""

# Typographic dashes and signs are what this module reads.
# ruff: noqa: RUF001

import re

from pipeline.agents.offline.reading.maths import mask_math
from pipeline.agents.offline.reading.words import (
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    is_verb,
)

_LEAD_RE = re.compile(
    r"^(?:however|moreover|furthermore|in addition|additionally|therefore|thus|hence|consequently|"
    r"for example|for instance|in particular|in practice|in other words|note that|recall that|"
    r"it is worth noting that|importantly|interestingly|as a result|in this (?:section|paper),? we "
    r"(?:show|argue|see) that|that is|here|indeed|of course|by contrast|in contrast|finally)"
    r"[,:]?\s+",
    re.IGNORECASE,
)
_PARENTHESIS_RE = re.compile(r"\s+\([^()]*\)|\s+\[[^\[\]]*\]|\s+[—–]\s[^—–]*\s[—–](?=\s)")
_MEDIAL_RE = re.compile(
    r",\s(?:which|who|whose|where|when|while|as|if|named|called)\b[^,;:]*,(?=\s)"
)
# Places where a main clause may end, best first.
_STRONG_RE = re.compile(r"\s*[;:]\s|\s+[—–]\s|,\s+(?:and|but|so|yet|or)\s+(?=(?P<next>\S+)\s)")
_WEAK_RE = re.compile(
    r",\s+(?=(?:which|where|whose|who|while|whereas|because|since|although|though|so that|with|"
    r"as|if|when|unless|until|after|before|making|giving|leaving|using|rather|even|such as|"
    r"including|not|in|on|at|by|for)\b)"
    r"|\s+(?=(?:because|whereas|so that|although|unless|in order to|such that|even though)\b)"
)
_NAME_RE = re.compile(r"\s+(?=(?:to|into|towards|against|onto)\b)")
_NUMBER_RE = re.compile(r"\d+(?:[.,]\d+)*")
_COMMA_RE = re.compile(r",\s|\s+and\s")
_PHRASE_RE = re.compile(
    r"\s+(?=(?:which|that|while|when|if|until|after|before|by|with|without|using|for|in|on|at|"
    r"through|under|over|between|across|from|during|as|according|depending)\b)"
)
_LIST_GOES_ON_RE = re.compile(r",\s+(?:\S+\s+)?\S+(?:,|\s+(?:and|or)\s)")
"""What follows a head that ends inside a list: `to queries` of `to queries, keys and values`."""
_HALF_NAMED_RE = re.compile(r"\b(?:a|an)\s+\S+(?:st|nd|rd|th|ing|ive|al|ous|ent|ant|er|le)$")
"""How a head ends that stops before its noun: `a second` of `a second, independent test`."""


_LINKING = frozenset(
    {"is", "are", "was", "were", "be", "has", "have", "can", "may", "must", "will"}
)
_DANGLING = PREPOSITIONS | DETERMINERS | CONJUNCTIONS | {"that", "which", "one", "not", "than"}


def shorten(sentence: str, max_words: int) -> str:
    """`sentence` in at most `max_words` words, cut where a clause or phrase ends.

    A formula counts as one word and is never cut. The closing mark is kept. Only when no clause
    or phrase boundary fits is the text cut between words, and then it ends in an ellipsis.
    """
    text = " ".join(sentence.split()[: 8 * max_words + 200])
    masked = mask_math(text)
    body, mark = _split_mark(masked.text.strip())
    if len(body.split()) > max_words:
        body = _PARENTHESIS_RE.sub("", body)
    if len(body.split()) > max_words:
        body = _capital(_LEAD_RE.sub("", body, count=1), body)
    if len(body.split()) > max_words:
        body = _MEDIAL_RE.sub("", body, count=1)
    if len(body.split()) > max_words:
        cut = _cut(body, max(1, max_words))
        body, mark = cut, "…" if cut.endswith("…") else mark
        body = body.rstrip("…")
    return masked.unmask(_tidy(body)) + mark


def shorten_phrase(text: str, max_words: int) -> str:
    """A short name for `text`, which need not be a sentence; no closing mark, no ellipsis."""
    masked = mask_math(" ".join(text.split()))
    body = _PARENTHESIS_RE.sub("", masked.text.strip().rstrip(" .,;:…"))
    if len(body.split()) > max_words and body.split()[0].lower() in DETERMINERS:
        body = body.split(maxsplit=1)[1]
    if len(body.split()) > max_words:
        heads = [
            body[: found.start()]
            for pattern in (_STRONG_RE, _WEAK_RE, _PHRASE_RE, _NAME_RE, _COMMA_RE)
            for found in pattern.finditer(body)
            if not _LIST_GOES_ON_RE.match(body[found.start() :])
            and not _HALF_NAMED_RE.search(body[: found.start()])
        ]
        fitting = [h for h in heads if 2 <= len(h.split()) <= max_words and _stands(h, False)]
        body = max(fitting, key=_fullness, default="") or _between_words(body, max_words).rstrip(
            "…"
        )
    return masked.unmask(_tidy(body))


def _fullness(head: str) -> tuple[bool, int]:
    """Longer is better, but a list that is cut short is worse than none."""
    whole_list = re.search(r",.*\s(?:and|or)\s+\S+$", head) is not None
    return "," not in head or whole_list, len(head)


def _split_mark(text: str) -> tuple[str, str]:
    found = re.search(r"[.!?…。！？]+$", text)
    return (text[: found.start()], found.group()[0]) if found else (text, "")


def _capital(text: str, original: str) -> str:
    return text[:1].upper() + text[1:] if original[:1].isupper() else text


def _cut(body: str, max_words: int) -> str:
    passes = (
        (_STRONG_RE, True),
        (_WEAK_RE, True),
        (_STRONG_RE, False),
        (_PHRASE_RE, True),
        (_WEAK_RE, False),
    )
    for pattern, needs_clause in passes:
        best = ""
        for found in pattern.finditer(body):
            head = body[: found.start()]
            following = found.groupdict().get("next")
            if following and following.lower() in PREPOSITIONS:
                continue  # ", or as .." goes on with the same clause
            if len(head.split()) > max_words or not _stands(head, needs_clause):
                continue
            listed = pattern is not _STRONG_RE or found.groupdict().get("next")
            if listed and len(_NUMBER_RE.findall(head)) > 1:
                continue  # a list of numbers is told whole or not at all
            best = head
        if best and len(best.split()) >= min(3, max_words):
            return best
    return _between_words(body, max_words)


def _stands(head: str, needs_clause: bool) -> bool:
    """Whether a prefix can stand alone: closed brackets, a verb, no dangling last word."""
    words = head.split()
    if not words or head.count("(") != head.count(")"):
        return False
    last = words[-1].lower().strip(",;:")
    if re.search(r",\s\S+$", head):
        return False  # ", built" and the like belong to what was cut off
    if last in PREPOSITIONS or last in DETERMINERS or last in CONJUNCTIONS:
        return False
    if last in {"that", "which", "not", "than", "we", "it", "only", "both"}:
        return False
    if is_verb(last) and (needs_clause or last in _LINKING):
        return False
    opens = words[0].lower() in {"if", "when", "while", "because", "since", "although", "unless"}
    if opens and "," not in head:
        return False
    return not needs_clause or any(is_verb(word) for word in words)


def _between_words(body: str, max_words: int) -> str:
    words = body.split()[:max_words]
    while len(words) > 1:
        last = words[-1].lower().strip(",;:")
        if last not in _DANGLING and not is_verb(last):
            break
        words.pop()
    leads = [n for n, word in enumerate(words) if word.lower() in PREPOSITIONS]
    if leads and leads[-1] >= max(2, len(words) - 2):
        words = words[: leads[-1]]  # half of "with strict limits" says less than none of it
    return " ".join(words) + "…"


def _tidy(body: str) -> str:
    return re.sub(r"\s+([,.;:])", r"\1", body).strip().rstrip(",;:—–").strip()
