"""Figures of the Memory room over a bank of 100,000 made-up records."""

import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from app.bench.report import Figure, figure
from app.paths import DataPaths
from memory_store.bank import Bank
from memory_store.embedding.minilm import MiniLmEmbedder
from memory_store.synthetic import grow_synthetic
from ui.bench.hearing import Heart, until, wait
from ui.bridge import Bridge
from ui.context import StudioContext
from ui.theme.appearance import Appearance
from ui.views.memory.room import MemoryRoom
from ui.window.remembered import Remembered

RECORDS = 100_000
OPENINGS = 5
SCROLLS = 300
"""Steps of the wheel, one for each frame of a screen: five seconds of steady scrolling."""
FRAME_SECONDS = 1 / 60
ROWS_PER_STEP = 3


def large_bank(appearance: Appearance, say: Callable[[str], None]) -> list[Figure]:
    """Open the room on the bank, then scroll through it as a wheel does."""
    with tempfile.TemporaryDirectory(prefix="studio-memory-") as folder:
        paths = DataPaths(Path(folder))
        say(f"Making a bank of {RECORDS:,} records ...")
        with MiniLmEmbedder() as embedder:
            Bank.open(paths.bank(None), embedder, create=True).close()
        with Bank.open(paths.bank(None), None) as bank:
            grow_synthetic(bank, RECORDS)
        bridge = Bridge()
        room = MemoryRoom(StudioContext(paths, appearance, bridge, Remembered(Path(folder))))
        room.resize(1440, 860)
        room.show()
        until(lambda: room.session.facts is not None and room.records.model.rowCount() > 0, 30)
        wait(2.0)
        openings = [_open(room, paths.bank(None)) for _ in range(OPENINGS)]
        say("Scrolling through the bank ...")
        late = _scroll(room)
        room.close_room()
        room.close()
        bridge.close()
    return [
        figure(
            "a memory of 100,000 records, opened and its first page on the screen",
            statistics.median(openings), "ms", 300,
        ),
        figure("heartbeat while scrolling through it, late at p99", late, "ms", 16),
    ]  # fmt: skip


def _open(room: MemoryRoom, path: Path) -> float:
    answered: list[bool] = []
    connection = room.records.answered.connect(partial(answered.append, True))
    began = time.perf_counter()
    room.open_bank(path)
    until(lambda: bool(answered), 30)
    room.records.table.viewport().repaint()
    took = (time.perf_counter() - began) * 1000
    room.records.answered.disconnect(connection)
    wait(1.5)
    return took


def _scroll(room: MemoryRoom) -> float:
    bar = room.records.table.verticalScrollBar()
    until(lambda: bar.maximum() > RECORDS // 2, 30)
    wait(1.0)
    heart = Heart()
    heart.start()
    for _ in range(SCROLLS):
        began = time.perf_counter()
        bar.setValue(bar.value() + ROWS_PER_STEP)
        wait(max(0.001, FRAME_SECONDS - (time.perf_counter() - began)))
    heart.stop()
    return sorted(heart.late)[int(len(heart.late) * 0.99)]
