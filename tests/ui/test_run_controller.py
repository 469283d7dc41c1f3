"""The run on show takes in its own events and those of no other."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from pipeline.events import RunStarted, SceneStarted, StoryboardReady
from tests.editing.made import data, make_run
from tests.loop.scripted import program
from ui.bridge import Bridge
from ui.views.studio.controller import RunController


def test_events_of_another_run_that_come_while_one_is_opened_are_left_out(
    tmp_path: Path, qtbot: QtBot
) -> None:
    paths = data(tmp_path)
    run, _ = make_run(paths, {"Swing": [program("u=95")]})
    other = paths.runs / "20260201-000000-bbbb"
    bridge = Bridge()
    controller = RunController(bridge)
    controller.open(run.root)
    controller.take(other, RunStarted(run="x", title="Other", cast="offline", memory_mode="rw"))
    controller.take(other, StoryboardReady(scenes=("A", "B")))
    controller.take(other, SceneStarted(scene_id="s2", name="B"))
    qtbot.waitUntil(lambda: controller.view is not None, timeout=10_000)
    view = controller.view
    assert view is not None
    assert (view.title, view.state) == ("", "finished")
    assert [scene.name for scene in view.scenes] == ["Swing"]
    assert list(controller.files.specs) == ["s1"]
    controller.close()
    bridge.close()
