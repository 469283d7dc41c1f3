"""No program that reaches beyond drawing passes the safety check."""

import ast
from pathlib import Path

import pytest

from pipeline.checks import check_program
from tests.checks.programs import programs

UNSAFE = programs("unsafe")


@pytest.mark.parametrize("what", UNSAFE)
def test_an_unsafe_program_is_refused_with_a_rule_and_a_line(what: str, tables_dir: Path) -> None:
    program = UNSAFE[what]
    ast.parse(program)  # a typing error here would make the refusal meaningless

    report = check_program(program, "Example", rules={"safety"}, cache_dir=tables_dir)

    assert not report.ok
    for finding in report.findings:
        assert finding.layer == "safety"
        assert finding.severity == "error"
        assert finding.line is not None
        assert 1 <= finding.line <= program.count("\n") + 1
        assert finding.message.endswith(".")
        assert finding.suggestion.endswith(".")
