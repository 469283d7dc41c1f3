"""What the API rules find, where, and the edits that cure it."""

import re
from pathlib import Path

import pytest

from pipeline.checks import check_program
from pipeline.schema.finding import Finding, TextEdit
from tests.checks.programs import programs

FAULTY = programs("faulty_api")
_EXPECTED = re.compile(r"  # ([a-z-]+): (.+)$")


def _expected(program: str) -> list[tuple[int, str, str]]:
    """Line, rule and words of each finding that the program announces."""
    return [
        (number, match.group(1), match.group(2))
        for number, line in enumerate(program.splitlines(), 1)
        if (match := _EXPECTED.search(line))
    ]


def _api(program: str, tables_dir: Path) -> tuple[Finding, ...]:
    return check_program(program, "Example", rules={"api"}, cache_dir=tables_dir).findings


def _applied(program: str, edits: tuple[TextEdit, ...]) -> str:
    lines = program.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda e: (e.line, e.column), reverse=True):
        before = lines[edit.line - 1][: edit.column]
        after = lines[edit.end_line - 1][edit.end_column :]
        lines[edit.line - 1 : edit.end_line] = [before + edit.replacement + after]
    return "".join(lines)


@pytest.mark.parametrize("what", FAULTY)
def test_each_fault_is_found_on_its_line_with_a_hint(what: str, tables_dir: Path) -> None:
    program = FAULTY[what]
    found = _api(program, tables_dir)
    expected = _expected(program)
    assert [(f.line, f.rule) for f in found] == [
        (line, rule) for line, rule, _ in _repeated(expected, found)
    ]
    told: dict[int, str] = {}
    for finding in found:
        assert finding.line is not None
        told[finding.line] = f"{told.get(finding.line, '')} {finding.message} {finding.suggestion}"
    for line, _, words in expected:
        assert words in told[line]


def _repeated(
    expected: list[tuple[int, str, str]], found: tuple[Finding, ...]
) -> list[tuple[int, str, str]]:
    """A line announces its rule once, however many findings of that rule it has."""
    return [e for e in expected for _ in range(max(1, sum(f.line == e[0] for f in found)))]


@pytest.mark.parametrize("what", FAULTY)
def test_an_edit_cures_what_it_is_given_for(what: str, tables_dir: Path) -> None:
    program = FAULTY[what]
    for finding in _api(program, tables_dir):
        if finding.edits:
            cured = _api(_applied(program, finding.edits), tables_dir)
            assert finding.message not in [
                f.message for f in cured if f.line in (finding.line, (finding.line or 0) + 1)
            ] or _says_it_more_than_once(program, finding, tables_dir)


def _says_it_more_than_once(program: str, finding: Finding, tables_dir: Path) -> bool:
    return sum(f.message == finding.message for f in _api(program, tables_dir)) > 1


def test_edits_count_characters_and_not_bytes(tables_dir: Path) -> None:
    program = (
        "from manim import *\n\n\nclass Example(Scene):\n    def construct(self):\n"
        '        titel = Text("Größe ∂x"); self.play(ShowCreation(titel))\n'
    )
    (finding,) = _api(program, tables_dir)
    assert 'Text("Größe ∂x"); self.play(Create(titel))' in _applied(program, finding.edits)


def test_what_the_scene_never_reaches_is_a_warning(tables_dir: Path) -> None:
    program = (
        "from manim import *\n\n\nclass Example(Scene):\n    def construct(self):\n"
        "        self.play(Create(Circle()))\n        self.play(FadeOut(Circle()))\n\n\n"
        "class Other(Scene):\n    def construct(self):\n        self.play(ShowCreation(Dot()))\n"
    )
    (finding,) = _api(program, tables_dir)
    assert finding.severity == "warning"
    (finding,) = check_program(program, "Other", rules={"api"}, cache_dir=tables_dir).findings
    assert finding.severity == "error"
