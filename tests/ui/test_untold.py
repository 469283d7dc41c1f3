"""What of a section no card tells is listed, whatever state the cards are in."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.editing.cards import Card
from pipeline.run.folder import TASK, RunFolder
from pipeline.schema.task import Task
from ui.bridge import Bridge
from ui.views.storyboard.untold import Untold

TEXT = "Hot tea cools fast at first. After 10 minutes it has 60 degrees. The room stays as it is."
FIRST = Card(
    name="Cooling",
    claim="Hot tea cools fast at first.",
    evidence="After 10 minutes it has 60 degrees.",
    takeaway="Wait a little.",
)


def folder(tmp_path: Path) -> RunFolder:
    task = Task(text=TEXT, role="method", title="Tea")
    (tmp_path / TASK).write_text(task.model_dump_json(), "utf-8")
    return RunFolder(tmp_path)


def test_sentences_without_a_card_are_listed_and_go_when_a_card_tells_them(
    tmp_path: Path, qtbot: QtBot
) -> None:
    cards = [FIRST]
    bridge = Bridge()
    untold = Untold(bridge, lambda: tuple(cards))
    qtbot.addWidget(untold)
    untold.begin(folder(tmp_path))
    qtbot.waitUntil(lambda: "The room stays" in untold.listed.text(), timeout=10_000)
    assert "Hot tea" not in untold.listed.text()
    assert untold.isVisible()
    # Of one name with the first: no storyboard could be made of these yet.
    cards.append(
        Card("Cooling", "The room stays as it is.", "The room stays as it is.", "It is large.")
    )
    untold.changed()
    qtbot.waitUntil(lambda: not untold.isVisible(), timeout=10_000)
    cards.clear()
    untold.changed()
    qtbot.waitUntil(lambda: "Hot tea" in untold.listed.text(), timeout=10_000)
    assert untold.isVisible(), "without any card nothing is told"
    untold.end()
    bridge.close()
