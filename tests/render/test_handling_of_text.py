"""Text and files of a job are not to be trusted."""

import os
from pathlib import Path

import pytest

from pipeline.render import intake
from pipeline.render.plaintext import Paths, clean, normalised, shorten
from tests.render.conftest import Studio


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b[2Jcleared", "cleared"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("nul\x00 bell\x07 del\x7f c1\x9b31m", "nul bell del c131m"),
        ("right\u202eto left\u2066", "rightto left"),
        ("\ud800lone", "lone"),
        ("tab\tand\nline", "tab\tand\nline"),
        ("梯度 α", "梯度 α"),
    ],
)
def test_control_characters_are_taken_out(text: str, expected: str) -> None:
    assert clean(text) == expected


def test_longer_paths_are_hidden_first() -> None:
    paths = Paths([("/a", "A"), ("/a/b", "B"), ("/", "nothing")])
    assert paths.hide("/a/b/c and /a/d and /e") == "B/c and A/d and /e"


def test_shortening_keeps_both_ends() -> None:
    text = shorten("a" * 50 + "b" * 50, 40)
    assert len(text) <= 40
    assert text.startswith("a")
    assert text.endswith("b")


def test_what_varies_is_normalised() -> None:
    assert normalised("<Circle at 0x7f12ab> has 12.5 of 3") == "<Circle at #> has # of #"


def test_only_plain_files_of_bounded_size_are_read(tmp_path: Path) -> None:
    plain, link, hard, pipe = (tmp_path / name for name in ("plain", "link", "hard", "pipe"))
    plain.write_bytes(b"12345")
    assert intake.read_file(plain, 5) == b"12345"
    link.symlink_to(plain)
    os.mkfifo(pipe)
    for path, limit in ((plain, 4), (link, 9), (pipe, 9), (tmp_path, 9), (tmp_path / "no", 9)):
        with pytest.raises(intake.IntakeError):
            intake.read_file(path, limit)
    hard.hardlink_to(plain)
    with pytest.raises(intake.IntakeError):
        intake.read_file(hard, 9)


def test_a_link_in_place_of_the_video_is_not_followed(studio: Studio) -> None:
    result = studio.construct(
        """
        import atexit, os, pathlib
        out = pathlib.Path(os.getcwd()).parent / "out"
        real = os.replace
        def replace(*names):
            (out / "render.mp4").unlink()
            (out / "render.mp4").symlink_to(out.parent / "scene.py")
            return real(*names)
        pathlib.Path.replace = lambda self, target: replace(self, target)
        self.play(Create(Circle()))
        self.play(Create(Square()))
        """
    )
    assert (result.ok, result.category) == (False, "manim_runtime"), result
    assert "no playable video" in result.message


def test_a_link_in_place_of_the_output_folder_is_not_followed(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "out"
    real.mkdir()
    (real / "answer.json").write_text('{"ok": true}')
    link.symlink_to(real)
    assert intake.read_answer(real) is not None
    assert intake.read_answer(link) is None


def test_an_answer_that_is_no_result_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / "answer.json").write_text('{"ok": "perhaps", "category": 7}')
    assert intake.read_answer(tmp_path) is None
    (tmp_path / "answer.json").write_text("{" * 100_000)
    assert intake.read_answer(tmp_path) is None


def test_a_folder_whose_permissions_were_taken_away_is_removed_all_the_same(
    studio: Studio,
) -> None:
    studio.construct("import os\nos.mkdir('a')\nos.mkdir('a/b')\nos.chmod('a', 0)\n1/0")
    assert studio.leftovers() == []
