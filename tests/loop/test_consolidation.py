"""What passes the gates into memory, and what waits or stays out."""

import pytest

from pipeline.loop import attempt
from pipeline.schema.finding import Finding
from pipeline.settings import RunSettings
from tests.loop.conftest import Play
from tests.loop.memories import ListMemory
from tests.loop.scripted import fields, program

READ_WRITE = RunSettings(memory_mode="rw")


def learn(play: Play, programs: list[str], settings: RunSettings = READ_WRITE) -> ListMemory:
    memory = ListMemory()
    play(programs, settings, memory=memory)
    return memory


def test_a_scene_at_the_bar_is_remembered_with_the_delivered_program(play: Play) -> None:
    memory = learn(play, [program("u=85 verdict=pass")])
    assert fields(memory.written) == [("success", "success", 0, "active")]
    record = memory.written[0]
    assert record.code == program("u=85 verdict=pass")  # type: ignore[union-attr]
    assert record.score == 85  # type: ignore[union-attr]
    assert len(record.frame_hash) == 64  # type: ignore[union-attr]


def test_a_scene_below_the_bar_is_not_remembered(play: Play) -> None:
    memory = learn(play, [program("u=84.9 verdict=pass")])
    assert memory.written == []


def test_a_cured_crash_is_a_lesson_without_a_score(play: Play) -> None:
    memory = learn(play, [program("latex"), program("u=50 verdict=fail")])
    assert fields(memory.written) == [("failure", "text", 0, "active")]
    assert memory.written[0].diagnostic.startswith("latex:")  # type: ignore[union-attr]


def test_a_crash_that_was_not_cured_is_no_lesson(play: Play) -> None:
    memory = learn(play, [program("latex"), program("latex")])
    assert memory.written == []


def test_only_the_last_crash_of_a_text_loop_meets_its_cure(play: Play) -> None:
    memory = learn(play, [program("latex"), program("python"), program("u=50 verdict=fail")])
    assert [r.trigger for r in memory.written] == ["trigger python"]  # type: ignore[union-attr]


def test_a_visual_gain_of_five_points_is_a_lesson_and_less_is_not(play: Play) -> None:
    memory = learn(play, [program("u=60"), program("u=65"), program("u=69.9")])
    assert fields(memory.written) == [("failure", "visual", 0, "active")]
    assert memory.written[0].diagnostic == "better than 60.0"  # type: ignore[union-attr]


def test_each_transition_has_an_ordinal_of_its_own(play: Play) -> None:
    memory = learn(play, [program("u=60"), program("u=70"), program("u=80")])
    assert fields(memory.written) == [
        ("failure", "visual", 0, "active"),
        ("failure", "visual", 1, "active"),
    ]


def test_crashes_inside_a_revision_count_on(play: Play) -> None:
    memory = learn(play, [program("latex"), program("u=60"), program("python"), program("u=90")])
    assert fields(memory.written) == [
        ("success", "success", 0, "active"),
        ("failure", "text", 0, "active"),
        ("failure", "text", 1, "active"),
        ("failure", "visual", 0, "active"),
    ]


def test_a_candidate_without_a_review_gives_no_visual_pair_and_no_success(play: Play) -> None:
    memory = learn(play, [program("u=60"), program("unscored")])
    assert memory.written == []


def test_read_only_and_off_write_nothing(play: Play) -> None:
    memory = learn(play, [program("u=95")], RunSettings(memory_mode="ro"))
    assert memory.written == []
    assert memory.counted == [False]


def test_reading_and_writing_counts_the_use_of_records(play: Play) -> None:
    assert learn(play, [program("u=95")]).counted == [True]


def test_review_first_writes_every_record_as_pending(play: Play) -> None:
    settings = RunSettings(memory_mode="rw", write_policy="review_first")
    memory = learn(play, [program("latex"), program("u=95")], settings)
    assert {record.status for record in memory.written} == {"pending"}


@pytest.mark.parametrize(("veto", "status"), [(True, "pending"), (False, "active")])
def test_a_record_that_the_measurement_contradicts_waits_for_a_person(
    play: Play, monkeypatch: pytest.MonkeyPatch, veto: bool, status: str
) -> None:
    finding = Finding(rule="overlap", severity="error", message="m", layer="geometry")
    monkeypatch.setattr(attempt, "inspect", lambda trace, duration_hint: (finding,))
    memory = learn(play, [program("u=95")], RunSettings(memory_mode="rw", veto=veto))
    assert fields(memory.written) == [("success", "success", 0, status)]


def test_all_records_carry_the_context_of_the_section(play: Play) -> None:
    memory = learn(play, [program("latex"), program("u=95")])
    assert len(memory.written) == 2
    assert {r.context.text for r in memory.written} == {
        "A pendulum swings with a period that grows with its length."
    }
