"""Renaming, deleting and bringing back: in worker threads, each with its undo."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.errors import StudioError
from app.faults import words_of
from app.library import Library, LibraryEntry
from app.texts import ngettext, tr
from ui.bridge import Bridge
from ui.views.library.words import title_of
from ui.widgets.basics import Tone

SHOWN_CHARACTERS = 60


@dataclass(frozen=True)
class Notice:
    """What happened. `can_undo` says whether a button for that belongs beside it."""

    words: str
    tone: Tone = ""
    can_undo: bool = False


class LibraryActions(QObject):
    """Changes the library. `told` carries a `Notice`; `changed` says that runs are to be read;
    `renamed` carries the run that has another title now."""

    told = Signal(object)
    changed = Signal()
    renamed = Signal(str)

    def __init__(self, library: Library, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library, self._bridge = library, bridge
        self._undo: list[Callable[[], None]] = []

    def rename(self, run: str, title: str) -> None:
        """Give a run a title; the undo gives it its title before."""

        def done(before: str) -> None:
            self._undo.append(lambda: self._rename_back(run, before))
            self.told.emit(
                Notice(tr("Renamed to {title}.").format(title=_quoted(title)), can_undo=True)
            )
            self.renamed.emit(run)
            self.changed.emit()

        self._bridge.submit(lambda: self._library.rename(run, title), done, self._fail)

    def delete(self, entries: Sequence[LibraryEntry]) -> None:
        """Move runs to the trash; the undo brings back those that were moved."""
        runs = [entry.run for entry in entries]
        if not runs:
            return
        title = _quoted(title_of(entries[0]))
        count = len(runs)
        told, back = tr("{title} moved to the trash."), tr("{title} brought back.")
        if count > 1:
            told = ngettext(
                "{count} run moved to the trash.", "{count} runs moved to the trash.", count
            )
            back = ngettext("{count} run brought back.", "{count} runs brought back.", count)
        told, back = (words.format(title=title, count=count) for words in (told, back))

        def work() -> tuple[list[str], StudioError | None]:
            moved: list[str] = []
            for run in runs:
                try:
                    self._library.delete(run)
                except StudioError as error:
                    return moved, error
                moved.append(run)
            return moved, None

        def done(result: tuple[list[str], StudioError | None]) -> None:
            moved, error = result
            if moved:
                self._undo.append(lambda: self._restore(moved, back))
            if error is not None:
                self._fail(error, can_undo=bool(moved))
            else:
                self.told.emit(Notice(told, can_undo=True))
            self.changed.emit()

        self._bridge.submit(work, done, self._fail)

    def undo(self) -> None:
        """Take the latest change back, if there is one."""
        if self._undo:
            self._undo.pop()()

    def _rename_back(self, run: str, title: str) -> None:
        def done(_before: str) -> None:
            self.told.emit(Notice(tr("The title is what it was."), can_undo=bool(self._undo)))
            self.renamed.emit(run)
            self.changed.emit()

        self._bridge.submit(lambda: self._library.rename(run, title), done, self._fail)

    def _restore(self, runs: Sequence[str], words: str) -> None:
        def work() -> None:
            for run in runs:
                self._library.restore(run)

        def done(_: None) -> None:
            self.told.emit(Notice(words, can_undo=bool(self._undo)))
            self.changed.emit()

        def failed(error: Exception) -> None:
            self._fail(error)
            self.changed.emit()

        self._bridge.submit(work, done, failed)

    def _fail(self, error: Exception, can_undo: bool = False) -> None:
        self.told.emit(Notice(words_of(error), "bad", can_undo))


def _quoted(title: str) -> str:
    short = title if len(title) <= SHOWN_CHARACTERS else title[: SHOWN_CHARACTERS - 1] + "\u2026"
    return f"\u201c{short}\u201d"
