"""Another rendition than the automatic one."""

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import av
import pytest

from app.editing import choosing
from app.editing.choice import Choice, current_video, delivered, read_choice
from app.editing.choosing import choose
from app.errors import StudioError
from app.library import Library
from app.paths import DataPaths
from app.run_state import locked_root
from app.runs import export_run, load_outcome
from pipeline.events import Event, RenditionChosen
from pipeline.loop.task import RunOutcome
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import RunDamagedError, load_events
from tests.editing.made import make_run
from tests.loop.scripted import program

Made = tuple[RunFolder, RunOutcome]


def frames(path: Path) -> int:
    with av.open(str(path)) as container:
        return sum(1 for _ in container.decode(video=0))


def files(folder: Path) -> dict[str, str]:
    found = [p for p in folder.rglob("*") if p.is_file() and p.name != ".lock"]
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in found}


def test_a_choice_stands_beside_the_automatic_one(made: Made) -> None:
    folder, outcome = made
    seen: list[Event] = []
    before = files(folder.root)
    chosen = choose(folder, "s1", 1, seen.append)
    assert (chosen.t, chosen.before) == (1, 2)
    first, second = outcome.scenes
    assert (delivered(folder, first), delivered(folder, second)) == (1, 0)
    assert load_outcome(folder) == outcome
    assert first.delivered == 2
    changed = {name for name, hashed in files(folder.root).items() if before.get(name) != hashed}
    assert changed == {"events.jsonl", "scenes/s1/choice.json", "animation-s1v1-s2v0.mp4"}
    (event,) = seen
    assert isinstance(event, RenditionChosen)
    assert (event.t, event.automatic, event.video) == (1, 2, "animation-s1v1-s2v0.mp4")
    assert load_events(folder.file(EVENTS))[-1] == event


def test_the_animation_is_joined_anew_and_the_old_one_stays(made: Made) -> None:
    folder, _ = made
    old = folder.file("animation.mp4").read_bytes()
    chosen = choose(folder, "s1", 1)
    assert chosen.video is not None
    assert current_video(folder) == chosen.video.name
    assert frames(chosen.video) == 10
    assert folder.file("animation.mp4").read_bytes() == old


def test_choosing_the_automatic_one_again_is_the_undo(made: Made) -> None:
    folder, outcome = made
    chosen = choose(folder, "s1", 1)
    back = choose(folder, "s1", chosen.before)
    assert (back.t, back.before) == (2, 1)
    assert delivered(folder, outcome.scenes[0]) == 2
    assert current_video(folder) == "animation.mp4"
    assert choose(folder, "s1", None).t == 2
    kinds = [e.t for e in load_events(folder.file(EVENTS)) if isinstance(e, RenditionChosen)]
    assert kinds == [1, 2, 2]


def test_choosing_what_is_shown_already_writes_nothing(made: Made) -> None:
    folder, _ = made
    before = files(folder.root)
    assert choose(folder, "s1", 2).video == folder.file("animation.mp4")
    assert files(folder.root) == before


def test_export_report_and_library_show_what_was_chosen(
    made: Made, paths: DataPaths, tmp_path: Path
) -> None:
    folder, outcome = made
    assert Library(paths).entry(folder.run_id).score == 90
    choose(folder, "s1", 1)
    shown = Library(paths).entry(folder.run_id)
    assert (shown.score, shown.chosen) == ((70 + 92) / 2, True)
    copied = export_run(folder, outcome, tmp_path / "out")
    code = (tmp_path / "out" / "scene1.py").read_text()
    assert "# outcome: u=70" in code
    assert copied[0].read_bytes() == folder.file("animation-s1v1-s2v0.mp4").read_bytes()
    choose(folder, "s1", None)
    assert not Library(paths).entry(folder.run_id).chosen


@pytest.mark.parametrize(
    ("scene", "t", "words"),
    [
        ("s1", 0, "did not render: scripted latex failure"),
        ("s1", 7, "no finished iteration 7"),
        ("s1", -1, "no finished iteration -1"),
        ("s9", 0, "no scene s9"),
        ("../s1", 0, "no scene"),
    ],
)
def test_only_a_rendition_with_a_video_can_be_chosen(
    made: Made, scene: str, t: int, words: str
) -> None:
    folder, _ = made
    before = files(folder.root)
    with pytest.raises(StudioError, match=words):
        choose(folder, scene, t)
    assert files(folder.root) == before


def test_a_choice_whose_video_was_removed_is_refused(made: Made) -> None:
    folder, _ = made
    (folder.iteration("s1", 1) / "render.mp4").unlink()
    with pytest.raises(StudioError, match="video of iteration 1"):
        choose(folder, "s1", 1)


def test_a_join_that_fails_changes_nothing(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, outcome = made
    shutil.copyfile(folder.file("events.jsonl"), folder.iteration("s1", 1) / "render.mp4")
    before = files(folder.root)
    with pytest.raises(StudioError, match="could not be joined"):
        choose(folder, "s1", 1)
    assert files(folder.root) == before
    assert delivered(folder, outcome.scenes[0]) == 2


def test_a_run_in_use_is_refused_politely(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, _ = made
    with locked_root(folder.root), pytest.raises(StudioError) as caught:
        choose(folder, "s1", 1)
    assert caught.value.kind == "run_in_use"


def test_a_run_that_is_not_finished_offers_no_choice(paths: DataPaths) -> None:
    folder, _ = make_run(paths, {"Swing": [program("u=70"), program("u=88")]}, stop_at_render=2)
    with pytest.raises(StudioError, match="not finished"):
        choose(folder, "s1", 0)


def test_a_damaged_choice_says_how_to_get_the_automatic_one_back(made: Made) -> None:
    folder, outcome = made
    choose(folder, "s1", 1)
    path = folder.scene("s1") / "choice.json"
    path.write_text('{"t": "one"}')
    with pytest.raises(RunDamagedError, match="Delete this one file"):
        delivered(folder, outcome.scenes[0])
    path.unlink()
    assert delivered(folder, outcome.scenes[0]) == 2


def test_a_kill_before_the_event_leaves_a_choice_that_stands(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, outcome = made

    class Killed(BaseException):
        pass

    def killed(*_: object, **__: object) -> Iterator[None]:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(choosing, "RenditionChosen", killed)
        with pytest.raises(Killed):
            choose(folder, "s1", 1)
    assert delivered(folder, outcome.scenes[0]) == 1
    assert current_video(folder) == "animation-s1v1-s2v0.mp4"
    choose(folder, "s1", 1)
    assert isinstance(load_events(folder.file(EVENTS))[-1], RenditionChosen)


def test_the_latest_choice_says_which_animation_is_current(made: Made) -> None:
    folder, _ = made
    choose(folder, "s1", 1)
    choose(folder, "s2", None)
    assert current_video(folder) == "animation-s1v1-s2v0.mp4"
    choice = read_choice(folder, "s1")
    assert isinstance(choice, Choice)
    assert choice.when.startswith("20")
