"""All runs of a data folder, listed, found, renamed, deleted and brought back."""

import json
import os
import threading
from pathlib import Path

from app.errors import wrong_use
from app.library.entry import LibraryEntry, RunFacts, entry_of
from app.library.index import FILE, Row, load_index, save_index
from app.library.reading import read_facts, stamp_of
from app.library.search import Wanted
from app.library.section import folded
from app.library.titles import write_title
from app.library.trash import (
    Emptied,
    empty_trash,
    restore_run,
    trash_run,
    trashed_runs,
    trashed_when,
)
from app.paths import DataPaths
from app.run_state import RunState, in_use
from app.texts import tr
from pipeline.run.folder import TASK


class Library:
    """The runs of one data folder. Thread-safe; every call looks at the disk anew.

    A run is read when it is new or one of its files changed, and kept in the index file
    `cache/library.json`. A missing or damaged index is made again.
    """

    def __init__(self, paths: DataPaths) -> None:
        self._paths = paths
        self._index = paths.cache / FILE
        self._lock = threading.Lock()
        self._rows: dict[str, Row] | None = None

    def first_pass(self) -> list[LibraryEntry]:
        """All runs, newest first, at once: of a run that the index does not know only the
        manifest is read (`complete` is then False). Call `entries` next."""
        with self._lock:
            rows = self._loaded()
            return [self._first_look(folder, rows) for folder in self._folders()]

    def entries(self) -> list[LibraryEntry]:
        """All runs, newest first; damaged ones say what is wrong and what to do."""
        with self._lock:
            rows = self._read_all()
            return [_entry(folder, rows[folder.name]) for folder in self._folders(rows)]

    def entry(self, run: str) -> LibraryEntry:
        """One run. Raises `StudioError` if it is not there."""
        folder = self._folder(run)
        with self._lock:
            rows = self._loaded()
            _read(folder, rows)
            return _entry(folder, rows[run])

    def find(self, wanted: Wanted) -> list[LibraryEntry]:
        """The runs for which everything in `wanted` holds, newest first."""
        found = [entry for entry in self.entries() if wanted.admits(entry)]
        parts = wanted.parts
        if not parts:
            return found
        with self._lock:
            rows = dict(self._loaded())
        return [e for e in found if e.run in rows and _holds(e, rows[e.run], parts)]

    def same_section(self, run: str) -> list[LibraryEntry]:
        """The other runs of the same section, newest first."""
        section = self.entry(run).section
        if not section:
            return []
        return [e for e in self.find(Wanted(section=section)) if e.run != run]

    def rename(self, run: str, title: str) -> str:
        """Give a run a title of a person's; an empty one brings its own back.

        Returns the person's title before, empty if there was none: renaming to it is the undo.
        """
        return write_title(self._folder(run), title)

    def delete(self, run: str) -> None:
        """Move a run to the trash; `restore` is the undo.

        Raises:
            StudioError: it is running, not there, or cannot be moved.
        """
        trash_run(self._folder(run), self._trash)

    def restore(self, run: str) -> None:
        """Bring a run back from the trash. Raises `StudioError` if that cannot be done."""
        restore_run(self._trash / _plain(run), self._paths.runs)

    def trash(self) -> list[LibraryEntry]:
        """What lies in the trash, newest run first."""
        found = []
        for folder in trashed_runs(self._trash):
            facts = read_facts(folder)
            when = trashed_when(folder)
            found.append(entry_of(folder, facts, facts.state, trashed=when))
        return found

    def empty_trash(self) -> Emptied:
        """Remove what lies in the trash for good."""
        return empty_trash(self._trash)

    @property
    def _trash(self) -> Path:
        return self._paths.trash

    def _folder(self, run: str) -> Path:
        folder = self._paths.runs / _plain(run)
        if not folder.is_dir():
            raise wrong_use(
                tr("There is no run {run} in the library.").format(run=run),
                tr("Look at the library again."),
            )
        return folder

    def _loaded(self) -> dict[str, Row]:
        if self._rows is None:
            self._rows = load_index(self._index)
        return self._rows

    def _folders(self, among: dict[str, Row] | None = None) -> list[Path]:
        """The run folders, newest first; `among` leaves out those that have come since."""
        try:
            with os.scandir(self._paths.runs) as found:
                names = [f.name for f in found if f.is_dir() and not f.name.startswith(".")]
        except OSError:
            return []
        wanted = names if among is None else [name for name in names if name in among]
        return [self._paths.runs / name for name in sorted(wanted, reverse=True)]

    def _read_all(self) -> dict[str, Row]:
        """Bring the rows up to date with the disk, and the index with the rows."""
        rows = self._loaded()
        folders = self._folders()
        gone = rows.keys() - {folder.name for folder in folders}
        for run in gone:
            del rows[run]
        changed = [folder for folder in folders if _read(folder, rows)]
        if gone or changed:
            save_index(self._index, rows)
        return rows

    def _first_look(self, folder: Path, rows: dict[str, Row]) -> LibraryEntry:
        row = rows.get(folder.name)
        if row is not None and row.stamp == stamp_of(folder):
            return _entry(folder, row)
        return _shown(folder, read_facts(folder, whole=False), complete=False)


def _read(folder: Path, rows: dict[str, Row]) -> bool:
    """Read a run anew if its files are not those of its row; whether that was so."""
    stamp = stamp_of(folder)
    row = rows.get(folder.name)
    if row is not None and row.stamp == stamp:
        return False
    rows[folder.name] = Row(stamp=stamp, facts=read_facts(folder))
    return True


def _entry(folder: Path, row: Row) -> LibraryEntry:
    return _shown(folder, row.facts)


def _shown(folder: Path, facts: RunFacts, *, complete: bool = True) -> LibraryEntry:
    state = _now(folder, facts.state)
    if state == "running":  # what is missing is about to be written
        facts = facts.model_copy(update={"problem": "", "remedy": ""})
    return entry_of(folder, facts, state, complete=complete)


def _now(folder: Path, state: RunState) -> RunState:
    """A run that has not come to its end may be running: only its lock tells."""
    return "running" if state != "finished" and in_use(folder) else state


def _plain(run: str) -> str:
    if run in ("", "..") or Path(run).name != run:
        raise wrong_use(
            tr("{run!r} is not the id of a run.").format(run=run), tr("Look at the library again.")
        )
    return run


def _holds(entry: LibraryEntry, row: Row, parts: tuple[str, ...]) -> bool:
    said = f"{folded(entry.title)}\n{folded(entry.own_title)}\n{entry.run}\n{row.facts.text}"
    missing = [part for part in parts if part not in said]
    if not missing or row.facts.whole_text:
        return not missing
    try:
        rest = folded(json.loads((entry.folder / TASK).read_bytes())["text"])
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return all(part in rest for part in missing)
