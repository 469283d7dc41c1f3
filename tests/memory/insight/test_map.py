"""The bank as a picture."""

import numpy as np
import pytest
from numpy.typing import NDArray

from app.memory.insight.effect import unused
from app.memory.insight.map import bank_map, project
from memory_store.bank import Bank
from memory_store.testing import failure, fill, success
from memory_store.vectors import Vectors


def groups(count: int, each: int, seed: int = 1, dimension: int = 96) -> Vectors:
    """Unit vectors in some narrow groups of different size, mixed."""
    dice = np.random.default_rng(seed)
    middles = dice.standard_normal((count, dimension))
    which = dice.permutation(np.repeat(np.arange(count), each))
    rows = middles[which] * (1 + which[:, None] / 4) + 0.4 * dice.standard_normal(
        (len(which), dimension)
    )
    unit: Vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return unit


def moved(before: NDArray[np.float32], after: NDArray[np.float32]) -> float:
    """The furthest that any point went."""
    return float(np.abs(before - after).max())


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5])
def test_small_banks_have_finite_points_in_the_unit_circle(size: int) -> None:
    points, explained = project(groups(5, 1)[:size])
    assert points.shape == (size, 2)
    assert points.dtype == np.float32
    assert np.isfinite(points).all()
    assert (np.hypot(points[:, 0], points[:, 1]) <= 1 + 1e-6).all()
    assert 0 <= explained <= 1 + 1e-9


def test_two_records_lie_apart() -> None:
    points, explained = project(groups(2, 1))
    assert np.hypot(*(points[0] - points[1])) > 1
    assert explained == pytest.approx(1)


def test_equal_vectors_lie_in_the_middle() -> None:
    points, explained = project(np.repeat(groups(1, 1), 50, axis=0))
    assert not points.any()
    assert explained == 0


def test_the_same_vectors_give_the_same_map() -> None:
    vectors = groups(6, 40)
    assert (project(vectors)[0] == project(vectors.copy())[0]).all()


def test_groups_of_lessons_stay_together() -> None:
    dice = np.random.default_rng(4)
    middles = dice.standard_normal((3, 96))
    which = np.arange(120) % 3
    rows = middles[which] + 0.3 * dice.standard_normal((120, 96))
    points, _ = project((rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32))
    own = np.array([points[which == n].mean(axis=0) for n in range(3)])
    spread = max(float((points[which == n] - own[n]).std()) for n in range(3))
    apart = min(float(np.hypot(*(own[a] - own[b]))) for a, b in ((0, 1), (0, 2), (1, 2)))
    assert apart > 5 * spread


@pytest.mark.parametrize("count", [3, 6])
def test_one_record_more_moves_the_others_a_little(count: int) -> None:
    vectors = groups(count, 20, seed=3, dimension=48)
    for size in (30, 32, 33, 58):
        before, after = project(vectors[:size])[0], project(vectors[: size + 1])[0]
        assert moved(before, after[:size]) < 0.35


@pytest.mark.parametrize("count", [2, 6])
def test_a_growing_map_is_never_mirrored(count: int) -> None:
    vectors = groups(count, 25, seed=2, dimension=48)[:50]
    last = project(vectors[:14])[0]
    for size in range(15, len(vectors)):
        fresh = project(vectors[:size])[0]
        assert float((last * fresh[:-1]).sum()) > 0.5 * float(np.square(last).sum())
        last = fresh


def test_a_stray_record_does_not_press_the_others_together() -> None:
    vectors = groups(3, 100)
    stray = np.zeros((1, 96), dtype=np.float32)
    stray[0, 0] = 1
    plain = project(vectors)[0]
    with_stray = project(np.concatenate([vectors, stray]))[0]
    assert with_stray[:-1].std() > 0.8 * plain.std()


def test_a_map_names_each_record_with_its_colours(bank: Bank) -> None:
    ids = bank.consolidate(
        [
            success(run="r1", rationale="Build the formula part by part."),
            failure(run="r2", trigger="A label hides the axis.", status="pending"),
            failure(run="r3", trigger="The caption leaves the frame.", role="experiment"),
        ]
    ).added
    drawn = bank_map(bank, {ids[1]: unused(ids[1])})
    assert drawn.ids.tolist() == list(ids)
    assert drawn.polarity == ("success", "failure", "failure")
    assert drawn.status == ("active", "pending", "active")
    assert drawn.role == ("method", "method", "experiment")
    assert drawn.domain == ("general",) * 3
    assert drawn.outcome == ("unused",) * 3
    assert len(drawn.points) == 3


def test_a_large_bank_is_drawn_whole_and_tells_how_far_it_is(bank: Bank) -> None:
    fill(bank, 3000)
    shares: list[float] = []
    drawn = bank_map(bank, watch=shares.append)
    assert len(drawn.ids) == len(drawn.points) == 3000
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_an_empty_bank_has_an_empty_map(bank: Bank) -> None:
    drawn = bank_map(bank)
    assert drawn.points.shape == (0, 2)
    assert drawn.polarity == ()
