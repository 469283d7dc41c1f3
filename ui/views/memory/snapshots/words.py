"""How snapshots are told."""

from datetime import datetime

from app.memory.snapshots import SnapshotEntry
from app.texts import tr
from memory_store.manifest import SnapshotInfo
from ui.views.memory.banks.words import DASH, moment_words
from ui.widgets.basics import Tone

HASH_SHOWN = 8
"""Characters of a hash that tell snapshots apart in a list."""


def counts_words(info: SnapshotInfo | None) -> str:
    """Records of both kinds."""
    if info is None:
        return DASH
    plus, minus = info.counts.get("success", 0), info.counts.get("failure", 0)
    return tr("{plus} M+ · {minus} M\u2212").format(plus=f"{plus:,}", minus=f"{minus:,}")


def holds_words(info: SnapshotInfo | None) -> str:
    """Which records of its bank it has."""
    if info is None:
        return DASH
    if info.shuffled_from is not None:
        return tr("control: shuffled twin")
    if info.first_k is not None:
        return tr("the first {k}").format(k=info.first_k)
    if info.chosen:
        return tr("a choice")
    return tr("all")


def created_words(info: SnapshotInfo | None) -> str:
    """When it was frozen."""
    if info is None:
        return DASH
    try:
        return moment_words(datetime.fromisoformat(info.created))
    except ValueError:
        return DASH


def state_words(entry: SnapshotEntry, verified: bool) -> tuple[str, Tone]:
    """Whether it is as it was frozen, as far as that was looked at."""
    if entry.problem:
        return tr("damaged"), "bad"
    return (tr("verified"), "good") if verified else (tr("not verified"), "")


def short_hash(info: SnapshotInfo | None) -> str:
    """The beginning of the hash that names it."""
    return info.sha256[:HASH_SHOWN] if info is not None else DASH
