"""Each preset changes what its name says and nothing else."""

import pytest

from memory_store.queries import Hit
from memory_store.records import FailureRecord, Provenance, RecordContext, SuccessRecord
from pipeline.agents.protocols import CodeRequest
from pipeline.loop.slots import slot_texts
from pipeline.loop.transitions import transitions
from pipeline.presets import PRESETS, PresetConflictError, apply_presets, needs_reviewer_profile
from pipeline.schema.memory import EMPTY_SLOT, MemorySlots
from pipeline.settings import RunSettings
from tests.loop.conftest import Play
from tests.loop.memories import ListMemory
from tests.loop.scripted import ScriptedCast, program

BASE = RunSettings()
CONTEXT = RecordContext(text="s", role="method")


def memory() -> ListMemory:
    """Three successes and three failures."""
    common = {
        "context": CONTEXT,
        "provenance": Provenance(run_id="r", scene_id="s1", source="text"),
        "status": "active",
        "origin": "self-grown",
    }
    successes = [
        Hit(
            SuccessRecord.model_validate(
                common | {"id": n, "rationale": f"reason {n}", "code": f"code{n} = 1", "score": 90}
            ),
            0.9,
        )
        for n in (1, 2, 3)
    ]
    words = ("trigger", "root_cause", "recipe", "anti_example", "good_example", "diagnostic")
    failures = [
        Hit(FailureRecord.model_validate(common | {"id": n} | dict.fromkeys(words, f"w{n}")), 0.9)
        for n in (4, 5, 6)
    ]
    return ListMemory(successes=tuple(successes), failures=tuple(failures))


def slots_under(play: Play, name: str) -> MemorySlots | None:
    """What the Coder was shown in a run under a preset."""
    cast = ScriptedCast({"Swing": [program("u=95")]})
    play(["unused"], apply_presets(BASE, [name]), cast=cast, memory=memory())
    return next(r.slots for r in cast.requests if isinstance(r, CodeRequest))


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("paper", (1, 2, 4, 5, 6)),
        ("success-only", (1, 2)),
        ("failure-only", (4, 5, 6)),
        ("top-1", (1, 4)),
        ("rationale-only", (1, 2, 4, 5, 6)),
        ("empty-bank", ()),
    ],
)
def test_a_preset_decides_which_records_the_coder_sees(
    play: Play, name: str, ids: tuple[int, ...]
) -> None:
    slots = slots_under(play, name)
    assert slots is not None
    assert slots.record_ids == ids


def test_reflection_only_has_no_slots_and_an_empty_bank_has_empty_ones(play: Play) -> None:
    assert slots_under(play, "reflection-only") is None
    slots = slots_under(play, "empty-bank")
    assert slots is not None
    assert slot_texts(slots) == (EMPTY_SLOT, EMPTY_SLOT)


def test_a_rationale_alone_shows_no_code(play: Play) -> None:
    slots = slots_under(play, "rationale-only")
    assert slots is not None
    text = slot_texts(slots)[0]
    assert "reason 1" in text
    assert "code1" not in text
    assert "Code excerpt" not in text


@pytest.mark.parametrize("name", ["reflection-only", "empty-bank"])
def test_presets_without_a_bank_write_nothing(play: Play, name: str) -> None:
    bank = memory()
    play([program("u=60"), program("u=95")], apply_presets(BASE, [name]), memory=bank)
    assert bank.written == []


def test_without_the_gate_every_failed_attempt_that_went_on_is_written(play: Play) -> None:
    programs = [program("latex"), program("u=60"), program("u=58"), program("u=59")]
    gated, free = memory(), memory()
    outcome, _ = play(programs, BASE, memory=gated)
    play(programs, apply_presets(BASE, ["ungated-failures"]), memory=free)
    assert [r.provenance.source for r in gated.written] == ["text"]
    assert [r.provenance.source for r in free.written] == ["text", "visual", "visual"]
    (trace,) = outcome.scenes
    assert len(transitions(trace, 5.0, gated=False)) == 3


def test_presets_combine_and_their_names_are_recorded() -> None:
    settings = apply_presets(BASE, ["top-1", "paper"])
    assert settings.preset == "paper+top-1"
    assert settings.k_plus == settings.k_minus == 1
    assert not settings.repair
    assert apply_presets(BASE, []) == BASE


def test_presets_that_contradict_each_other_or_an_option_are_refused() -> None:
    with pytest.raises(PresetConflictError, match="top-1"):
        apply_presets(BASE, ["success-only", "top-1"])
    with pytest.raises(PresetConflictError, match="memory_mode"):
        apply_presets(BASE, ["empty-bank"], chosen=["memory_mode"])


def test_only_the_weak_reviewer_needs_another_profile() -> None:
    asking = [n for n in PRESETS if needs_reviewer_profile(apply_presets(BASE, [n]))]
    assert asking == ["weak-reviewer"]
