"""From a record to where it was learned, and to the runs that used it."""

import shutil
from pathlib import Path

import pytest

from app.library import Library
from app.memory.insight.links import links_of, origin_of
from app.memory.insight.uses import UseIndex, mark_of
from app.paths import DataPaths
from memory_store.bank import Bank
from memory_store.records import NewRecord, Provenance
from memory_store.testing import failure, success
from tests.loop.scripted import program
from tests.memory.insight.recorded import SWING, record_run

FIRST, SECOND = "20260101-000000-aaaa", "20260201-000000-bbbb"
STORY = [program("latex"), program("u=60"), program("u=72"), program("u=91 verdict=pass")]


def learned(paths: DataPaths, bank: Bank) -> dict[tuple[str, int], int]:
    """Play one run that teaches three lessons and a success; ids by source and ordinal."""
    record_run(paths, bank, {"Swing": STORY}, FIRST)
    found = bank.list().records
    return {(r.provenance.source, r.provenance.ordinal): r.id for r in found}


def test_a_success_leads_to_its_delivered_iteration_and_to_the_frame_it_remembers(
    paths: DataPaths, bank: Bank
) -> None:
    ids = learned(paths, bank)
    origin = origin_of(paths, bank.show(ids["success", 0]))
    assert origin.problem == ""
    assert (origin.scene, origin.title, origin.before) == ("Swing", "Pendulums", None)
    assert origin.after is not None
    assert origin.after.t == 3
    assert origin.after.score == 91
    assert origin.same_frame is True
    assert origin.after.video == (paths.runs / FIRST / "scenes/s1/i03/render.mp4").absolute()
    assert origin.after.frame is not None
    assert origin.after.frame.exists()


def test_a_lesson_leads_to_the_two_iterations_of_its_own_transition(
    paths: DataPaths, bank: Bank
) -> None:
    ids = learned(paths, bank)
    pairs = {}
    for key in (("text", 0), ("visual", 0), ("visual", 1)):
        origin = origin_of(paths, bank.show(ids[key]))
        assert origin.before is not None
        assert origin.after is not None
        pairs[key] = (origin.before.t, origin.after.t)
    assert pairs == {("text", 0): (0, 1), ("visual", 0): (1, 2), ("visual", 1): (2, 3)}


def test_a_crash_has_a_program_and_no_video(paths: DataPaths, bank: Bank) -> None:
    ids = learned(paths, bank)
    origin = origin_of(paths, bank.show(ids["text", 0]))
    assert origin.before is not None
    assert origin.before.video is None
    assert origin.before.frame is None
    assert origin.before.program is not None
    assert "outcome: latex" in origin.before.program.read_text("utf-8")


def test_a_frame_that_is_another_one_now_is_said_to_be(paths: DataPaths, bank: Bank) -> None:
    ids = learned(paths, bank)
    (paths.runs / FIRST / "scenes/s1/i03/keyframes/k1.png").write_bytes(b"another picture")
    assert origin_of(paths, bank.show(ids["success", 0])).same_frame is False


def test_a_run_that_is_not_here_is_named(paths: DataPaths, bank: Bank) -> None:
    ids = learned(paths, bank)
    shutil.rmtree(paths.runs / FIRST)
    origin = origin_of(paths, bank.show(ids["success", 0]))
    assert origin.folder is None
    assert FIRST in origin.problem
    assert "not on this machine" in origin.problem


def test_a_run_in_the_trash_is_still_shown_as_such(paths: DataPaths, bank: Bank) -> None:
    ids = learned(paths, bank)
    Library(paths).delete(FIRST)
    origin = origin_of(paths, bank.show(ids["visual", 1]))
    assert origin.trashed
    assert origin.after is not None
    assert origin.after.video is not None


def test_a_damaged_outcome_is_a_sentence(paths: DataPaths, bank: Bank) -> None:
    ids = learned(paths, bank)
    (paths.runs / FIRST / "outcome.json").write_text("{")
    origin = origin_of(paths, bank.show(ids["success", 0]))
    assert origin.after is None
    assert "outcome.json" in origin.problem


def test_an_ordinal_that_the_run_does_not_have_leads_nowhere(paths: DataPaths, bank: Bank) -> None:
    learned(paths, bank)
    stranger = failure(run=FIRST, scene="s1", source="visual", ordinal=7)
    (record,) = bank.consolidate([stranger]).added
    origin = origin_of(paths, bank.show(record))
    assert (origin.before, origin.after) == (None, None)
    assert "no such step" in origin.problem


@pytest.mark.parametrize("name", ["..", "../secret", "/etc", "a\\b", "x" * 400, "nul\0"])
def test_a_hostile_run_name_reaches_no_file(paths: DataPaths, bank: Bank, name: str) -> None:
    (paths.root / "secret").mkdir(parents=True)
    record: NewRecord = success(run="x")
    said = Provenance(**(record.provenance.model_dump() | {"run_id": name, "scene_id": "../.."}))
    (written,) = bank.consolidate([record.model_copy(update={"provenance": said})]).added
    origin = origin_of(paths, bank.show(written))
    assert origin.folder is None
    assert origin.problem


def test_a_hostile_scene_name_reaches_no_file(paths: DataPaths, bank: Bank) -> None:
    learned(paths, bank)
    (record,) = bank.consolidate([success(run=FIRST, scene="../../..")]).added
    origin = origin_of(paths, bank.show(record))
    assert origin.after is None
    assert "no finished scene" in origin.problem


def test_a_use_says_its_place_its_likeness_and_what_it_changed(
    paths: DataPaths, bank: Bank
) -> None:
    ids = learned(paths, bank)
    record_run(paths, bank, {"Swing": [program("u=95")], "Rest": [program("u=70")] * 3}, SECOND)
    mark, runs = mark_of(bank), UseIndex(paths).runs()
    links = links_of(paths, bank.show(ids["visual", 1]), mark, runs)
    assert [(use.run, use.scene.name) for use in links.uses] == [
        (SECOND, "Swing"),
        (SECOND, "Rest"),
    ]
    use = links.uses[0]
    # of equal context the larger gain comes first: 72 -> 91 before 60 -> 72
    assert (use.slot, use.rank, use.of) == ("failure", 1, 3)
    assert use.similarity == pytest.approx(1.0, abs=1e-5)
    assert use.changes == ((0, "caption 30 -> 24"),)
    assert (use.scene.first, use.scene.rounds, use.snapshot) == (95, 0, "")
    other = links_of(paths, bank.show(ids["success", 0]), mark, runs).uses[0]
    assert (other.slot, other.rank, other.of, other.changes) == ("success", 1, 1, ())


def test_the_run_that_learned_a_record_did_not_use_it(paths: DataPaths, bank: Bank) -> None:
    ids = learned(paths, bank)
    runs = UseIndex(paths).runs()
    assert links_of(paths, bank.show(ids["success", 0]), mark_of(bank), runs).uses == ()


def test_looking_writes_nothing_into_the_bank(paths: DataPaths, bank: Bank) -> None:
    ids = learned(paths, bank)
    before = bank.stats().revision, bank.show(ids["success", 0]).hit_count
    links_of(paths, bank.show(ids["success", 0]), mark_of(bank), UseIndex(paths).runs())
    assert (bank.stats().revision, bank.show(ids["success", 0]).hit_count) == before
    assert SWING in bank.show(ids["success", 0]).context.text
    assert Path(paths.bank(None)) == bank.path
