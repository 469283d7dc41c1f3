"""The export dialog: what it asks for, and what it says of what became of it.

What stands in for the export writes the named files as they are asked for, or waits.
"""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.errors import StudioError, failed
from app.export.naming import NamesTakenError, is_stem, stem_of
from app.export.request import ExportProgress, ExportRequest, Progress
from app.paths import DataPaths
from pipeline.render_port import CancelToken
from tests.editing.made import data, make_run
from tests.loop.scripted import program
from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.views.export import ExportDialog, ExportJob, ExportScene, ExportSubject, load_subject


class Writer:
    """Writes one file; `hold` keeps it waiting, `fault` makes it fail."""

    def __init__(self) -> None:
        self.requests: list[ExportRequest] = []
        self.hold = threading.Event()
        self.hold.set()
        self.fault: Exception | None = None

    def __call__(
        self, request: ExportRequest, progress: Progress, cancel: CancelToken
    ) -> list[Path]:
        self.requests.append(request)
        progress(ExportProgress(0.5, "rendering scene 1"))
        while not self.hold.wait(0.01):
            cancel.check()
        if self.fault is not None:
            raise self.fault
        file = request.target / f"{request.stem}.{request.format}"
        if file.exists() and not request.overwrite:
            raise NamesTakenError((file,))
        file.write_text("new")
        return [file]


@pytest.fixture
def writer() -> Writer:
    return Writer()


@pytest.fixture
def subject(tmp_path: Path) -> ExportSubject:
    scenes = (ExportScene("s1", 1, "WhyRecurrence"), ExportScene("s3", 3, "Cost"))
    return ExportSubject(tmp_path / "run", "Self-attention <b>", scenes, "draft")


@pytest.fixture
def dialog(
    qtbot: QtBot, appearance: Appearance, writer: Writer, subject: ExportSubject, tmp_path: Path
) -> Iterator[ExportDialog]:
    bridge = Bridge()
    made = ExportDialog(appearance, ExportJob(bridge, DataPaths(tmp_path), writer), tmp_path)
    made.show_subject(subject)
    yield made
    writer.hold.set()
    bridge.close()
    made.close()


def _says(qtbot: QtBot, dialog: ExportDialog, words: str) -> None:
    qtbot.waitUntil(lambda: words in dialog.outcome.words.text(), timeout=5000)


def test_the_whole_animation_is_offered_first_and_a_scene_by_name(
    dialog: ExportDialog, subject: ExportSubject
) -> None:
    assert dialog.wish().scene is None
    assert dialog.names.text() == "Writes self-attention-b.mp4"
    dialog.show_subject(subject, "s3")
    assert dialog.wish().scene == subject.scenes[1]
    assert dialog.names.text() == "Writes self-attention-b-scene3.mp4"


def test_the_quality_counts_only_where_there_are_pictures(dialog: ExportDialog) -> None:
    dialog.formats.choose("py")
    assert not dialog.quality.isEnabled()
    assert dialog.names.text() == "Writes self-attention-b-scene1.py, self-attention-b-scene3.py"
    dialog.formats.choose("gif")
    assert dialog.quality.isEnabled()


def test_a_larger_quality_is_asked_for_and_said_to_be_rendered_again(
    qtbot: QtBot, dialog: ExportDialog, writer: Writer
) -> None:
    assert dialog.quality.itemText(0).endswith("as it is")
    assert dialog.quality.itemText(3).startswith("Ultra, 3840 \u00d7 2160")
    assert dialog.quality.itemText(3).endswith("rendered again")
    dialog.quality.setCurrentIndex(3)
    dialog.start()
    _says(qtbot, dialog, "Written: self-attention-b.mp4")
    assert writer.requests[0].quality == "ultra"


def test_own_ratings_are_a_choice_for_reports_and_wanted_unless_unticked(
    dialog: ExportDialog, subject: ExportSubject
) -> None:
    assert not dialog.ratings.isVisibleTo(dialog), "a video holds none"
    for chosen in ("html", "bundle"):
        dialog.formats.choose(chosen)
        assert dialog.ratings.isVisibleTo(dialog)
        assert dialog.ratings.isChecked()
        assert dialog.wish().request(subject, False).ratings
    assert "machine's scores" in dialog.ratings.accessibleDescription()
    dialog.ratings.click()
    assert not dialog.wish().request(subject, False).ratings


def test_an_existing_file_is_replaced_only_after_asking(
    qtbot: QtBot, dialog: ExportDialog, tmp_path: Path
) -> None:
    (tmp_path / "self-attention-b.mp4").write_text("old")
    dialog.export_button.click()
    _says(qtbot, dialog, "self-attention-b.mp4 is there already. Nothing was written.")
    assert (tmp_path / "self-attention-b.mp4").read_text() == "old"
    dialog.outcome.replace.click()
    _says(qtbot, dialog, "Written")
    assert (tmp_path / "self-attention-b.mp4").read_text() == "new"


