"""What a person does to a run comes through the one path by which a window shows runs."""

import pytest

from app.editing.choosing import choose
from app.editing.human import render_by_hand, take_up
from app.paths import DataPaths
from app.run_state import locked_root
from app.run_view.loading import ENDED, replay
from pipeline.render_port import CancelledError
from pipeline.run.folder import EVENTS, RunFolder
from tests.loop.scripted import ScriptedCast, ScriptedRenderer, program, services


def test_a_run_with_hand_work_is_replayed_as_it_was_seen(
    folder: RunFolder, paths: DataPaths
) -> None:
    work = services(ScriptedCast({"Swing": []}), ScriptedRenderer(still=True))
    live = replay(folder.root)
    render_by_hand(
        paths, folder, "s1", 1, program("u=97 verdict=revise"), work.cancel, live.apply,
        note="calmer", services=work,
    )  # fmt: skip
    choose(folder, "s1", 3, live.apply)
    again = replay(folder.root)
    for view in (live.view, again.view):
        scene = view.scene("s1")
        made = scene.iteration(3)
        assert (made.loop, made.base, made.trigger, made.u) == ("human", 1, "calmer", 97)
        assert (scene.delivered, scene.shown, scene.chosen) == (2, 3, True)
        assert (scene.stage, scene.rounds, view.state) == ("done", 2, "finished")
        assert view.video == "animation-s1v3-s2v0.mp4"
    assert again.view == live.view


def test_an_iteration_that_was_broken_off_says_so_until_it_is_taken_up(
    folder: RunFolder, paths: DataPaths
) -> None:
    work = services(ScriptedCast({"Swing": []}), ScriptedRenderer(still=True))
    assert isinstance(work.renderer, ScriptedRenderer)
    work.renderer.before = lambda _: work.cancel.cancel()
    with pytest.raises(CancelledError):
        render_by_hand(paths, folder, "s1", 1, program("u=97"), work.cancel, services=work)
    scene = replay(folder.root).view.scene("s1")
    assert (scene.iteration(3).stopped, scene.stage) == ("stopped on request", "done")
    with locked_root(folder.root):
        assert replay(folder.root).view.scene("s1").iteration(3).stopped == "stopped on request"
    rest = services(ScriptedCast({"Swing": []}), ScriptedRenderer(still=True))
    take_up(paths, folder, "s1", 3, rest.cancel, services=rest)
    done = replay(folder.root).view.scene("s1").iteration(3)
    assert (done.stopped, done.u) == ("", 97)


@pytest.mark.parametrize("told", [0, 1], ids=["nothing was told of it", "its program was told"])
def test_a_version_that_a_kill_broke_off_is_seen_with_why(
    folder: RunFolder, paths: DataPaths, told: int
) -> None:
    work = services(ScriptedCast({"Swing": []}), ScriptedRenderer(still=True))
    assert isinstance(work.renderer, ScriptedRenderer)
    work.renderer.before = lambda _: work.cancel.cancel()
    log = folder.file(EVENTS)
    before = log.read_text("utf-8").splitlines(keepends=True)
    with pytest.raises(CancelledError):
        render_by_hand(paths, folder, "s1", 1, program("u=97"), work.cancel, services=work)
    # A kill leaves the files, and of the log what had been written by then.
    log.write_text("".join(log.read_text("utf-8").splitlines(keepends=True)[: len(before) + told]))
    view = replay(folder.root).view
    broken = view.scene("s1").iteration(3)
    assert (broken.loop, broken.stopped, broken.ok, view.state) == (
        "human",
        ENDED,
        None,
        "finished",
    )
    with locked_root(folder.root):
        at_work = replay(folder.root).view.scene("s1").iterations
        assert all(iteration.stopped == "" for iteration in at_work), "somebody is at it"
    rest = services(ScriptedCast({"Swing": []}), ScriptedRenderer(still=True))
    take_up(paths, folder, "s1", 3, rest.cancel, services=rest)
    assert replay(folder.root).view.scene("s1").iteration(3).stopped == ""
