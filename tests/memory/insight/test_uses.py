"""Which runs count for a bank, and the index over them."""

import json
import shutil
from pathlib import Path

from app.memory.insight.run_facts import read_run_facts
from app.memory.insight.uses import FILE, BankMark, UseIndex, mark_of, reading_of
from app.paths import DataPaths
from memory_store.bank import Bank
from memory_store.snapshot import Snapshot, shuffled_twin
from memory_store.testing import WordEmbedder, failure, success
from pipeline.run.manifest import MemoryUse
from tests.loop.scripted import program
from tests.memory.insight.recorded import SWING, record_run, task_of

A, B, C = "20260101-000000-aaaa", "20260201-000000-bbbb", "20260301-000000-cccc"
GOOD = {"Swing": [program("u=80 verdict=pass")]}


def seed(bank: Bank) -> list[int]:
    """Two records of the section and two of another one."""
    heat = "Heat flows from warm to cold bodies."
    return list(
        bank.consolidate(
            [
                success(SWING, run="r1"),
                failure(SWING, run="r1"),
                success(heat, run="r2"),
                failure(heat, run="r2"),
            ]
        ).added
    )


def test_a_run_counts_for_the_bank_that_its_manifest_names(paths: DataPaths, bank: Bank) -> None:
    ids = seed(bank)
    record_run(paths, bank, GOOD, A)
    other = MemoryUse(path=str(bank.path), bank_id="another")
    record_run(paths, bank, GOOD, B, use=other)
    found = UseIndex(paths).runs().uses(mark_of(bank))
    assert {use.run for uses in found.values() for use in uses} == {A}
    assert set(found) == set(ids)


def test_a_run_of_an_earlier_version_counts_by_folder_and_time(
    paths: DataPaths, bank: Bank
) -> None:
    seed(bank)
    record_run(paths, bank, GOOD, A, use=MemoryUse(path=str(bank.path)))
    facts = read_run_facts(paths.runs / A)
    mark = mark_of(bank)
    assert reading_of(facts, mark) == "bank"
    earlier = facts.model_copy(update={"started": "2001-01-01T00:00:00+00:00"})
    assert reading_of(earlier, mark) == "other"
    elsewhere = facts.model_copy(update={"bank_path": "/another/bank"})
    assert reading_of(elsewhere, mark) == "other"


def test_a_run_that_read_a_snapshot_counts_for_it_and_for_its_bank(
    paths: DataPaths, bank: Bank, embedder: WordEmbedder
) -> None:
    seed(bank)
    info = bank.freeze("first", paths.snapshots)
    with Snapshot.open(paths.snapshots / "first", embedder) as frozen:
        record_run(paths, frozen, GOOD, A)
        runs = UseIndex(paths).runs()
        own, parent = runs.uses(mark_of(frozen)), runs.uses(mark_of(bank))
    assert own == parent
    assert own[1][0].snapshot == info.sha256


def test_a_shuffled_twin_is_a_world_of_its_own(
    paths: DataPaths, bank: Bank, embedder: WordEmbedder
) -> None:
    seed(bank)
    bank.freeze("first", paths.snapshots)
    with Snapshot.open(paths.snapshots / "first", embedder) as frozen:
        shuffled_twin(frozen, paths.snapshots / "twin", 1)
        with Snapshot.open(paths.snapshots / "twin", embedder) as twin:
            record_run(paths, twin, GOOD, A)
            record_run(paths, bank, GOOD, B)
            runs = UseIndex(paths).runs()
            marks = [mark_of(one) for one in (bank, frozen, twin)]
    seen = [{u.run for uses in runs.uses(mark).values() for u in uses} for mark in marks]
    assert seen == [{B}, {B}, {A}]


def test_a_run_without_memory_read_nothing(paths: DataPaths, bank: Bank) -> None:
    record_run(paths, None, GOOD, A)
    facts = read_run_facts(paths.runs / A)
    assert reading_of(facts, mark_of(bank)) == "nothing"
    assert [scene.first for scene in facts.scenes] == [80]


def test_a_mended_or_failed_first_attempt_is_told_from_a_scored_one(paths: DataPaths) -> None:
    story = {"Swing": [program("latex"), program("u=70"), program("u=90 verdict=pass")]}
    record_run(paths, None, story, A)
    (scene,) = read_run_facts(paths.runs / A).scenes
    assert (scene.first, scene.first_ok) == (None, False)
    assert (scene.rounds, scene.score, scene.reviewer) == (2, 90, "scripted/1")


def test_only_new_and_changed_runs_are_read_again(paths: DataPaths, bank: Bank) -> None:
    for run in (A, B):
        record_run(paths, bank, GOOD, run)
    first = UseIndex(paths)
    known = first.runs()
    assert first.read == 2
    later = UseIndex(paths)
    assert later.runs() == known
    assert later.read == 0
    record_run(paths, bank, GOOD, C)
    with (paths.runs / A / "events.jsonl").open("ab") as log:
        log.write(b'{"kind":"run_paused"}\n')
    later.runs()
    assert later.read == 2


def test_a_damaged_index_is_made_again_and_a_deleted_run_is_forgotten(
    paths: DataPaths, bank: Bank
) -> None:
    for run in (A, B):
        record_run(paths, bank, GOOD, run)
    known = UseIndex(paths).runs()
    (paths.cache / FILE).write_bytes(b'{"memory uses": 1}\n{"x": ')
    again = UseIndex(paths)
    assert again.runs() == known
    assert again.read == 2
    shutil.rmtree(paths.runs / B)
    assert set(again.runs().facts) == {A}
    assert B.encode() not in (paths.cache / FILE).read_bytes()


def test_a_run_that_cannot_be_read_is_named_and_counts_for_nothing(
    paths: DataPaths, bank: Bank
) -> None:
    seed(bank)
    for run in (A, B, C):
        record_run(paths, bank, GOOD, run)
    (paths.runs / A / "manifest.json").write_text("[]")
    (paths.runs / B / "events.jsonl").write_bytes(b'{"kind": "reviewed", "scene_id"\n')
    runs = UseIndex(paths).runs()
    assert len(runs.unread) == 2
    assert {u.run for uses in runs.uses(mark_of(bank)).values() for u in uses} == {C}


def test_the_index_holds_no_section_text(paths: DataPaths, bank: Bank) -> None:
    record_run(paths, bank, GOOD, A, task=task_of("A secret recipe."))
    UseIndex(paths).runs()
    stored = (paths.cache / FILE).read_bytes()
    assert b"secret" not in stored
    assert json.loads(stored.split(b"\n")[1])[A]["facts"]["role"] == "method"


def test_the_real_studio_writes_down_which_bank_it_opens(
    paths: DataPaths, bank: Bank, embedder: WordEmbedder, tmp_path: Path
) -> None:
    from app.run_plan import RunPlan
    from app.studio import open_memory
    from pipeline.settings import RunSettings

    bank.consolidate([success(SWING, run="r1")])
    bank.freeze("first", paths.snapshots)
    plans = {
        "live": RunPlan(task_of(), RunSettings(memory_mode="ro"), memory=str(bank.path)),
        "frozen": RunPlan(task_of(), RunSettings(memory_mode="ro"), memory="first"),
    }
    for name, plan in plans.items():
        opened, use = open_memory(plan, paths, embedder)  # type: ignore[arg-type]
        with opened:
            assert use.bank_id == bank.bank_id
            assert bool(use.snapshot_sha256) == (name == "frozen")
            assert not use.shuffled
    assert BankMark(bank.bank_id, "", "").snapshot == ""
