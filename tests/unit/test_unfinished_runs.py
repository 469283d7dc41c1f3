"""What is told of a run that has not finished."""

from app.cli.unfinished import SceneSoFar, scenes_so_far, why_it_ended
from pipeline.events import (
    CandidateWritten,
    Event,
    Rendered,
    RunStopped,
    SceneDelivered,
    SceneStarted,
    StoryboardReady,
)

BEGUN: tuple[Event, ...] = (
    StoryboardReady(scenes=("One", "Two", "Three")),
    SceneStarted(scene_id="s1", name="One"),
    CandidateWritten(scene_id="s1", t=0, loop="text", revision=0, attempt=0, applied=()),
    SceneStarted(scene_id="s2", name="Two"),
    CandidateWritten(scene_id="s2", t=0, loop="text", revision=0, attempt=0, applied=()),
    Rendered(
        scene_id="s2", t=0, ok=False, category="latex", message="a brace", seconds=1.0,
        duration=0.0, plays=0, cached=False,
    ),
    SceneDelivered(scene_id="s1", delivered=0, u=90.0, rounds=0),
)  # fmt: skip


def test_each_scene_of_the_storyboard_is_told_with_how_far_it_came() -> None:
    assert scenes_so_far(BEGUN) == [
        SceneSoFar("One", "delivers v0", 1),
        SceneSoFar("Two", "v0 failed, latex: a brace", 1),
        SceneSoFar("Three", "not begun", 0),
    ]
    assert scenes_so_far(()) == []


def test_the_reason_of_a_stop_is_told() -> None:
    stopped = (*BEGUN, RunStopped(count=0, reason="the disk is full"))
    assert why_it_ended(stopped, "stopped") == "the disk is full"
    assert "killed" in why_it_ended(BEGUN, "interrupted")
    assert why_it_ended(BEGUN, "running") == ""
