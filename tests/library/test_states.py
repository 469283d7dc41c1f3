"""The library tells what a run waits for: its turn, a person, or a scene that is made anew."""

from pathlib import Path

import pytest

from app.library.reading import read_facts
from app.paths import DataPaths
from app.run_plan import RunPlan, reserve
from app.runs import run_state
from pipeline.loop.rerun import plan_rerun, rerun_scene
from pipeline.model_events import ModelAsked
from pipeline.render_port import CancelledError
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import Journal
from pipeline.schema.storyboard import SceneSpec
from pipeline.settings import RunSettings
from tests.editing.made import manifest
from tests.loop.scripted import TASK, ScriptedCast, ScriptedRenderer, program, services

NEW = SceneSpec(name="Swing", claim="Anew.", evidence="", takeaway="So it is.")
SETTINGS = RunSettings(memory_mode="off")


def test_a_run_that_waits_for_its_turn_is_queued(tmp_path: Path) -> None:
    folder = reserve(RunPlan(TASK, SETTINGS), DataPaths(tmp_path), "20260401-000000-dddd")
    assert read_facts(folder.root).state == run_state(folder) == "queued"
    assert read_facts(folder.root, whole=False).state == "queued"


def test_a_call_of_a_model_changes_no_state(paths: DataPaths) -> None:
    folder = RunFolder(paths.runs / "20260201-000000-bbbb")
    assert read_facts(folder.root).state == "stopped"
    Journal(folder, lambda _: None).emit(
        ModelAsked(agent="Storyboarder", request="a", call=1, role="text", input=1, limit=1)
    )
    assert read_facts(folder.root).state == run_state(folder) == "stopped"


def test_a_scene_that_is_made_anew_counts_once_it_is_taken_in(paths: DataPaths) -> None:
    folder = RunFolder(paths.runs / "20260101-000000-aaaa")
    before = read_facts(folder.root)
    assert (before.state, before.score, before.scenes) == ("finished", 90.0, 2)
    rerun = plan_rerun(folder, "s1", NEW)
    assert read_facts(folder.root) == before
    about = manifest(folder.run_id, "Pendulums", SETTINGS, "2026-01-01")
    work = services(ScriptedCast({"Swing": [program("u=96")]}), ScriptedRenderer(still=True))
    work.renderer.before = lambda _: work.cancel.cancel()  # type: ignore[attr-defined]
    with pytest.raises(CancelledError):
        list(rerun_scene(rerun, TASK, folder, about, work))
    stopped = read_facts(folder.root)
    assert stopped.state == run_state(folder) == "stopped"
    assert (stopped.score, stopped.thumbnail) == (before.score, before.thumbnail)
    again = services(ScriptedCast({}), ScriptedRenderer(still=True))
    list(rerun_scene(rerun, TASK, folder, about, again))
    after = read_facts(folder.root)
    assert (after.state, after.score, after.scenes, after.delivered) == ("finished", 94.0, 2, 2)
    assert after.thumbnail.startswith("scenes/s3/")
    assert after.rounds == before.rounds
    assert folder.file(EVENTS).exists()
