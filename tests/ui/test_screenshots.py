"""The command that pictures the window."""

import hashlib
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.journeys.studio import SECTION, studio

VIEWS = ("studio-run", "studio-refused", "library", "library-empty", "keys")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder of a person, with one finished run."""
    folder = tmp_path_factory.mktemp("person") / "data"
    section = folder.parent / "section.md"
    section.write_text(SECTION, "utf-8")
    made = studio(folder, "make", str(section), "--scenes", "1", "--memory-mode", "off", "--json")
    assert made.code == 0, made.stderr
    return folder


def contents(folder: Path) -> dict[str, str]:
    """Every file below a folder with the hash of what is in it."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_pictures_of_views_differ_and_leave_the_runs_of_a_person_alone(
    data: Path, tmp_path: Path
) -> None:
    before = contents(data)
    wanted = [part for name in VIEWS for part in ("--view", name)]
    arguments = ("--quick", "--runs", str(data), "--out", str(tmp_path / "out"), "--json", *wanted)
    told = studio(tmp_path / "unused", "screenshots", *arguments)
    assert told.code == 0, told.stderr
    files = [Path(name) for name in told.document["files"]]
    assert {path.name for path in files} == {f"{name}-dark-1440x900.png" for name in VIEWS}
    images = [QImage(str(path)) for path in files]
    for path, image in zip(files, images, strict=True):
        colours = {image.pixel(x, y) for x in range(0, 400, 5) for y in range(0, 300, 5)}
        assert len(colours) > 3, f"{path.name} shows nothing"
    assert len({hashlib.sha256(path.read_bytes()).hexdigest() for path in files}) == len(VIEWS)
    assert contents(data) == before
    assert not (tmp_path / "unused").exists()


def test_what_cannot_be_pictured_is_said(tmp_path: Path, data: Path) -> None:
    out = ("--quick", "--out", str(tmp_path / "out"))
    unknown = studio(tmp_path, "screenshots", "--runs", str(data), "--view", "cellar", *out)
    assert unknown.code == 1
    assert "no view cellar" in unknown.stderr
    (tmp_path / "empty" / "runs").mkdir(parents=True)
    empty = studio(tmp_path, "screenshots", "--runs", str(tmp_path / "empty"), *out)
    assert empty.code == 1
    assert "has finished" in empty.stderr
    for told in (unknown, empty):
        assert "Traceback" not in told.stderr
