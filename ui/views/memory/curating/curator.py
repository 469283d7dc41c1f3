"""Every change that a person makes to records from the window, and its way back."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal

from app.faults import words_of
from app.person import login_name
from app.texts import ngettext, tr
from memory_store import curating
from memory_store.bank import Bank
from memory_store.changes import Change
from memory_store.records import Status
from ui.views.memory.session import MemorySession
from ui.widgets.notice import Notice

Work = Callable[[Bank, str], Change]
"""Does something in the name of a person."""
Done = Callable[[Change], None]


class Curator(QObject):
    """Does the work on the bank's thread, says what was done, and offers to take it back.

    Several operations may be under way; `undo` takes back the last one, then the one before.

    Signals:
        done(Change): something was changed.
        undone(Change): something was taken back.
        failed(str): it was not; why.
    """

    done = Signal(object)
    undone = Signal(object)
    failed = Signal(str)

    def __init__(
        self, session: MemorySession, notice: Notice, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._notice = session, notice
        self._author = login_name()
        self._operations: list[tuple[int, str]] = []
        session.opening.connect(lambda _: self._forget())

    @property
    def can_undo(self) -> bool:
        """Whether there is something of this sitting to take back."""
        return bool(self._operations) and not self._session.read_only

    def set_status(
        self, ids: Sequence[int], status: Status, why: str = "", then: Done | None = None
    ) -> None:
        """Accept, quarantine, or let wait."""
        words = {
            "active": ngettext("{n} record is active now.", "{n} records are active now.",
                               len(ids)),
            "quarantined": ngettext("{n} record is quarantined.", "{n} records are quarantined.",
                                    len(ids)),
            "pending": ngettext("{n} record waits for review.", "{n} records wait for review.",
                                len(ids)),
        }[status]  # fmt: skip
        self._do(
            lambda bank, author: curating.set_status(bank, ids, status, author=author, why=why),
            words.format(n=len(ids)), then,
        )  # fmt: skip

    def trash(self, ids: Sequence[int], why: str = "", then: Done | None = None) -> None:
        """Move records to the trash; so is a pending one rejected."""
        words = ngettext("{n} record is in the trash.", "{n} records are in the trash.", len(ids))
        self._do(
            lambda bank, author: curating.trash(bank, ids, author=author, why=why),
            words.format(n=len(ids)), then,
        )  # fmt: skip

    def restore(self, ids: Sequence[int], then: Done | None = None) -> None:
        """Take records out of the trash."""
        words = ngettext("{n} record is back.", "{n} records are back.", len(ids))
        self._do(
            lambda bank, author: curating.restore(bank, ids, author=author),
            words.format(n=len(ids)), then,
        )  # fmt: skip

    def empty_trash(self, then: Done | None = None) -> None:
        """Remove what lies in the trash for good. There is no way back."""
        self._do(
            lambda bank, author: curating.empty_trash(bank, author=author),
            tr("The trash is empty."), then,
        )  # fmt: skip

    def pin(self, ids: Sequence[int], pinned: bool) -> None:
        """Pin records, or take the pins off."""
        act = curating.pin if pinned else curating.unpin
        words = tr("Pinned.") if pinned else tr("No longer pinned.")
        self._do(lambda bank, author: act(bank, ids, author=author), words)

    def tag(self, ids: Sequence[int], name: str, there: bool) -> None:
        """Add a tag, or take it off."""
        act = curating.tag if there else curating.untag
        words = tr("Tagged {name}.") if there else tr("No longer tagged {name}.")
        self._do(
            lambda bank, author: act(bank, ids, [name], author=author), words.format(name=name)
        )

    def edit(
        self, record_id: int, changes: Mapping[str, str], why: str, then: Done,
        failed: Callable[[str], None],
    ) -> None:  # fmt: skip
        """Change texts of a record."""
        self._do(
            lambda bank, author: curating.edit(bank, record_id, changes, author=author, why=why),
            tr("The edit is kept, with what was there before."), then, failed, encoder=True,
        )  # fmt: skip

    def revert(self, edit_id: int) -> None:
        """Set back what one line of a record's history changed."""
        self._do(
            lambda bank, author: curating.revert(bank, edit_id, author=author),
            tr("What was there before is back."), encoder=True,
        )  # fmt: skip

    def merge(
        self, keep: int, others: Sequence[int], changes: Mapping[str, str], why: str, then: Done,
        failed: Callable[[str], None],
    ) -> None:  # fmt: skip
        """Keep one of several records; the others go to the trash."""
        words = ngettext(
            "{n} record was merged into another.", "{n} records were merged into another.",
            len(others),
        )  # fmt: skip
        self._do(
            lambda bank, author: curating.merge(
                bank, keep, others, changes, author=author, why=why
            ),
            words.format(n=len(others)), then, failed, encoder=bool(changes),
        )  # fmt: skip

    def undo(self) -> None:
        """Take back the last operation of this sitting that was not taken back yet."""
        if not self.can_undo:
            return
        # taken off at once: who presses twice means the one before it, not the same one again
        operation, words = self._operations.pop()

        def back(change: Change) -> None:
            self._notice.tell(tr("Taken back: \u201c{what}\u201d").format(what=words))
            self.undone.emit(change)
            self.done.emit(change)

        self._session.write(
            lambda bank: curating.undo(bank, operation, author=self._author), back, self._complain,
            encoder=True,
        )  # fmt: skip

    def _do(
        self, work: Work, words: str, then: Done | None = None,
        failed: Callable[[str], None] | None = None, *, encoder: bool = False,
    ) -> None:  # fmt: skip
        author = self._author

        def told(change: Change) -> None:
            if change.operation is not None and change.kind != "empty-trash":
                self._operations.append((change.operation, words))
                self._notice.tell(words, action=(tr("Undo"), self.undo), passing=True)
            else:
                self._notice.tell(words, "good")
            if then is not None:
                then(change)
            self.done.emit(change)

        def refused(error: Exception) -> None:
            if failed is not None:
                failed(words_of(error))
            else:
                self._complain(error)

        self._session.write(lambda bank: work(bank, author), told, refused, encoder=encoder)

    def _complain(self, error: Exception) -> None:
        self._notice.tell(words_of(error), "bad")
        self.failed.emit(words_of(error))

    def _forget(self) -> None:
        self._operations = []
        self._notice.forget()
