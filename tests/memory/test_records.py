"""What a record may hold."""

import pytest
from pydantic import ValidationError

from memory_store.records import (
    CRASH_RANK,
    DIAGNOSTIC_CAP,
    EXAMPLE_CAP,
    SHORT_CAP,
    NewFailure,
    clip,
    clip_lines,
)
from memory_store.testing import failure, success


@pytest.mark.parametrize(
    ("field", "cap"),
    [
        ("trigger", SHORT_CAP),
        ("root_cause", SHORT_CAP),
        ("recipe", SHORT_CAP),
        ("anti_example", EXAMPLE_CAP),
        ("good_example", EXAMPLE_CAP),
        ("diagnostic", DIAGNOSTIC_CAP),
    ],
)
def test_each_field_of_a_failure_holds_exactly_its_cap(field: str, cap: int) -> None:
    values = failure().model_dump()
    NewFailure.model_validate({**values, field: "x" * cap})
    with pytest.raises(ValidationError, match=field):
        NewFailure.model_validate({**values, field: "x" * (cap + 1)})


def test_a_rationale_over_its_cap_is_refused() -> None:
    success(rationale="x" * 400)
    with pytest.raises(ValidationError, match="rationale"):
        success(rationale="x" * 401)


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -1, 101])
def test_a_score_that_is_no_score_is_refused(score: float) -> None:
    with pytest.raises(ValidationError, match="score"):
        success(score=score)


def test_an_unknown_role_is_refused() -> None:
    with pytest.raises(ValidationError, match="role"):
        success(role="villain")  # type: ignore[arg-type]


def test_a_text_that_is_no_unicode_is_refused_before_it_reaches_the_database() -> None:
    with pytest.raises(ValidationError):
        success("half a character \ud800")


def test_crash_repairs_rank_after_visual_gains_even_with_scores() -> None:
    assert failure(source="visual", before=60, after=66).rank == 6
    assert failure(source="text", before=10, after=90).rank == CRASH_RANK
    assert failure(source="human", before=None, after=None).rank == CRASH_RANK


def test_clipped_prose_ends_at_a_word_and_keeps_the_cap() -> None:
    text = "one two three four five six"
    assert clip(text, 100) == text
    assert clip(text, 20) == "one two three four…"
    assert len(clip("x" * 1000, 400)) == 400


def test_clipped_code_ends_at_a_line() -> None:
    assert clip_lines("a = 1\nb = 2\nc = 3\n", 12) == "a = 1\nb = 2"
    assert clip_lines("x" * 50, 10) == "x" * 10
