"""By what the points of the map are coloured, and what the colours and signs mean."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from app.memory.insight.map import BankMap
from app.texts import tr
from ui.theme.tokens import Theme

Colouring = Literal["polarity", "domain", "outcome"]
DOMAIN_TOKENS = ("accent", "warn", "good", "code_name", "bad", "code_call")
"""The six largest domains have colours of their own; the rest is grey."""
OUTCOME_TOKENS = {"helped": "good", "hurt": "bad", "unclear": "warn", "unused": "faint"}
POLARITY_TOKENS = {"success": "accent", "failure": "bad"}


@dataclass(frozen=True)
class Key:
    """One entry of the legend: a colour, a word, how many points have it."""

    token: str
    words: str
    count: int
    failure: bool | None = None


def tokens_of(found: BankMap, colouring: Colouring) -> list[str]:
    """The colour token of each point."""
    if colouring == "polarity":
        return [POLARITY_TOKENS[value] for value in found.polarity]
    if colouring == "outcome":
        return [OUTCOME_TOKENS[value] for value in found.outcome]
    ranked = _ranked(found.domain)
    return [ranked.get(value, "faint") for value in found.domain]


def legend(found: BankMap, colouring: Colouring) -> list[Key]:
    """What the colours mean, most frequent first."""
    if colouring == "polarity":
        counts = Counter(found.polarity)
        return [
            Key("accent", tr("M+ what worked"), counts["success"], False),
            Key("bad", tr("M\u2212 what went wrong"), counts["failure"], True),
        ]
    if colouring == "outcome":
        counts = Counter(found.outcome)
        words = {
            "helped": tr("helped"), "hurt": tr("hurt"), "unclear": tr("unclear"),
            "unused": tr("never retrieved"),
        }  # fmt: skip
        return [Key(token, words[key], counts[key]) for key, token in OUTCOME_TOKENS.items()]
    counts = Counter(found.domain)
    ranked = _ranked(found.domain)
    keys = [Key(token, name, counts[name]) for name, token in ranked.items()]
    others = sum(counts.values()) - sum(key.count for key in keys)
    return [*keys, Key("faint", tr("other domains"), others)] if others else keys


def _ranked(domains: Sequence[str]) -> dict[str, str]:
    counts = Counter(domains)
    names = sorted(counts, key=lambda name: (-counts[name], name))[: len(DOMAIN_TOKENS)]
    return dict(zip(names, DOMAIN_TOKENS, strict=False))


def colour_values(theme: Theme) -> dict[str, tuple[int, int, int]]:
    """Red, green and blue of every token that the map uses."""
    used = {*DOMAIN_TOKENS, *OUTCOME_TOKENS.values(), *POLARITY_TOKENS.values()}
    found = {}
    for token in used:
        color = theme.color(token)
        found[token] = (color.red(), color.green(), color.blue())
    return found
