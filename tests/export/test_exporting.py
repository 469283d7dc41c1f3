"""Exports make whole files in their place, or nothing."""

import json
import threading
import zipfile
from pathlib import Path

import av
import pytest
from PIL import Image

from app.cli.main import main
from app.editing.choosing import choose
from app.errors import StudioError
from app.export.exporting import export
from app.export.naming import NamesTakenError
from app.export.request import ExportProgress, ExportRequest, Format
from app.paths import DataPaths
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.folder import RunFolder
from tests.editing.made import make_run
from tests.loop.scripted import program, tiny_video

FORMATS: tuple[Format, ...] = ("mp4", "gif", "png", "py", "html", "bundle")


def _size(video: Path) -> tuple[int, int, float]:
    with av.open(str(video)) as container:
        stream = container.streams.video[0]
        return stream.width, stream.height, float(stream.average_rate or 0)


def _left(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir()) if folder.exists() else []


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("mp4", ["animation.mp4"]),
        ("gif", ["animation.gif"]),
        ("png", ["animation-frames"]),
        ("py", ["scene1.py", "scene2.py"]),
        ("html", ["report.html"]),
        ("bundle", ["animation.zip"]),
    ],
)
def test_each_format_has_its_files_and_nothing_else(
    folder: RunFolder, paths: DataPaths, out: Path, kind: Format, names: list[str]
) -> None:
    made = export(ExportRequest(folder, kind, out), paths=paths)
    assert made == [out / name for name in names]
    assert _left(out) == names


def test_the_videos_of_the_run_are_copied(folder: RunFolder, paths: DataPaths, out: Path) -> None:
    export(ExportRequest(folder, "mp4", out), paths=paths)
    assert (out / "animation.mp4").read_bytes() == folder.file("animation.mp4").read_bytes()
    export(ExportRequest(folder, "mp4", out, scene="Rest"), paths=paths)
    assert (out / "scene2.mp4").read_bytes() == tiny_video()


def test_a_file_can_be_named(folder: RunFolder, paths: DataPaths, out: Path) -> None:
    made = export(ExportRequest(folder, "mp4", out / "mine.MP4", scene="1"), paths=paths)
    assert made == [out / "mine.MP4"]


def test_another_quality_is_rendered_again_and_progress_never_falls(
    folder: RunFolder, paths: DataPaths, out: Path
) -> None:
    seen: list[ExportProgress] = []
    request = ExportRequest(folder, "mp4", out, quality="standard")
    made = export(request, seen.append, paths=paths)
    assert _size(made[0]) == (1280, 720, 30.0)
    shares = [progress.share for progress in seen]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert {"rendering Swing in standard quality", "rendering Rest in standard quality"} <= {
        progress.doing for progress in seen
    }
    assert _left(out) == ["animation.mp4"]


def test_frames_and_gif_show_the_whole_video(
    folder: RunFolder, paths: DataPaths, out: Path
) -> None:
    export(ExportRequest(folder, "png", out), paths=paths)
    frames = sorted((out / "animation-frames").iterdir())
    assert [frame.name for frame in frames] == [f"frame-{n:05}.png" for n in range(1, 11)]
    export(ExportRequest(folder, "gif", out), paths=paths)
    with Image.open(out / "animation.gif") as gif:
        assert gif.size == (64, 48)
        assert getattr(gif, "n_frames", 1) > 3
        assert gif.info["loop"] == 0


def test_a_gif_that_cannot_be_small_enough_is_refused(
    folder: RunFolder, paths: DataPaths, out: Path
) -> None:
    with pytest.raises(StudioError) as caught:
        export(ExportRequest(folder, "gif", out, gif_bytes=100), paths=paths)
    assert caught.value.kind == "too_large"
    assert not out.exists()


@pytest.mark.parametrize("kind", FORMATS)
def test_existing_files_are_named_and_replaced_only_on_request(
    folder: RunFolder, paths: DataPaths, out: Path, kind: Format
) -> None:
    made = export(ExportRequest(folder, kind, out), paths=paths)
    for path in made:
        if path.is_file():
            path.write_text("mine")
        else:
            (path / "mine.txt").write_text("mine")
    with pytest.raises(NamesTakenError) as caught:
        export(ExportRequest(folder, kind, out), paths=paths)
    assert list(caught.value.files) == made
    assert all((p if p.is_file() else p / "mine.txt").read_text() == "mine" for p in made)
    assert _left(out) == sorted(p.name for p in made)
    export(ExportRequest(folder, kind, out, overwrite=True), paths=paths)
    assert all(p.read_bytes() != b"mine" for p in made if p.is_file())
    assert not any((p / "mine.txt").exists() for p in made)


