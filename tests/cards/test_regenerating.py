"""A card is planned anew beside those that a person keeps."""

from contextlib import suppress
from dataclasses import replace

import pytest

from app.editing import regenerate as regenerating
from app.editing.cards import Card, CardsError, blank
from app.editing.regenerate import regenerate, regenerate_unlocked
from app.paths import DataPaths
from app.players import Players
from app.runs import load_task, run_state
from pipeline.agents.model import model_cast
from pipeline.agents.offline.storyboard import OfflineStoryboarder
from pipeline.agents.protocols import NoOtherSceneError
from pipeline.events import RunPaused, RunStarted
from pipeline.models.budget import Budget
from pipeline.models.cost import cost_table
from pipeline.models.ledger import Ledger
from pipeline.models.port import PausedError
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.folder import EVENTS, RunFolder, write_atomically
from pipeline.run.journal import Journal, load_events
from pipeline.schema.storyboard import Storyboard
from tests.loop.scripted import ScriptedCast
from tests.model_agents.chat import ScriptedChat


def plan(folder: RunFolder, scenes: int = 1) -> tuple[Card, ...]:
    """Let the offline cast plan the run's storyboard."""
    board = OfflineStoryboarder().storyboard(load_task(folder), scenes)
    write_atomically(folder.file("storyboard.json"), board.model_dump_json().encode())
    return tuple(Card.of(spec) for spec in board.scenes)


def test_another_card_tells_what_no_card_tells_and_none_is_made_up(
    planned: RunFolder, paths: DataPaths
) -> None:
    cards = plan(planned)
    new = regenerate(planned, paths, cards, 0, CancelToken())
    assert new.claim != cards[0].claim
    assert new.evidence != cards[0].evidence
    text = " ".join(load_task(planned).text.split())
    for line in new.evidence.split("\n"):
        assert line.strip("-0123456789. ").rstrip(".") in text
    later: tuple[Card, ...] = (new, cards[0])
    why = ""
    while not why and len(later) < 6:
        try:
            later = (*later, regenerate(planned, paths, later, len(later), CancelToken()))
        except NoOtherSceneError as error:
            why = str(error)
    assert "not told yet" in why or "tells all" in why


def test_an_offer_that_was_not_wanted_is_not_made_again(
    planned: RunFolder, paths: DataPaths
) -> None:
    cards = plan(planned)
    offered: list[str] = []
    with suppress(NoOtherSceneError):
        while len(offered) < 6:
            offered += [regenerate(planned, paths, cards, 0, CancelToken()).claim]
    assert 1 <= len(offered) < 6
    assert len(set(offered)) == len(offered)


def test_locked_cards_stay_and_the_others_say_why_they_could_not_change(
    planned: RunFolder, paths: DataPaths
) -> None:
    cards = plan(planned, 2)
    mine = replace(cards[0], claim="Galileo timed 2 swings.", takeaway="A clock.", locked=True)
    done = regenerate_unlocked(planned, paths, (mine, *cards[1:]), CancelToken())
    assert done.cards[0] == mine
    changed = [n for n in range(1, len(cards)) if done.cards[n] != cards[n]]
    assert sorted([*changed, *done.unchanged]) == list(range(1, len(cards)))


def test_a_card_that_is_not_filled_in_is_planned_for_its_place(
    planned: RunFolder, paths: DataPaths
) -> None:
    cards = plan(planned)
    empty = blank(cards)
    new = regenerate(planned, paths, (empty, *cards), 0, CancelToken())
    assert new.claim not in ("", cards[0].claim)
    with pytest.raises(CardsError):
        regenerate(planned, paths, (empty, *cards), 1, CancelToken())


def test_the_model_is_shown_the_cards_as_they_are_on_screen(
    planned: RunFolder, paths: DataPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast = ScriptedCast({})
    monkeypatch.setattr(regenerating, "make_cast", lambda *_: Players(cast))
    mine = Card("Mine", "Claim of 42.", "", "So it is.")
    new = regenerate(planned, paths, (mine,), 1, CancelToken())
    assert new.name == "Other1"
    regenerate(planned, paths, (mine, new), 0, CancelToken())
    boards = [request for request in cast.requests if isinstance(request, tuple)]
    assert boards[0] == (Storyboard(scenes=(mine.spec,)), 1, ())
    assert boards[1] == (Storyboard(scenes=(mine.spec, new.spec)), 0, ())
    regenerate(planned, paths, (mine,), 1, CancelToken())
    turned_down = cast.requests[-1][2]  # type: ignore[index]
    assert [spec.name for spec in turned_down] == ["Other1", "Other2"]


def test_what_a_card_costs_counts_in_its_run_and_is_held_to_the_budget(
    planned: RunFolder, paths: DataPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = {"name": "Earth", "claim": "The Earth turns.", "evidence": "", "takeaway": "So."}
    chat = ScriptedChat({"Storyboarder": [{"scenes": [scene]}]})

    def players(budget: int) -> Players:
        ledger = Ledger(chat, CancelToken(), budget=Budget(tokens=budget))
        return Players(model_cast(ledger), ledger)

    cards = plan(planned)
    log = planned.file(EVENTS)
    began = Journal(planned, lambda _: None)
    began.emit(RunStarted(run=planned.run_id, title="", cast="model", memory_mode="off"))
    began.emit(RunPaused(count=0, reason="approval", message="It waits."))
    monkeypatch.setattr(regenerating, "make_cast", lambda *_: players(10**6))
    assert regenerate(planned, paths, cards, 0, CancelToken()).claim == "The Earth turns."
    table = cost_table(load_events(log))
    assert (table.total.calls, table.total.input, table.total.output) == (1, 100, 10)
    assert run_state(planned) == "paused"
    monkeypatch.setattr(regenerating, "make_cast", lambda *_: players(200))
    with pytest.raises(PausedError, match="would be passed"):
        regenerate(planned, paths, cards, 0, CancelToken())
    assert len(chat.requests) == 1


def test_a_cancelled_one_asks_nothing(
    planned: RunFolder, paths: DataPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast, cancel = ScriptedCast({}), CancelToken()
    monkeypatch.setattr(regenerating, "make_cast", lambda *_: Players(cast))
    cancel.cancel()
    with pytest.raises(CancelledError):
        regenerate(planned, paths, plan(planned), 0, cancel)
    assert cast.requests == []


def test_a_queued_run_stays_queued(planned: RunFolder, paths: DataPaths) -> None:
    regenerate(planned, paths, plan(planned), 0, CancelToken())
    assert run_state(planned) == "queued"
    assert not planned.file(EVENTS).exists()
    assert not Journal(planned, lambda _: None).resumed
