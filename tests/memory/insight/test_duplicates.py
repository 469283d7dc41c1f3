"""Records that say nearly the same."""

import numpy as np
import pytest

from app.memory.insight.duplicates import ALIKE, SAME, duplicates
from app.memory.insight.neighbours import close_pairs, nearest_rows
from memory_store.bank import Bank
from memory_store.testing import failure, success
from memory_store.vectors import Vectors

LONG = "The caption under the long formula leaves the frame on the right side of the picture"
WIDE = "Wrap the caption into two short lines and move the formula a little up"


def unit(rows: np.ndarray) -> Vectors:
    scaled: Vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return scaled


def lesson(number: int, trigger: str, recipe: str) -> object:
    return failure(run=f"r{number}", trigger=trigger, recipe=recipe)


def store(bank: Bank, *records: object) -> list[int]:
    return list(bank.consolidate(records).added)  # type: ignore[arg-type]


def test_equal_lessons_are_one_group_that_names_the_oldest_first(bank: Bank) -> None:
    ids = store(
        bank,
        lesson(1, LONG, WIDE),
        lesson(2, "Two bars of the chart hide each other.", "Leave a gap between them."),
        lesson(3, LONG, WIDE),
        lesson(4, LONG, WIDE),
    )
    (group,) = duplicates(bank)
    assert group.ids == (ids[0], ids[2], ids[3])
    assert group.likeness == pytest.approx(1)


def test_a_lesson_in_slightly_other_words_is_proposed(bank: Bank) -> None:
    ids = store(
        bank,
        lesson(1, LONG, WIDE),
        lesson(2, LONG.replace("picture", "screen"), WIDE),
        lesson(3, "The network diagram shows too many nodes at once.", "Build it layer by layer."),
    )
    (group,) = duplicates(bank)
    assert group.ids == tuple(ids[:2])
    (pair,) = group.pairs
    assert pair.cosine >= ALIKE
    assert 0.75 <= pair.shared < 1
    assert not pair.numbers_differ


def test_what_is_like_one_of_two_equal_records_is_in_their_group(bank: Bank) -> None:
    ids = store(
        bank,
        lesson(1, LONG, WIDE),
        lesson(2, LONG.replace("picture", "screen"), WIDE),
        lesson(3, LONG, WIDE),
    )
    (group,) = duplicates(bank)
    assert group.ids == tuple(ids)


def test_a_success_is_never_merged_with_a_failure(bank: Bank) -> None:
    store(
        bank,
        success(run="r1", rationale=f"{LONG}\nBoth were placed at the centre.\n{WIDE}"),
        lesson(2, LONG, WIDE),
    )
    assert duplicates(bank) == ()


def test_lessons_that_contradict_each_other_are_no_duplicates(bank: Bank) -> None:
    store(
        bank,
        lesson(1, LONG, "Set the caption at font size at most 24 pt so that it fits the frame."),
        lesson(2, LONG, "Set the caption at font size at least 40 pt so that it fits the frame."),
    )
    assert duplicates(bank) == ()


def test_no_chain_of_small_differences_joins_what_differs(bank: Bank) -> None:
    words = LONG.split()
    ids = store(
        bank,
        *(
            lesson(
                step, " ".join(f"{w}x" if at < 2 * step else w for at, w in enumerate(words)), WIDE
            )
            for step in range(6)
        ),
    )
    groups = duplicates(bank)
    assert groups
    told = [record for group in groups for record in group.ids]
    assert len(told) == len(set(told))
    assert all(not {ids[0], ids[5]} <= set(group.ids) for group in groups)
    for group in groups:
        assert len(group.pairs) == len(group.ids) * (len(group.ids) - 1) // 2


def test_other_numbers_are_pointed_out(bank: Bank) -> None:
    store(
        bank,
        lesson(1, LONG, f"{WIDE}, as in section 3."),
        lesson(2, LONG, f"{WIDE}, as in section 4."),
    )
    (group,) = duplicates(bank)
    assert group.pairs[0].numbers_differ


