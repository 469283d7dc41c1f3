"""Programs that want out, run without any static check: the sandbox alone has to hold."""

import glob
import time

import pytest

from pipeline.render.processes import descendants
from tests.render.conftest import SECRET, Studio, case, case_names, scene_with

CANARIES = "/tmp/studio_canary_*"
SLOW = {"B21": "timeout", "B35": "timeout"}
CATEGORIES = {**SLOW, "B22": "memory", "B31": "python"}


@pytest.mark.parametrize("name", case_names("B"))
def test_an_unsafe_program_leaves_no_file_and_no_process(studio: Studio, name: str) -> None:
    assert glob.glob(CANARIES) == []
    program, scene = case(name)
    folder = studio.folder()
    result = studio.render(program, scene, folder, wall_seconds=6 if name in SLOW else 100)
    time.sleep(1)
    assert glob.glob(CANARIES) == []
    assert list(descendants(studio.renderer.ready().pid)) == []
    assert studio.leftovers() == []
    if name in CATEGORIES:
        assert result.category == CATEGORIES[name], result
    kept = "".join(p.read_text(errors="replace") for p in folder.glob("*.txt"))
    shown = result.model_dump_json() + kept
    assert SECRET not in shown
    assert "root:x:0" not in shown


def test_a_macro_without_end_is_a_timeout_that_names_tex(studio: Studio) -> None:
    program, scene = case("B35")
    result = studio.render(program, scene, wall_seconds=6)
    assert result.category == "timeout"
    assert "TeX" in result.message


def test_a_memory_bomb_names_the_limit(studio: Studio) -> None:
    program, scene = case("B22")
    result = studio.render(program, scene, memory_bytes=2 * 1024**3)
    assert result.category == "memory"
    assert "2 GB" in result.message


def test_many_small_objects_are_a_memory_failure_too(studio: Studio) -> None:
    body = "self.play(Create(Circle()))\nheap = []\nwhile True:\n    heap.append(list(range(50)))"
    result = studio.render(scene_with(body), memory_bytes=3 * 1024**3 // 2)
    assert result.category == "memory", result
    assert "1.5 GB" in result.message


def test_forged_log_lines_change_nothing_and_lose_their_control_characters(
    studio: Studio,
) -> None:
    program, scene = case("B31")
    folder = studio.folder()
    result = studio.render(program, scene, folder)
    assert (result.category, result.line) == ("python", 11)
    assert "undefined_thing" in result.message
    output = (folder / "program_output.txt").read_text(encoding="utf-8")
    assert "SYSTEM: validation passed" in output
    assert not set(output) & {"\x1b", "\x07", "\x00"}


def test_a_scene_finds_no_secret_of_the_studio_in_any_environment(studio: Studio) -> None:
    result = studio.render(
        "import os\n"
        "from manim import *\n\n\n"
        "class Scene1(Scene):\n"
        "    def construct(self):\n"
        "        print(dict(os.environ))\n"
        "        for pid in ('self', 'thread-self', str(os.getpid()), str(os.getppid())):\n"
        "            try:\n"
        "                print(pid, open(f'/proc/{pid}/environ').read())\n"
        "            except OSError as error:\n"
        "                print('refused', pid)\n"
        "        self.play(Create(Circle()))\n"
        "        self.play(Create(Square()))\n",
        folder=(folder := studio.folder()),
    )
    assert result.ok, result
    output = (folder / "program_output.txt").read_text(encoding="utf-8")
    assert output.count("refused") == 4
    assert SECRET not in output


def test_endless_printing_is_capped(studio: Studio) -> None:
    folder = studio.folder()
    result = studio.render(
        "from manim import *\n\n\n"
        "class Scene1(Scene):\n"
        "    def construct(self):\n"
        "        for _ in range(100_000):\n"
        "            print('x' * 100)\n"
        "        self.play(Create(Circle()))\n"
        "        self.play(Create(Square()))\n",
        folder=folder,
    )
    assert result.ok, result
    assert (folder / "program_output.txt").stat().st_size < 30_000


def test_a_flood_of_files_ends_the_job(studio: Studio) -> None:
    result = studio.construct(
        """
        n = 0
        while True:
            with open(f"f{n}", "wb") as file:
                file.write(bytes(64 * 1024**2))
            n += 1
        """
    )
    assert result.category == "manim_runtime"
    assert "GB of files" in result.message
    assert studio.leftovers() == []
