"""A render counts only if the requested scene really showed two animations."""

import pytest

from tests.render.conftest import Studio

TWO = "self.play(Create(Circle()))\nself.play(Create(Square()))"


@pytest.mark.parametrize(
    "body",
    [
        "self.play(Create(Circle()))",
        "self.add(Circle())",
        "self.add(Circle())\nself.wait(1)\nself.wait(1)",
        f"self.play = lambda *a, **k: None\n{TWO}",
        f"self.next_section(skip_animations=True)\n{TWO}",
        f"config.from_animation_number = 9\n{TWO}",
        f"raise SystemExit(0)\n{TWO}",
        f"{TWO}\nsys.exit(0)",
        f"import os\n{TWO}\nos._exit(0)",
    ],
)
def test_a_scene_that_shows_too_little_fails_and_says_so(studio: Studio, body: str) -> None:
    folder = studio.folder()
    result = studio.render(
        "import sys\nfrom manim import *\n\n\nclass Scene1(Scene):\n    def construct(self):\n"
        + "".join(f"        {line}\n" for line in body.split("\n")),
        folder=folder,
    )
    assert (result.ok, result.category) == (False, "manim_runtime"), result
    assert result.message
    assert not (folder / "render.mp4").exists()


def test_one_animation_and_a_wait_are_two_plays_as_manim_counts_them(studio: Studio) -> None:
    result = studio.construct("self.play(Create(Circle()))\nself.wait(0.5)")
    assert (result.ok, result.plays) == (True, 2)


def test_a_replaced_play_of_the_class_does_not_count(studio: Studio) -> None:
    result = studio.render(
        "from manim import *\n\n\nclass Scene1(Scene):\n"
        "    def play(self, *args, **kwargs):\n        self.renderer.num_plays += 1\n\n"
        "    def construct(self):\n"
        "        self.play(Create(Circle()))\n        self.play(Create(Square()))\n"
    )
    assert (result.ok, result.category) == (False, "manim_runtime")


def test_another_scene_rendered_at_import_is_not_taken_for_the_requested_one(
    studio: Studio,
) -> None:
    result = studio.render(
        "from manim import *\n\n\nclass Other(Scene):\n    def construct(self):\n"
        "        self.play(Create(Circle()))\n        self.play(Create(Square()))\n\n\n"
        "class Scene1(Scene):\n    def construct(self):\n        self.add(Dot())\n\n\n"
        "Other().render()\n"
    )
    assert (result.ok, result.category) == (False, "manim_runtime")


@pytest.mark.parametrize("name", ["Missing", "Circle", "np", "Scene1 ", "", "../x", "梯度"])
def test_a_name_that_is_no_scene_of_the_program_never_succeeds(studio: Studio, name: str) -> None:
    result = studio.render(
        "import numpy as np\nfrom manim import *\n\n\nclass Scene1(Scene):\n"
        "    def construct(self):\n"
        "        self.play(Create(Circle()))\n        self.play(Create(Square()))\n",
        name,
    )
    assert (result.ok, result.category) == (False, "manim_runtime")
    assert "Scene1" in result.message


def test_settings_of_the_program_move_neither_the_output_nor_the_size(studio: Studio) -> None:
    folder = studio.folder()
    result = studio.render(
        "from manim import *\n\nconfig.pixel_width = 200\nconfig.pixel_height = 100\n"
        "config.frame_rate = 3\nconfig.format = 'gif'\nconfig.dry_run = True\n"
        "config.media_dir = 'elsewhere'\nconfig.disable_caching = False\n\n\n"
        "class Scene1(Scene):\n    def construct(self):\n"
        "        self.play(Create(Circle()))\n        self.play(Create(Square()))\n",
        folder=folder,
    )
    assert result.ok, result
    assert result.duration == pytest.approx(2.0)
    assert {path.name for path in folder.iterdir()} == {
        "render.mp4",
        "keyframes",
        "geometry.json",
    }
