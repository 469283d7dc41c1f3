"""A change of a composed program carried over to a person's edit of it."""

from pipeline.agents.offline.revise.carrying import carry_over

OLD = 'INK = "#fff"\nSIZE = 40\nHOLD = 1.0\n\nshow()\n'
NEW = 'INK = "#fff"\nSIZE = 32\nHOLD = 1.0\n\nshow()\n'


def test_what_a_person_edited_elsewhere_stays() -> None:
    edited = 'INK = "#fa0"\nSIZE = 40\nHOLD = 1.0\n# mine\n\nshow()\n'
    merged = carry_over(OLD, NEW, edited)
    assert merged == 'INK = "#fa0"\nSIZE = 32\nHOLD = 1.0\n# mine\n\nshow()\n'


def test_an_unedited_program_becomes_the_new_one() -> None:
    assert carry_over(OLD, NEW, OLD) == NEW


def test_a_line_that_both_changed_is_left_to_the_person() -> None:
    assert carry_over(OLD, NEW, OLD.replace("SIZE = 40", "SIZE = 44")) is None


def test_new_lines_come_after_the_line_they_follow() -> None:
    more = OLD.replace("HOLD = 1.0\n", "HOLD = 1.0\nGAP = 2\n")
    assert carry_over(OLD, more, "# mine\n" + OLD) == "# mine\n" + more
    assert carry_over(OLD, "# first\n" + OLD, OLD) == "# first\n" + OLD