def test_groups_are_ordered_by_likeness_and_the_same_each_time(bank: Bank) -> None:
    store(
        bank,
        lesson(1, LONG, WIDE),
        lesson(2, LONG.replace("picture", "screen"), WIDE),
        success(run="r3", rationale="Grow the bars from one line."),
        success(run="r4", rationale="Grow the bars from one line."),
    )
    groups = duplicates(bank)
    assert [group.polarity for group in groups] == ["success", "failure"]
    assert duplicates(bank) == groups


def test_what_lies_in_the_trash_is_not_proposed(bank: Bank) -> None:
    ids = store(bank, lesson(1, LONG, WIDE), lesson(2, LONG, WIDE))
    with bank._connection.writing():
        bank._connection.run("INSERT INTO trash VALUES (?, ?)", (ids[1], "2026-01-01"))
        bank._connection.run("UPDATE meta SET stamp = 'x', revision = revision + 1")
        bank._connection.run("UPDATE record SET changed = (SELECT revision FROM meta)")
    assert duplicates(bank) == ()


def test_a_record_that_goes_meanwhile_is_left_out(bank: Bank) -> None:
    ids = store(
        bank,
        lesson(1, LONG, WIDE),
        lesson(2, LONG.replace("picture", "screen"), WIDE),
        lesson(3, LONG.replace("right", "left"), WIDE),
    )

    def remove(share: float) -> None:
        with bank._connection.writing():
            row = (ids[1], "2026-01-01")
            bank._connection.run("INSERT OR IGNORE INTO trash VALUES (?, ?)", row)

    (group,) = duplicates(bank, remove)
    assert group.ids == (ids[0], ids[2])


def test_an_empty_bank_has_no_duplicates(bank: Bank) -> None:
    assert duplicates(bank) == ()


def test_no_close_pair_of_a_large_bank_is_missed() -> None:
    dice = np.random.default_rng(5)
    rows = unit(dice.standard_normal((5000, 384)))
    twins = unit(rows[:40] + 0.012 * dice.standard_normal((40, 384)))
    vectors = np.concatenate([rows, twins])
    left, right, cosines = close_pairs(vectors, SAME - 0.05)
    assert sorted(zip(left.tolist(), right.tolist(), strict=True)) == [
        (n, 5000 + n) for n in range(40)
    ]
    assert cosines.min() >= SAME - 0.05


def test_long_work_tells_how_far_it_is_and_can_be_stopped(bank: Bank) -> None:
    store(bank, lesson(1, LONG, WIDE), lesson(2, LONG, WIDE))

    def stop(share: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        duplicates(bank, stop)
    shares: list[float] = []
    duplicates(bank, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_the_nearest_of_a_small_bank_are_exact() -> None:
    vectors = unit(np.random.default_rng(1).standard_normal((300, 24)))
    rows, cosines = nearest_rows(vectors, 5)
    every = vectors @ vectors.T
    np.fill_diagonal(every, -2)
    assert (rows == np.argsort(-every, axis=1, kind="stable")[:, :5]).all()
    assert np.allclose(cosines, -np.sort(-every, axis=1)[:, :5], atol=1e-6)


def test_the_nearest_of_a_large_bank_are_found_within_its_groups() -> None:
    dice = np.random.default_rng(2)
    middles = dice.standard_normal((40, 32))
    which = dice.integers(0, 40, 6000)
    vectors = unit(middles[which] + 0.3 * dice.standard_normal((6000, 32)))
    rows, cosines = nearest_rows(vectors, 5)
    assert (rows >= 0).all()
    assert all(len(set(row)) == 5 for row in rows.tolist())
    assert (which[rows] == which[:, None]).mean() > 0.99
    assert (cosines[:, :-1] >= cosines[:, 1:]).all()


def test_fewer_records_than_asked_for_leave_gaps() -> None:
    rows, cosines = nearest_rows(unit(np.eye(2)), 3)
    assert rows.tolist() == [[1, -1, -1], [0, -1, -1]]
    assert cosines[0, 1] == -1
