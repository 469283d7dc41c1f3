"""One scene of a finished run is made anew, beside all that the run made."""

import contextlib
import json
from collections.abc import Callable

import av
import pytest

from app.runs import load_outcome, run_state
from pipeline.events import Event, Rearranged, Retrieved, RunResumed, RunStopped, SceneStarted
from pipeline.loop.rerun import RerunRefusedError, plan_rerun, rerun_scene
from pipeline.render_port import CancelledError
from pipeline.run.arrangement import ArrangedRun, Rerun
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import Journal, load_events
from pipeline.run.outcome import RunOutcome
from pipeline.schema.storyboard import SceneSpec
from pipeline.settings import RunSettings
from tests.loop.conftest import Play, manifest
from tests.loop.memories import ListMemory
from tests.loop.scripted import TASK, ScriptedCast, ScriptedRenderer, fields, program, services

SETTINGS = RunSettings(memory_mode="rw", t_text=2)
SCENES = {name: [program("u=91", name)] for name in ("A", "B", "C")}
NEW = SceneSpec(name="B", claim="Now it says 42.", evidence="", takeaway="So it is.")
ANEW = [program("latex", "B"), program("u=60", "B"), program("u=95", "B")]
Again = Callable[..., tuple[RunOutcome, list[Event]]]


@pytest.fixture
def again(folder: RunFolder) -> Again:
    """Make a scene anew with the given programs."""

    def run(
        rerun: Rerun,
        programs: list[str],
        memory: ListMemory | None = None,
        renderer: ScriptedRenderer | None = None,
        cast: ScriptedCast | None = None,
    ) -> tuple[RunOutcome, list[Event]]:
        cast = cast or ScriptedCast({rerun.spec.name: programs})
        work = services(cast, renderer or ScriptedRenderer(), memory or ListMemory())
        events: list[Event] = []
        generator = rerun_scene(rerun, TASK, folder, manifest(SETTINGS), work)
        while True:
            try:
                events.append(next(generator))
            except StopIteration as done:
                return done.value, events

    return run


def frames(folder: RunFolder, name: str | None) -> int:
    """How many frames a video of the run has."""
    assert name is not None
    with av.open(str(folder.file(name))) as container:
        return sum(1 for _ in container.decode(video=0))


def test_a_scene_made_anew_takes_the_place_of_the_old_one_in_a_new_animation(
    play: Play, again: Again, folder: RunFolder
) -> None:
    first, _ = play(SCENES, SETTINGS, memory=ListMemory())
    kept = folder.file("outcome.json").read_bytes()
    old_video = folder.file("animation.mp4").read_bytes()
    rerun = plan_rerun(folder, "s2", NEW)
    assert (rerun.scene_id, rerun.replaces) == ("s4", "s2")
    outcome, events = again(rerun, ANEW)
    assert [t.scene_id for t in outcome.scenes] == ["s1", "s4", "s3"]
    assert [t.scene_id for t in outcome.replaced] == ["s2"]
    assert outcome.video == "animation-2.mp4"
    assert frames(folder, outcome.video) == frames(folder, first.video)
    trace = outcome.scenes[1]
    assert (trace.spec, trace.delivered, trace.rounds) == (NEW, 2, 2)
    assert outcome.rounds == first.rounds
    assert folder.file("animation.mp4").read_bytes() == old_video
    assert folder.file("outcome.json").read_bytes() == kept
    assert json.loads(folder.file("arrangement.json").read_bytes()) == {
        "arrangements": [
            {"number": 1, "scenes": ["s1", "s2", "s3"], "video": "animation.mp4"},
            {"number": 2, "scenes": ["s1", "s4", "s3"], "video": "animation-2.mp4"},
        ]
    }
    started = next(e for e in events if isinstance(e, SceneStarted))
    assert (started.scene_id, started.replaces, started.name) == ("s4", "s2", "B")
    assert isinstance(events[0], RunResumed)
    assert events[0].scene_id == "s4"
    last = events[-1]
    assert isinstance(last, Rearranged)
    assert (last.scenes, last.video, last.rounds) == (("s1", "s4", "s3"), outcome.video, 2)
    assert load_outcome(folder) == outcome
    assert run_state(folder) == "finished"


