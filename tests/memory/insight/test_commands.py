"""The actions of `memory` that look at a bank as a whole."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.memory import ACTIONS
from app.cli.memory.action import Call, MemoryAction
from app.cli.output import Output
from app.cli.parser import build_parser
from app.errors import ExitCode, StudioError
from app.paths import DataPaths
from memory_store.bank import Bank
from memory_store.errors import RecordMissing
from memory_store.testing import failure, success
from tests.loop.scripted import program
from tests.memory.insight.recorded import SWING, record_run

RUN = "20260201-000000-bbbb"


@pytest.fixture
def ids(paths: DataPaths, bank: Bank) -> list[int]:
    """A success, two lessons that oppose each other and are used, and two equal ones."""
    written = bank.consolidate(
        [
            success(SWING, run="r1"),
            failure(SWING, run="r2", recipe="Set the caption at font size 30."),
            failure(SWING, run="r3", recipe="Set the caption at font size 48."),
            success(SWING, run="r4", score=70, rationale="Grow the bars."),
            success(SWING, run="r5", score=70, rationale="Grow the bars."),
        ]
    ).added
    record_run(paths, bank, {"Swing": [program("u=80 verdict=pass")]}, RUN)
    return list(written)


def run(paths: DataPaths, bank: Bank, *words: str, as_json: bool = True) -> Any:
    """What an action prints: its document, or its lines."""
    options = build_parser().parse_args(["memory", *words])
    action = next(a for a in ACTIONS if a.name == options.action)
    assert isinstance(action, MemoryAction)
    printed = io.StringIO()
    call = Call(options, paths, Output(as_json, printed, io.StringIO()))
    assert action.run(bank, call) == ExitCode.DONE
    return json.loads(printed.getvalue()) if as_json else printed.getvalue()


def test_effect_names_the_rule_and_every_used_record(
    paths: DataPaths, bank: Bank, ids: list[int]
) -> None:
    said = run(paths, bank, "effect")
    assert "sections" in said["rule"]
    assert [e["record"] for e in said["effects"]] == ids[:4]
    assert said["effects"][0]["with"]["first"] == {"mean": 80.0, "scenes": 1, "sections": 1}
    assert said["effects"][0]["verdict"] == "unclear"
    (one,) = run(paths, bank, "effect", str(ids[4]))["effects"]
    assert one["verdict"] == "unused"
    assert "80.0 (1 of 1 section) against - (0)" in run(paths, bank, "effect", as_json=False)


def test_links_lead_to_uses_and_say_where_the_run_is_missing(
    paths: DataPaths, bank: Bank, ids: list[int]
) -> None:
    said = run(paths, bank, "links", str(ids[1]))
    assert "not on this machine" in said["origin"]["problem"]
    (use,) = said["uses"]
    assert (use["run"], use["slot"], use["rank"], use["of"]) == (RUN, "failure", 1, 2)
    assert use["changes"] == [{"t": 0, "change": "caption 30 -> 24"}]
    assert "v0: caption 30 -> 24" in run(paths, bank, "links", str(ids[1]), as_json=False)


def test_links_of_a_learned_record_name_its_files(paths: DataPaths, bank: Bank) -> None:
    story = {"Swing": [program("u=60"), program("u=90 verdict=pass")]}
    record_run(paths, bank, story, RUN)
    said = [run(paths, bank, "links", str(r.id))["origin"] for r in bank.list().records]
    lesson = next(origin for origin in said if origin["before"])
    assert (lesson["before"]["t"], lesson["after"]["t"]) == (0, 1)
    assert Path(lesson["after"]["video"]).is_file()
    assert Path(lesson["before"]["frame"]).is_file()


def test_a_map_is_printed_or_written(
    paths: DataPaths, bank: Bank, ids: list[int], tmp_path: Path
) -> None:
    said = run(paths, bank, "map")
    assert [point["id"] for point in said["points"]] == ids
    assert {point["outcome"] for point in said["points"]} == {"unclear", "unused"}
    target = tmp_path / "map.json"
    assert run(paths, bank, "map", "--out", str(target))["count"] == 5
    assert json.loads(target.read_text("utf-8")) == said
    with pytest.raises(StudioError, match="could not be written"):
        run(paths, bank, "map", "--out", str(tmp_path / "missing" / "map.json"))


def test_growth_counts_both_channels(paths: DataPaths, bank: Bank, ids: list[int]) -> None:
    said = run(paths, bank, "growth")
    assert said["by_polarity"]["success"]["total"][-1] == 3
    assert said["never"] == 1
    assert {used["record"] for used in said["most"]} == set(ids[:4])
    assert "never retrieved: 1 of 5 active" in run(paths, bank, "growth", as_json=False)


def test_duplicates_and_contradictions_are_told_with_their_texts(
    paths: DataPaths, bank: Bank, ids: list[int]
) -> None:
    (group,) = run(paths, bank, "duplicates")["groups"]
    assert group["ids"] == ids[3:]
    (pair,) = run(paths, bank, "contradictions")["pairs"]
    assert (pair["one"], pair["other"]) == (ids[1], ids[2])
    assert "Grow the bars." in run(paths, bank, "duplicates", as_json=False)
    assert "hints" in run(paths, bank, "contradictions", as_json=False)


def test_a_section_is_tried_with_and_without(
    paths: DataPaths, bank: Bank, ids: list[int], tmp_path: Path
) -> None:
    section = tmp_path / "section.md"
    section.write_text(SWING, encoding="utf-8")
    bank.set_status([ids[2]], "pending", author="me", why="to try it")
    words = ["try", str(section), "--role", "method", "--with", str(ids[2])]
    said = run(paths, bank, *words, "--without", str(ids[0]))
    assert ids[0] in said["as_it_is"]["slots"]
    assert ids[0] in said["leaves"]
    assert ids[2] in said["enters"]
    assert "no use was counted" in run(paths, bank, *words, as_json=False)
    assert bank.show(ids[3]).hit_count == 1  # by the run alone


def test_a_record_or_a_file_that_is_not_there_is_a_sentence(
    paths: DataPaths, bank: Bank, ids: list[int]
) -> None:
    with pytest.raises(RecordMissing, match="999"):
        run(paths, bank, "links", "999")
    with pytest.raises(RecordMissing, match="999"):
        run(paths, bank, "effect", "999")
    with pytest.raises(Exception, match="nothing-here"):
        run(paths, bank, "try", "nothing-here.md", "--role", "method")


def test_an_empty_bank_has_an_answer_to_everything(paths: DataPaths, bank: Bank) -> None:
    for action in ("effect", "map", "growth", "duplicates", "contradictions"):
        assert run(paths, bank, action)
        run(paths, bank, action, as_json=False)
