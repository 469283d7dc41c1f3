"""A scene is made anew through the queue, and what waits or was cut off is not lost."""

from pathlib import Path

import pytest

from app.editing import rerun as editing
from app.editing.choice import current_video
from app.editing.choosing import choose
from app.errors import StudioError
from app.jobs.queue import RunQueue
from app.jobs.updates import JobEvent
from app.runs import export_run, load_outcome, run_state
from pipeline.events import Rearranged
from pipeline.run.arrangement import open_reruns
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import load_events
from pipeline.schema.storyboard import SceneSpec
from tests.jobs.conftest import Script, Updates, plan
from tests.jobs.test_queue import Gate
from tests.loop.scripted import program

NEW = SceneSpec(name="Swing", claim="It says 42.", evidence="", takeaway="So it is.")


@pytest.fixture
def finished(queue: RunQueue, script: Script, updates: Updates) -> RunFolder:
    """A run of two scenes that has ended."""
    script.programs = {name: [program("u=95", name)] for name in ("Swing", "Fall")}
    job = queue.submit(plan())
    assert updates.end_of(job).state == "finished"
    return RunFolder(job.folder)


def test_a_scene_is_made_anew_and_exports_see_it(
    queue: RunQueue, script: Script, updates: Updates, finished: RunFolder, tmp_path: Path
) -> None:
    better = program("u=96", "Swing", "anew")
    script.programs = {"Swing": [better]}
    job = queue.rerun(finished.run_id, "s1", NEW)
    assert (job.kind, job.scene_id, job.title) == ("rerun", "s1", "Swing")
    assert updates.end_of(job).state == "finished"
    told = [u.event for u in updates.told if isinstance(u, JobEvent) and u.job.id == job.id]
    assert isinstance(told[-1], Rearranged)
    outcome = load_outcome(finished)
    assert outcome is not None
    assert [trace.scene_id for trace in outcome.scenes] == ["s3", "s2"]
    copied = export_run(finished, outcome, tmp_path / "out")
    assert copied[0].name == "animation.mp4"
    assert copied[0].read_bytes() == finished.file("animation-2.mp4").read_bytes()
    assert (tmp_path / "out" / "scene1.py").read_text() == better


def test_a_choice_of_a_person_stays_in_the_animation_of_a_rerun(
    queue: RunQueue, script: Script, updates: Updates, tmp_path: Path
) -> None:
    script.programs = {
        "Swing": [program("u=95", "Swing")],
        "Fall": [program("u=60", "Fall"), program("u=95", "Fall")],
    }
    job = queue.submit(plan())
    updates.end_of(job)
    folder = RunFolder(job.folder)
    choose(folder, "s2", 0)
    script.programs = {"Swing": [program("u=96", "Swing", "anew")]}
    updates.end_of(queue.rerun(job.run_id, "s1", NEW))
    assert current_video(folder) == "animation-s3v0-s2v0.mp4"
    told = [e for e in load_events(folder.file(EVENTS)) if isinstance(e, Rearranged)]
    assert told[0].video == current_video(folder)
    outcome = load_outcome(folder)
    assert outcome is not None
    assert outcome.video == "animation-2.mp4"
    export_run(folder, outcome, tmp_path / "out")
    exported = (tmp_path / "out" / "scene2.py").read_text()
    assert exported == (folder.iteration("s2", 0) / "scene.py").read_text()
    choose(folder, "s2", None)
    assert current_video(folder) == "animation-2.mp4"
    choose(folder, "s2", 0)
    editing.arrange(folder, ("s2", "s3"))
    assert current_video(folder) == "animation-s2v0-s3v0.mp4"
    assert folder.file("animation-s2v0-s3v0.mp4").exists()


def test_a_rerun_that_was_paused_goes_on_when_the_run_is_resumed(
    queue: RunQueue, script: Script, updates: Updates, finished: RunFolder
) -> None:
    script.programs = {"Swing": [program("u=96", "Swing", "anew")]}
    script.before = gate = Gate()
    job = queue.rerun(finished.run_id, "s1", NEW)
    gate.wait()
    queue.pause(job)
    gate.open.set()
    assert updates.end_of(job).state == "paused"
    assert run_state(finished) == "paused"
    script.told_apart = {"Swing": 1}
    again = queue.resume(finished.run_id)
    assert updates.end_of(again).state == "finished"
    assert run_state(finished) == "finished"
    outcome = load_outcome(finished)
    assert outcome is not None
    assert [trace.scene_id for trace in outcome.scenes] == ["s3", "s2"]


