"""One path for live, finished and replayed runs: events in, view out."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.run_view.projection import RunProjection
from app.run_view.times import run_times, scene_times
from pipeline.events import (
    CandidateWritten,
    Checked,
    Event,
    Hinted,
    Rearranged,
    Rendered,
    RenderStarted,
    Retrieved,
    Reviewed,
    RunFinished,
    RunPaused,
    RunResumed,
    RunStarted,
    SceneDelivered,
    SceneSkipped,
    SceneStarted,
    StoryboardApproved,
    StoryboardReady,
)
from pipeline.model_events import ModelAnswered
from pipeline.schema.finding import Finding
from pipeline.schema.review import AxisScores

BEGAN = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
REFUSED = Finding(rule="api-name", severity="error", message="No such name.", layer="api", line=7)


def _written(t: int, revision: int = 0, attempt: int = 0, loop: str = "text") -> CandidateWritten:
    return CandidateWritten(scene_id="s1", t=t, loop=loop, revision=revision, attempt=attempt)


def _rendered(t: int) -> Rendered:
    return Rendered(scene_id="s1", t=t, ok=True, seconds=2.0, duration=12.5, plays=6)


def _reviewed(t: int, score: float, verdict: str) -> Reviewed:
    axes = AxisScores(logical_flow=score, layout=score, accuracy=score)
    return Reviewed.model_validate(
        {"scene_id": "s1", "t": t, "reviewer": "measured/1", "axes": axes, "u": score,
         "verdict": verdict, "instruction": "Enlarge the labels."}
    )  # fmt: skip


STORY: tuple[Event, ...] = (
    RunStarted(run="r", title="Heat", cast="offline", memory_mode="rw"),
    StoryboardReady(scenes=("Heat", "Flow")),
    SceneStarted(scene_id="s1", name="Heat"),
    _written(0),
    Checked(scene_id="s1", t=0, ok=False, findings=(REFUSED,)),
    Hinted(scene_id="s1", t=0, hint="Use Create.", decision="retry"),
    _written(1, attempt=1),
    Checked(scene_id="s1", t=1, ok=True),
    RenderStarted(scene_id="s1", t=1),
    _rendered(1),
    _reviewed(1, 70, "revise"),
    _written(2, revision=1, loop="visual"),
    Checked(scene_id="s1", t=2, ok=True),
    RenderStarted(scene_id="s1", t=2),
    _rendered(2),
    _reviewed(2, 91, "pass"),
    SceneDelivered(scene_id="s1", delivered=2, u=91, rounds=2),
)


def _told(projection: RunProjection, events: tuple[Event, ...], start: int = 0) -> None:
    """Each event a second after the one before."""
    for second, event in enumerate(events, start=start):
        at = (BEGAN + timedelta(seconds=second)).isoformat()
        projection.apply(event.model_copy(update={"at": at}))


def test_every_iteration_tells_what_led_to_it(tmp_path: Path) -> None:
    projection = RunProjection(tmp_path / "r")
    _told(projection, STORY)
    first, second, third = projection.view.scene("s1").iterations
    assert (first.ok, first.category, first.verdict_line) == (False, "static", "refused")
    assert second.trigger == "Use Create."
    assert third.trigger == "Enlarge the labels."
    assert third.verdict_line == "91.0"


def test_the_stage_follows_the_scene(tmp_path: Path) -> None:
    projection = RunProjection(tmp_path / "r")
    stages = []
    for second, event in enumerate(STORY):
        at = (BEGAN + timedelta(seconds=second)).isoformat()
        projection.apply(event.model_copy(update={"at": at}))
        if projection.view.scenes:
            stages.append(projection.view.scene("s1").stage)
    assert stages == [
        "code", "check", "code", "code", "check", "render", "render", "review", "revise",
        "check", "render", "render", "review", "done", "done",
    ]  # fmt: skip
    spent = projection.view.scene("s1").stage_seconds
    assert sum(spent.values()) == len(STORY) - 3
    assert spent["render"] == 4


def test_what_is_left_is_estimated_once_a_scene_has_ended(tmp_path: Path) -> None:
    projection = RunProjection(tmp_path / "r")
    _told(projection, STORY[:-1])
    assert projection.progress(BEGAN + timedelta(seconds=20)).left_seconds is None
    _told(projection, STORY[-1:], start=20)
    progress = projection.progress(BEGAN + timedelta(seconds=20))
    assert (progress.done, progress.scenes) == (1, 2)
    assert progress.left_seconds == 20


def test_time_in_a_pause_is_not_counted(tmp_path: Path) -> None:
    projection = RunProjection(tmp_path / "r")
    _told(projection, STORY)
    _told(projection, (RunPaused(count=0, message="No quota.", remedy="Wait."),), start=20)
    assert (projection.view.state, projection.view.message) == ("paused", "No quota.")
    _told(projection, (RunResumed(count=0),), start=3620)
    assert projection.view.state == "running"
    assert projection.view.message == ""
    assert projection.progress(BEGAN + timedelta(seconds=3630)).elapsed_seconds == 30


def test_a_skipped_scene_ends_the_work_on_it(tmp_path: Path) -> None:
    projection = RunProjection(tmp_path / "r")
    _told(projection, STORY)
    later: tuple[Event, ...] = (
        SceneStarted(scene_id="s2", name="Flow"),
        SceneSkipped(scene_id="s2", reason="no attempt rendered", rounds=2),
        RunFinished(video="animation.mp4", rounds=4, seconds=20.0),
    )
    _told(projection, later, start=30)
    assert projection.view.scene("s2").ended
    assert projection.view.scene("s2").shown is None
    assert (projection.view.state, projection.view.rounds) == ("finished", 4)
    assert projection.progress().left_seconds == 0


def test_scenes_stand_in_the_order_of_the_storyboard_not_of_their_start(tmp_path: Path) -> None:
    projection = RunProjection(tmp_path / "r")
    _told(
        projection,
        (
            *STORY[:2],
            SceneStarted(scene_id="s2", name="Flow"),
            SceneStarted(scene_id="s1", name="Heat"),
        ),
    )
    assert [scene.name for scene in projection.view.arranged] == ["Heat", "Flow"]


def test_each_place_of_the_animation_keeps_its_own_scene_whichever_begins_first(
    tmp_path: Path,
) -> None:
    projection = RunProjection(tmp_path / "r")
    _told(projection, (*STORY[:2], SceneStarted(scene_id="s2", name="Flow")))
    (first, second) = projection.view.places
    assert first == ("Heat", None)
    assert second[0] == "Flow"
    assert second[1] is projection.view.scene("s2")


def test_tokens_and_money_add_up_over_calls(tmp_path: Path) -> None:
    projection = RunProjection(tmp_path / "r")
    for call in (1, 2):
        projection.apply(
            ModelAnswered(
                agent="Coder",
                request="ab",
                call=call,
                role="text",
                outcome="reply",
                input=100,
                output=20,
                lost=5,
                money=0.25,
                seconds=1.0,
            )
        )
    assert (projection.view.calls, projection.view.tokens) == (2, 250)
    assert projection.view.money == 0.5


def _made(scene_id: str, replaces: str = "") -> tuple[Event, ...]:
    return (
        SceneStarted(scene_id=scene_id, name="Heat", replaces=replaces),
        SceneDelivered(scene_id=scene_id, delivered=0, u=90.0, rounds=0),
    )


THREE: tuple[Event, ...] = (
    RunStarted(run="r", title="Heat", cast="offline", memory_mode="rw"),
    StoryboardReady(scenes=("A", "B", "C")),
    StoryboardApproved(scenes=("B", "A"), edited=True),
    *_made("s2"),
    *_made("s1"),
    RunFinished(video="animation.mp4", rounds=0, seconds=1.0),
)


def _ids(projection: RunProjection) -> list[str]:
    return [scene.scene_id for scene in projection.view.arranged]


def test_the_approved_storyboard_is_the_plan() -> None:
    projection = RunProjection(Path("r"))
    for event in THREE:
        projection.apply(event)
    assert projection.view.planned == ("B", "A")
    assert _ids(projection) == ["s1", "s2"]


def test_a_rerun_stands_in_its_place_while_it_is_made_and_once_it_is_taken_in() -> None:
    projection = RunProjection(Path("r"))
    for event in (*THREE, RunResumed(count=0, scene_id="s3"), *_made("s3", "s1")):
        projection.apply(event)
    assert projection.view.state == "running"
    assert _ids(projection) == ["s3", "s2"]
    projection.apply(
        Rearranged(number=2, scene_id="s3", replaces="s1", scenes=("s3", "s2"), video="b.mp4")
    )
    assert (projection.view.state, projection.view.video) == ("finished", "b.mp4")
    assert _ids(projection) == ["s3", "s2"]
    assert projection.progress().scenes == 2
    projection.apply(Rearranged(number=3, scenes=("s2", "s1"), video="c.mp4"))
    assert _ids(projection) == ["s2", "s1"]


def test_a_rerun_of_which_nothing_rendered_gives_the_place_back() -> None:
    projection = RunProjection(Path("r"))
    skipped = SceneSkipped(scene_id="s3", reason="nothing rendered", rounds=2)
    begun = SceneStarted(scene_id="s3", name="Heat", replaces="s1")
    for event in (*THREE, RunResumed(count=0, scene_id="s3"), begun, skipped):
        projection.apply(event)
    projection.apply(
        Rearranged(number=1, scene_id="s3", replaces="s1", scenes=("s1", "s2"), video="a.mp4")
    )
    assert _ids(projection) == ["s1", "s2"]
    assert projection.view.state == "finished"


def test_a_scene_made_anew_later_adds_only_its_own_time(tmp_path: Path) -> None:
    projection = RunProjection(tmp_path / "run")

    def at(seconds: float) -> str:
        return (BEGAN + timedelta(seconds=seconds)).isoformat()

    for event in (
        RunStarted(run="r", title="Heat", cast="offline", memory_mode="rw", at=at(0)),
        StoryboardReady(scenes=("Heat",), at=at(1)),
        Retrieved(examples=((7, 0.8),), at=at(2)),
        SceneStarted(scene_id="s1", name="Heat", at=at(2)),
        SceneDelivered(scene_id="s1", delivered=0, u=90.0, rounds=0, at=at(60)),
        RunFinished(video="animation.mp4", rounds=0, seconds=60.0, at=at(60)),
        Retrieved(scene_id="s2", examples=((9, 0.5),), at=at(900)),
        SceneStarted(scene_id="s2", name="Heat2", replaces="s1", at=at(900)),
    ):
        projection.apply(event)
    view = projection.view
    assert view.scenes[1].stage == "code"
    assert projection.view.state == "running"
    progress = projection.progress(BEGAN + timedelta(seconds=910))
    assert progress.elapsed_seconds == 70
    assert progress.left_seconds is not None
    assert view.examples == ((7, 0.8),), "what the whole run was given stays known"
    projection.apply(
        Rearranged(number=1, scenes=("s2",), video="animation-1.mp4", scene_id="s2", at=at(920))
    )
    assert str(view.state) == "finished"
    assert projection.progress(BEGAN + timedelta(seconds=5000)).elapsed_seconds == 80


def test_a_pause_stops_the_clocks_of_all_stages(tmp_path: Path) -> None:
    projection = RunProjection(tmp_path / "run")

    def at(seconds: float) -> str:
        return (BEGAN + timedelta(seconds=seconds)).isoformat()

    for event in (
        RunStarted(run="r", title="Heat", cast="offline", memory_mode="off", at=at(0)),
        StoryboardReady(scenes=("Heat",), at=at(5)),
        SceneStarted(scene_id="s1", name="Heat", at=at(5)),
        RunPaused(count=1, message="Paused on request.", reason="person", at=at(15)),
    ):
        projection.apply(event)
    later = BEGAN + timedelta(seconds=500)
    assert run_times(projection.view, later) == {"storyboard": 5, "retrieve": 0, "code": 10}
    projection.apply(RunResumed(count=1, at=at(600)))
    times = scene_times(projection.view, projection.view.scenes[0], BEGAN + timedelta(seconds=604))
    assert times["code"] == 14
