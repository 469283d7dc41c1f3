"""Broken programs: the category, and a message a person can act on."""

import pytest

from tests.render.conftest import Studio, case

EITHER = ("python", "manim_runtime")
EXPECTED: dict[str, tuple[tuple[str, ...], str, int | None]] = {
    "C01": (("python",), "ShowCreation", 8),
    "C02": (("python",), "TextMobject", 7),
    "C06": (EITHER, "font_size", 7),
    "C08": (EITHER, "'code'", 7),
    "C09": (("python",), "frame", 9),
    "C10": (("python",), "set_camera_orientation", 7),
    "C14": (("manim_runtime",), "-0.2", 10),
    "C16": (EITHER, "index out of range", 9),
    "C18": (("python",), "math domain error", 11),
    "C20": (("latex",), "unescaped %", 7),
    "C22": (("latex",), "Missing $ inserted", 7),
    "C23": (("latex",), "Can be used only in preamble", 7),
    "C24": (("latex",), "α", 7),
    "C28": (("latex",), "", 7),
    "C30": (("latex",), "prettyneuralnets.sty", 9),
    "C33": (EITHER, "MathTex", 9),
    "C36": (EITHER, "expected str instance", 7),
    "C37": (EITHER, "robot", 7),
    "C38": (("python",), "List", 8),
    "C41": (("manim_runtime",), "SomeOtherName", None),
    "C43": (("manim_runtime",), "no animation", None),
}


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_broken_program_gets_the_right_category_line_and_message(
    studio: Studio, name: str
) -> None:
    categories, words, line = EXPECTED[name]
    program, scene = case(name)
    folder = studio.folder()
    result = studio.render(program, scene, folder)
    assert not result.ok
    assert result.category in categories, result
    assert words in result.message
    assert result.line == line
    assert not result.environment
    assert result.video is None
    assert not (folder / "render.mp4").exists()
    shown = result.message + result.traceback_tail + result.tex_log
    for path in (str(studio.root), "/usr/lib", "site-packages/manim/../", "/root", "/home"):
        assert path not in shown
    assert not any(ord(letter) < 32 and letter not in "\n\t" for letter in shown)
    assert studio.leftovers() == []


def test_a_closure_over_a_later_variable_renders_because_nothing_is_hashed(
    studio: Studio,
) -> None:
    program, scene = case("C39")
    assert studio.render(program, scene).ok


def test_a_tex_failure_quotes_the_log_and_the_line_of_source(studio: Studio) -> None:
    program, scene = case("C22")
    result = studio.render(program, scene)
    assert "! Missing $ inserted" in result.tex_log
    assert "h_t depends" in result.tex_log


@pytest.mark.parametrize(
    ("program", "line"),
    [
        ("from manim import *\nclass Scene1(Scene)\n    pass\n", 2),
        ("from manim import *\n```\nclass Scene1(Scene): pass\n", 2),
        ("from manim import *\nimport no_such_module\n", 2),
        ("from manim import *\nclass Scene1(Scene):\n  def construct(self):\n    return 1/0\n", 4),
    ],
)
def test_a_python_fault_names_its_line(studio: Studio, program: str, line: int) -> None:
    result = studio.render(program)
    assert (result.category, result.line) == ("python", line)


@pytest.mark.parametrize("program", ["", "\x00", "x = '\ud800'", "\ufeff", "#!coding: nonsense"])
def test_text_that_is_no_program_is_a_plain_failure(studio: Studio, program: str) -> None:
    result = studio.render(program)
    assert result.category in ("python", "manim_runtime")
    assert result.message


def test_equal_faults_have_equal_signatures(studio: Studio) -> None:
    first = studio.construct("self.play(Rotate(Circle(), PI), run_time=-0.5)")
    second = studio.construct("x = 1\nself.play(Rotate(Square(), PI), run_time=-2)")
    other = studio.construct("self.play(ShowCreation(Circle()))")
    assert first.signature == second.signature
    assert first.signature != other.signature
