"""The queue with the real offline cast: approve, edit, make, make one scene anew, stop, kill."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import av
import pytest

from app.editing.storyboard import approve, load, save
from app.jobs.queue import RunQueue
from app.jobs.updates import JobEvent
from app.paths import DataPaths
from app.run_plan import RunPlan
from app.runs import load_manifest, load_outcome, run_state
from pipeline.events import RenderStarted
from pipeline.run.arrangement import open_reruns
from pipeline.run.folder import RunFolder
from pipeline.schema.task import Task
from pipeline.settings import RunSettings
from tests.jobs.conftest import Updates
from tests.journeys.studio import ROOT, SECTION, environment, studio

SETTINGS = RunSettings(max_scenes=1, memory_mode="off", approve_storyboard=True)


def seconds(path: Path) -> float:
    """The length of a video."""
    with av.open(str(path)) as container:
        assert container.duration is not None
        return container.duration / av.time_base


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[tuple[RunQueue, Updates, DataPaths]]:
    updates, paths = Updates(), DataPaths(tmp_path / "home")
    made = RunQueue(paths, updates)
    yield made, updates, paths
    assert made.close()


def test_a_storyboard_is_edited_made_and_one_scene_of_it_made_anew(
    queue: tuple[RunQueue, Updates, DataPaths],
) -> None:
    jobs, updates, _ = queue
    plan = RunPlan(Task(text=SECTION, title="Pendulum", role="background"), SETTINGS)
    job = jobs.submit(plan)
    ended = updates.end_of(job)
    assert (ended.state, ended.kind, ended.fault) == ("paused", "", "approval")
    folder = RunFolder(job.folder)
    card = load(folder)[0]
    mine = replace(card, claim="A pendulum of 9 metres needs about 6 seconds.")
    save(folder, (mine,))
    approve(folder)
    assert updates.end_of(jobs.resume(job.run_id)).state == "finished"
    outcome = load_outcome(folder)
    assert outcome is not None
    assert outcome.video == "animation.mp4"
    assert "9 metres" in outcome.scenes[0].iterations[0].candidate.program

    anew = replace(mine, claim="A pendulum of 16 metres needs about 8 seconds.").spec
    rerun = jobs.rerun(job.run_id, "s1", anew)
    assert updates.end_of(rerun).state == "finished"
    after = load_outcome(folder)
    assert after is not None
    assert [trace.scene_id for trace in after.scenes] == ["s2"]
    best = after.scenes[0].best
    assert best is not None
    assert "16 metres" in best.candidate.program
    assert after.video == "animation-2.mp4"
    assert seconds(folder.file(after.video)) == pytest.approx(best.result.duration, abs=0.2)
    assert folder.file("animation.mp4").exists()
    assert load_manifest(folder).rounds == outcome.rounds


def test_a_real_render_is_stopped_and_leaves_no_thread(
    queue: tuple[RunQueue, Updates, DataPaths],
) -> None:
    jobs, updates, _ = queue
    settings = SETTINGS.model_copy(update={"approve_storyboard": False})
    job = jobs.submit(RunPlan(Task(text=SECTION), settings))
    updates.wait(lambda u: isinstance(u, JobEvent) and isinstance(u.event, RenderStarted))
    jobs.stop(job)
    assert updates.end_of(job).state == "stopped"
    assert run_state(RunFolder(job.folder)) == "stopped"
    left = [t.name for t in threading.enumerate() if t.name.startswith(("run-2", "scene"))]
    assert left == []


KILLED = """
import sys, time
from app.jobs.queue import RunQueue
from app.paths import data_paths
from pipeline.schema.storyboard import SceneSpec

queue = RunQueue(data_paths(), lambda update: print(type(update).__name__, flush=True))
queue.rerun(sys.argv[1], "s1", SceneSpec.model_validate_json(sys.argv[2]))
time.sleep(600)
"""


def test_a_killed_studio_goes_on_with_the_scene_that_it_made_anew(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (tmp_path / "section.md").write_text(SECTION)
    made = studio(home, "make", str(tmp_path / "section.md"), "--scenes", "1", "--json").document
    folder = RunFolder(home / "runs" / made["run"])
    outcome = load_outcome(folder)
    assert outcome is not None
    spec = outcome.scenes[0].spec.model_copy(update={"takeaway": "Sixteen metres: 8 seconds."})
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, folder.run_id, spec.model_dump_json()],
        stdout=subprocess.PIPE, cwd=ROOT, env=environment(home), text=True,
    )  # fmt: skip
    assert process.stdout is not None
    told = 0
    for line in process.stdout:
        told += line.strip() == "JobEvent"
        if told == 4:  # resumed, retrieved, scene begun, program written
            break
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=20)
    process.stdout.close()
    deadline = time.monotonic() + 20
    while run_state(folder) == "running" and time.monotonic() < deadline:
        time.sleep(0.1)
    assert run_state(folder) == "interrupted"
    assert open_reruns(folder) == ("s2",)
    answer = studio(home, "runs", "resume", folder.run_id, "--json")
    assert answer.code == 0, answer.stderr
    assert answer.document["video"] == str(folder.file("animation-2.mp4"))
    assert studio(home, "runs", "resume", folder.run_id, "--json").document["run"] == made["run"]
    assert run_state(folder) == "finished"
    assert studio(home, "memory", "verify", "--json").document["ok"]
