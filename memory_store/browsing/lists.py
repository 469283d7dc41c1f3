"""Ordered lists of ids, kept until the data changes.

A list is made of two parts that are kept apart: all ids in the order of a column, and the ids that
pass the criteria. So another filter does not sort again, and the other direction is the same list
read backwards. A list takes 8 bytes a record.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from memory_store.browsing import words
from memory_store.browsing.criteria import Condition, Criteria, condition
from memory_store.browsing.sorting import Sort, SortColumn, expression
from memory_store.database import Connection
from memory_store.indexes import Ids
from memory_store.schema import HEAD, WORDS

KEPT = 8
"""Lists kept of one bank, 8 MB each at a million records."""
Version = tuple[int, int]
"""Tells two states of the data apart: commits of other connections, and rows that ours changed."""


class IdLists:
    """The lists of one open bank. Call it within a transaction of `connection`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._words = words.WordSearch(connection)
        self._kept: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
        self._version: Version | None = None
        self._head = ""

    @contextmanager
    def reading(self, criteria: Criteria) -> Iterator[None]:
        """A transaction in which lists of these criteria can be read."""
        with self._connection.busy:
            if criteria.words.strip():
                self._words.prepare()
            with self._connection.reading():
                yield

    def fresh(self) -> None:
        """Forget what is kept if the data has changed."""
        (commits,) = self._connection.row("PRAGMA data_version") or (0,)
        version = (int(commits), self._connection.total_changes)
        if version == self._version:
            return
        self._kept.clear()
        sql = "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?"
        found = self._connection.row(sql, (HEAD,))
        self._head = f"INDEXED BY {HEAD}" if found else ""
        self._version = version

    def forget(self) -> None:
        """Drop all lists: frees their memory, and lets a benchmark measure how they are made."""
        self._kept.clear()

    def kept(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """What was made under this key and is still right; else it is made now."""
        self.fresh()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        value = self._kept[key] = make()
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return value

    def has(self, criteria: Criteria, sort: Sort) -> bool:
        """Whether this list is at hand."""
        self.fresh()
        return ("list", criteria, sort) in self._kept

    def listed(self, criteria: Criteria, sort: Sort) -> Ids:
        """The ids that pass, in order; do not write into it."""

        def make() -> Ids:
            everything = self.ordered(sort.column)
            if sort.descending:
                everything = everything[::-1]
            passing = self.passing(criteria)
            if passing is None:
                return everything
            if sort.column == "id":
                return passing[::-1] if sort.descending else passing
            found: Ids = everything[np.isin(everything, passing, assume_unique=True)]
            return found

        found: Ids = self.kept(("list", criteria, sort), make)
        return found

    def ordered(self, column: SortColumn) -> Ids:
        """All ids, those in the trash too, in ascending order of a column."""

        def make() -> Ids:
            if column == "id":
                return np.sort(self._ids("SELECT id FROM record", []))
            hint = "" if column in ("headline", "created") else self._head
            sql = f"SELECT id FROM record {hint} ORDER BY {expression(column)}, record.id"
            return self._ids(sql, [])

        found: Ids = self.kept(("order", column), make)
        return found

    def passing(self, criteria: Criteria) -> Ids | None:
        """The ids that pass, ascending; None if all records do."""
        self.fresh()
        (trash,) = self._connection.row("SELECT count(*) FROM trash") or (0,)
        if criteria.open and not trash:
            return None

        def make() -> Ids:
            rest = criteria.without_words
            found: Ids | None = None
            if criteria.words.strip():
                found = self._with_words(criteria.words)
                if rest == Criteria() and not trash:
                    return found
            sql, values = condition(rest)
            others = np.sort(self._ids(f"SELECT id FROM record {self._hint(rest)} WHERE {sql}",
                                       values))  # fmt: skip
            if found is None:
                return others
            both: Ids = np.intersect1d(found, others, assume_unique=True)
            return both

        found: Ids = self.kept(("passing", criteria), make)
        return found

    def note(self, criteria: Criteria) -> str | None:
        """What has to be said about the speed of a search for words in this bank."""
        return self._words.note if criteria.words.strip() else None

    def table(self, criteria: Criteria) -> str:
        """`record` with the index that the criteria are best looked up in."""
        self.fresh()
        return f"record {self._hint(criteria)}"

    def word_condition(self, text: str) -> Condition:
        """SQL that is true for the records with these words."""
        wanted = words.expression(text)
        if wanted is None:
            return "0", []
        sql = f"record.id IN (SELECT rowid FROM {self._words.table()} WHERE {WORDS} MATCH ?)"
        return sql, [wanted]

    def _with_words(self, text: str) -> Ids:
        wanted = words.expression(text)
        if wanted is None:
            return np.zeros(0, dtype=np.int64)
        sql = f"SELECT rowid AS id FROM {self._words.table()} WHERE {WORDS} MATCH ?"
        return np.sort(self._ids(sql, [wanted]))

    def _hint(self, criteria: Criteria) -> str:
        # a run has few records, found by its name; other criteria scan the index of short columns
        return "" if criteria.runs or criteria.only is not None else self._head

    def _ids(self, sql: str, values: list[Any]) -> Ids:
        """The ids of a query as one text: half the time and an eighth of the memory of rows."""
        row = self._connection.row(f"SELECT group_concat(id) FROM ({sql})", values)
        if row is None or row[0] is None:
            return np.zeros(0, dtype=np.int64)
        found: Ids = np.fromstring(str(row[0]), dtype=np.int64, sep=",")
        return found
