"""The sample cases that concern endpoints, replayed as they are."""

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.intake.text import normalise
from pipeline.models.port import ModelError, PausedError
from tests.models.loopback import Loopback
from tests.models.profiles import KEY, asking, chat_with
from tests.models.replies import Reply, of_case, say

CASES = Path(__file__).resolve().parents[1] / "cases"


def case(name: str) -> dict[str, Any]:
    """A case file."""
    value: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return value


def replies(name: str) -> list[Reply]:
    """The responses of a case."""
    return [of_case(response) for response in case(name)["responses"]]


def test_e04_a_null_content_is_told_apart_by_why_it_ended() -> None:
    with Loopback(replies("E04"), key=KEY) as server:
        chat = chat_with(server)
        came = [chat.complete(asking()) for _ in range(3)]
    assert [(reply.text, reply.finish) for reply in came] == [
        ("", "length"),
        ("", "content_filter"),
        ("", "stop"),
    ]
    assert {reply.attempts for reply in came} == {1}


def test_e08_a_short_wait_is_kept_and_a_wait_of_decades_is_not() -> None:
    with Loopback(replies("E08"), key=KEY) as server:
        chat = chat_with(server)
        with pytest.raises(PausedError, match="2099"):
            chat.complete(asking())
        assert len(server.seen) == 2
        assert server.arrivals[1] - server.arrivals[0] >= 2
        with pytest.raises(PausedError) as caught:
            chat.complete(asking())
        assert caught.value.kind == "quota"
        assert len(server.seen) == 3


def test_e09_a_gateway_error_is_asked_again() -> None:
    with Loopback([replies("E09")[0], say("ok")], key=KEY) as server:
        assert chat_with(server).complete(asking()).text == "ok"


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [(1, "web_page", "guest network"), (2, "overloaded", "overloaded"), (3, "no_choices", "no")],
)
def test_e09_what_is_no_reply_is_a_clear_error(number: int, kind: str, words: str) -> None:
    reply = replies("E09")[number]
    with Loopback(lambda seen: reply, key=KEY) as server, pytest.raises(ModelError) as caught:
        chat_with(server).complete(asking())
    assert caught.value.kind == kind
    assert words in caught.value.message + caught.value.remedy


def test_e14_a_refused_key_is_said_plainly_once_and_not_shown() -> None:
    canary = case("E14")["setup"]["api_key"]
    assert canary == KEY
    with Loopback(replies("E14"), key=KEY) as server, pytest.raises(PausedError) as caught:
        chat_with(server).complete(asking())
    assert len(server.seen) == 1
    assert caught.value.message.startswith("Key refused")
    shown = "".join((str(caught.value), caught.value.message, caught.value.remedy))
    assert "CANARYKEY" not in shown


def test_e18_text_with_every_kind_of_character_goes_through_the_wire() -> None:
    text = normalise(case("E18")["text"])
    with Loopback([say(text)], key=KEY) as server:
        assert chat_with(server).complete(asking(text)).text == text
    assert server.bodies[0]["messages"][1]["content"] == text
