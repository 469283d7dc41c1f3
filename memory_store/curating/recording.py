"""Writing an operation: its entry, a line in the history of each record, one revision for all."""

from collections.abc import Mapping

from memory_store import writing
from memory_store.changes import Change
from memory_store.curating.applying import NO, YES, Line, apply
from memory_store.database import Connection
from memory_store.errors import BadRecord
from memory_store.revising import require_storable
from memory_store.schema import now_text
from memory_store.vectors import Vectors

AUTHOR_CAP = 200
"""Characters of the name of an author."""
REASON_CAP = 2000
"""Characters of a reason."""
_NO_VECTORS: Mapping[str, Vectors] = {}


class Recorder:
    """An operation that is being written. Use it within one transaction.

    Args:
        kind: what is done, for the list of operations and for `Change`.

    Raises:
        BadRecord: author or reason are too long, or cannot be stored.
    """

    def __init__(self, connection: Connection, kind: str, author: str, why: str) -> None:
        for what, text, cap in (("author", author, AUTHOR_CAP), ("reason", why, REASON_CAP)):
            require_storable(what, text)
            if len(text) > cap:
                raise BadRecord(
                    f"The {what} has {len(text)} characters; {cap} are allowed.", "Shorten it."
                )
        self.kind = kind
        self.author = author
        self.why = why
        self.at = now_text()
        self._connection = connection
        self._operation: int | None = None
        self._revision: int | None = None
        self._touched: dict[str, list[int]] = {"added": [], "changed": [], "removed": []}

    def operation(self) -> int:
        """The id of the operation; its entry is made now if there is none yet."""
        if self._operation is None:
            cursor = self._connection.run(
                "INSERT INTO operation (kind, author, why, at) VALUES (?, ?, ?, ?)",
                (self.kind, self.author, self.why, self.at),
            )
            self._operation = int(cursor.lastrowid or 0)
        return self._operation

    def revision(self) -> int:
        """The revision of the operation; counted up at the first call."""
        if self._revision is None:
            self._revision = writing.next_revision(self._connection)
        return self._revision

    def line(
        self, record_id: int, line: Line, vectors: Mapping[str, Vectors] = _NO_VECTORS
    ) -> None:
        """Change a record as `line` says and add the line to its history."""
        apply(self._connection, record_id, line, vectors, self.revision, self.at)
        edit = writing.append_edit(
            self._connection, record_id, self.author, self.why, line, self.at
        )
        self._connection.run("INSERT INTO operation_edit VALUES (?, ?)", (self.operation(), edit))
        went = {(NO, YES): "removed", (YES, NO): "added"}
        self._touched[went.get(line.get("trashed", ("", "")), "changed")].append(record_id)

    def removed(self, record_id: int) -> None:
        """Note a record that was removed for good, without a history that could be added to."""
        self._touched["removed"].append(record_id)

    def done(self) -> Change:
        """What the operation touched."""
        touched = {name: tuple(ids) for name, ids in self._touched.items()}
        return Change(self.kind, operation=self._operation, **touched)
