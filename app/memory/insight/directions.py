"""Which way the words of an advice point: larger or smaller, faster or slower, before or after,
and what it says to use or to avoid."""

import re
from dataclasses import dataclass

from app.memory.insight.wording import plain

OPPOSITES: dict[str, tuple[str, str]] = {
    "size": (
        r"larger|bigger|enlarg\w*|grow\w*|scal\w+ up|increas\w+|rais\w+",
        r"smaller|shrink\w*|reduc\w+|scal\w+ down|decreas\w+|lower\w*",
    ),
    "pace": (r"faster|quick\w*|speed\w*(?: up)?|hurr\w+", r"slow\w*|unhurried"),
    "time": (r"longer|lengthen\w*|extend\w*", r"shorter|shorten\w*|brief\w*"),
    "width": (r"wider|widen\w*|spread\w*|apart|loosen\w*", r"narrow\w*|tighten\w*|closer|together"),
    "number": (r"more|add\w*", r"fewer|less|remov\w+|drop\w*"),
    "place": (r"above|on top of|over", r"below|under|beneath"),
}
"""Words for the one way and the other, by what they are about."""

_NOT = re.compile(
    r"\b(?:not|never|avoid\w*|without|instead of|rather than|stop|don't|no)\s+(?:\w+\s+){0,4}$"
)
_SENTENCE = re.compile(r"[.;!?\n]\s*|,? but ")
_ORDER = re.compile(r"\b(before|after)\b")
_AVOID = re.compile(
    r"\b(?:avoid|never(?: use)?|do not use|don't use|stop using|without|instead of|rather than)\s+"
    r"(?P<what>[^.;,!?\n]{2,60})"
)
_USE = re.compile(r"\b(?:use|prefer|keep|put|set|build|show|write)\s+(?P<what>[^.;,!?\n]{2,60})")
_RELATION = re.compile(r"\b(?:between|for|with|in|on|at|around|beside|behind|to|when|where|if)\b")
_WORD = re.compile(r"[^\W\d_](?:\w|(?<=\w)[-.](?=\w))*")
_IDLE_WORDS = """
the a an of to in on at for and or with by from as it its is are be this that than then each every
all any so into one two both them their there while when where which using use make made keep until
only also very about not no do does put set take text
"""
_IDLE = frozenset(_IDLE_WORDS.split())
REACH = 4
"""Words on either side in which the thing is looked for that a word of direction is about."""


@dataclass(frozen=True)
class Pointer:
    """A direction on an axis of `OPPOSITES` (+1 or -1), and the words it may be about."""

    axis: str
    way: int
    things: frozenset[str]


@dataclass(frozen=True)
class Order:
    """Something that is to come before something else."""

    first: frozenset[str]
    second: frozenset[str]


def pointers(text: str) -> tuple[Pointer, ...]:
    """Every word of direction in a text, turned round where it is negated."""
    found = []
    for clause in _SENTENCE.split(plain_lines(text)):
        for axis, (up, down) in OPPOSITES.items():
            for way, pattern in ((1, up), (-1, down)):
                for match in re.finditer(rf"\b(?:{pattern})\b", clause):
                    before, after = clause[: match.start()], clause[match.end() :]
                    turned = -way if _NOT.search(before) else way
                    things = _last(before) | _first(after)
                    if things:
                        found.append(Pointer(axis, turned, things))
    return tuple(found)


def orders(text: str) -> tuple[Order, ...]:
    """Every "before" and "after" in a text, as what comes first."""
    found = []
    for clause in _SENTENCE.split(plain_lines(text)):
        for match in _ORDER.finditer(clause):
            left, right = _last(clause[: match.start()]), _first(clause[match.end() :])
            if left and right:
                late = match.group() == "after"
                found.append(Order(right, left) if late else Order(left, right))
    return tuple(found)


def avoided(text: str) -> tuple[frozenset[str], ...]:
    """What a text says to avoid, each as its words."""
    return _objects(_AVOID, text)


def used(text: str) -> tuple[frozenset[str], ...]:
    """What a text says to use, each as its words; what stands behind a negation is left out."""
    return _objects(_USE, text)


def plain_lines(text: str) -> str:
    """Lower case with the sentences still apart."""
    return "\n".join(plain(line) for line in text.splitlines())


def _objects(pattern: re.Pattern[str], text: str) -> tuple[frozenset[str], ...]:
    found = []
    lines = plain_lines(text)
    for match in pattern.finditer(lines):
        if pattern is _USE and _NOT.search(lines[: match.start()]):
            continue
        what = _first(_RELATION.split(match["what"])[0])
        if what:
            found.append(what)
    return tuple(found)


def _words(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(text) if word not in _IDLE]


def _stem(word: str) -> str:
    """Singular and plural made one."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _first(text: str) -> frozenset[str]:
    return frozenset(_words(text)[:REACH])


def _last(text: str) -> frozenset[str]:
    return frozenset(_words(text)[-REACH:])
