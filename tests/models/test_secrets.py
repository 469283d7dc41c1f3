"""A key shows itself to nobody."""

import base64
import copy
import json
import logging
import pickle
import traceback
from urllib.parse import quote

import pytest

from pipeline.models.secrets import REMOVED, Key, redact, redact_known, redact_whole
from tests.models.loopback import Loopback
from tests.models.profiles import KEY, asking, chat_with
from tests.models.replies import say


def test_a_key_does_not_print_pickle_or_copy_itself() -> None:
    key = Key(f" {KEY}\n")
    assert key.reveal() == KEY
    for shown in (str(key), repr(key), f"{key}", [key], {"key": key}):
        assert "CANARY" not in str(shown)
    for leak in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            leak(key)
    with pytest.raises(TypeError):
        json.dumps(key)
    assert not hasattr(key, "__dict__")


def test_a_key_in_an_argument_does_not_come_into_a_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(key: Key) -> None:
        raise ValueError(f"with {key}")

    try:
        fail(Key(KEY))
    except ValueError as error:
        logging.getLogger("test").exception("failed")
        shown = "".join(traceback.format_exception(error))
    assert "CANARY" not in shown + caplog.text


@pytest.mark.parametrize(
    "text",
    [
        f"Incorrect API key provided: {KEY}.",
        f"Bearer {KEY}{KEY}",
        f"key {KEY[:20]}... is wrong",
        f"the end {KEY[-12:]} of it",
        json.dumps({"headers": {"Authorization": f"Bearer {KEY}"}}),
        f"https://login.example/?next={quote('?key=' + KEY)}",
    ],
)
def test_a_key_is_removed_from_a_text_also_in_part(text: str) -> None:
    cleaned = redact(text, [None, Key(KEY)])
    assert REMOVED in cleaned
    assert "CANARY" not in cleaned
    assert not any(KEY[i : i + 8] in cleaned for i in range(len(KEY) - 7))


@pytest.mark.parametrize("secret", [KEY, "k/+" * 9 + "=", "abc-_%20?&deFGh;+/xyz"])
def test_a_key_is_removed_from_a_text_that_has_it_encoded(secret: str) -> None:
    for name in ("", "u", "us", "user:"):
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            told = encode(f"{name}{secret}:end".encode()).decode()
            for clean in (redact, redact_whole):
                cleaned = clean(f"Basic {told}", [Key(secret)])
                assert REMOVED in cleaned
                assert len(cleaned) < 45
    address = f"https://login.example/?key={quote(secret, safe='')}"
    assert redact(address, [Key(secret)]) == f"https://login.example/?key={REMOVED}"


def test_what_an_endpoint_says_about_itself_holds_no_key_and_can_be_shown() -> None:
    reply = say("ok", finish=f"stop {KEY}"[:40], model=f"m {KEY}\ud800")
    models: list[str | dict[str, object]] = [f"\x1b[31mm {KEY}\ud800", "seer-π"]
    with Loopback([reply], key=KEY, models=models) as server:
        chat = chat_with(server)
        said = chat.complete(asking())
        listed = chat.models()
    assert [model["id"] for model in listed] == [f"[31mm {REMOVED}", "seer-π"]
    assert "CANARY" not in said.model_dump_json()


def test_text_without_a_key_is_left_alone_and_a_placeholder_is_no_secret() -> None:
    text = "The model sk-test is not known; none of these is."
    assert redact(text, [Key(KEY), Key("none"), Key("")]) == text
    assert redact_whole(f"a {KEY[:12]} b {KEY}", [Key(KEY)]) == f"a {KEY[:12]} b {REMOVED}"


def test_what_this_process_holds_is_removed_without_being_named() -> None:
    key = Key("another-secret-of-this-process")
    assert redact_known("x another-secret-of-this-process y") == f"x {REMOVED} y"
    assert key
