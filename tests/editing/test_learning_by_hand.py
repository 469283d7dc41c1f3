"""'Learn from this': a pending record that a person asked for."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.editing.human import render_by_hand
from app.editing.learning import learn_from, what_to_learn
from app.errors import StudioError
from app.paths import DataPaths
from memory_store.bank import Bank
from memory_store.records import FailureRecord, SuccessRecord
from memory_store.testing import WordEmbedder
from pipeline.agents.protocols import DistilRequest, NoRecordError
from pipeline.events import LearnedFrom
from pipeline.loop.services import Services
from pipeline.loop.task import RunOutcome
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import load_events
from pipeline.schema.iteration import Iteration
from pipeline.settings import RunSettings
from tests.loop.scripted import ScriptedCast, ScriptedRenderer, program, services

Made = tuple[RunFolder, RunOutcome]
Edit = Callable[..., Iteration]


@pytest.fixture
def hands() -> Services:
    return services(ScriptedCast({"Swing": []}), ScriptedRenderer(still=True))


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Bank]:
    with Bank.open(tmp_path / "bank", WordEmbedder(), create=True) as opened:
        yield opened


@pytest.fixture
def edit(paths: DataPaths, made: Made, hands: Services) -> Edit:
    """Renders a program that comes out as told, made from an iteration of scene s1."""

    def by_hand(outcome: str, base: int, note: str = "") -> Iteration:
        return render_by_hand(
            paths, made[0], "s1", base, program(outcome), hands.cancel, note=note, services=hands
        )

    return by_hand


def test_a_high_score_without_a_gain_is_a_success_that_waits(
    made: Made, paths: DataPaths, hands: Services, bank: Bank, edit: Edit
) -> None:
    edit("u=91", base=2)
    learned = learn_from(paths, made[0], "s1", 3, hands.cancel, services=hands, memory=bank)
    record = bank.show(learned.record)
    assert isinstance(record, SuccessRecord)
    assert learned.polarity == "success"
    assert (record.status, record.origin, record.provenance.source) == ("pending", "human", "human")
    assert (record.provenance.ordinal, record.provenance.scene_id) == (3, "s1")
    assert "u=91" in record.code
    assert bank.retrieve(record.context.text, record.context.role).successes == ()


def test_a_gain_is_a_lesson_whose_diagnostic_is_what_the_person_wanted(
    made: Made, paths: DataPaths, hands: Services, bank: Bank, edit: Edit
) -> None:
    edit("u=93", base=1, note="The label stood on the curve.")
    learned = learn_from(paths, made[0], "s1", 3, hands.cancel, services=hands, memory=bank)
    record = bank.show(learned.record)
    assert isinstance(record, FailureRecord)
    assert (record.trigger, record.recipe) == ("trigger u=70", "recipe u=93")
    assert record.diagnostic == "The label stood on the curve.\nbetter than 70.0"
    assert (record.provenance.score_before, record.provenance.score_after) == (70, 93)
    assert record.status == "pending"
    event = load_events(made[0].file(EVENTS))[-1]
    assert isinstance(event, LearnedFrom)
    assert (event.base, event.polarity, event.record) == (1, "failure", learned.record)


def test_an_edit_without_words_puts_none_into_the_diagnostic(
    made: Made, paths: DataPaths, hands: Services, bank: Bank, edit: Edit
) -> None:
    edit("u=93", base=1)
    learned = learn_from(paths, made[0], "s1", 3, hands.cancel, services=hands, memory=bank)
    record = bank.show(learned.record)
    assert isinstance(record, FailureRecord)
    assert record.diagnostic == "better than 70.0"


def test_a_mended_crash_is_a_lesson_about_the_crash(
    made: Made, paths: DataPaths, hands: Services, bank: Bank, edit: Edit
) -> None:
    edit("u=95", base=0)
    learn_from(paths, made[0], "s1", 3, hands.cancel, services=hands, memory=bank)
    cast = hands.cast
    assert isinstance(cast, ScriptedCast)
    request = cast.requests[-1]
    assert isinstance(request, DistilRequest)
    assert request.diagnostic == "latex: scripted latex failure"


def test_an_improvement_that_the_score_does_not_show_is_still_a_lesson(
    made: Made, edit: Edit
) -> None:
    after = edit("u=71", base=1)
    before = made[1].scenes[0].iterations[1]
    assert what_to_learn(before, after, RunSettings()) == "failure"
    assert what_to_learn(None, after, RunSettings()) is None


def test_learning_the_same_twice_is_one_record(
    made: Made, paths: DataPaths, hands: Services, bank: Bank, edit: Edit
) -> None:
    edit("u=91", base=2)
    one = learn_from(paths, made[0], "s1", 3, hands.cancel, services=hands, memory=bank)
    two = learn_from(paths, made[0], "s1", 3, hands.cancel, services=hands, memory=bank)
    assert (one.record, one.duplicate, two.record, two.duplicate) == (1, False, 1, True)
    both = learn_from(
        paths, made[0], "s1", 3, hands.cancel, kind="failure", services=hands, memory=bank
    )
    assert both.record != one.record
    assert both.polarity == "failure"
    assert bank.stats().total == 2


def test_what_did_not_render_or_score_teaches_no_success(
    made: Made, paths: DataPaths, hands: Services, bank: Bank, edit: Edit
) -> None:
    edit("latex", base=2)
    with pytest.raises(StudioError, match="did not render"):
        learn_from(paths, made[0], "s1", 3, hands.cancel, services=hands, memory=bank)
    with pytest.raises(StudioError, match="scored 70"):
        learn_from(paths, made[0], "s1", 1, hands.cancel, services=hands, memory=bank)
    with pytest.raises(StudioError, match="no pair"):
        learn_from(
            paths, made[0], "s1", 1, hands.cancel, kind="failure", services=hands, memory=bank
        )
    edit("unscored", base=2)
    with pytest.raises(StudioError, match="has no score"):
        learn_from(
            paths, made[0], "s1", 4, hands.cancel, kind="success", services=hands, memory=bank
        )
    assert bank.stats().total == 0


def test_without_words_nothing_is_written(
    made: Made, paths: DataPaths, hands: Services, bank: Bank, edit: Edit
) -> None:
    class Silent:
        def write(self, request: object) -> str:
            raise NoRecordError("the reply was empty")

    edit("u=91", base=2)
    cast = hands.cast
    assert isinstance(cast, ScriptedCast)
    cast.rationale_writer = Silent()  # type: ignore[assignment]
    with pytest.raises(StudioError, match="No words were found"):
        learn_from(paths, made[0], "s1", 3, hands.cancel, services=hands, memory=bank)
    assert bank.stats().total == 0
    assert not any(isinstance(e, LearnedFrom) for e in load_events(made[0].file(EVENTS)))
