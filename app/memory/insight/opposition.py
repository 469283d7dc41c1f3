"""Whether two records seem to ask for opposite things, read from their words alone.

A hint, never a finding: words are compared, nothing is understood. Four kinds are seen:

- `number`: both name a measure of the same thing that cannot hold together ("captions at most 30
  pt", "captions at least 48 pt"). Measures are read by the same parser that the built-in cast
  follows. A bare figure in an M+ sufficed there and binds nobody, so it counts as a bound.
- `direction`: opposite words about the same thing ("larger captions", "smaller captions").
- `order`: one wants first what the other wants last.
- `use`: one avoids what the other uses, or the program of an M+ holds a call that the anti-example
  of an M- has and its good example has not.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from app.memory.insight.directions import Order, Pointer, avoided, orders, pointers, used
from app.memory.insight.source import Source, reader
from memory_store.columns import columns
from pipeline.agents.offline.advice import Advice, Knob, parse_advice

Kind = Literal["number", "direction", "order", "use"]
APART = 1.15
"""Two measures contradict each other when they lie at least so far apart, as a ratio: less is the
difference of two scenes."""
_CALL = re.compile(r"\b([A-Za-z_]\w*)\(([^()\n]{1,80})\)")
_FIELDS = (
    "id", "polarity", "rationale", "code", "trigger", "root_cause", "recipe", "anti_example",
    "good_example",
)  # fmt: skip


@dataclass(frozen=True)
class Stand:
    """What one record asks for, as far as it can be compared. `calls` are those of an M+'s program;
    `forbidden` those that an M- replaces."""

    success: bool
    advice: tuple[Advice, ...]
    pointers: tuple[Pointer, ...]
    orders: tuple[Order, ...]
    avoids: tuple[frozenset[str], ...]
    uses: tuple[frozenset[str], ...]
    calls: frozenset[str]
    forbidden: frozenset[str]


@dataclass(frozen=True)
class Reason:
    """Why two records seem to contradict each other: what the one and the other say."""

    kind: Kind
    one: str
    other: str


def stands(source: Source, ids: Iterable[int]) -> dict[int, Stand]:
    """What some records ask for."""
    wanted = list(ids)
    rows = reader(source)(lambda bank: columns(bank, _FIELDS, wanted))
    return {int(row[0]): _stand(row) for row in rows}


def _stand(row: Sequence[str | None]) -> Stand:
    _, polarity, rationale, code, trigger, cause, recipe, anti, good = (part or "" for part in row)
    success = polarity == "success"
    text = rationale if success else recipe
    return Stand(
        success,
        parse_advice(text, "" if success else f"{trigger}\n{cause}"),
        pointers(text),
        orders(text),
        avoided(text),
        used(text),
        _calls(code) if success else frozenset(),
        frozenset() if success else _calls(anti) - _calls(good),
    )


def _calls(code: str) -> frozenset[str]:
    """Calls with arguments, without blanks: `move_to(ORIGIN)`."""
    return frozenset(f"{name}({''.join(held.split())})" for name, held in _CALL.findall(code))


def opposed(one: Stand, other: Stand) -> tuple[Reason, ...]:
    """Why two records seem to contradict each other; empty if nothing is seen."""
    return (
        *_numbers(one, other),
        *_directions(one, other),
        *_orders(one, other),
        *_uses(one, other, turned=False),
        *_uses(other, one, turned=True),
    )


def _numbers(one: Stand, other: Stand) -> Iterable[Reason]:
    for left, right in product(one.advice, other.advice):
        if _same_thing(left, right) and _apart(left, right, soft=(one.success, other.success)):
            yield Reason("number", left.quote, right.quote)
            return


def _same_thing(left: Advice, right: Advice) -> bool:
    return (
        left.remedy.knob == right.remedy.knob
        and left.element == right.element
        and left.remedy.in_characters == right.remedy.in_characters
        and (left.kinds == right.kinds or not left.kinds or not right.kinds)
        and (left.figures == right.figures or not left.figures or not right.figures)
    )


def _apart(left: Advice, right: Advice, soft: tuple[bool, bool]) -> bool:
    ways = (_way(left), _way(right))
    if all(ways):
        return ways[0] == -ways[1]
    if any(ways) or all(soft):
        return False  # a ratio and a measure cannot be compared; two examples bind nobody
    low = max(_range(left, soft[0])[0], _range(right, soft[1])[0])
    high = min(_range(left, soft[0])[1], _range(right, soft[1])[1])
    return low > high * APART


def _way(advice: Advice) -> int:
    """+1 or -1 for a remedy that is relative to an estimate, 0 for a measure."""
    remedy = advice.remedy
    if remedy.mode == "times":
        return int(remedy.value > 1) - int(remedy.value < 1)
    if remedy.mode == "plus":
        return int(remedy.value > 0) - int(remedy.value < 0)
    return 0


def _range(advice: Advice, soft: bool) -> tuple[float, float]:
    remedy, infinite = advice.remedy, float("inf")
    mode = remedy.mode
    if mode == "set" and soft:
        mode = "at_least" if remedy.knob in {Knob.HOLD, Knob.GAP, Knob.NUMBER} else "at_most"
    low = -infinite if mode == "at_most" else remedy.value
    high = infinite if mode == "at_least" else remedy.value
    return low, high


def _directions(one: Stand, other: Stand) -> Iterable[Reason]:
    for left, right in product(one.pointers, other.pointers):
        things = left.things & right.things
        if left.axis == right.axis and left.way == -right.way and things:
            thing = min(things)
            if not _both_ways(one, left, thing) and not _both_ways(other, right, thing):
                words = {1: "more", -1: "less"}
                yield Reason(
                    "direction",
                    f"{words[left.way]} {left.axis}: {thing}",
                    f"{words[right.way]} {right.axis}: {thing}",
                )
                return


def _both_ways(stand: Stand, said: Pointer, thing: str) -> bool:
    """A record that says both of one thing ("smaller, not larger than") is no clear voice."""
    return any(
        p.axis == said.axis and p.way == -said.way and thing in p.things for p in stand.pointers
    )


def _orders(one: Stand, other: Stand) -> Iterable[Reason]:
    for left, right in product(one.orders, other.orders):
        early, late = left.first & right.second, left.second & right.first
        if early and late and not (left.first & right.first and left.second & right.second):
            a, b = min(early), min(late)
            yield Reason("order", f"{a} before {b}", f"{b} before {a}")
            return


def _uses(one: Stand, other: Stand, *, turned: bool) -> Iterable[Reason]:
    """What `one` avoids and `other` uses."""
    for no, yes in product(one.avoids, other.uses):
        if no <= yes or (len(no & yes) >= 2 and 2 * len(no & yes) >= len(no)):
            thing = " ".join(sorted(no & yes))
            yield _reason(f"avoids {thing}", f"uses {thing}", turned)
            return
    for call in sorted(one.forbidden & other.calls):
        yield _reason(f"replaces {call}", f"shows {call}", turned)
        return


def _reason(one: str, other: str, turned: bool) -> Reason:
    return Reason("use", other, one) if turned else Reason("use", one, other)
