"""The run on show takes in its own events and those of no other."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from pipeline.events import (
    CandidateWritten,
    Checked,
    Rendered,
    RunStarted,
    SceneDelivered,
    SceneStarted,
    StoryboardReady,
)
from tests.editing.made import data, make_run
from tests.loop.scripted import program
from ui.bridge import Bridge
from ui.views.studio.controller import RunController
from ui.views.studio.pairing import Pair


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


def _written(t: int, base: int | None = None) -> CandidateWritten:
    loop = "text" if base is None else "human"
    return CandidateWritten(scene_id="s1", t=t, loop=loop, revision=0, attempt=t, base=base)


def _rendered(t: int) -> Rendered:
    return Rendered(scene_id="s1", t=t, ok=True, seconds=1.0, duration=2.0, plays=2)


def _live(tmp_path: Path, qtbot: QtBot, bridge: Bridge) -> RunController:
    """A run of one scene that has just begun."""
    folder = tmp_path / "run"
    folder.mkdir()
    controller = RunController(bridge)
    controller.open(folder)
    qtbot.waitUntil(lambda: controller.view is not None, timeout=10_000)
    for event in (
        RunStarted(run="run", title="T", cast="offline", memory_mode="off"),
        StoryboardReady(scenes=("A",)),
        SceneStarted(scene_id="s1", name="A"),
    ):
        controller.take(folder, event)
    return controller


def test_code_is_on_show_as_soon_as_it_is_written(tmp_path: Path, qtbot: QtBot) -> None:
    bridge = Bridge()
    controller = _live(tmp_path, qtbot, bridge)
    assert controller.pair == Pair("s1", None, None)
    controller.take(tmp_path / "run", _written(0))
    assert controller.pair == Pair("s1", None, 0)
    controller.take(tmp_path / "run", Checked(scene_id="s1", t=0, ok=True))
    controller.take(tmp_path / "run", _rendered(0))
    controller.take(tmp_path / "run", _written(1))
    assert controller.pair.after == 0, "a picture is not given up for one that is to come"
    controller.close()
    bridge.close()


def test_a_persons_version_is_compared_with_the_one_it_was_made_from(
    tmp_path: Path, qtbot: QtBot
) -> None:
    bridge = Bridge()
    controller = _live(tmp_path, qtbot, bridge)
    folder = tmp_path / "run"
    for event in (
        *(_written(0), _rendered(0), _written(1), _rendered(1)),
        SceneDelivered(scene_id="s1", delivered=1, u=90.0, rounds=1),
        *(_written(2, base=1), _rendered(2), _written(3, base=2), _rendered(3)),
    ):
        controller.take(folder, event)
    controller.choose(after=1)
    assert controller.pair == Pair("s1", 0, 1)
    controller.choose(after=3)
    assert controller.pair == Pair("s1", 2, 3)
    controller.choose(after=2)
    assert controller.pair == Pair("s1", 1, 2)
    controller.close()
    bridge.close()


def test_the_whole_animation_is_shown_and_left_again(tmp_path: Path, qtbot: QtBot) -> None:
    paths = data(tmp_path)
    run, _ = make_run(paths, {"Swing": [program("u=95")]})
    bridge = Bridge()
    controller = RunController(bridge)
    controller.open(run.root)
    qtbot.waitUntil(lambda: controller.pair_files is not None, timeout=10_000)
    usual = controller.pair
    controller.choose_whole()
    assert controller.whole
    assert controller.scene is None
    controller.choose_scene("s1")
    assert not controller.whole
    assert controller.pair == usual
    controller.close()
    bridge.close()
