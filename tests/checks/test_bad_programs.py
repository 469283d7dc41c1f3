"""Programs that cannot be read at all get one clear finding."""

from pathlib import Path

import pytest

from pipeline.checks import check_program

GOOD = """from manim import *


class Example(Scene):
    def construct(self):
        self.play(Create(Circle()))
"""

UNREADABLE: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "empty-program"),
    "blank lines": (" \n\t\n", "empty-program"),
    "a NUL": (GOOD + "\0", "nul-byte"),
    "Latin-1": ("# caf\xe9\n".encode("latin-1") + GOOD.encode(), "not-utf8"),
    "UTF-16": (GOOD.encode("utf-16"), "not-utf8"),
    "half a surrogate pair": (GOOD + "# \ud800", "not-utf8"),
    "five megabytes": ("x = 1\n" * 900_000, "too-large"),
    "five megabytes of brackets": (b"(" * 5_000_000, "too-large"),
    "a hundred thousand numbers": (f"x = [{'1, ' * 65_000}]\n", "too-large"),
    "open brackets": ("x = " + "(" * 50_000, "too-deep"),
    "closed brackets": ("[" * 50_000 + "]" * 50_000, "too-deep"),
    "brackets over many lines": ("x = (\n" + "(\n" * 50_000, "too-deep"),
    "minus signs": ("x = " + "-" * 100_000 + "1", "too-deep"),
    "nots": ("x = " + "not " * 40_000 + "1", "too-deep"),
    "a chain of attributes": ("x = a" + ".b" * 60_000, "too-deep"),
    "a chain of calls": ("x = f" + "()" * 60_000, "too-deep"),
    "a sum": ("x = 1" + "+1" * 50_000, "too-deep"),
    "lambdas": ("x = " + "lambda: " * 20_000 + "1", "too-deep"),
    "a ladder of elif": ("if x:\n pass\n" + "elif x:\n pass\n" * 5_000, "too-deep"),
    "a coding declaration that changes the text": ("# coding: utf-7\n" + GOOD, "coding-cookie"),
    "an encoding that the bytes are in": (
        "# coding: latin-1\n# é\n".encode("latin-1"),
        "coding-cookie",
    ),
    "an encoding that the text is not in": ("# coding: latin-1\n# é\n" + GOOD, "coding-cookie"),
    "a Markdown fence": (f"```python\n{GOOD}```\n", "markdown-fence"),
    "a thinking block": (f"<think>\nI import os.\n</think>\n{GOOD}", "markdown-fence"),
    "a string cut off": (GOOD + "        x = Text('hel", "truncated"),
    "a call cut off": (GOOD + "        self.play(Create(", "truncated"),
    "a text block cut off": (GOOD + "        x = '''one\ntwo\n" + "three\n" * 40, "truncated"),
    "a body cut off": (GOOD + "        for x in range(3):\n", "truncated"),
    "a colon missing": (GOOD.replace("self):", "self)"), "syntax"),
    "full-width punctuation": (GOOD.replace("(Circle())", "（Circle())"), "syntax"),
    "tabs and blanks": ("if x:\n\ty = 1\n        z = 2\n", "syntax"),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_an_unreadable_program_gets_one_finding_that_says_why(what: str, tables_dir: Path) -> None:
    source, rule = UNREADABLE[what]
    report = check_program(source, "Example", cache_dir=tables_dir)
    assert not report.ok
    assert [finding.rule for finding in report.findings] == [rule]
    assert report.findings[0].suggestion


def test_a_syntax_error_names_its_line(tables_dir: Path) -> None:
    source = GOOD.replace("Create(Circle())", "Create Circle()")
    (finding,) = check_program(source, "Example", cache_dir=tables_dir).findings
    assert finding.rule == "syntax"
    assert finding.line == 6
    assert "6" in finding.message


@pytest.mark.parametrize(
    "source",
    [GOOD, GOOD.replace("\n", "\r\n"), "\ufeff" + GOOD, "# -*- coding: latin-1 -*-\n" + GOOD],
)
def test_line_ends_and_marks_that_change_no_character_do_not_matter(
    source: str, tables_dir: Path
) -> None:
    assert check_program(source.encode(), "Example", cache_dir=tables_dir).ok


@pytest.mark.parametrize(
    ("source", "rule", "told"),
    [
        ("x = 1\n", "no-scene", "Example"),
        ("class Helper:\n    pass\n", "no-scene", "Helper"),
        ("from manim import *\nclass Other(Scene): pass\n", "wrong-scene-name", "Other"),
        ("from manim import *\nclass Example(VGroup): pass\n", "not-a-scene", "VGroup"),
        ("class Example(Scene):\n    pass\n", "not-a-scene", "Scene"),
        ("class Example(B): pass\nclass B(Example): pass\n", "not-a-scene", "B"),
        ("from manim import *\nclass Example(Scene): pass\n", "no-construct", "construct"),
    ],
)
def test_a_missing_scene_is_told_with_what_is_there_instead(
    source: str, rule: str, told: str, tables_dir: Path
) -> None:
    report = check_program(source, "Example", rules={"scene", "plays"}, cache_dir=tables_dir)
    (finding,) = report.findings
    assert finding.rule == rule
    assert told in finding.message
    assert finding.layer == "structure"


def test_the_nearest_scene_is_suggested(tables_dir: Path) -> None:
    source = GOOD.replace("Example", "Fourier") + GOOD.replace("Example", "FourierSeries")
    (finding,) = check_program(source, "FourierSerie", cache_dir=tables_dir).findings
    assert "`FourierSeries`" in finding.suggestion


def test_groups_of_rules_can_be_left_out(tables_dir: Path) -> None:
    source = "import os\n"
    assert check_program(source, "Example", rules=(), cache_dir=tables_dir).ok
    assert check_program(source, "Example", rules={"plays"}, cache_dir=tables_dir).ok
    rules = {f.rule for f in check_program(source, "Example", cache_dir=tables_dir).findings}
    assert rules == {"forbidden-import", "no-scene"}


def test_one_fault_in_a_chain_is_told_once(tables_dir: Path) -> None:
    source = GOOD + "        utils.file_ops.os.system('x').__class__\n"
    findings = check_program(source, "Example", cache_dir=tables_dir).findings
    assert [finding.line for finding in findings] == [7]
