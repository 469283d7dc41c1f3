"""The order of a list: any column, equal ones by id, so that the order is always the same one."""

from dataclasses import dataclass
from typing import Any, Literal, get_args

from memory_store.browsing.criteria import Condition
from memory_store.schema import HEADLINE

SortColumn = Literal[
    "id", "polarity", "headline", "role", "domain", "paper", "section", "run", "scene", "source",
    "score_before", "score_after", "gain", "hit_count", "last_used", "status", "origin", "created",
    "cast", "reviewer", "writer", "pinned", "tags",
]  # fmt: skip
"""Attributes of a `Row`. `tags` sorts by the first tag, `headline` by its first 60 characters."""
SORT_COLUMNS: tuple[SortColumn, ...] = get_args(SortColumn)


@dataclass(frozen=True)
class Sort:
    """A column and a direction. Equal rows follow their ids in the same direction; a missing value
    is less than any other. Text is compared by code points, the headline without ASCII case."""

    column: SortColumn = "created"
    descending: bool = True


@dataclass(frozen=True)
class Cursor:
    """The place after a row: its value in the column that is sorted by, and its id."""

    value: str | float | None
    id: int


_EXPRESSIONS: dict[str, str] = {
    "id": "record.id",
    "headline": f"{HEADLINE} COLLATE NOCASE",
    "paper": "paper_id",
    "section": "section_id",
    "run": "run_id",
    "scene": "scene_id",
    "gain": "score_after - score_before",
    "cast": '"cast"',
    "pinned": "(record.id IN (SELECT record_id FROM pin))",
    "tags": "(SELECT min(name) FROM tag WHERE tag.record_id = record.id)",
}
INDEXED = {"id", "created", "headline"}
"""Columns whose first rows come straight from an index, however many records there are."""


def expression(column: SortColumn) -> str:
    """SQL of what a column is sorted by."""
    return _EXPRESSIONS.get(column, column)


def order_by(sort: Sort) -> str:
    """SQL after ORDER BY."""
    way = "DESC" if sort.descending else "ASC"
    if sort.column == "id":
        return f"record.id {way}"
    return f"{expression(sort.column)} {way}, record.id {way}"


def beyond(sort: Sort, cursor: Cursor) -> Condition:
    """SQL for the rows after `cursor`, also if that row has been changed or removed since."""
    what, value, row = expression(sort.column), cursor.value, cursor.id
    later = "record.id < ?" if sort.descending else "record.id > ?"
    if sort.column == "id":
        return later, [row]
    found: tuple[str, list[Any]]
    if value is None:
        tied = f"{what} IS NULL AND {later}"
        found = (tied, [row]) if sort.descending else (f"({tied} OR {what} IS NOT NULL)", [row])
    elif sort.descending:
        found = (
            f"({what} < ? OR ({what} = ? AND {later}) OR {what} IS NULL)",
            [value, value, row],
        )
    else:
        found = (f"{what} >= ? AND ({what} > ? OR {later})", [value, value, row])
    return found
