"""The program is found in a model's reply, whatever stands around it."""

from pathlib import Path

import pytest

from pipeline.checks import check_program, extract_program

CASES = Path(__file__).parents[1] / "cases"
PROGRAM = """from manim import *


class Example(Scene):
    def construct(self):
        self.play(Create(Circle()))
"""
DRAFT = PROGRAM.replace("Example", "Draft")


def test_the_block_that_defines_the_scene_is_taken_and_thinking_is_ignored(
    tables_dir: Path,
) -> None:
    reply = (CASES / "C47.txt").read_text(encoding="utf-8")
    extracted = extract_program(reply, "BinarySearch")
    assert "class BinarySearch" in extracted.program
    assert "class Draft" not in extracted.program
    assert not extracted.truncated
    assert check_program(extracted.program, "BinarySearch", cache_dir=tables_dir).findings == ()


def test_a_reply_cut_in_a_string_is_told_as_truncated(tables_dir: Path) -> None:
    extracted = extract_program((CASES / "C46.txt").read_text(encoding="utf-8"), "CutOff")
    assert extracted.truncated
    (finding,) = check_program(extracted.program, "CutOff", cache_dir=tables_dir).findings
    assert finding.rule == "truncated"
    assert "ontinue or shorten" in finding.suggestion


@pytest.mark.parametrize(
    "reply",
    [
        PROGRAM,
        f"```python\n{PROGRAM}```",
        f"Here it is:\n\n```\n{PROGRAM}```\n\nEnjoy!",
        f"~~~py\n{PROGRAM}~~~",
        f"````python\n{PROGRAM}````",
        f"<think>\n```python\n{DRAFT}```\n</think>\n```python\n{PROGRAM}```",
        f"I think about it.\n</think>\n```python\n{PROGRAM}```",
        f"```python\n{DRAFT}```\nBetter:\n```python\n{PROGRAM}```",
        f"```python\n{PROGRAM}```\nIt needs:\n```bash\npip install manim\n```",
        f"```python\n{PROGRAM}",
        f"Sure! Here is the scene:\n\n{PROGRAM}",
        "1. The program:\n\n"
        + "".join(f"   {x}\n" for x in f"```python\n{PROGRAM}```".split("\n")),
        f"```python\r\n{PROGRAM}```".replace("\n", "\r\n").replace("\r\r", "\r"),
    ],
)
def test_the_program_comes_out_as_it_is(reply: str) -> None:
    extracted = extract_program(reply, "Example")
    assert extracted.program == PROGRAM
    assert not extracted.truncated


def test_of_two_versions_of_the_scene_the_later_whole_one_is_taken() -> None:
    better = PROGRAM.replace("Circle", "Square")
    cut = PROGRAM.replace("Circle())", "Triang")
    reply = f"```python\n{PROGRAM}```\n```python\n{better}```\n```python\n{cut}"
    assert extract_program(reply, "Example").program == better


def test_a_fence_within_a_string_of_the_program_does_not_end_it() -> None:
    inner = PROGRAM + '        Text("""\n            ```\n            x\n            ```""")\n'
    assert extract_program(f"````python\n{inner}````", "Example").program == inner


def test_a_program_that_shows_thinking_tags_keeps_them() -> None:
    shown = PROGRAM + "        Text('<think>hm</think>')\n"
    assert extract_program(shown, "Example").program == shown
    assert extract_program(f"```python\n{shown}```", "Example").program == shown


@pytest.mark.parametrize("reply", ["", "\n", "I cannot do that.", "<think>hm", "```\n```"])
def test_a_reply_without_code_gives_an_empty_program(reply: str) -> None:
    assert extract_program(reply, "Example").program == ""


@pytest.mark.parametrize("length", [60, 100, len(PROGRAM) - 4])
def test_a_fenced_reply_that_breaks_off_is_truncated(length: int) -> None:
    assert extract_program(f"```python\n{PROGRAM[:length]}", "Example").truncated