def test_only_the_scene_that_is_made_anew_is_written_and_rendered(
    play: Play, again: Again, folder: RunFolder
) -> None:
    play(SCENES, SETTINGS, memory=ListMemory())
    renderer, cast = ScriptedRenderer(), ScriptedCast({"B": ANEW})
    again(plan_rerun(folder, "s2", NEW), ANEW, renderer=renderer, cast=cast)
    assert renderer.calls == ANEW
    assert TASK not in cast.requests


@pytest.mark.parametrize("number", range(0, 24))
def test_a_rerun_cut_off_after_any_step_goes_on_to_the_same_result(
    play: Play, again: Again, folder: RunFolder, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    class Stop(Exception):
        """Stands for a kill."""

    play(SCENES, SETTINGS, memory=ListMemory())
    memory, first, second = ListMemory(), ScriptedRenderer(), ScriptedRenderer()
    rerun = plan_rerun(folder, "s2", NEW)
    keep, count = Journal.keep, 0

    def counting(self: Journal, path: object, value: object) -> None:
        nonlocal count
        count += 1
        if count > number:
            raise Stop
        keep(self, path, value)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "keep", counting)
        with contextlib.suppress(Stop):
            again(rerun, ANEW, memory, first)
    cast = ScriptedCast({"B": ANEW})
    cast.skip("B", len(list(folder.root.glob("scenes/s4/i*/candidate.json"))))
    outcome, _ = again(rerun, ANEW, memory, second, cast)
    assert [t.scene_id for t in outcome.scenes] == ["s1", "s4", "s3"]
    assert outcome.video == "animation-2.mp4"
    assert outcome.scenes[1].rounds == 2
    assert len({*first.calls, *second.calls}) == 3
    keys = [event.key for event in load_events(folder.file(EVENTS))]
    assert len(keys) == len(set(keys))
    records = {(r.provenance.scene_id, r.provenance.source, r.provenance.ordinal)
               for r in memory.written}  # fmt: skip
    assert records == {("s4", "success", 0), ("s4", "text", 0), ("s4", "visual", 0)}


def test_what_a_rerun_teaches_passes_the_same_gates_under_its_own_id(
    play: Play, again: Again, folder: RunFolder
) -> None:
    memory = ListMemory()
    first, _ = play(SCENES, SETTINGS, memory=memory)
    before = len(memory.written)
    outcome, _ = again(plan_rerun(folder, "s2", NEW), ANEW, memory)
    new = memory.written[before:]
    assert fields(new) == [
        ("success", "success", 0, "active"),
        ("failure", "text", 0, "active"),
        ("failure", "visual", 0, "active"),
    ]
    assert {record.provenance.scene_id for record in new} == {"s4"}
    assert len(outcome.learned.added) > len(first.learned.added)
    low, after = [program("u=70 verdict=pass", "B")], len(memory.written)
    again(plan_rerun(folder, "s4", NEW), low, memory)
    assert memory.written[after:] == []


def test_a_rerun_reads_the_memory_as_it_is_now(play: Play, again: Again, folder: RunFolder) -> None:
    memory = ListMemory()
    play(SCENES, SETTINGS, memory=memory)
    again(plan_rerun(folder, "s2", NEW), ANEW, memory)
    read = [e.scene_id for e in load_events(folder.file(EVENTS)) if isinstance(e, Retrieved)]
    assert read == ["", "s4"]
    assert (folder.scene("s4") / "retrieval.json").exists()


def test_a_rerun_of_which_nothing_renders_leaves_the_animation_as_it_was(
    play: Play, again: Again, folder: RunFolder
) -> None:
    first, _ = play(SCENES, SETTINGS, memory=ListMemory())
    broken = [program("latex", "B"), program("timeout", "B"), program("latex", "B")]
    outcome, events = again(plan_rerun(folder, "s2", NEW), broken)
    assert outcome.scenes == first.scenes
    assert outcome.video == "animation.mp4"
    last = events[-1]
    assert isinstance(last, Rearranged)
    assert (last.number, last.scenes) == (1, ("s1", "s2", "s3"))
    assert run_state(folder) == "finished"


