"""The storyboards of the built-in cast."""

import random
from pathlib import Path

import pytest

from pipeline.agents.offline.reading import read_section, word_count
from pipeline.agents.offline.storyboard import OfflineStoryboarder
from pipeline.agents.offline.storyboard.names import scene_name
from pipeline.intake.reading import read_task
from pipeline.schema.storyboard import Storyboard
from pipeline.schema.task import SCENE_ROLES, Task

SAMPLES = sorted((Path(__file__).parents[2] / "resources" / "samples").glob("*.md"))
SECTIONS = sorted((Path(__file__).parents[2] / "resources" / "benchmark" / "sections").glob("*.md"))


def plan(text: str, scenes: int = 3, **fields: str) -> Storyboard:
    task = Task.model_validate({"text": text, **fields})
    return OfflineStoryboarder().storyboard(task, scenes)


@pytest.mark.parametrize("file", [*SAMPLES, *SECTIONS], ids=lambda file: file.stem)
def test_a_real_section_becomes_three_scenes_that_keep_their_promises(file: Path) -> None:
    task = read_task(file)
    board = OfflineStoryboarder().storyboard(task, 3)
    assert len(board.scenes) == 3
    said: list[str] = []
    for scene in board.scenes:
        assert 10 <= scene.duration_hint <= 25
        assert scene.name.isascii()
        assert word_count(scene.claim) <= 20
        assert word_count(scene.takeaway) <= 20
        assert scene.claim[0].isupper()
        assert scene.claim.endswith((".", "!", "?"))
        assert "$$" not in scene.claim + scene.takeaway
        assert "…" not in scene.claim + scene.takeaway
        said.extend((scene.claim, scene.takeaway))
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("file", [*SAMPLES, *SECTIONS], ids=lambda file: file.stem)
def test_evidence_is_made_of_the_words_of_the_section(file: Path) -> None:
    task = read_task(file)
    source = " ".join(sentence.text for sentence in read_section(task.text).sentences)
    for scene in OfflineStoryboarder().storyboard(task, 3).scenes:
        for sentence in read_section(scene.evidence).sentences:
            assert sentence.text.rstrip(".") in source


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_every_scene_of_a_sample_has_something_to_draw(file: Path) -> None:
    for scene in OfflineStoryboarder().storyboard(read_task(file), 3).scenes:
        found = read_section(scene.evidence)
        assert (
            any(formula.display or formula.relation for formula in found.formulas)
            or found.series
            or found.processes
            or found.enumerations
            or found.events
        ), scene.name


def test_the_samples_together_offer_many_kinds_of_figure() -> None:
    kinds: set[str] = set()
    for file in SAMPLES:
        for scene in OfflineStoryboarder().storyboard(read_task(file), 3).scenes:
            found = read_section(scene.evidence)
            fields = ("formulas", "series", "processes", "enumerations", "events", "tables",
                      "functions", "symbols")  # fmt: skip
            kinds.update(field for field in fields if getattr(found, field))
    assert len(kinds) == 8


def test_scenes_follow_the_order_of_the_section() -> None:
    for file in SAMPLES:
        task = read_task(file)
        source = " ".join(sentence.text for sentence in read_section(task.text).sentences)
        places = []
        for scene in OfflineStoryboarder().storyboard(task, 3).scenes:
            first = read_section(scene.evidence).sentences[0].text
            places.append(source.find(first.split("$$")[-2] if "$$" in first else first))
        assert places == sorted(places)


def test_a_storyboard_depends_on_the_task_alone() -> None:
    task = read_task(SAMPLES[0])
    assert OfflineStoryboarder().storyboard(task, 3) == OfflineStoryboarder().storyboard(task, 3)


@pytest.mark.parametrize("most", [1, 2, 3, 6])
def test_the_number_of_scenes_never_exceeds_what_was_asked(most: int) -> None:
    for file in SAMPLES[:3]:
        assert len(OfflineStoryboarder().storyboard(read_task(file), most).scenes) <= most


def test_one_sentence_gives_one_scene_with_a_closing_line_of_its_own() -> None:
    (scene,) = plan("Entropy never decreases in a closed system.").scenes
    assert scene.claim == "Entropy never decreases in a closed system."
    assert scene.takeaway != scene.claim
    assert scene.evidence


