"""Keywords that `play` and `.animate(...)` take without a word and that then do nothing.

Both set them as attributes of the animations, whatever they are called.
"""

import ast
from collections.abc import Iterable, Iterator

from pipeline.checks.api.literals.reading import Reading, is_animate
from pipeline.checks.api.nearest import nearest, one_slip
from pipeline.checks.api.renamed_keywords import KEYWORD_ADVICE, KEYWORDS
from pipeline.checks.words import words
from pipeline.schema.finding import Finding, TextEdit

_COMMON = ("run_time", "rate_func", "lag_ratio", "path_arc", "introducer", "remover")
_ADVISED = words("duration easing delay")


def swallowed(reading: Reading) -> Iterable[Finding]:
    """Keywords that no animation knows, in the places where none is refused."""
    known: frozenset[str] | None = None
    for call, title in _places(reading):
        for keyword in call.keywords:
            if keyword.arg is None or keyword.arg in _COMMON:
                continue
            known = known if known is not None else _known(reading)
            if keyword.arg not in known:
                yield _told(reading, keyword, title)


def _places(reading: Reading) -> Iterator[tuple[ast.Call, str]]:
    for call, callee in reading.calls:
        if callee.kind == "method" and callee.name == "play" and callee.derives_from("Scene"):
            yield call, "play"
    for call in reading.context.nodes(ast.Call):
        match call.func:
            case ast.Attribute(attr="animate") if is_animate(reading.value(call.func)):
                yield call, ".animate"


def _known(reading: Reading) -> frozenset[str]:
    """Keywords and attributes of all animations, of `play`, and of the program's own classes."""
    catalogue = reading.context.types.catalogue
    found: set[str] = set()
    for name in ("Animation", *catalogue.names_below("Animation")):
        cls = catalogue.class_(name)
        if cls is not None and cls.init is not None:
            found.update(cls.init.keywords(1), *(base.members for base in cls.mro))
    scene = catalogue.class_("Scene")
    member = scene.member("play") if scene is not None else None
    if member is not None and member.signature is not None:
        found.update(member.signature.keywords(1))
    # Those of the habits are attributes of some one class (`Wait.duration`), and do nothing here.
    return frozenset(found - _ADVISED) | set(reading.context.types.facts.read)


def _told(reading: Reading, keyword: ast.keyword, title: str) -> Finding:
    name = keyword.arg or ""
    edits: tuple[TextEdit, ...] = ()
    near = KEYWORDS["*"].get(name)
    near = near if near in _COMMON else nearest(name, _COMMON)
    if near is not None:
        suggestion = f"Did you mean `{near}=`?"
        if name in KEYWORDS["*"] or one_slip(name, near):
            edits = reading.context.rename(keyword, near)
    elif name in _ADVISED:
        suggestion = KEYWORD_ADVICE["*"][name]
    else:
        suggestion = "Leave it out, or give it to the animation that takes it."
    return reading.context.finding(
        "ignored-keyword",
        keyword.value,
        f"`{title}` ignores the keyword `{name}` in {reading.context.manim}.",
        suggestion,
        severity="warning",
        edits=edits,
    )
