"""A Memory room over a real bank."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.memory.worker import BankWorker
from app.paths import DataPaths
from tests.ui.memory.banks import ClosingWords, make_bank, some_records
from ui.bridge import Bridge
from ui.context import StudioContext
from ui.theme.appearance import Appearance
from ui.views.memory.pages import MemoryPages
from ui.views.memory.room import MemoryRoom
from ui.window.remembered import Remembered

OpenRoom = Callable[[Path], MemoryRoom]


@pytest.fixture
def context(tmp_path: Path, appearance: Appearance) -> Iterator[StudioContext]:
    home = tmp_path / "home"
    home.mkdir()
    bridge = Bridge()
    yield StudioContext(DataPaths(home), appearance, bridge, Remembered(home))
    bridge.close()


@pytest.fixture
def open_room(context: StudioContext, qtbot: QtBot) -> Iterator[OpenRoom]:
    """Opens a room on a bank; everything is closed at the end."""
    rooms: list[MemoryRoom] = []

    def make(path: Path) -> MemoryRoom:
        room = MemoryRoom(context, partial(BankWorker, make_embedder=ClosingWords, poll=0.1))
        rooms.append(room)
        room.resize(1300, 800)
        room.open_bank(path)
        room.show()
        qtbot.waitUntil(lambda: room.page == "records" or not room.records.isVisible())
        return room

    yield make
    for room in rooms:
        room.close_room()
        room.close()


@pytest.fixture
def bank(context: StudioContext) -> Path:
    """The default bank, with thirty records."""
    return make_bank(context.paths.bank(None), some_records(30))


@pytest.fixture
def room(open_room: OpenRoom, bank: Path, qtbot: QtBot) -> MemoryRoom:
    """A room that shows those thirty records."""
    made = open_room(bank)
    qtbot.waitUntil(lambda: made.records.model.rowCount() == 30, timeout=10_000)
    qtbot.waitUntil(lambda: made.records.panel.sheet is not None, timeout=10_000)
    return made


@pytest.fixture
def pages(room: MemoryRoom, context: StudioContext) -> MemoryPages:
    """The room with all its pages, over thirty records of which five wait."""
    return MemoryPages(context, room)