def test_the_role_decides_what_a_mixed_section_is_built_around() -> None:
    text = (
        "The bank holds lessons and grows with every task. It has a gate, and only lessons that "
        "raise the score by five points pass it. The loop works as follows:\n\n1. Read the bank\n"
        "2. Write the program\n3. Score the frames\n\nIt takes 12.2 rounds for the empty bank and "
        "6.5 rounds for the grown bank. The grown bank is never worse than the empty one."
    )
    method = plan(text, 1, role="method").scenes[0]
    experiment = plan(text, 1, role="experiment").scenes[0]
    assert "1. Read the bank" in method.evidence
    assert "12.2 rounds" in experiment.evidence


def test_a_list_is_taken_whole() -> None:
    text = "Lead in here. The pipeline has four stages:\n\n" + "\n".join(
        f"{n}. Stage number {n} does a certain piece of work" for n in range(1, 5)
    )
    board = plan(text + "\n\nThe pipeline is fast. It is used every day by many people.")
    evidence = next(s.evidence for s in board.scenes if "Stage number 1" in s.evidence)
    assert all(f"{n}. Stage number {n}" in evidence for n in range(1, 5))


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "42",
        "...",
        "# Only a heading",
        "- a\n- b\n- c\n- d\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
        "$$E = mc^2$$",
        "$a$ $b$ $c$",
        "```\ncode only\n```",
        "Это предложение написано по-русски. Оно короткое. Вывод прост.",
        "이 문장은 한국어로 쓰였다. 두 번째 문장이다. 결론은 간단하다.",
        "漢字の文章です。二番目の文です。結論は簡単です。",
        "هذه جملة عربية. هذه جملة ثانية. الخاتمة بسيطة.",
        "Übung macht den Meister. Größe ist nicht alles. Das Ergebnis überzeugt.",
        "word " * 12_000,
        "The bank grows by 12.5 rounds for the empty bank. " * 1_200,
        "{" * 3_000,
        "$" * 3_001,
        "\\begin{align} a &= b",
        "class True None import lambda. def class return if. print(1)",
    ],
)
def test_ugly_text_still_gives_a_valid_storyboard(text: str) -> None:
    board = plan(text)
    assert 1 <= len(board.scenes) <= 3
    for scene in board.scenes:
        assert scene.name.isascii()
        assert scene.claim.strip()
        assert scene.evidence.strip()
        assert scene.takeaway.strip()
        assert scene.takeaway != scene.claim


def test_random_fragments_never_break_the_reading_or_the_plan() -> None:
    chance = random.Random(7)
    fragments = ["$", "$$", "\\(", "\\[", " ", "\n\n", "- ", "1. ", "(i) ", "First, ", "then ",
                 "12.5% ", "$x_i$ ", "|a|b|\n|-|-|\n|1|2|\n", "The model reaches ", "漢字。", "{",
                 "}", "^", "\\frac", "→", "in 1999, ", " versus ", "where $x$ is ", "```", "# H\n",
                 "**b** ", "\x00", "⟦", "respectively", "$f(x)=\\sin x$ ", "[12]", ". ", ", ",
                 "and ", "; ", ": "]  # fmt: skip
    for _ in range(300):
        text = "".join(chance.choice(fragments) for _ in range(chance.randint(1, 60)))
        role = chance.choice(SCENE_ROLES)
        board = plan(text, chance.randint(1, 6), role=role)
        names = [scene.name for scene in board.scenes]
        assert len(set(names)) == len(names)


def test_no_scene_name_hides_a_name_of_manim() -> None:
    import re

    import manim

    known = set(dir(manim))
    for name in known:
        words = re.findall(r"[A-Z][a-z]+|[A-Z]+(?=[A-Z]|$)", name)
        assert scene_name(words or [name], 1, ()) not in known
        assert scene_name([name], 1, ()) not in known


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("fourier", "transform", "signal"), "FourierTransformSignal"),
        (("größe", "übung", "façade"), "GroesseUebungFacade"),
        (("漢字", "文章"), "Scene2"),
        (("class",), "ClassExplained"),
        ((), "Scene2"),
        (("3d", "camera", "path"), "Scene2"),
    ],
)
def test_names_are_readable_ascii_identifiers(words: tuple[str, ...], expected: str) -> None:
    assert scene_name(words, 2, ()) == expected


def test_a_name_that_is_taken_gets_its_position() -> None:
    assert scene_name(("a1", "bb", "cc"), 3, {"A1BbCc"}) == "A1BbCc3"


def test_a_line_on_screen_is_not_tied_to_a_sentence_that_is_not_there() -> None:
    (scene,) = plan(
        "The bank also grows with every task. Lessons are kept. A large bank therefore helps more.",
        1,
    ).scenes
    assert scene.claim == "The bank grows with every task."
    assert scene.takeaway == "A large bank helps more."