def test_both_are_kept_under_the_next_free_name(
    qtbot: QtBot, dialog: ExportDialog, tmp_path: Path
) -> None:
    for name in ("self-attention-b", "self-attention-b-2"):
        (tmp_path / f"{name}.mp4").write_text("old")
    dialog.export_button.click()
    _says(qtbot, dialog, "there already")
    dialog.outcome.both.click()
    _says(qtbot, dialog, "Written: self-attention-b-3.mp4")
    assert (tmp_path / "self-attention-b.mp4").read_text() == "old"
    assert (tmp_path / "self-attention-b-2.mp4").read_text() == "old"
    assert dialog.name.text() == "self-attention-b-3"


def test_a_name_of_ones_own_stays_and_one_that_is_none_is_refused(
    dialog: ExportDialog, writer: Writer
) -> None:
    dialog.name.setText("For Monday")
    dialog.what.setCurrentIndex(2)
    assert dialog.names.text() == "Writes For Monday.mp4"
    dialog.name.setText("a/b")
    assert not dialog.export_button.isEnabled()
    dialog.start()
    assert writer.requests == []
    dialog.name.setText("")
    dialog.what.setCurrentIndex(0)
    assert dialog.name.text() == "self-attention-b"


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("The Fourier transform", "the-fourier-transform"),
        ("Énergie: $E = mc^2$?", "énergie-e-mc-2"),
        ("../..", "animation"),
        ("con", "animation"),
        ("word " * 40, "-".join(["word"] * 12)),
    ],
)
def test_a_title_becomes_a_name_of_files(title: str, stem: str) -> None:
    assert stem_of(title) == stem
    assert is_stem(stem)


def test_another_wish_takes_the_question_away(
    qtbot: QtBot, dialog: ExportDialog, tmp_path: Path
) -> None:
    (tmp_path / "self-attention-b.mp4").write_text("old")
    dialog.export_button.click()
    _says(qtbot, dialog, "there already")
    dialog.formats.choose("gif")
    assert dialog.outcome.words.text() == ""
    assert dialog.outcome.replace.isHidden()


def test_an_export_goes_on_when_the_dialog_is_closed_and_is_cancelled_when_asked(
    qtbot: QtBot, dialog: ExportDialog, writer: Writer, subject: ExportSubject, tmp_path: Path
) -> None:
    writer.hold.clear()
    dialog.export_button.click()
    _says(qtbot, dialog, "Rendering scene 1 \u00b7 50 %")
    assert not dialog.export_button.isEnabled()
    assert dialog.close_button.text() == "Go on in the background"
    dialog.close()
    dialog.show_subject(subject)
    assert "50 %" in dialog.outcome.words.text()
    dialog.outcome.cancel.click()
    _says(qtbot, dialog, "Cancelled. Nothing was written.")
    assert not (tmp_path / "self-attention-b.mp4").exists()
    assert dialog.export_button.isEnabled()


def test_a_failure_says_what_to_do(qtbot: QtBot, dialog: ExportDialog, writer: Writer) -> None:
    writer.fault = failed("Scene 1 could not be rendered.", "Choose a smaller quality.")
    dialog.export_button.click()
    _says(qtbot, dialog, "Scene 1 could not be rendered. Choose a smaller quality.")
    writer.fault = OSError(28, "No space left on device", "animation.mp4")
    dialog.export_button.click()
    _says(qtbot, dialog, "space")


def test_without_a_folder_nothing_is_exported(dialog: ExportDialog, writer: Writer) -> None:
    dialog.folder.setText("  ")
    assert not dialog.export_button.isEnabled()
    assert dialog.names.text() == "Choose a folder."
    dialog.start()
    assert writer.requests == []


def test_the_studios_own_export_writes_the_programs_of_a_real_run(
    qtbot: QtBot, appearance: Appearance, tmp_path: Path
) -> None:
    paths = data(tmp_path)
    folder, _ = make_run(paths, {"Swing": [program("u=95 verdict=pass")]})
    bridge = Bridge()
    dialog = ExportDialog(appearance, ExportJob(bridge, paths), tmp_path / "out")
    subject = load_subject(folder.root)
    assert (subject.title, subject.quality) == ("Pendulums", "draft")
    assert [(scene.scene_id, scene.number) for scene in subject.scenes] == [("s1", 1)]
    dialog.show_subject(subject, "s1")
    dialog.formats.choose("py")
    dialog.export_button.click()
    _says(qtbot, dialog, "Written: pendulums-scene1.py")
    assert (tmp_path / "out" / "pendulums-scene1.py").read_text() == program("u=95 verdict=pass")
    bridge.close()


def test_a_run_that_is_not_finished_has_nothing_to_export(tmp_path: Path) -> None:
    paths = data(tmp_path)
    folder, _ = make_run(paths, {"Swing": [program("u=95 verdict=pass")]}, stop_at_render=1)
    with pytest.raises(StudioError, match="not finished"):
        load_subject(folder.root)
