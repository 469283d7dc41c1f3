"""The library shows a run as its scenes are arranged, and what becomes of a rerun under way."""

import pytest

from app.editing.choosing import choose
from app.editing.rerun import arrange
from app.jobs.queue import RunQueue
from app.library import Library
from app.paths import DataPaths
from app.runs import run_state
from pipeline.run.folder import RunFolder
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


def test_score_scenes_and_picture_are_those_of_the_scene_made_anew(
    queue: RunQueue, script: Script, updates: Updates, finished: RunFolder
) -> None:
    library = Library(DataPaths(finished.root.parent.parent))
    assert library.entry(finished.run_id).score == 95
    script.programs = {"Swing": [program("u=70"), program("u=99", "Swing", "anew")]}
    assert updates.end_of(queue.rerun(finished.run_id, "s1", NEW)).state == "finished"
    entry = library.entry(finished.run_id)
    assert (entry.state, entry.score) == ("finished", (99 + 95) / 2)
    assert (entry.scenes, entry.delivered, entry.chosen) == (2, 2, False)
    assert entry.thumbnail is not None
    assert entry.thumbnail.parts[-4:-2] == ("s3", "i01")
    choose(finished, "s3", 0)
    entry = library.entry(finished.run_id)
    assert (entry.score, entry.chosen) == ((70 + 95) / 2, True)
    arrange(finished, ("s2",))
    entry = library.entry(finished.run_id)
    assert (entry.score, entry.scenes, entry.chosen) == (95, 1, False)


def test_a_rerun_that_was_paused_shows_the_run_as_paused(
    queue: RunQueue, script: Script, updates: Updates, finished: RunFolder
) -> None:
    library = Library(DataPaths(finished.root.parent.parent))
    script.programs = {"Swing": [program("u=96", "Swing", "anew")]}
    script.before = gate = Gate()
    job = queue.rerun(finished.run_id, "s1", NEW)
    gate.wait()
    assert library.entry(finished.run_id).state == "running"
    queue.pause(job)
    gate.open.set()
    assert updates.end_of(job).state == "paused"
    assert library.entry(finished.run_id).state == run_state(finished) == "paused"
