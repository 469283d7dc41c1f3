"""What narrows the list, in words, and how each of it is taken away again. No Qt here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.harmless import one_line
from app.texts import ngettext, tr
from memory_store.browsing import Criteria
from ui.views.memory.words import (
    SIGNS,
    origin_words,
    role_words,
    source_words,
    status_words,
)

GAINS = (5.0, 10.0, 20.0)


@dataclass(frozen=True)
class Chip:
    """One thing that is set: its words, and the criteria without it."""

    words: str
    without: Criteria


def _signs(value: str) -> str:
    return SIGNS[value]


SETS: Mapping[str, Callable[[str], str]] = {
    "polarities": _signs,
    "statuses": status_words,
    "roles": role_words,
    "domains": lambda value: one_line(value, 40),
    "sources": source_words,
    "origins": origin_words,
    "casts": lambda value: tr("{name} cast").format(name=one_line(value, 40) or tr("no")),
    "reviewers": lambda value: one_line(value, 60) or tr("nobody"),
    "writers": lambda value: one_line(value, 60) or tr("nobody"),
    "tags": lambda value: f"#{one_line(value, 40)}",
    "runs": lambda value: tr("run {run}").format(run=one_line(value, 40)),
}
"""The criteria that are sets of values, and how a value is said."""


def title_of(name: str) -> str:
    """What a set of values is called where it is offered."""
    return {
        "polarities": tr("Kind"), "statuses": tr("Status"), "roles": tr("Role"),
        "domains": tr("Domain"), "sources": tr("Learned"), "origins": tr("Origin"),
        "casts": tr("Cast"), "reviewers": tr("Reviewer"), "writers": tr("Writer"),
        "tags": tr("Tag"), "runs": tr("Run"),
    }[name]  # fmt: skip


def values_of(criteria: Criteria, name: str) -> tuple[str, ...]:
    """The values of one of the sets."""
    found: tuple[str, ...] = tuple(getattr(criteria, name))
    return found


def toggled(criteria: Criteria, name: str, value: str, on: bool) -> Criteria:
    """The criteria with a value put into one of the sets, or taken out."""
    kept = tuple(v for v in values_of(criteria, name) if v != value)
    changes: dict[str, Any] = {name: (*kept, value) if on else kept}
    return replace(criteria, **changes)


def chips_of(criteria: Criteria) -> list[Chip]:
    """Everything that is set, but for the words of the search field."""
    chips = []
    for name, say in SETS.items():
        for value in values_of(criteria, name):
            words = say(value)
            if name in ("reviewers", "writers"):
                words = f"{title_of(name)}: {words}"
            chips.append(Chip(words, toggled(criteria, name, value, False)))
    if criteria.only is not None:
        words = ngettext("{n} chosen record", "{n} chosen records", len(criteria.only))
        chips.append(Chip(words.format(n=f"{len(criteria.only):,}"), replace(criteria, only=None)))
    if criteria.trashed:
        chips.append(Chip(tr("in the trash"), replace(criteria, trashed=False)))
    if criteria.pinned is not None:
        words = tr("pinned") if criteria.pinned else tr("not pinned")
        chips.append(Chip(words, replace(criteria, pinned=None)))
    if criteria.gain_min is not None:
        words = tr("gain \u2265 {points}").format(points=f"{criteria.gain_min:g}")
        chips.append(Chip(words, replace(criteria, gain_min=None)))
    if criteria.uses_min is not None:
        words = ngettext("used {n} time or more", "used {n} times or more", criteria.uses_min)
        chips.append(Chip(words.format(n=criteria.uses_min), replace(criteria, uses_min=None)))
    if criteria.uses_max is not None:
        words = tr("never used") if criteria.uses_max == 0 else tr("used at most {n} times")
        chips.append(Chip(words.format(n=criteria.uses_max), replace(criteria, uses_max=None)))
    return chips
