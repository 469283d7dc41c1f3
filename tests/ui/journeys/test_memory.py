"""Between a run and the memory: two clicks each way."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.paths import data_paths
from tests.editing.made import make_run
from tests.loop.scripted import program
from tests.ui.memory.banks import make_bank, some_records
from ui.views.studio.room import StudioRoom
from ui.window.session import Session

RUN = "20260101-000000-aaaa"


def test_the_record_of_a_run_is_opened_in_the_memory_room(
    session: Session, studio: StudioRoom, home: Path, qtbot: QtBot
) -> None:
    make_bank(data_paths().bank(None), some_records(9))
    studio.record_requested.emit("", 4)  # the first click, on the record in the review
    dialog = session.assembly._record
    assert dialog is not None
    assert dialog.isVisible()
    dialog.to_memory.click()
    assert session.window.room == "memory"
    assert not dialog.isVisible()
    room = session.assembly.memory
    assert room is not None

    def shown() -> bool:
        sheet = room.records.panel.sheet
        return sheet is not None and sheet.record.id == 4 and room.records.table.current_id == 4

    qtbot.waitUntil(shown, timeout=20_000)
    assert room.session.path == data_paths().bank(None)


def test_a_record_leads_back_to_the_iteration_it_was_learned_from(
    session: Session, studio: StudioRoom, home: Path, qtbot: QtBot
) -> None:
    programs = [program("u=60 verdict=fail"), program("u=90 verdict=pass")]
    make_run(data_paths(), {"Swing": programs}, run=RUN, title="Pendulums")
    make_bank(data_paths().bank(None), some_records(3))
    session.window.enter("memory")
    room = session.assembly.memory
    assert room is not None
    qtbot.waitUntil(lambda: room.session.facts is not None, timeout=20_000)
    room.run_requested.emit(RUN, "s1", 0)
    assert session.window.room == "studio"
    qtbot.waitUntil(lambda: studio.controller.pair.scene_id == "s1", timeout=20_000)
    assert studio.controller.pair.after == 0


def test_a_window_closes_while_the_memory_is_open(
    session: Session, studio: StudioRoom, home: Path, qtbot: QtBot
) -> None:
    make_bank(data_paths().bank(None), some_records(3))
    session.window.enter("memory")
    room = session.assembly.memory
    assert room is not None
    qtbot.waitUntil(lambda: room.session.facts is not None, timeout=20_000)
    session.window.close()
    qtbot.waitUntil(lambda: not session.window.isVisible(), timeout=20_000)
    assert room.session.facts is None
