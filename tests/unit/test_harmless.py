"""Texts that try to act, to hide, or to turn their readers around."""

import io
import json

import pytest

from app.cli.output import Output
from app.harmless import harmless, one_line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain \u00e9t\u00e9 \u6c49\u5b57 \u05e9\u05dc\u05d5\u05dd", None),
        ("<b>bold</b> <img src='file:///etc/passwd'>", None),
        ("a\u202eb", "a[RLO]b"),
        ("a\u2066b\u2069", "a[LRI]b[PDI]"),
        ("nul\x00 esc\x1b[31m del\x7f", "nul\u2400 esc\u241b[31m del\u2421"),
        ("zero\u200bwidth\ufeff", "zero[ZWSP]width[BOM]"),
        ("half\ud800", "half\ufffd"),
        ("c1\x9b private\ue000", "c1[U+009B] private\ue000"),
        ("tag\U000e0041", "tag[U+E0041]"),
        ("one\r\ntwo\rthree\u2028four\x0bfive", "one\ntwo\nthree\nfour\nfive"),
        ("tab\tstays\nline too", None),
    ],
)
def test_what_hides_or_turns_is_made_visible_and_the_rest_stays(
    text: str, shown: str | None
) -> None:
    assert harmless(text) == (text if shown is None else shown)


def test_family_emoji_and_joined_scripts_stay_whole() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    persian = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    assert harmless(family) == family
    assert harmless(persian) == persian


def test_a_long_text_says_how_much_is_left_out() -> None:
    assert harmless("x" * 100_000, 10) == "xxxxxxxxxx\u2026 (+99,990)"


def test_one_line_joins_lines_and_is_never_longer_than_asked() -> None:
    assert one_line("a\n  b\tc") == "a b c"
    assert len(one_line("word " * 1000, 50)) <= 51
    assert len(one_line("\u202e" * 1000, 50)) <= 51


def test_a_json_document_steers_no_terminal_and_says_the_same() -> None:
    text = "right \u202eot tfel\u202c, \x9b31m red, \x1b[2J, kept: \u00e9\u4e2d"
    buffer = io.StringIO()
    Output(True, stdout=buffer).document({"text": text})
    written = buffer.getvalue()
    assert json.loads(written) == {"text": text}
    assert not {"\u202e", "\u202c", "\x9b", "\x1b"} & set(written)
    assert "\u00e9\u4e2d" in written
