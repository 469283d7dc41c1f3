"""Mending a program by the fixes of its findings: what is applied, and what stays out."""

import ast
import random
from itertools import pairwise

import pytest

from pipeline.checks import CheckReport, propose
from pipeline.checks.edits import Cut, Draft, LinePlaces
from pipeline.schema.finding import Finding, Severity, TextEdit, has_error


class Spelling:
    """A check that knows wrong words: each is a finding whose fix is the word beside it."""

    def __init__(self, words: dict[str, str], severity: Severity = "error") -> None:
        self.words = words
        self.severity = severity
        self.calls = 0

    def __call__(self, text: str) -> CheckReport:
        self.calls += 1
        lines = text.replace("\r\n", "\n").split("\n")
        found = tuple(
            Finding(
                rule="spelling",
                severity=self.severity,
                layer="rule",
                message=f"{wrong} is no name.",
                line=number,
                edits=(edit(number, line.index(wrong), len(wrong), right),) if right else (),
            )
            for number, line in enumerate(lines, 1)
            for wrong, right in self.words.items()
            if wrong in line
        )
        return CheckReport(ok=not has_error(found), findings=found)


def edit(line: int, column: int, length: int, text: str) -> TextEdit:
    return TextEdit(
        line=line, column=column, end_line=line, end_column=column + length, replacement=text
    )


def mend(text: str, check: Spelling) -> str | None:
    repair = propose(text, check(text).findings, check)
    return repair.program if repair else None


def test_every_safe_fix_is_applied_in_one_go() -> None:
    check = Spelling({"foo": "long_name", "bar": "x"})
    text = "a = foo(bar)\nb = [bar]\n"
    repair = propose(text, check(text).findings, check)
    assert repair is not None
    assert repair.program == "a = long_name(x)\nb = [x]\n"
    assert repair.ok
    assert repair.edits == (
        edit(1, 4, 3, "long_name"),
        edit(1, 8, 3, "x"),
        edit(2, 5, 3, "x"),
    )
    assert "-a = foo(bar)\n-b = [bar]\n+a = long_name(x)\n+b = [x]\n" in repair.diff
    assert repair.words.startswith("Line 1: foo is no name. Line 1: bar is no name.")


def test_columns_are_characters_and_line_ends_stay_as_they_are() -> None:
    check = Spelling({"foo": "baz"})
    text = "t = 'größer 漢字 \U0001f600'; a = foo\r\nb = 'x\fy'; c = foo\r\n"
    assert mend(text, check) == text.replace("foo", "baz")


def test_lines_that_a_fix_adds_end_as_the_others_do() -> None:
    finding = Finding(
        rule="r", severity="error", layer="rule", message="m", edits=(edit(1, 0, 0, "import a\n"),)
    )

    def check(text: str) -> CheckReport:
        found = () if "import a" in text else (finding,)
        return CheckReport(ok=not found, findings=found)

    repair = propose("b = a\r\n", (finding,), check)
    assert repair is not None
    assert repair.program == "import a\r\nb = a\r\n"


def test_a_byte_order_mark_moves_no_column() -> None:
    check = Spelling({"foo": "baz"})
    repair = propose("\ufefffoo = 1\n", check("foo = 1\n").findings, check)
    assert repair is not None
    assert repair.program == "\ufeffbaz = 1\n"


def test_what_a_fix_uncovers_is_mended_too_and_told_against_the_original() -> None:
    check = Spelling({"foo": "bar_"})
    text = "a = foo + 1\n"

    def uncovering(text: str) -> CheckReport:
        return (Spelling({"bar_": "x"}, "warning") if "bar_" in text else check)(text)

    repair = propose(text, check(text).findings, uncovering)
    assert repair is not None
    assert repair.program == "a = x + 1\n"
    assert repair.edits == (edit(1, 4, 3, "x"),)
    assert [f.message for f in repair.mended] == ["foo is no name.", "bar_ is no name."]


