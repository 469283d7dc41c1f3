"""What the test of a profile takes for the JSON that it asked for."""

import pytest

from app.profiles.asking import is_ball
from pipeline.models.profile import JsonMode


@pytest.mark.parametrize(
    ("text", "mode", "right"),
    [
        ('{"colour": "red", "size": 12}', "schema", True),
        ('{"colour": "green", "size": 3}', "schema", True),
        ('{"color": "red", "size": 12}', "schema", False),
        ('{"colour": "red", "size": 12, "note": 1}', "object", True),
        ('{"colour": "green", "size": 12}', "object", False),
        ('Here: {"colour": "red", "size": 12}', "text", True),
        ('Here: {"colour": "red", "size": 12}', "object", False),
    ],
)
def test_a_schema_is_judged_by_the_form_and_words_by_their_sense_too(
    text: str, mode: JsonMode, right: bool
) -> None:
    assert is_ball(text, mode) is right
