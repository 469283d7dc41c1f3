"""Title, role and domain belong to the section they were opened with, and to no other."""

from app.origins import TYPED, Origin, origin_of, task_of
from app.samples import flowing, list_samples

OPENED = Origin(
    "# Cooling\n\nA hot body in a cold room cools. Its temperature falls by a law of Newton, and "
    "the rate is proportional to the difference of the temperatures.",
    "cooling.md",
    {"title": "Cooling", "role": "background", "domain": "physics", "section_id": "s2"},
)
OWN = "# Pythagoras\n\nIn a right triangle the squares of the legs add up to the third one's."


def test_another_text_keeps_nothing_of_the_section_before() -> None:
    task, origin = task_of(OWN, [OPENED])
    assert (task.title, task.role, task.domain) == ("Pythagoras", "method", "general")
    assert task.section_id == ""
    assert origin is TYPED


def test_a_corrected_section_keeps_what_was_known_and_follows_its_heading() -> None:
    text = OPENED.text.replace("# Cooling", "# Cooling down").replace("hot body", "warm body")
    task, origin = task_of(text, [OPENED])
    assert (task.title, task.role, task.domain) == ("Cooling down", "background", "physics")
    assert task.section_id == "s2"
    assert origin is OPENED


def test_a_part_of_a_section_is_still_that_section() -> None:
    part = "Its temperature falls by a law of Newton, and the rate is proportional to it"
    assert origin_of(part, [OPENED]) is OPENED
    assert task_of(part, [OPENED])[0].title == "Cooling"


def test_an_undo_finds_the_section_before_the_last_one() -> None:
    other = Origin(OWN, "other.md", {"domain": "geometry"})
    assert origin_of(OPENED.text, [OPENED, other]) is OPENED


def test_a_text_without_a_heading_is_named_by_its_first_words() -> None:
    text = "The mass $m$ of a body resists every change of its speed, however slow. It is constant."
    assert task_of(text)[0].title == "The mass m of a body resists every change…"
    assert task_of("Primes never end. Euclid knew.")[0].title == "Primes never end"


def test_a_sample_flows_and_keeps_its_headings_and_formulas() -> None:
    for sample in list_samples():
        text, flown = sample.task.text, flowing(sample.task.text)
        assert flown.split() == text.split()
        alone = [line for line in text.splitlines() if line.startswith(("#", "$$", "-", "|"))]
        assert all(line in flown.splitlines() for line in alone)
        assert len(flown.splitlines()) < len(text.splitlines())
