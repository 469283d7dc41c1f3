"""The offline cast finds one more scene, or says that there is none."""

from itertools import count
from pathlib import Path

import pytest

from pipeline.agents.offline.reading import read_section
from pipeline.agents.offline.storyboard import OfflineStoryboarder
from pipeline.agents.protocols import NoOtherSceneError
from pipeline.intake.reading import read_task
from pipeline.schema.storyboard import SceneSpec, Storyboard
from pipeline.schema.task import Task

SAMPLES = sorted((Path(__file__).parents[2] / "resources" / "samples").glob("*.md"))
SECTIONS = sorted((Path(__file__).parents[2] / "resources" / "benchmark" / "sections").glob("*.md"))
FILES = [*SAMPLES, *SECTIONS]


def more_of(file: Path, scenes: int) -> tuple[Storyboard, list[SceneSpec], str]:
    """A storyboard, every further scene that the section offers, and why there is no more."""
    task = read_task(file)
    board = OfflineStoryboarder().storyboard(task, scenes)
    found: list[SceneSpec] = []
    for _ in count():
        assert len(found) < 12
        try:
            found.append(OfflineStoryboarder().another(task, board, 0, tuple(found)))
        except NoOtherSceneError as error:
            return board, found, str(error)
    raise AssertionError


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_further_scenes_repeat_nothing_and_come_from_the_section(file: Path) -> None:
    board, found, why = more_of(file, 1)
    assert found
    claims = [spec.claim for spec in (*board.scenes, *found)]
    assert len(set(claims)) == len(claims)
    assert len({spec.name for spec in (*board.scenes, *found)}) == len(claims)
    source = " ".join(sentence.text for sentence in read_section(read_task(file).text).sentences)
    for spec in found:
        assert 10 <= spec.duration_hint <= 25
        for sentence in read_section(spec.evidence).sentences:
            assert sentence.text.rstrip(".") in source
    assert why.endswith(("makes no scene.", "holds.")), why


def test_a_storyboard_that_tells_everything_has_no_other_scene() -> None:
    task = read_task(SAMPLES[0])
    board = OfflineStoryboarder().storyboard(task, 1)
    whole = board.scenes[0].model_copy(update={"evidence": task.text})
    with pytest.raises(NoOtherSceneError, match="tells all that the section holds"):
        OfflineStoryboarder().another(task, Storyboard(scenes=(whole,)), 0)


def test_a_sentence_that_a_person_put_in_other_words_counts_as_told() -> None:
    told = "A pendulum of 4 metres needs about 4 seconds for one full swing."
    task = Task(
        text=f"{told} Foucault hung a heavy ball of 28 kilograms from a wire of 67 metres. "
        "Its plane of swing turned by 11 degrees an hour, so the Earth had to rotate."
    )
    mine = SceneSpec(
        name="Mine",
        claim="For one full swing a pendulum of 4 metres needs roughly 4 seconds.",
        evidence="",
        takeaway="Slow.",
    )
    spec = OfflineStoryboarder().another(task, Storyboard(scenes=(mine,)), 1)
    assert "4 seconds" not in spec.claim + spec.evidence
    assert "28 kilograms" in spec.claim + spec.evidence
    free = mine.model_copy(update={"claim": "Clocks tick."})
    first = OfflineStoryboarder().another(task, Storyboard(scenes=(free,)), 1)
    assert "4 seconds" in first.claim + first.evidence