def test_a_waiting_rerun_that_is_removed_leaves_nothing(
    queue: RunQueue, script: Script, updates: Updates, finished: RunFolder
) -> None:
    script.before = gate = Gate()
    first = queue.submit(plan())
    gate.wait()
    job = queue.rerun(finished.run_id, "s1", NEW)
    updates.wait(lambda update: update.job.id == job.id)
    assert open_reruns(finished) == ("s3",)
    assert run_state(finished) == "finished"
    assert queue.remove(job)
    updates.wait(lambda u: u.job.id == job.id and type(u).__name__ == "JobRemoved")
    assert open_reruns(finished) == ()
    assert not finished.scene("s3").exists()
    gate.open.set()
    updates.end_of(first)


def test_a_scene_of_an_unfinished_run_is_refused_in_words(
    queue: RunQueue, script: Script, updates: Updates
) -> None:
    script.before = gate = Gate()
    job = queue.submit(plan())
    gate.wait()
    refused = queue.rerun(job.run_id, "s1", NEW)
    queue.stop(job)
    gate.open.set()
    ended = updates.end_of(refused)
    assert (ended.state, ended.kind, ended.fault) == ("failed", "work", "rerun_refused")
    assert "has not finished" in ended.message


def test_a_scene_that_would_hide_a_name_of_manim_is_refused(
    queue: RunQueue, updates: Updates, finished: RunFolder
) -> None:
    spec = NEW.model_copy(update={"name": "Circle"})
    ended = updates.end_of(queue.rerun(finished.run_id, "s1", spec))
    assert (ended.state, ended.kind, ended.fault) == ("failed", "work", "storyboard")
    assert "CircleExplained can" in ended.message
    assert open_reruns(finished) == ()


def test_a_rerun_that_is_given_up_changes_nothing(
    queue: RunQueue, script: Script, updates: Updates, finished: RunFolder
) -> None:
    script.programs = {"Swing": [program("u=96", "Swing", "anew")]}
    script.before = gate = Gate()
    job = queue.rerun(finished.run_id, "s1", NEW)
    gate.wait()
    queue.stop(job)
    gate.open.set()
    updates.end_of(job)
    assert run_state(finished) == "stopped"
    editing.give_up(finished, "s3")
    assert run_state(finished) == "finished"
    outcome = load_outcome(finished)
    assert outcome is not None
    assert (outcome.video, outcome.replaced) == ("animation.mp4", ())
    with pytest.raises(StudioError, match="makes no scene s3 anew"):
        editing.give_up(finished, "s3")


def test_scenes_are_put_in_another_order_and_a_rerun_is_taken_back(
    queue: RunQueue, script: Script, updates: Updates, finished: RunFolder
) -> None:
    script.programs = {"Swing": [program("u=96", "Swing", "anew")]}
    updates.end_of(queue.rerun(finished.run_id, "s1", NEW))
    other = editing.arrange(finished, ("s2", "s3"))
    assert (other.number, other.scenes, other.video) == (3, ("s2", "s3"), "animation-3.mp4")
    back = editing.arrange(finished, ("s1", "s2"))
    assert back.number == 4
    assert editing.arrange(finished, ("s1", "s2")) == back
    outcome = load_outcome(finished)
    assert outcome is not None
    assert [trace.scene_id for trace in outcome.scenes] == ["s1", "s2"]
    assert [trace.scene_id for trace in outcome.replaced] == ["s3"]
    told = [e for e in load_events(finished.file(EVENTS)) if isinstance(e, Rearranged)]
    assert [(e.number, e.scene_id) for e in told] == [(2, "s3"), (3, ""), (4, "")]
    with pytest.raises(StudioError, match="no finished scene s9"):
        editing.arrange(finished, ("s9",))
    assert all(finished.file(f"animation{n}.mp4").exists() for n in ("", "-2", "-3", "-4"))
