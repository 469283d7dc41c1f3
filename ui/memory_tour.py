"""The way through the Memory room: its list, and every state in which there is none."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.memory.sharing import export
from app.paths import DataPaths
from memory_store.bank import Bank
from memory_store.browsing import Criteria
from memory_store.curating import pin, set_status
from memory_store.embedding.minilm import MiniLmEmbedder
from memory_store.exporting import Sharing
from memory_store.layout import DATABASE
from memory_store.records import Status
from memory_store.synthetic import grow_synthetic
from ui.views.memory.pages import MemoryPages
from ui.views.memory.room import MemoryRoom
from ui.window.session import Session

if TYPE_CHECKING:
    from ui.gallery import Gallery

SNAPSHOT, DAMAGED, NONE = "lecture", "damaged", "not-made-yet"
EMPTY, LARGE = "empty", "large"
LARGE_COUNT = 100_000
LICENCE = "CC-BY-4.0"
AUTHOR = "Ada"
WHY = "later"


class MemoryTour:
    """Has each view of the room taken. The data folder is a copy: it is written to."""

    def __init__(self, gallery: "Gallery", session: Session, data: DataPaths) -> None:
        self._gallery, self._session, self._data = gallery, session, data

    def views(self) -> None:
        """From the usual list to a bank that is not there."""
        bank = self._data.bank(None)
        if (bank / DATABASE).exists():
            self._prepare(bank)
        room = self._enter()
        if room.session.facts is not None:
            self._gallery.until(lambda: room.records.panel.sheet is not None)
            self._take("memory")
            self._failure(room)
            self._narrowed(room)
            self._pages(room)
            self._importing(room)
            self._state(room, self._data.snapshots / SNAPSHOT, "memory-snapshot")
        self._made(EMPTY, 0, "memory-empty", room)
        self._made(LARGE, LARGE_COUNT, "memory-large", room)
        self._damage()
        self._state(room, self._data.banks / DAMAGED, "memory-damaged")
        self._state(room, self._data.banks / NONE, "memory-missing")

    def _prepare(self, path: Path) -> None:
        """A bank that a person has worked with: some records wait, one is pinned, one is out."""
        with Bank.open(path, None) as bank:
            if not (self._data.snapshots / SNAPSHOT).exists():
                bank.freeze(SNAPSHOT, self._data.snapshots, "lecture")
            ids = [record.id for record in bank.list(limit=4).records]
            states: tuple[Status, ...] = ("pending", "pending", "quarantined")
            for record_id, status in zip(ids[1:], states, strict=False):
                why = WHY
                set_status(bank, [record_id], status, author=AUTHOR, why=why)
            pin(bank, ids[:1], author=AUTHOR)

    def _enter(self) -> MemoryRoom:
        self._session.window.enter("memory")
        room = self._session.assembly.memory
        assert room is not None
        settled: list[bool] = []
        room.ready.connect(lambda: settled.append(True))
        self._gallery.until(lambda: bool(settled) or room.session.facts is not None)
        return room

    def _failure(self, room: MemoryRoom) -> None:
        model = room.records.model
        rows = [model.row_at(number) for number in range(min(100, model.rowCount()))]
        found = [row.id for row in rows if row is not None and row.polarity == "failure"]
        if found and self._gallery.wants("memory-failure"):
            room.records.table.choose(found[:1], found[0])
            self._take("memory-failure")

    def _narrowed(self, room: MemoryRoom) -> None:
        wanted = Criteria(polarities=("failure",), sources=("visual",), gain_min=5.0)
        for name, criteria in (
            ("memory-filtered", wanted),
            ("memory-nothing", Criteria(words="nowhere")),
        ):
            if self._gallery.wants(name):
                self._answered(room, partial(room.records.show_criteria, criteria))
                self._take(name)
        self._answered(room, room.records.filters.clear)

    def _pages(self, room: MemoryRoom) -> None:
        """Everything beside the list of records."""
        for key in ("inbox", "whole", "effect", "alike", "snapshots", "banks"):
            if self._gallery.wants(f"memory-{key}"):
                room.show_page(key)
                self._gallery.wait(1.5)
                self._take(f"memory-{key}")
        room.show_page("records")

    def _answered(self, room: MemoryRoom, ask: Callable[[], None]) -> None:
        came: list[bool] = []
        connection = room.records.answered.connect(lambda: came.append(True))
        ask()
        self._gallery.until(lambda: bool(came))
        room.records.answered.disconnect(connection)

    def _importing(self, room: MemoryRoom) -> None:
        """What an archive would bring into an empty bank."""
        if not self._gallery.wants("memory-importing"):
            return
        archive = self._data.root / "lessons.embz"
        with Bank.open(self._data.bank(None), None, mode="ro") as bank:
            export(bank, archive, Sharing(licence=LICENCE, author=AUTHOR), overwrite=True)
        self._open(room, self._bank(EMPTY, 0))
        pages = room.findChild(MemoryPages)
        assert pages is not None
        dialog = pages.import_file(archive)
        self._gallery.until(lambda: dialog.list.count() > 0)
        self._gallery.take(dialog, "memory-importing")
        dialog.reject()
        self._open(room, self._data.bank(None))

    def _bank(self, name: str, count: int) -> Path:
        """A bank of synthetic records; made once."""
        path = self._data.banks / name
        if not (path / DATABASE).exists():
            with MiniLmEmbedder() as embedder:
                Bank.open(path, embedder, create=True).close()
            with Bank.open(path, None) as bank:
                grow_synthetic(bank, count)
        return path

    def _made(self, name: str, count: int, view: str, room: MemoryRoom) -> None:
        if self._gallery.wants(view):
            self._state(room, self._bank(name, count), view)

    def _open(self, room: MemoryRoom, path: Path) -> None:
        came: list[bool] = []
        connection = room.ready.connect(lambda: came.append(True))
        room.open_bank(path)
        self._gallery.until(lambda: bool(came))
        room.ready.disconnect(connection)

    def _damage(self) -> None:
        folder = self._data.banks / DAMAGED
        folder.mkdir(parents=True, exist_ok=True)
        (folder / DATABASE).write_bytes(b"")

    def _state(self, room: MemoryRoom, path: Path, name: str) -> None:
        if self._gallery.wants(name):
            self._open(room, path)
            self._take(name)

    def _take(self, name: str) -> None:
        self._gallery.wait(1.2)
        self._gallery.take(self._session.window, name)
