"""The two prompt slots keep their shape and their caps."""

from memory_store.queries import Hit
from memory_store.records import FailureRecord, Provenance, RecordContext, SuccessRecord
from pipeline.loop.slots import EXCERPT_CHARACTERS, excerpt, make_slots, slot_texts
from pipeline.schema.memory import EMPTY_SLOT, MemorySlots

CONTEXT = RecordContext(text="s", role="method")


def test_empty_slots_carry_the_marker() -> None:
    assert slot_texts(MemorySlots()) == (EMPTY_SLOT, EMPTY_SLOT)


def test_a_pitfall_shows_everything_but_its_diagnostic() -> None:
    record = FailureRecord(
        id=4,
        context=CONTEXT,
        provenance=Provenance(run_id="r", scene_id="s1", source="text"),
        status="active",
        origin="self-grown",
        trigger="a tall formula",
        root_cause="height",
        recipe="font size 30",
        anti_example="SIZE = 50",
        good_example="SIZE = 30",
        diagnostic="secret diagnostic",
    )
    examples, pitfalls = slot_texts(make_slots((), (Hit(record, 0.9),)))
    assert examples == EMPTY_SLOT
    for told in ("a tall formula", "height", "font size 30", "SIZE = 50", "SIZE = 30"):
        assert told in pitfalls
    assert "secret diagnostic" not in pitfalls


def test_an_example_shows_rationale_and_the_start_of_its_program() -> None:
    record = SuccessRecord(
        id=5,
        context=CONTEXT,
        provenance=Provenance(run_id="r", scene_id="s1", source="success"),
        status="active",
        origin="self-grown",
        rationale="one idea at a time",
        code="x = 1\n",
        score=91,
    )
    slots = make_slots((Hit(record, 0.8),), ())
    assert slots.record_ids == (5,)
    assert "one idea at a time" in slot_texts(slots)[0]


def test_an_excerpt_ends_after_a_whole_statement() -> None:
    call = "    figure.add(\n        first,\n        second,\n    )\n"
    program = "class A:\n    def construct(self):\n" + "    " + call.replace("\n", "\n    ") * 60
    cut = excerpt(program)
    assert 1000 < len(cut) <= EXCERPT_CHARACTERS
    assert cut.endswith(")")
    assert cut.count("(") == cut.count(")")


def test_a_program_that_does_not_parse_is_cut_at_a_line_end() -> None:
    program = "def broken(:\n" + "line of text\n" * 300
    cut = excerpt(program)
    assert len(cut) <= EXCERPT_CHARACTERS
    assert cut.endswith("line of text")
