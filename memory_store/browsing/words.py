"""Full-text search: what a person types becomes a query that is never a syntax error."""

import unicodedata

from memory_store.browsing.criteria import clean
from memory_store.database import Connection
from memory_store.schema import SEARCHED, WORDS, words_table

MOST_WORDS = 64
"""More words than anyone looks for; a pasted page is searched by its beginning."""
_LENGTH = 4000
NOTE = (
    "This bank is of an older studio and has no full-text table: the first search read all its "
    "texts and took longer."
)


def expression(text: str) -> str | None:
    """What is typed, in the language of FTS5; None if there is no word in it.

    Every word has to occur, as a word or as its beginning; what is in double quotes has to occur
    just so. All other characters have no meaning of their own.
    """
    found: dict[str, None] = {}
    for number, piece in enumerate(clean(text[:_LENGTH]).split('"')):
        plain = "".join(" " if unicodedata.category(c)[0] == "C" else c for c in piece)
        closed = number % 2 == 1 and number < clean(text[:_LENGTH]).count('"')
        if closed and _has_word(plain):
            found[f'"{plain.strip()}"'] = None
        elif not closed:
            found.update((f'"{word}"*', None) for word in plain.split() if _has_word(word))
    return " ".join(list(found)[:MOST_WORDS]) or None


def _has_word(text: str) -> bool:
    """Whether the tokenizer finds something in `text`: letters and digits, in its words."""
    return any(unicodedata.category(character)[0] in "LN" for character in text)


class WordSearch:
    """Looks up words in one open bank.

    A database without the full-text table (a snapshot of an older studio) gets a temporary one at
    the first search; it lives as long as the connection.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._version = -1

    @property
    def note(self) -> str | None:
        """What to say about the speed of searches in this bank."""
        return None if self._built_in() else NOTE

    def prepare(self) -> None:
        """Make a temporary table where one is needed. Outside of a transaction, whose end would
        take it away again."""
        if not self._fits():
            version = self._data_version()
            columns = ", ".join(f'"{name}"' for name in SEARCHED)
            self._connection.temporary(
                [
                    f"DROP TABLE IF EXISTS temp.{WORDS}",
                    words_table(WORDS, "", "temp."),
                    f"INSERT INTO temp.{WORDS} (rowid, {columns}) SELECT id, {columns} FROM record",
                ]
            )
            self._version = version

    def table(self) -> str:
        """The full-text table of the transaction in progress."""
        if self._built_in():
            return f"main.{WORDS}"
        if not self._fits():
            self.prepare()  # another process has written since: it is made for this transaction
        return f"temp.{WORDS}"

    def _built_in(self) -> bool:
        sql = "SELECT 1 FROM main.sqlite_master WHERE name = ?"
        return self._connection.row(sql, (WORDS,)) is not None

    def _fits(self) -> bool:
        if self._built_in():
            return True
        sql = "SELECT 1 FROM temp.sqlite_master WHERE name = ?"
        there = self._connection.row(sql, (WORDS,)) is not None
        return there and self._version == self._data_version()

    def _data_version(self) -> int:
        return int((self._connection.row("PRAGMA data_version") or (0,))[0])
