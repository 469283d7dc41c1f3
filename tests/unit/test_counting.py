"""One of a thing is not told in the plural."""

import pytest

from app.cli.output import counted
from app.cli.progress import describe
from pipeline.events import Consolidated


@pytest.mark.parametrize(("number", "told"), [(0, "0 records"), (1, "1 record"), (2, "2 records")])
def test_a_number_goes_with_its_noun(number: int, told: str) -> None:
    assert counted(number, "record") == told


def test_one_record_that_waits_is_told_in_the_singular() -> None:
    told = describe(Consolidated(added=(1,), pending=(1,)))
    assert told == "Memory: 1 record added, 1 of them waits for review."
