"""Full-text search: what a person types becomes a query that is never a syntax error."""

import unicodedata

from memory_store.browsing.criteria import clean
from memory_store.database import Connection
from memory_store.schema import SEARCHED, WORDS, words_table

MOST_WORDS = 64
"""More words than anyone looks for; a pasted page is searched by its beginning."""
_LENGTH = 4000
_NOTE = (
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
        self._version: int | None = None
        self.note: str | None = None

    def ready(self, data_version: int) -> str | None:
        """Make sure that there is a full-text table of this version of the data.

        Returns:
            what to say about its speed, or None.
        """
        sql = "SELECT 1 FROM main.sqlite_master WHERE name = ?"
        if self._connection.row(sql, (WORDS,)) is not None:
            if self._version is not None:  # another process has brought the bank up to date
                self._connection.temporary([f"DROP TABLE temp.{WORDS}"])
                self._version = self.note = None
            return None
        if self._version != data_version:
            self._fill()
            self._version = data_version
        self.note = _NOTE
        return self.note

    def _fill(self) -> None:
        columns = ", ".join(f'"{name}"' for name in SEARCHED)
        self._connection.temporary(
            [
                f"DROP TABLE IF EXISTS temp.{WORDS}",
                words_table(WORDS, "", "temp."),
                f"INSERT INTO temp.{WORDS} (rowid, {columns}) SELECT id, {columns} FROM record",
            ]
        )
