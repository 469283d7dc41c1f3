"""A storyboard waits for its approval, and what a person writes into it is what the scenes tell."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.editing.cards import Card, CardsError, added, blank, moved, named, removed, storyboard_of
from app.editing.storyboard import approve, is_approved, load, original, save
from app.errors import StudioError
from app.runs import locked, run_state
from pipeline.agents.offline.assembly import offline_cast
from pipeline.agents.offline.storyboard import OfflineStoryboarder
from pipeline.agents.protocols import CodeRequest
from pipeline.events import RunPaused, SceneStarted, StoryboardApproved
from pipeline.intake.reading import read_task
from pipeline.models.port import PausedError
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import load_events
from pipeline.settings import RunSettings
from tests.cards.conftest import Play
from tests.loop.scripted import TASK


def test_a_run_waits_with_its_storyboard_before_anything_is_written(waiting: RunFolder) -> None:
    events = load_events(waiting.file(EVENTS))
    assert [event.kind for event in events] == ["run_started", "storyboard_ready", "run_paused"]
    last = events[-1]
    assert isinstance(last, RunPaused)
    assert last.reason == "approval"
    assert run_state(waiting) == "paused"
    assert not (waiting.root / "scenes").exists()


def test_a_run_that_is_resumed_without_approval_waits_again(waiting: RunFolder, play: Play) -> None:
    with pytest.raises(PausedError) as paused:
        play()
    assert paused.value.kind == "approval"
    assert not is_approved(waiting)


def test_an_approved_storyboard_is_made_into_scenes(waiting: RunFolder, play: Play) -> None:
    approve(waiting)
    outcome = play()
    assert [trace.spec.name for trace in outcome.scenes] == ["First", "Second", "Third"]
    approved = [e for e in load_events(waiting.file(EVENTS)) if isinstance(e, StoryboardApproved)]
    assert [(e.scenes, e.edited) for e in approved] == [(("First", "Second", "Third"), False)]
    assert not waiting.file("storyboard.original.json").exists()


def test_a_run_that_need_not_wait_does_not(play: Play, folder: RunFolder) -> None:
    play(RunSettings(memory_mode="off"))
    assert "storyboard_approved" not in {e.kind for e in load_events(folder.file(EVENTS))}


def test_what_a_person_wrote_is_what_the_scenes_tell(waiting: RunFolder, play: Play) -> None:
    cards = load(waiting)
    before = waiting.file("storyboard.json").read_bytes()
    edited = replace(
        cards[2],
        claim="A pendulum of 9 metres needs 6 seconds.",
        evidence="$T = 2\\pi\\sqrt{L/g}$ with $L = 9$.",
        takeaway="Three times slower.",
        locked=True,
    )
    save(waiting, (edited, cards[0]))
    assert load(waiting) == (edited, cards[0])
    assert original(waiting) == cards
    assert waiting.file("storyboard.original.json").read_bytes() == before
    written = json.loads(waiting.file("storyboard.json").read_bytes())
    assert set(written["scenes"][0]) == {
        "name", "claim", "evidence", "takeaway", "duration_hint"
    }  # fmt: skip
    approve(waiting)
    outcome = play()
    assert [(t.scene_id, t.spec) for t in outcome.scenes] == [
        ("s1", edited.spec), ("s2", cards[0].spec)
    ]  # fmt: skip
    events = load_events(waiting.file(EVENTS))
    told = next(e for e in events if isinstance(e, StoryboardApproved))
    assert (told.scenes, told.edited) == (("Third", "First"), True)
    begun = {e.scene_id: e.name for e in events if isinstance(e, SceneStarted)}
    assert begun == {"s1": "Third", "s2": "First"}


def test_the_numbers_and_formulas_a_person_wrote_are_in_the_program() -> None:
    card = Card(
        "NinePeriods",
        "A pendulum of 9 metres needs 6.02 seconds.",
        "For small swings the period is $$T = 2\\pi\\sqrt{L/g}.$$",
        "Nine times the length makes it 3 times slower.",
    )
    program = offline_cast().coder.write(CodeRequest(task=TASK, spec=card.spec, slots=None)).program
    for told in ("class NinePeriods(", "9 metres", "6.02", "\\sqrt", "3 times slower"):
        assert told in program


def test_the_original_stays_the_first_one_over_many_edits(waiting: RunFolder) -> None:
    cards = load(waiting)
    save(waiting, cards[:2])
    save(waiting, cards[:1])
    assert original(waiting) == cards


def test_an_edit_after_the_approval_has_to_be_approved_again(waiting: RunFolder) -> None:
    cards = load(waiting)
    approve(waiting)
    save(waiting, cards)
    assert is_approved(waiting)
    save(waiting, cards[:2])
    assert not is_approved(waiting)


def test_a_lock_alone_changes_no_storyboard(waiting: RunFolder) -> None:
    cards = load(waiting)
    approve(waiting)
    save(waiting, (replace(cards[0], locked=True), *cards[1:]))
    assert [card.locked for card in load(waiting)] == [True, False, False]
    assert is_approved(waiting)
    assert not waiting.file("storyboard.original.json").exists()


ROOT = Path(__file__).parents[2] / "resources"
GOOD = Card("Good", "A claim.", "", "So it is.")


@pytest.mark.parametrize(
    ("cards", "places"),
    [
        ((), [(-1, "")]),
        ((replace(GOOD, claim=" "),), [(0, "claim")]),
        ((replace(GOOD, takeaway=""),), [(0, "takeaway")]),
        ((replace(GOOD, name="not a name"),), [(0, "name")]),
        ((replace(GOOD, name="Circle"),), [(0, "name")]),
        ((replace(GOOD, name="class"),), [(0, "name")]),
        ((GOOD, GOOD), [(1, "name")]),
        ((replace(GOOD, evidence="x" * 2001),), [(0, "evidence")]),
        ((replace(GOOD, duration_hint=0.0),), [(0, "duration_hint")]),
        ((replace(GOOD, duration_hint=float("nan")),), [(0, "duration_hint")]),
        ((GOOD, replace(GOOD, name="B", claim="", takeaway="")), [(1, "claim"), (1, "takeaway")]),
        (tuple(replace(GOOD, name=f"Scene{n}") for n in range(13)), [(-1, "")]),
    ],
)
def test_cards_that_make_no_storyboard_are_refused_field_by_field(
    waiting: RunFolder, cards: tuple[Card, ...], places: list[tuple[int, str]]
) -> None:
    before = load(waiting)
    with pytest.raises(CardsError) as refused:
        save(waiting, cards)
    assert [(fault.card, fault.field) for fault in refused.value.faults] == places
    assert all(fault.message in refused.value.message for fault in refused.value.faults)
    assert load(waiting) == before


@pytest.mark.parametrize("scenes", [1, 3, 6])
def test_every_storyboard_that_the_offline_cast_plans_can_be_saved_again(scenes: int) -> None:
    files = [*(ROOT / "samples").glob("*.md"), *(ROOT / "benchmark" / "sections").glob("*.md")]
    for file in files:
        board = OfflineStoryboarder().storyboard(read_task(file), scenes)
        assert storyboard_of([Card.of(spec) for spec in board.scenes]) == board


def test_a_storyboard_whose_scenes_have_begun_cannot_change(waiting: RunFolder, play: Play) -> None:
    approve(waiting)
    play()
    with pytest.raises(StudioError, match="made from this storyboard already"):
        save(waiting, load(waiting)[:1])


def test_a_storyboard_of_a_run_at_work_cannot_change(
    waiting: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.editing.storyboard.PATIENCE", 0.1)
    with locked(waiting), pytest.raises(StudioError, match="worked on"):
        save(waiting, load(waiting)[:1])


def test_a_run_without_a_storyboard_has_no_cards_and_nothing_to_approve(folder: RunFolder) -> None:
    assert load(folder) == ()
    with pytest.raises(StudioError, match="no storyboard yet"):
        approve(folder)


def test_cards_are_moved_added_removed_and_named() -> None:
    one, two, three = (replace(GOOD, name=name) for name in ("One", "Two", "Three"))
    cards = (one, two, three)
    assert moved(cards, 0, 2) == (two, three, one)
    assert moved(cards, 2, -5) == (three, one, two)
    assert moved(cards, 1, 99) == (one, three, two)
    assert removed(cards, 1) == (one, three)
    assert [card.name for card in added(cards, 1, two)] == ["One", "Two4", "Two", "Three"]
    assert named("why longer is slower", cards, 0) == "WhyLongerIsSlower"
    assert named("Circle", cards, 0) == "CircleExplained"
    assert named("Two", cards, 1) == "Two"
    assert named("", cards, 1).isidentifier()
    assert blank(cards).name not in {card.name for card in cards}
