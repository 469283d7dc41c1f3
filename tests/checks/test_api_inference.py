"""What the inference says about expressions."""

import ast
from pathlib import Path

import pytest

from pipeline.checks import load_tables
from pipeline.checks.api import Types, infer
from pipeline.checks.api.values import Animate, Instance, Plain, Value
from pipeline.checks.parsing import Program, parse_program
from tests.checks.programs import programs

PROGRAMS = programs("inferred")


def _words(value: Value) -> str:
    match value:
        case Instance(cls=cls, exact=exact):
            return cls.name if exact else f"{cls.name} or below"
        case Plain(type=type_):
            return type_
        case Animate(of=mobject):
            return f"animation of {mobject.cls.name}"
    return "not known"


def _inferred(source: str, tables_dir: Path) -> tuple[Program, Types]:
    program = parse_program(source)
    assert isinstance(program, Program)
    return program, infer(program, load_tables(tables_dir))


@pytest.mark.parametrize("what", PROGRAMS)
def test_an_expression_is_what_the_comment_says(what: str, tables_dir: Path) -> None:
    source = PROGRAMS[what]
    program, types = _inferred(source, tables_dir)
    lines = source.splitlines()
    said = 0
    for node in program.nodes:
        if isinstance(node, ast.Expr) and "  #: " in (line := lines[node.lineno - 1]).replace(
            " #: ", "  #: "
        ):
            expected = line.split("#: ")[1]
            assert (line, _words(types.of(node.value))) == (line, expected)
            said += 1
    assert said == source.count("#: ")


def test_code_that_never_runs_is_not_known(tables_dir: Path) -> None:
    program, types = _inferred(
        "from manim import *\ndef f():\n    return 1\n    Circle()\n", tables_dir
    )
    calls = [node for node in program.nodes if isinstance(node, ast.Call)]
    assert [types.of(call) for call in calls] == [None]
