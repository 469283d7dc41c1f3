"""The LaTeX check stays bounded on hostile strings, and says what it did not read."""

import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.checks import check_program
from pipeline.checks.latex.examine import Expression, examine
from tests.checks.programs import scene

HOSTILE = {
    "one long string": "x" * 150_000,
    "many braces": "{" * 80 + "x" + "}" * 80,
    "open braces": "{" * 5_000,
    "many environments": r"\begin{pmatrix}" * 300,
    "dollars": "$" * 5_000,
    "commands": r"\frac" * 1_100,
    "percent signs": "%" * 5_000,
    "backslashes": "\\" * 5_001,
    "double braces": "{{ " * 1_500,
    "lefts": r"\left(" * 900,
    "scripts": "x^" * 2_500,
    "cells": "&" * 5_000,
    "unclosed option": r"\sqrt[" * 900,
    "accents": "α" * 5_000,
    "blank lines": "\n" * 5_000,
    "verb": r"\verb" * 1_000,
}


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("name", ["MathTex", "Tex", "BulletedList"])
def test_a_hostile_string_is_answered(what: str, name: str, tables_dir: Path) -> None:
    program = scene(f"{name}({HOSTILE[what]!r})")
    report = check_program(program, "Example", rules={"latex"}, cache_dir=tables_dir)
    assert len(report.findings) <= 50
    if what in ("one long string", "many braces"):
        assert {f.rule for f in report.findings} <= {"tex-too-long", "tex-too-deep"}
        assert [f.severity for f in report.findings] == ["warning"]


def test_much_tex_is_read_up_to_a_bound_and_the_rest_is_told(tables_dir: Path) -> None:
    body = "\n".join(f'MathTex(r"\\frac{{{k}}}{{x}}" + "{"+ y" * 1_000}")' for k in range(40))
    report = check_program(scene(body), "Example", rules={"latex"}, cache_dir=tables_dir)
    assert [f.rule for f in report.findings] == ["tex-too-long"]
    assert "not checked" in report.findings[0].message
    assert report.ok


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.text(
            alphabet=st.sampled_from(
                [*string.printable, *r"\{}$&%#^_", "é", "α", "\x0c", "\x00", "￼"]
            ),
            max_size=40,
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(["align*", "center", None, "tabular}{cc", "gather*", "", "}{"]),
)
def test_any_strings_are_examined_without_an_exception(
    parts: list[str], environment: str | None
) -> None:
    examined = examine(Expression(tuple(parts), environment))
    for fault in examined.faults:
        assert 0 <= fault.at <= len(examined.composed.text)


PIECES = [
    r"\frac", r"\text", r"\begin{array}{c}", r"\end{array}", r"\begin{cases}", r"\end{cases}",
    r"\left", r"\right", r"\\", "{", "}", "$", "&", "[", "]", "%", "\n", " ", "x", "^", "_", r"\(",
    r"\)", r"\[", r"\]", r"\def", r"\newcommand", r"\verb", "|", "#1", "{{", "}}", r"\special",
    r"\begin", r"\end", r"\parbox", r"\multicolumn",
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30), st.sampled_from(["align*", "center", None]))
def test_any_pieces_of_tex_are_examined_without_an_exception(
    pieces: list[str], environment: str | None
) -> None:
    for parts in (("".join(pieces),), tuple(pieces) or ("",)):
        examined = examine(Expression(parts, environment))
        assert all(0 <= f.at <= len(examined.composed.text) for f in examined.faults)