def test_a_cancel_in_a_render_leaves_nothing(
    folder: RunFolder, paths: DataPaths, out: Path
) -> None:
    cancel = CancelToken()

    def stop(progress: ExportProgress) -> None:
        if progress.doing.startswith("rendering"):
            cancel.cancel()

    with pytest.raises(CancelledError):
        export(ExportRequest(folder, "bundle", out, quality="high"), stop, cancel, paths)
    assert not out.exists()
    assert not [t for t in threading.enumerate() if t.name.startswith("export-render")]


def test_a_render_that_fails_names_the_scene_and_leaves_nothing(
    paths: DataPaths, out: Path
) -> None:
    broken = program("u=92", note="\nprint(1 / 0)")
    folder, _ = make_run(paths, {"Swing": [broken]})
    out.mkdir(parents=True)
    (out / "other.txt").write_text("mine")
    with pytest.raises(StudioError) as caught:
        export(ExportRequest(folder, "mp4", out, quality="standard"), paths=paths)
    assert caught.value.kind == "render_failed"
    assert "Swing" in caught.value.message
    assert _left(out) == ["other.txt"]


def test_what_a_person_chose_is_exported(folder: RunFolder, paths: DataPaths, out: Path) -> None:
    choose(folder, "s1", 1)
    export(ExportRequest(folder, "py", out, scene="s1"), paths=paths)
    assert "u=70" in (out / "scene1.py").read_text()


def test_a_bundle_holds_everything(folder: RunFolder, paths: DataPaths, out: Path) -> None:
    made = export(ExportRequest(folder, "bundle", out), paths=paths)
    with zipfile.ZipFile(made[0]) as archive:
        assert archive.testzip() is None
        assert set(archive.namelist()) == {
            "animation.mp4",
            "animation.gif",
            "report.html",
            "manifest.json",
            "storyboard.json",
            "task.json",
            *(f"scene{n}.{kind}" for n in (1, 2) for kind in ("mp4", "py")),
            *(f"keyframes/scene{n}/k1.png" for n in (1, 2)),
        }


@pytest.mark.parametrize("name", ["film.gif", "existing.txt"])
def test_a_target_that_is_none_is_refused(
    folder: RunFolder, paths: DataPaths, tmp_path: Path, name: str
) -> None:
    (tmp_path / "existing.txt").write_text("mine")
    with pytest.raises(StudioError) as caught:
        export(ExportRequest(folder, "mp4", tmp_path / name), paths=paths)
    assert caught.value.kind == "usage"
    assert (tmp_path / "existing.txt").read_text() == "mine"


def test_an_unknown_scene_is_refused_with_those_there_are(
    folder: RunFolder, paths: DataPaths, out: Path
) -> None:
    with pytest.raises(StudioError) as caught:
        export(ExportRequest(folder, "mp4", out, scene="Nothing"), paths=paths)
    assert "1 (Swing), 2 (Rest)" in caught.value.remedy


def test_an_unfinished_run_is_not_exported(paths: DataPaths, out: Path) -> None:
    folder, outcome = make_run(paths, {"Swing": [program("u=92")]}, stop_at_render=1)
    assert outcome is None
    with pytest.raises(StudioError):
        export(ExportRequest(folder, "html", out), paths=paths)


def test_the_command_exports_and_says_what_it_made(
    folder: RunFolder,
    paths: DataPaths,
    out: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("MANIMAGENT_STUDIO_HOME", str(paths.root))
    command = ["runs", "export", folder.run_id, "--out", str(out), "--json"]
    assert main([*command, "--format", "py", "--scene", "2"]) == 0
    assert json.loads(capsys.readouterr().out)["files"] == [str(out / "scene2.py")]
    assert main([*command, "--format", "py", "--scene", "2"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["kind"] == "exists"
    assert main([*command, "--format", "py", "--scene", "2", "--overwrite"]) == 0
    capsys.readouterr()
    assert main(command) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    assert [Path(name).name for name in files][:2] == ["animation.mp4", "scene1.mp4"]


def test_a_scene_that_is_done_can_be_exported_from_a_run_that_was_stopped(
    paths: DataPaths, out: Path
) -> None:
    programs = {"Swing": [program("u=95")], "Rest": [program("u=92", "Rest")]}
    folder, outcome = make_run(paths, programs, stop_at_render=2)
    assert outcome is None
    made = export(ExportRequest(folder, "py", out, "s1"), paths=paths)
    assert made[0].read_text() == program("u=95")
    with pytest.raises(StudioError, match="no whole animation"):
        export(ExportRequest(folder, "mp4", out), paths=paths)
