"""Programs that the check refuses and its own findings can mend."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.run_report import outcome_document
from pipeline.agents.protocols import CodeRequest
from pipeline.checks import CheckReport, check_program
from pipeline.events import Repaired
from pipeline.presets import apply_presets
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import load_events
from pipeline.schema.finding import Finding, TextEdit
from pipeline.schema.memory import AppliedRecord
from pipeline.settings import RunSettings
from tests.loop.conftest import Play, manifest
from tests.loop.memories import ListMemory
from tests.loop.scripted import ScriptedCast, ScriptedRenderer, fields, program
from tests.loop.test_resume import Stop, stop_at_write

OFF = RunSettings(memory_mode="off")
LEARN = RunSettings(memory_mode="rw")
OLD_NAMES = {"ShowCreation": "Create", "FadeInFrom": "FadeIn", "GraphScene": ""}


def check(text: str, scene: str) -> CheckReport:
    """The real check, and three names that are gone; two of them have a new spelling."""
    found = check_program(text, scene, rules=("safety", "scene", "plays")).findings
    for number, line in enumerate(text.split("\n"), 1):
        for old, new in OLD_NAMES.items():
            if old in line:
                found += (_gone(number, line.index(old), old, new),)
    return CheckReport(ok=not any(f.severity == "error" for f in found), findings=found)


def _gone(line: int, column: int, old: str, new: str) -> Finding:
    place = TextEdit(
        line=line, column=column, end_line=line, end_column=column + len(old), replacement=new
    )
    return Finding(
        rule=f"gone-{old}",
        severity="error",
        layer="api",
        message=f"{old} does not exist.",
        line=line,
        edits=(place,) if new else (),
    )


def old(outcome: str, name: str = "ShowCreation") -> str:
    """A program that uses a name that is gone."""
    return program(outcome).replace("Create(", f"{name}(")


def test_a_refused_program_with_a_safe_fix_is_mended_and_renders_without_a_round(
    play: Play, folder: RunFolder
) -> None:
    renderer = ScriptedRenderer()
    outcome, events = play([old("u=95")], renderer=renderer, check=check)
    scene = outcome.scenes[0]
    assert [i.candidate.loop for i in scene.iterations] == ["text", "repair"]
    assert [i.result.category for i in scene.iterations] == ["static", None]
    assert scene.delivered == 1
    assert (outcome.rounds, outcome.repairs, scene.text_retries) == (0, 1, 0)
    assert renderer.calls == [program("u=95")]
    mended = scene.iterations[1].candidate
    assert mended.trigger == "Line 9: ShowCreation does not exist."
    assert (mended.attempt, mended.revision) == (0, 0)
    (told,) = [e for e in events if isinstance(e, Repaired)]
    assert told.t == 0
    assert "+        self.play(Create(bob))" in told.diff
    written = json.loads(folder.file("manifest.json").read_text())
    assert (written["rounds"], written["repairs"]) == (0, 1)


def test_the_document_of_make_tells_repairs_beside_rounds(play: Play, folder: RunFolder) -> None:
    outcome, _ = play([old("u=60"), program("u=95")], check=check)
    document: Any = outcome_document(folder, manifest(OFF), outcome, None)
    (scene,) = document["scenes"]
    assert (document["rounds"], document["repairs"]) == (1, 1)
    assert (scene["rounds"], scene["repairs"]) == (1, 1)
    assert [i["loop"] for i in scene["iterations"]] == ["text", "repair", "visual"]


def test_with_repair_off_the_coder_is_asked_again(play: Play) -> None:
    settings = OFF.model_copy(update={"repair": False})
    outcome, events = play([old("u=95"), program("u=95")], settings, check=check)
    assert [i.candidate.loop for i in outcome.scenes[0].iterations] == ["text", "text"]
    assert (outcome.rounds, outcome.repairs) == (1, 0)
    assert not any(isinstance(e, Repaired) for e in events)


def test_the_preset_paper_does_not_mend(play: Play) -> None:
    assert OFF.repair
    outcome, _ = play([old("u=95"), program("u=95")], apply_presets(OFF, ["paper"]), check=check)
    assert (outcome.rounds, outcome.repairs) == (1, 0)


def test_a_program_without_a_safe_fix_is_a_retry_as_before(play: Play) -> None:
    outcome, _ = play([old("u=95", "GraphScene"), program("u=95")], check=check)
    assert (outcome.rounds, outcome.repairs) == (1, 0)
    assert len(outcome.scenes[0].iterations) == 2


def test_a_crash_of_the_mended_program_goes_to_the_coder(play: Play) -> None:
    cast = ScriptedCast({"Swing": [old("latex"), program("u=95")]})
    outcome, _ = play(cast.programs, cast=cast, check=check)
    scene = outcome.scenes[0]
    assert [i.result.category for i in scene.iterations] == ["static", "latex", None]
    assert [i.candidate.loop for i in scene.iterations] == ["text", "repair", "text"]
    assert [i.candidate.t for i in scene.iterations] == [0, 1, 2]
    assert [i.candidate.attempt for i in scene.iterations] == [0, 0, 1]
    assert (outcome.rounds, outcome.repairs) == (1, 1)
    retry = [r for r in cast.requests if isinstance(r, CodeRequest) and r.attempts][-1]
    assert [a.program for a in retry.attempts] == [program("latex")]
    assert scene.iterations[1].hint is not None
    assert scene.iterations[0].hint is None


def test_a_category_that_recurs_in_a_mended_program_ends_the_loop(play: Play) -> None:
    outcome, _ = play([program("latex"), old("latex"), program("u=95")], check=check)
    assert outcome.scenes[0].delivered is None
    assert (outcome.rounds, outcome.repairs) == (1, 1)


def test_a_fault_that_was_mended_may_come_back_and_is_mended_again(play: Play) -> None:
    outcome, _ = play([old("latex"), old("u=95")], check=check)
    assert outcome.scenes[0].delivered == 3
    assert (outcome.rounds, outcome.repairs) == (1, 2)


def test_the_last_attempt_is_mended_too(play: Play) -> None:
    outcome, _ = play([program("latex"), program("python"), old("u=95")], check=check)
    assert outcome.scenes[0].delivered == 3
    assert (outcome.rounds, outcome.repairs) == (2, 1)


def test_what_a_repair_leaves_over_is_no_recurrence(play: Play) -> None:
    half = old("u=95").replace("Dot()", "GraphScene()")
    outcome, _ = play([half, program("u=95")], check=check)
    scene = outcome.scenes[0]
    assert [i.result.category for i in scene.iterations] == ["static", "static", None]
    assert scene.iterations[1].result.signature == "gone-GraphScene"
    assert (outcome.rounds, outcome.repairs) == (1, 1)


def test_a_revision_is_mended_in_its_own_text_loop(play: Play) -> None:
    outcome, _ = play([program("u=60"), old("u=95")], check=check)
    scene = outcome.scenes[0]
    assert [i.candidate.loop for i in scene.iterations] == ["text", "visual", "repair"]
    assert [i.candidate.revision for i in scene.iterations] == [0, 1, 1]
    assert (scene.delivered, outcome.rounds, outcome.repairs) == (2, 1, 1)


def test_what_was_refused_and_mended_becomes_a_lesson(play: Play) -> None:
    memory = ListMemory()
    play([old("u=60 verdict=fail")], LEARN, memory=memory, check=check)
    assert fields(memory.written) == [("failure", "text", 0, "active")]
    lesson = memory.written[0]
    assert lesson.diagnostic == (  # type: ignore[union-attr]
        "static: ShowCreation does not exist.\n"
        "line 9: gone-ShowCreation: ShowCreation does not exist."
    )


def test_ordinals_count_mended_programs_with_the_others(play: Play) -> None:
    memory = ListMemory()
    programs = [old("u=60"), old("python"), program("u=70"), old("u=80")]
    play(programs, LEARN, memory=memory, check=check)
    assert fields(memory.written) == [
        ("failure", "text", 0, "active"),
        ("failure", "text", 1, "active"),
        ("failure", "text", 2, "active"),
        ("failure", "visual", 0, "active"),
        ("failure", "visual", 1, "active"),
    ]


def test_records_that_shaped_the_refused_program_stay_named(play: Play) -> None:
    cast = ScriptedCast({"Swing": [old("u=95")]})
    used = AppliedRecord(record_id=7, change="slower")
    hand_out = cast.hand_out

    def with_record(scene: str, request: object) -> object:
        return hand_out(scene, request).model_copy(update={"applied": (used,)})

    cast.hand_out = with_record  # type: ignore[method-assign, assignment]
    outcome, _ = play(cast.programs, cast=cast, check=check)
    assert outcome.scenes[0].iterations[1].candidate.applied == (used,)


PROGRAMS = [old("latex"), old("u=60"), old("u=95")]


@pytest.mark.parametrize("number", range(0, 34))
def test_a_run_with_repairs_cut_off_after_any_step_resumes_to_the_same_result(
    play: Play, folder: RunFolder, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    first, second = ScriptedRenderer(), ScriptedRenderer()
    memory = ListMemory()
    with monkeypatch.context() as patch:
        stop_at_write(patch, number)
        with contextlib.suppress(Stop):
            play(PROGRAMS, LEARN, renderer=first, memory=memory, check=check)
    cast = ScriptedCast({"Swing": PROGRAMS})
    cast.skip("Swing", _written(folder))
    outcome, _ = play(
        PROGRAMS, LEARN, cast=cast, renderer=second, memory=memory, check=check, resume=True
    )
    assert [i.candidate.loop for i in outcome.scenes[0].iterations] == [
        *("text", "repair", "text", "repair", "visual", "repair")
    ]
    assert (outcome.rounds, outcome.repairs, outcome.scenes[0].delivered) == (2, 3, 5)
    assert len(first.calls) + len(second.calls) <= 4
    events = load_events(folder.file(EVENTS))
    assert len(events) == len({event.key for event in events})
    assert [event.t for event in events if isinstance(event, Repaired)] == [0, 2, 4]
    assert [r.provenance.ordinal for r in memory.written] == [0, 0, 1, 0]


def _written(folder: RunFolder) -> int:
    """How many programs agents had handed in."""
    found = folder.root.glob("scenes/*/*/candidate.json")
    return sum(json.loads(Path(f).read_text())["loop"] != "repair" for f in found)
