"""The diff of two programs: exact whatever they are, and marked as a reader would mark it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.codediff import CodeDiff, Row, diff_code, split_lines
from app.matching import match

LINES = st.lists(st.sampled_from(["", "a = 1", "a = 2", "    b(a)", "    b(c, 2.5)", "end"]))
PROGRAMS = LINES.map("\n".join) | st.text(alphabet="ab (\n\r\t=1.é𝔸", max_size=80)


def _apply(diff: CodeDiff) -> tuple[list[str], list[str]]:
    """Both programs, each made from the other and what the diff says of the difference."""
    forward = [
        diff.before[row.before or 0] if row.kind == "equal" else diff.after[row.after]
        for row in diff.rows
        if row.after is not None
    ]
    back = [
        diff.after[row.after or 0] if row.kind == "equal" else diff.before[row.before]
        for row in diff.rows
        if row.before is not None
    ]
    return forward, back


def _without(line: str, spans: tuple[tuple[int, int], ...]) -> str:
    return "".join(c for n, c in enumerate(line) if not any(s <= n < e for s, e in spans))


@given(PROGRAMS, PROGRAMS)
def test_applying_the_diff_to_one_program_gives_the_other(before: str, after: str) -> None:
    forward, back = _apply(diff_code(before, after))
    assert tuple(forward) == split_lines(after)
    assert tuple(back) == split_lines(before)


@given(PROGRAMS, PROGRAMS)
def test_every_line_is_in_one_row_and_in_order(before: str, after: str) -> None:
    diff = diff_code(before, after)
    olds = [row.before for row in diff.rows if row.before is not None]
    news = [row.after for row in diff.rows if row.after is not None]
    assert olds == list(range(len(split_lines(before))))
    assert news == list(range(len(split_lines(after))))


@given(PROGRAMS, PROGRAMS)
def test_the_count_says_how_many_lines_were_added_and_removed(before: str, after: str) -> None:
    diff = diff_code(before, after)
    assert diff.added - diff.removed == len(diff.after) - len(diff.before)
    assert diff.is_empty == (before == after or (not before.strip("\n") and diff.rows == ()))


@given(st.text(alphabet="ab (=1.\té𝔸"), st.text(alphabet="ab (=1.\té𝔸"))
def test_outside_the_marked_words_a_changed_line_is_the_same(old: str, new: str) -> None:
    for row in diff_code(f"x = {old}", f"x = {new}").rows:
        if row.kind == "changed":
            assert _without(f"x = {old}", row.before_words) == _without(
                f"x = {new}", row.after_words
            )


@given(PROGRAMS, PROGRAMS)
def test_only_equal_rows_are_folded_and_every_change_keeps_its_surroundings(
    before: str, after: str
) -> None:
    diff = diff_code(before, after)
    hidden = {n for start, end in diff.folds() for n in range(start, end)}
    for number, row in enumerate(diff.rows):
        if row.kind != "equal":
            assert not hidden & set(range(number - 3, number + 4))


@given(st.lists(st.integers(0, 3)), st.lists(st.integers(0, 3)), st.booleans())
def test_a_match_pairs_equal_items_in_rising_order(
    a: list[int], b: list[int], anchors: bool
) -> None:
    pairs = match(a, b, anchors)
    assert all(a[i] == b[j] for i, j in pairs)
    assert all(p < p2 and q < q2 for (p, q), (p2, q2) in pairwise(pairs))


def test_a_match_of_long_unlike_sequences_is_still_right() -> None:
    a = [n * 7 % 3 for n in range(900)]
    b = [n * n % 5 % 3 for n in range(1100)]
    pairs = match(a, b)
    assert all(a[i] == b[j] for i, j in pairs)
    assert len(pairs) > 350


def test_a_changed_number_is_marked_alone() -> None:
    (row,) = diff_code("w = Box(width=0.72)\n", "w = Box(width=1.35)\n").rows
    assert row == Row("changed", 0, 0, ((14, 18),), ((14, 18),))


def test_a_line_put_around_another_leaves_it_paired() -> None:
    before = "arc = Arc(a, b, angle=-PI/2.35, width=2)\n"
    after = "for k in pairs:\n    arc = Arc(a, b, angle=-PI/(2.25 + 0.12*k), width=4)\n"
    kinds = [(row.kind, row.before, row.after) for row in diff_code(before, after).rows]
    assert kinds == [("added", None, 0), ("changed", 0, 1)]


def test_lines_that_have_nothing_in_common_stand_side_by_side_without_word_marks() -> None:
    (row,) = diff_code("eq.move_to(row.get_bottom())", "title = Text('Cost')").rows
    assert (row.kind, row.before_words, row.after_words) == ("replaced", (), ())


def test_a_new_function_is_shown_from_its_first_line() -> None:
    before = "def a():\n    x\n\n\ndef c():\n    x\n"
    after = "def a():\n    x\n\n\ndef b():\n    x\n\n\ndef c():\n    x\n"
    added = [row.after for row in diff_code(before, after).rows if row.kind == "added"]
    assert added == [4, 5, 6, 7]


def test_equal_stretches_fold_three_lines_off_a_change() -> None:
    lines = [f"line {n}" for n in range(30)]
    diff = diff_code("\n".join(lines), "\n".join([*lines[:15], "new", *lines[15:]]))
    assert diff.folds() == [(0, 12), (19, 31)]
    assert diff.hunks() == [(15, 16)]


@pytest.mark.parametrize(("before", "after"), [("a", "a\n"), ("a\n", "a")])
def test_a_missing_last_line_break_is_a_difference(before: str, after: str) -> None:
    diff = diff_code(before, after)
    assert (diff.added, diff.removed, diff.same_end, diff.is_empty) == (0, 0, False, False)


@pytest.mark.parametrize("seed", ["x = {n}", "pass", "{n}"])
def test_two_thousand_lines_that_differ_everywhere_are_compared(seed: str) -> None:
    before = "\n".join(seed.format(n=n) for n in range(2000))
    after = "\n".join(f"y{n % 7} = Text({n})" for n in range(2000))
    diff = diff_code(before, after)
    assert "\n".join(_apply(diff)[0]) == after
    assert diff.added == 2000
