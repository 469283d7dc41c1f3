"""Attacks on the allow-list: each is refused with a rule and a line.

The same programs are run without this check in `tests/render/test_attacks.py`.
"""

import ast
from pathlib import Path

import pytest

from pipeline.checks import check_program
from tests.checks.programs import programs

ATTACKS = programs("attacks")


@pytest.mark.parametrize("what", ATTACKS)
def test_an_attack_is_refused_with_a_rule_and_a_line(what: str, tables_dir: Path) -> None:
    program = ATTACKS[what].replace("@GROUND@", "/somewhere/else")
    ast.parse(program)
    report = check_program(program, "Example", rules={"safety"}, cache_dir=tables_dir)
    assert not report.ok
    for finding in report.findings:
        assert finding.severity == "error"
        assert finding.rule
        assert finding.line is not None
        assert 1 <= finding.line <= program.count("\n") + 1
        assert finding.message.endswith(".")
        assert finding.suggestion.endswith(".")
