"""Editing by hand with the built-in cast and the real sandbox."""

import threading
from pathlib import Path

import pytest

from app.editing.broken_off import unfinished
from app.editing.choosing import choose
from app.editing.comments import Comments
from app.editing.human import render_by_hand, take_up
from app.editing.revising import send_to_reviser
from app.errors import StudioError
from app.library import Library
from app.paths import DataPaths
from app.run_plan import RunPlan, create_run_folder
from app.run_session import begin
from pipeline.events import Event
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import load_events
from pipeline.run.outcome import RunOutcome
from pipeline.schema.task import Task
from pipeline.settings import RunSettings

TASK = Task(
    text="The period of a pendulum is $T = 2\\pi\\sqrt{L/g}$. Four times the length doubles it.",
    title="Pendulum",
    domain="physics",
)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> tuple[DataPaths, RunFolder]:
    """A finished run of one scene."""
    paths = DataPaths(tmp_path_factory.mktemp("real") / "data")
    folder = create_run_folder(paths)
    settings = RunSettings(memory_mode="off", max_scenes=1, t_vis=0)
    begin(RunPlan(TASK, settings), paths, folder, CancelToken(), lambda event: None)
    return paths, folder


def code(folder: RunFolder, t: int = 0) -> str:
    return (folder.iteration("s1", t) / "scene.py").read_text()


def test_an_edited_program_is_rendered_measured_and_reviewed(
    real: tuple[DataPaths, RunFolder],
) -> None:
    paths, folder = real
    text = code(folder).replace("self.wait(", "self.wait(0.5 + ", 1)
    assert text != code(folder)
    made = render_by_hand(paths, folder, "s1", 0, text, CancelToken())
    assert made.result.ok
    assert made.review is not None
    assert made.review.reviewer.startswith("measured/")
    place = folder.iteration("s1", made.candidate.t)
    assert (place / "render.mp4").stat().st_size > 5000
    assert len(list((place / "keyframes").glob("*.png"))) == 4
    chosen = choose(folder, "s1", made.candidate.t)
    assert chosen.video is not None
    assert chosen.video.stat().st_size > 5000
    entry = Library(paths).entry(folder.run_id)
    assert (entry.chosen, entry.human, entry.score) == (True, entry.human, made.u)
    assert entry.thumbnail is not None
    assert entry.thumbnail.parent.parent == place


def test_a_comment_in_numbers_is_acted_on_by_the_built_in_reviser(
    real: tuple[DataPaths, RunFolder],
) -> None:
    paths, folder = real
    comment = Comments(folder).add("s1", 0, 2, "Use font size 30 for the heading.", x=0.5, y=0.1)
    made = send_to_reviser(paths, folder, (comment.id,), CancelToken())
    assert made.result.ok
    assert (made.candidate.loop, made.candidate.trigger) == (
        "human",
        "Use font size 30 for the heading.",
    )
    changed = set(made.candidate.program.splitlines()) - set(code(folder).splitlines())
    assert any("30" in line for line in changed)
    assert len(changed) < 4


def test_a_comment_that_the_built_in_reviser_cannot_read_says_how_to_word_it(
    real: tuple[DataPaths, RunFolder],
) -> None:
    paths, folder = real
    comment = Comments(folder).add("s1", 0, 2.5, "I do not like the mood of this.")
    with pytest.raises(StudioError) as caught:
        send_to_reviser(paths, folder, (comment.id,), CancelToken())
    assert "font size 40" in caught.value.remedy


def test_a_cancel_in_a_render_ends_it_and_what_was_written_is_taken_up_again(
    real: tuple[DataPaths, RunFolder],
) -> None:
    paths, folder = real
    text = code(folder).replace("self.wait(", "self.wait(0.7 + ", 1)
    cancel = CancelToken()

    def watch(event: Event) -> None:
        if event.kind == "render_started":
            threading.Timer(0.8, cancel.cancel).start()

    with pytest.raises(CancelledError):
        render_by_hand(paths, folder, "s1", 0, text, cancel, watch)
    (t,) = unfinished(folder, "s1")
    assert load_events(folder.file(EVENTS))[-1].kind == "iteration_stopped"
    assert code(folder, t) == text
    assert not (folder.iteration("s1", t) / "render.mp4").exists()
    done = take_up(paths, folder, "s1", t, CancelToken())
    assert done.result.ok
    assert unfinished(folder, "s1") == ()


def test_code_that_leaves_the_sandbox_is_refused_as_any_other(
    real: tuple[DataPaths, RunFolder], tmp_path: Path
) -> None:
    paths, folder = real
    text = code(folder) + f"\nopen({str(tmp_path / 'out')!r}, 'w')\n"
    made = render_by_hand(paths, folder, "s1", 0, text, CancelToken())
    assert (made.result.ok, made.result.category) == (False, "static")
    assert not (tmp_path / "out").exists()


def test_the_run_itself_is_as_it_was(real: tuple[DataPaths, RunFolder]) -> None:
    _, folder = real
    outcome = RunOutcome.model_validate_json(folder.file("outcome.json").read_bytes())
    (trace,) = outcome.scenes
    assert (trace.delivered, len(trace.iterations)) == (0, 1)
