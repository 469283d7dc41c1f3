"""The columns of the table: what each is called, says, and is sorted by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.harmless import one_line
from app.texts import tr
from memory_store.browsing import Row, SortColumn
from ui.views.memory.words import (
    DASH,
    SIGNS,
    age_words,
    count_words,
    gain_words,
    origin_words,
    role_words,
    score_words,
    status_words,
)


@dataclass(frozen=True)
class Column:
    """One column. `sort` is the name the store sorts by, None for one that has none; `falls` says
    that the first click on its heading sorts downwards, `ages` that its text changes by itself.
    Widths are logical pixels."""

    key: str
    title: Callable[[], str]
    text: Callable[[Row], str]
    width: int
    sort: SortColumn | None = None
    falls: bool = False
    right: bool = False
    shown: bool = True
    look: str = ""
    ages: bool = False


MATCH = "match"
LESSON = "lesson"
COLUMNS: tuple[Column, ...] = (
    Column("kind", lambda: tr("Kind"), lambda r: SIGNS[r.polarity], 46, "polarity", look="sign"),
    Column(LESSON, lambda: tr("Lesson"), lambda r: one_line(r.headline, 200), 330, "headline"),
    Column("role", lambda: tr("Role"), lambda r: role_words(r.role), 94, "role", look="muted"),
    Column("domain", lambda: tr("Domain"), lambda r: one_line(r.domain, 60), 120, "domain",
           shown=False, look="muted"),
    Column(MATCH, lambda: tr("Match"), lambda r: DASH, 62, right=True),
    Column("score", lambda: tr("Score"), lambda r: score_words(r.score_before, r.score_after), 108,
           "score_after", True, right=True, look="muted"),
    Column("gain", lambda: tr("Gain"), lambda r: gain_words(r.score_before, r.score_after), 70,
           "gain", True, right=True, shown=False),
    Column("used", lambda: tr("Used"), lambda r: count_words(r.hit_count), 54, "hit_count", True,
           right=True),
    Column("last_used", lambda: tr("Last used"), lambda r: age_words(r.last_used), 100,
           "last_used", True, shown=False, look="muted", ages=True),
    Column("status", lambda: tr("Status"), lambda r: status_words(r.status), 104, "status",
           look="status"),
    Column("origin", lambda: tr("Origin"), lambda r: origin_words(r.origin), 110, "origin",
           shown=False, look="muted"),
    Column("tags", lambda: tr("Tags"), lambda r: one_line(", ".join(r.tags), 120), 130, "tags",
           shown=False, look="muted"),
    Column("run", lambda: tr("Run"), lambda r: one_line(r.run, 80), 170, "run", shown=False,
           look="muted"),
    Column("scene", lambda: tr("Scene"), lambda r: one_line(r.scene, 80), 70, "scene",
           shown=False, look="muted"),
    Column("age", lambda: tr("Age"), lambda r: age_words(r.created), 88, "created", True,
           look="muted", ages=True),
)  # fmt: skip
PLACES: Mapping[str, int] = {column.key: place for place, column in enumerate(COLUMNS)}
USUAL = tuple(column.key for column in COLUMNS if column.shown)


def column_of(sort: str) -> int:
    """The place of the column that is sorted by this name, -1 for none."""
    return next((n for n, column in enumerate(COLUMNS) if column.sort == sort), -1)


def remembered_columns(words: str) -> tuple[str, ...]:
    """The columns in a remembered line; what is no column is passed over. The lesson always is."""
    kept = [key for key in words.split(",") if key in PLACES]
    if not kept:
        return USUAL
    return tuple(kept) if LESSON in kept else (LESSON, *kept)
