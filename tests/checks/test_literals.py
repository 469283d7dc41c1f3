"""What the program text fixes and Manim refuses: found, and nothing else is."""

import random
import re
from functools import partial
from pathlib import Path

import pytest

from pipeline.checks import check_program, propose
from tests.checks.programs import programs

ALL = programs("literals")
FAILS = {title: text for title, text in ALL.items() if title.startswith("fails: ")}
WARNS = {title: text for title, text in ALL.items() if title.startswith("warns: ")}
WORKS = {title: text for title, text in ALL.items() if title.startswith("works: ")}
# What only warns although it fails: it may have left the screen by then.
ONLY_WARNED = frozenset(("fails: all-mobjects-in-a-vgroup: a picture among all mobjects",))


def rule_of(title: str) -> str:
    """The rule that a heading names."""
    return title.split(": ")[1]


def test_every_program_is_of_one_kind() -> None:
    assert len(FAILS) + len(WARNS) + len(WORKS) == len(ALL)
    assert len(FAILS) > 60


@pytest.mark.parametrize("title", FAILS)
def test_what_fails_is_found_by_its_rule_alone(title: str, tables_dir: Path) -> None:
    report = check_program(FAILS[title], "Example", cache_dir=tables_dir)
    assert {f.rule for f in report.findings} == {rule_of(title)}
    assert report.ok == (title in ONLY_WARNED)
    assert all(f.line for f in report.findings)


@pytest.mark.parametrize("title", WARNS)
def test_what_only_looks_wrong_is_a_warning(title: str, tables_dir: Path) -> None:
    report = check_program(WARNS[title], "Example", cache_dir=tables_dir)
    assert [(f.rule, f.severity) for f in report.findings] == [(rule_of(title), "warning")]


@pytest.mark.parametrize("title", WORKS)
def test_nothing_is_said_about_what_works(title: str, tables_dir: Path) -> None:
    assert check_program(WORKS[title], "Example", cache_dir=tables_dir).findings == ()


def test_garbled_programs_end_neither_the_check_nor_a_repair(tables_dir: Path) -> None:
    dice = random.Random(5)
    words = re.compile(r"\w+|\s+|.", re.DOTALL)
    whole = [words.findall(program) for program in ALL.values()]
    check = partial(check_program, scene="Example", cache_dir=tables_dir)
    mended = 0
    for _ in range(1500):
        program = list(dice.choice(whole))
        for _ in range(dice.randrange(1, 4)):
            place = dice.randrange(len(program))
            program[place] = dice.choice(dice.choice(whole))
        text = "".join(program)
        report = check(text)
        repair = propose(text, report.findings, check)
        if repair is not None:
            mended += 1
            before = sum(f.severity == "error" for f in report.findings)
            assert sum(f.severity == "error" for f in repair.findings) <= before
    assert mended > 20
