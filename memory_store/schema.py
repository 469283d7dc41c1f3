"""The tables of a bank, as SQL, and how an older database becomes a newer one.

One record table holds both polarities. Short columns come first and the vectors last, so that
reading the head of a row never touches the pages of its long texts.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import peewee

from memory_store.database import Connection

APPLICATION_ID = 0x4D415342
"""`MASB` in the header of the file: tells a bank from any other SQLite database."""

FROZEN_MARK = 1
"""`user_version` of a frozen database, so that it is known as such also without its manifest."""

RECORD = peewee.Table("record")
TRASH = peewee.Table("trash")

_FIRST = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    """CREATE TABLE meta (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        schema_version INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        stamp TEXT NOT NULL,
        bank_id TEXT NOT NULL,
        created TEXT NOT NULL,
        encoder TEXT NOT NULL)""",
    """CREATE TABLE record (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        polarity TEXT NOT NULL CHECK (polarity IN ('success', 'failure')),
        status TEXT NOT NULL CHECK (status IN ('active', 'pending', 'quarantined')),
        origin TEXT NOT NULL,
        rank REAL NOT NULL,
        changed INTEGER NOT NULL,
        context_crc INTEGER NOT NULL,
        body_crc INTEGER NOT NULL,
        hit_count INTEGER NOT NULL DEFAULT 0,
        last_used TEXT,
        run_id TEXT NOT NULL,
        scene_id TEXT NOT NULL,
        source TEXT NOT NULL CHECK (source IN ('text', 'visual', 'success', 'human')),
        ordinal INTEGER NOT NULL,
        score_before REAL,
        score_after REAL,
        "cast" TEXT NOT NULL,
        reviewer TEXT NOT NULL,
        writer TEXT NOT NULL,
        created TEXT NOT NULL,
        role TEXT NOT NULL,
        domain TEXT NOT NULL,
        paper_id TEXT NOT NULL,
        section_id TEXT NOT NULL,
        score REAL,
        frame_hash TEXT,
        rationale TEXT,
        "trigger" TEXT,
        root_cause TEXT,
        recipe TEXT,
        anti_example TEXT,
        good_example TEXT,
        diagnostic TEXT,
        code TEXT,
        text TEXT NOT NULL,
        context_vector BLOB NOT NULL,
        body_vector BLOB NOT NULL,
        UNIQUE (run_id, scene_id, polarity, source, ordinal))""",
    "CREATE INDEX record_context ON record (polarity, status, context_crc)",
    "CREATE INDEX record_body ON record (body_crc)",
    "CREATE INDEX record_changed ON record (changed)",
    "CREATE INDEX record_rank ON record (rank)",
    "CREATE INDEX record_created ON record (created)",
    """CREATE TABLE edit (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        record_id INTEGER NOT NULL REFERENCES record (id) ON DELETE CASCADE,
        author TEXT NOT NULL,
        why TEXT NOT NULL,
        at TEXT NOT NULL,
        changes TEXT NOT NULL)""",
    "CREATE INDEX edit_record ON edit (record_id)",
)

# What people do with records lies in tables beside the records: a large bank is migrated at once,
# and an older snapshot can be read as if they were there and empty.
_CURATION = (
    """CREATE {temp}TABLE trash (
        record_id INTEGER PRIMARY KEY REFERENCES record (id) ON DELETE CASCADE,
        at TEXT NOT NULL)""",
    """CREATE {temp}TABLE pin (
        record_id INTEGER PRIMARY KEY REFERENCES record (id) ON DELETE CASCADE,
        at TEXT NOT NULL)""",
    """CREATE {temp}TABLE tag (
        record_id INTEGER NOT NULL REFERENCES record (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        PRIMARY KEY (record_id, name)) WITHOUT ROWID""",
    """CREATE {temp}TABLE merged (
        record_id INTEGER PRIMARY KEY REFERENCES record (id) ON DELETE CASCADE,
        into_id INTEGER NOT NULL REFERENCES record (id) ON DELETE CASCADE,
        at TEXT NOT NULL)""",
    """CREATE {temp}TABLE operation (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        author TEXT NOT NULL,
        why TEXT NOT NULL,
        at TEXT NOT NULL,
        undone_by INTEGER REFERENCES operation (id))""",
    """CREATE {temp}TABLE operation_edit (
        operation_id INTEGER NOT NULL REFERENCES operation (id) ON DELETE CASCADE,
        edit_id INTEGER NOT NULL REFERENCES edit (id) ON DELETE CASCADE,
        PRIMARY KEY (operation_id, edit_id)) WITHOUT ROWID""",
    # ids of records that were removed for good, so that an index that still holds them learns of it
    """CREATE {temp}TABLE gone (
        record_id INTEGER PRIMARY KEY,
        changed INTEGER NOT NULL)""",
)
_CURATION_INDEXES = (
    "CREATE INDEX tag_name ON tag (name)",
    "CREATE INDEX merged_into ON merged (into_id)",
    "CREATE INDEX gone_changed ON gone (changed)",
    "CREATE INDEX operation_edit_edit ON operation_edit (edit_id)",
)

WORDS = "record_words"
"""The full-text table; `HEAD` is the index that alone answers filters and most sorts."""
HEAD = "record_head"
SEARCHED = ("rationale", "trigger", "root_cause", "recipe", "anti_example", "good_example",
            "diagnostic", "domain", "paper_id", "section_id", "run_id")  # fmt: skip
"""The columns whose words are found.

The text of a section is none of them: all records of a section share it, so that a word of it would
drown the lessons; it would also make the table three times as large and half as fast to write
(measured at 100,000 records: 91 MB instead of 31 MB).
"""
HEADLINE = """substr(coalesce(rationale, "trigger"), 1, 60)"""
"""What sorting by the text of a record looks at; compared without regard to ASCII case."""


def _columns(prefix: str = "") -> str:
    return ", ".join(f'{prefix}"{name}"' for name in SEARCHED)


def words_table(name: str, content: str, temp: str = "") -> str:
    """SQL that makes a full-text table. Case and diacritics do not count; the first two letters of
    words have an index of their own, since a list is searched while one types (one for the first
    letter too would cost as much again: 19 MB at 100,000 records)."""
    return (
        f"CREATE VIRTUAL TABLE {temp}{name} USING fts5({_columns()}, content={content!r}, "
        "content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2', "
        "columnsize=0)"
    )


def put_words(when: str) -> str:
    """SQL that adds the words of a row to the full-text table (`new`) or takes them out (`old`)."""
    if when == "new":
        return f"INSERT INTO {WORDS} (rowid, {_columns()}) VALUES (new.id, {_columns('new.')});"
    values = f"'delete', old.id, {_columns('old.')}"
    return f"INSERT INTO {WORDS} ({WORDS}, rowid, {_columns()}) VALUES ({values});"


WORD_TRIGGERS = {
    "record_words_new": f"AFTER INSERT ON record BEGIN {put_words('new')} END",
    "record_words_gone": f"AFTER DELETE ON record BEGIN {put_words('old')} END",
    "record_words_changed": f"AFTER UPDATE OF {_columns()} ON record "
    f"BEGIN {put_words('old')} {put_words('new')} END",
}
FILL_WORDS = f"INSERT INTO {WORDS} ({WORDS}) VALUES ('rebuild')"

# Triggers, not the code that writes: no statement can leave the words behind. The wide index lets a
# list be filtered and sorted without the pages of the records, which are mostly vectors and texts.
_FULL_TEXT = (
    words_table(WORDS, "record"),
    *(f"CREATE TRIGGER {name} {what}" for name, what in WORD_TRIGGERS.items()),
    FILL_WORDS,
    f"""CREATE INDEX {HEAD} ON record (created, polarity, status, origin, source, role, domain,
        run_id, scene_id, paper_id, section_id, "cast", reviewer, writer, score_before, score_after,
        hit_count, last_used)""",
    f"CREATE INDEX record_headline ON record ({HEADLINE} COLLATE NOCASE)",
)


@dataclass(frozen=True)
class Migration:
    """A named step from one version of the schema to the next.

    `stand_ins` are statements that give an older database, opened for reading only, empty temporary
    tables in the place of those it does not have yet.
    """

    name: str
    statements: tuple[str, ...]
    stand_ins: tuple[str, ...] = ()


MIGRATIONS: tuple[Migration, ...] = (
    Migration("records", _FIRST),
    Migration(
        "curation",
        (*(text.format(temp="") for text in _CURATION), *_CURATION_INDEXES),
        tuple(text.format(temp="TEMP ") for text in _CURATION),
    ),
    # no stand-in: what browses an older database looks which of these it has
    Migration("full text", _FULL_TEXT),
)
"""From version n to n + 1; the first makes an empty database a bank."""


def current_version() -> int:
    """The schema version this code writes."""
    return len(MIGRATIONS)


def create(connection: Connection, encoder: str) -> None:
    """Make an empty database a bank of the newest schema, in one transaction.

    Args:
        encoder: JSON of the identity of the encoder, pinned for good.
    """
    with connection.writing():
        for step in MIGRATIONS:
            for statement in step.statements:
                connection.run(statement)
        row = (current_version(), new_stamp(), secrets.token_hex(8), now_text(), encoder)
        connection.run("INSERT INTO meta VALUES (1, ?, 0, ?, ?, ?, ?)", row)


def migrate(connection: Connection, version: int) -> None:
    """Bring a database of an older `version` to the newest, in one transaction."""
    with connection.writing():
        for step in MIGRATIONS[version:]:
            for statement in step.statements:
                connection.run(statement)
        connection.run("UPDATE meta SET schema_version = ?", (current_version(),))


def stand_in(connection: Connection, version: int) -> None:
    """Let a database of an older `version`, opened for reading only, be read as a new one."""
    connection.temporary(
        [statement for step in MIGRATIONS[version:] for statement in step.stand_ins]
    )


@contextmanager
def words_at_the_end(connection: Connection) -> Iterator[None]:
    """Write very many records and fill the full-text table once, which takes a third of the time.

    Safe within one transaction; a process that is killed between several leaves no triggers.
    """
    for name in WORD_TRIGGERS:
        connection.run(f"DROP TRIGGER IF EXISTS {name}")
    yield
    for name, what in WORD_TRIGGERS.items():
        connection.run(f"CREATE TRIGGER {name} {what}")
    connection.run(FILL_WORDS)


def new_stamp() -> str:
    """A token that names one revision; two histories never share one."""
    return secrets.token_hex(8)


def now_text() -> str:
    """The time now, UTC, as the tables store it (sorts as text)."""
    return datetime.now(UTC).isoformat(timespec="microseconds")
