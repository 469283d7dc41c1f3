"""Any text is read or refused, and reading it twice changes nothing."""

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.intake.errors import IntakeError
from pipeline.intake.reading import read_task
from pipeline.intake.text import normalise
from pipeline.schema.task import Task

MARKS = st.sampled_from(
    [
        *("---\n", "title: ", "role: method\n", "\r", "\u2028", "$", "\\begin{align}", "`", "# "),
        *("e\u0301", "\ud83d", "\ude00", "\u202e", "\u200b", "\0", "\u0958", "\u0316" * 40),
        *("{0}", "%s", "word "),
    ]
)
TEXT = st.lists(st.one_of(MARKS, st.text(max_size=8)), max_size=40).map("".join)


def _read(source: str | bytes) -> Task | IntakeError:
    try:
        return read_task(source)
    except IntakeError as error:
        return error


@settings(max_examples=300, deadline=None)
@given(TEXT)
def test_normalising_twice_is_normalising_once(text: str) -> None:
    clean = normalise(text)
    assert normalise(clean) == clean
    assert unicodedata.is_normalized("NFC", clean)
    assert "\r" not in clean
    clean.encode("utf-8")


@settings(max_examples=300, deadline=None)
@given(TEXT)
def test_a_text_is_read_or_refused_and_never_crashes(text: str) -> None:
    outcome = _read(text)
    if isinstance(outcome, Task):
        assert normalise(text).endswith(outcome.text)
    else:
        assert outcome.message
        assert outcome.remedy


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_bytes_are_read_or_refused(data: bytes) -> None:
    outcome = _read(data)
    assert isinstance(outcome, Task) or "standard input" in outcome.message