def test_a_fix_that_does_not_help_is_not_applied() -> None:
    assert mend("a = foo\n", Spelling({"foo": "foo2"})) is None
    assert mend("a = foo\n", Spelling({"foo": "oof", "oof": ""})) is None


def test_a_fix_that_breaks_the_program_is_not_applied() -> None:
    assert mend("a = foo\n", Spelling({"foo": "(("})) is None


def test_one_bad_fix_does_not_keep_the_good_ones_out() -> None:
    check = Spelling({"foo": "((", "bar": "x", "qux": "y"})
    assert mend("a = foo\nb = bar\nc = qux\n", check) == "a = foo\nb = x\nc = y\n"


def test_without_a_fix_there_is_no_proposal_and_no_second_check() -> None:
    check = Spelling({"foo": ""})
    assert mend("a = foo\n", check) is None
    assert check.calls == 1


def test_warnings_are_mended_and_notes_are_not() -> None:
    assert mend("a = foo\n", Spelling({"foo": "x"}, "warning")) == "a = x\n"
    assert mend("a = foo\n", Spelling({"foo": "x"}, "note")) is None


def test_of_two_fixes_of_one_place_the_second_waits_for_the_next_pass() -> None:
    check = Spelling({"foo.bar": "g", "bar": "h"})
    assert mend("a = foo.bar\nb = bar\n", check) == "a = g\nb = h\n"


def test_an_edit_that_two_findings_share_is_made_once() -> None:
    shared = edit(1, 0, 0, "import math\n")
    findings = tuple(
        Finding(rule="r", severity="error", layer="rule", message=m, edits=(shared,))
        for m in ("sin needs math.", "cos needs math.")
    )

    def check(text: str) -> CheckReport:
        found = () if "import math" in text else findings
        return CheckReport(ok=not found, findings=found)

    repair = propose("a = math.sin(math.cos(1))\n", findings, check)
    assert repair is not None
    assert repair.program.count("import math") == 1
    assert len(repair.mended) == 2


@pytest.mark.parametrize("place", [(0, 0), (3, 0), (1, 99), (1, -1)])
def test_an_edit_outside_the_program_is_passed_over(place: tuple[int, int]) -> None:
    line, column = place
    outside = TextEdit(line=line, column=column, end_line=line, end_column=column, replacement="x")
    finding = Finding(rule="r", severity="error", layer="rule", message="m", edits=(outside,))
    assert propose("a = 1\n", (finding,), Spelling({})) is None


def test_strings_and_comments_beside_an_edit_are_untouched() -> None:
    check = Spelling({"= foo": "= bar"})
    text = "a = foo  # foo stays\nb = \"foo\"  # 'foo'\n"
    assert mend(text, check) == text.replace("= foo", "= bar")


def test_places_are_those_of_the_parser() -> None:
    text = "a = 1\r\nb = 'ä\u2028'\rc = '\f'\n\nd = name\n"
    name = ast.parse(text).body[-1].value  # type: ignore[attr-defined]
    cut = LinePlaces(text).cut(edit(name.lineno, name.col_offset, 4, ""))
    assert cut is not None
    assert text[cut.start : cut.end] == "name"


@pytest.mark.parametrize("seed", range(200))
def test_edits_of_several_rounds_are_the_same_as_one_set_of_edits_of_the_original(
    seed: int,
) -> None:
    dice = random.Random(seed)
    original = "".join(dice.choice("ab\n") for _ in range(200))
    draft = Draft(original)
    for _ in range(4):
        places = sorted(dice.sample(range(min(len(draft.text), 40)), 4))
        word = "xyz\n"[: dice.randrange(5)]
        draft.apply([Cut(places[0], places[1], word), Cut(places[2], places[3], "")])
    fresh = Draft(original)
    cuts = [LinePlaces(original).cut(e) for e in draft.edits]
    fresh.apply([c for c in cuts if c is not None])
    assert fresh.text == draft.text
    ends = [(c.start, c.end) for c in cuts if c is not None]
    assert all(one[1] < other[0] for one, other in pairwise(ends))
