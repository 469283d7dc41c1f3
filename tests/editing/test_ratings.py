"""A person's own rating, kept apart from everything that agents see."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.editing.quarantine import quarantine_proposal
from app.editing.ratings import (
    FATAL_FLAGS,
    FLAGS,
    MAJOR_REPAIR,
    SCALES,
    Rating,
    Ratings,
    first_to_rate,
    rating_of,
)
from app.errors import StudioError
from app.library import Library
from app.paths import DataPaths
from memory_store.bank import Bank
from memory_store.curating import trash
from memory_store.records import NewFailure, NewRecord, NewSuccess, Provenance, RecordContext
from memory_store.testing import WordEmbedder
from pipeline.events import LearnedFrom
from pipeline.run.folder import RunFolder
from pipeline.run.journal import Journal, RunDamagedError
from pipeline.run.outcome import Learned, RunOutcome

ROOT = Path(__file__).resolve().parent.parent.parent
FORM: dict[str, object] = {"usable": True}
FORM.update(dict.fromkeys(SCALES, 3))


def rating(**changes: object) -> Rating:
    return Rating.model_validate(FORM | changes)


def test_ratings_of_an_iteration_are_kept_and_the_last_one_counts(folder: RunFolder) -> None:
    ratings = Ratings(folder)
    assert ratings.latest("s1", 1) is None
    first = ratings.save("s1", 1, rating(usable=False, flags=["overlap"], seconds=41.5))
    second = ratings.save("s1", 1, rating(visual_design=5, comment="better than I thought"))
    assert Ratings(folder).of("s1", 1) == (first, second)
    assert ratings.latest("s1", 1) == second
    assert first.when
    assert ratings.of("s1", 2) == ()


def test_the_mean_is_that_of_the_five_scales() -> None:
    assert rating(visual_design=5, animation_flow=4).mean == (5 + 3 + 3 + 4 + 3) / 5
    assert len(SCALES) == 5
    assert set(FLAGS) == set(FATAL_FLAGS)
    assert len(FLAGS) == 12


@pytest.mark.parametrize(
    "changes",
    [
        {"visual_design": 0},
        {"visual_design": 6},
        {"visual_design": 3.5},
        {"visual_design": "good"},
        {"visual_design": True},
        {"usable": None},
        {"flags": ["other"]},
        {"flags": ["ugly"]},
        {"flags": ["overlap", "overlap"]},
        {"seconds": -1},
        {"comment": "x" * 5000},
        {"extra": 1},
    ],
)
def test_a_rating_that_is_not_whole_is_refused_in_words(changes: dict[str, object]) -> None:
    with pytest.raises(StudioError, match="was not kept"):
        rating_of(FORM | changes)
    with pytest.raises(ValidationError):
        rating(**changes)


def test_the_question_that_was_left_out_is_named() -> None:
    with pytest.raises(StudioError, match="Key claims"):
        rating_of({name: value for name, value in FORM.items() if name != "key_claim_coverage"})


def test_another_fault_needs_words() -> None:
    assert rating_of(FORM | {"flags": ["other"], "comment": "no sound"}).flags == ("other",)


def test_only_an_iteration_that_is_there_is_rated(folder: RunFolder) -> None:
    with pytest.raises(StudioError, match="has no iteration"):
        Ratings(folder).save("s1", 9, rating())
    with pytest.raises(StudioError, match="has no iteration"):
        Ratings(folder).save("../s1", 1, rating())


def test_a_damaged_file_is_never_written_over(folder: RunFolder) -> None:
    Ratings(folder).save("s1", 1, rating())
    file = folder.root / "ratings" / "s1-i01.json"
    file.write_text("{")
    with pytest.raises(RunDamagedError, match="Mend it"):
        Ratings(folder).save("s1", 1, rating())
    assert file.read_text() == "{"


def test_the_form_opens_on_the_first_iteration_that_rendered(
    made: tuple[RunFolder, RunOutcome],
) -> None:
    swing, rest = made[1].scenes
    assert (first_to_rate(swing), swing.delivered) == (1, 2)
    assert first_to_rate(rest) == 0
    crashed = swing.model_copy(update={"iterations": swing.iterations[:1]})
    assert first_to_rate(crashed) is None


def test_ratings_lie_outside_every_folder_that_an_agent_is_given(
    folder: RunFolder, paths: DataPaths
) -> None:
    before = Library(paths).entry(folder.run_id)
    Ratings(folder).save("s1", 1, rating(usable=False, comment="unheard-of remark"))
    inside = [p for p in (folder.root / "scenes").rglob("*") if p.is_file()]
    assert inside
    assert not any(b"unheard-of" in p.read_bytes() for p in inside)
    assert Library(paths).entry(folder.run_id) == before


def test_no_module_below_the_application_and_no_prompt_names_the_ratings_folder() -> None:
    files = [
        *(ROOT / "pipeline").rglob("*.py"),
        *(ROOT / "memory_store").rglob("*.py"),
        *(p for p in (ROOT / "resources" / "prompts").rglob("*") if p.is_file()),
    ]
    assert len(files) > 200
    telling = re.compile(r"""["'/]ratings["'/]|app\.editing|key_claim_coverage""")
    naming = [str(p) for p in files if telling.search(p.read_text("utf-8"))]
    assert naming == []


def test_a_major_repair_is_explained() -> None:
    assert "planning the scene differently" in MAJOR_REPAIR


def success(run: str, scene: str) -> NewSuccess:
    return NewSuccess(
        context=RecordContext(text="waves", role="method"),
        provenance=Provenance(run_id=run, scene_id=scene, source="success"),
        rationale="clear",
        code="x = 1",
        score=90,
    )


def test_a_video_that_is_not_usable_proposes_quarantine_and_changes_nothing(
    made: tuple[RunFolder, RunOutcome], tmp_path: Path
) -> None:
    folder = made[0]
    with Bank.open(tmp_path / "bank", WordEmbedder(), create=True) as bank:
        lesson = NewFailure(
            context=RecordContext(text="waves", role="method"),
            provenance=Provenance(run_id=folder.run_id, scene_id="s1", source="text"),
            trigger="t",
            recipe="r",
        )
        given: list[NewRecord] = [
            success(folder.run_id, "s1"),
            success(folder.run_id, "s2"),
            lesson,
        ]
        own = bank.consolidate(given).added
        others = bank.consolidate([success("another", "s1")]).added
        learned = Learned(added=(*own, *others, 999))
        outcome = made[1].model_copy(update={"learned": learned})
        folder.file("outcome.json").write_text(outcome.model_dump_json())
        Journal(folder, lambda event: None).emit(
            LearnedFrom(scene_id="s1", t=2, polarity="success", record=own[0], bank=str(bank.path))
        )
        assert quarantine_proposal(folder) == (*own, *others, 999)
        assert quarantine_proposal(folder, bank=bank) == own
        assert quarantine_proposal(folder, "s1", bank) == (own[0], own[2])
        assert {bank.show(id_).status for id_ in own} == {"active"}
        bank.set_status(own[:1], "quarantined", author="me", why="not usable")
        assert quarantine_proposal(folder, "s1", bank) == (own[2],)
        trash(bank, [own[2]], author="me", why="rejected")
        assert quarantine_proposal(folder, "s1", bank) == ()
    with pytest.raises(ValueError, match="which scene"):
        quarantine_proposal(folder, "s1")