def test_a_scene_that_failed_in_the_run_can_be_made_anew(
    play: Play, again: Again, folder: RunFolder
) -> None:
    broken = [program("latex", "B"), program("latex", "B")]
    first, _ = play(SCENES | {"B": broken}, SETTINGS, memory=ListMemory())
    assert first.scenes[1].delivered is None
    outcome, _ = again(plan_rerun(folder, "s2", NEW), [program("u=95", "B")])
    assert [t.delivered for t in outcome.scenes] == [0, 0, 0]
    assert frames(folder, outcome.video) == 15 > frames(folder, first.video)


def test_two_reruns_of_one_scene_end_with_the_later_one_wherever_they_were_planned_from(
    play: Play, again: Again, folder: RunFolder
) -> None:
    play(SCENES, SETTINGS, memory=ListMemory())
    one, two = plan_rerun(folder, "s2", NEW), plan_rerun(folder, "s2", NEW)
    assert (one.scene_id, two.scene_id) == ("s4", "s5")
    again(one, [program("u=95", "B")])
    outcome, _ = again(two, [program("u=96", "B")])
    assert [t.scene_id for t in outcome.scenes] == ["s1", "s5", "s3"]
    assert [t.scene_id for t in outcome.replaced] == ["s2", "s4"]
    assert outcome.video == "animation-3.mp4"
    assert len(ArrangedRun(folder).all()) == 3


def test_a_rerun_that_is_stopped_says_so_and_goes_on(
    play: Play, again: Again, folder: RunFolder
) -> None:
    play(SCENES, SETTINGS, memory=ListMemory())
    rerun = plan_rerun(folder, "s2", NEW)
    assert run_state(folder) == "finished"
    cast = ScriptedCast({"B": ANEW})
    work = services(cast, ScriptedRenderer(), ListMemory())
    work.renderer.before = lambda _: work.cancel.cancel()  # type: ignore[attr-defined]
    with pytest.raises(CancelledError):
        list(rerun_scene(rerun, TASK, folder, manifest(SETTINGS), work))
    last = load_events(folder.file(EVENTS))[-1]
    assert isinstance(last, RunStopped)
    assert last.scene_id == "s4"
    assert run_state(folder) == "stopped"
    found = load_outcome(folder)
    assert found is not None
    assert found.video == "animation.mp4"
    left = ScriptedCast({"B": ANEW})
    left.skip("B", 1)
    outcome, _ = again(rerun, ANEW, cast=left)
    assert outcome.video == "animation-2.mp4"
    assert run_state(folder) == "finished"


def test_what_cannot_be_made_anew_is_refused(play: Play, folder: RunFolder) -> None:
    with pytest.raises(RerunRefusedError, match="has not finished"):
        plan_rerun(folder, "s1", NEW)
    play(SCENES, SETTINGS, memory=ListMemory())
    with pytest.raises(RerunRefusedError, match="no finished scene s9"):
        plan_rerun(folder, "s9", NEW)
    with pytest.raises(RerunRefusedError, match="named B"):
        plan_rerun(folder, "s1", NEW)
    assert not (folder.root / "scenes" / "s4").exists()


def test_a_log_from_before_there_were_reruns_is_read(folder: RunFolder) -> None:
    old: list[dict[str, object]] = [
        {"kind": "scene_started", "scene_id": "s1", "name": "A"},
        {"kind": "run_resumed", "count": 0},
        {"kind": "run_stopped", "count": 0, "reason": "x"},
        {"kind": "run_paused", "count": 0, "message": "m", "remedy": "r"},
        {"kind": "consolidated", "added": [], "pending": [], "duplicates": 0, "skipped": "",
         "unwritten": []},
    ]  # fmt: skip
    folder.file(EVENTS).write_text("".join(json.dumps(event) + "\n" for event in old))
    events = load_events(folder.file(EVENTS))
    assert [getattr(event, "replaces", "") or event.kind for event in events] == [
        event["kind"] for event in old
    ]
    assert len({event.key for event in events}) == len(old)
