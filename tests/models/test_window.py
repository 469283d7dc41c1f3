"""How much a model reads at once: where servers say it, and what is done where both do not fit."""

from typing import Any

import pytest

from pipeline.models.port import ModelError
from pipeline.models.window import room_left, window_of
from tests.models.loopback import Loopback
from tests.models.profiles import KEY, asking, chat_with
from tests.models.replies import error, say

TOO_LONG = (
    "This model's maximum context length is 4096 tokens. However, you requested 11000 tokens (3000 "
    "in the messages, 8000 in the completion). Please reduce the length of the messages."
)


@pytest.mark.parametrize(
    ("entry", "window"),
    [
        ({"id": "a", "meta": {"n_ctx": 8192, "n_ctx_train": 32768}}, 8192),
        ({"id": "a", "max_context_length": 32768, "loaded_context_length": 4096}, 4096),
        ({"id": "a", "max_model_len": 16384}, 16384),
        ({"id": "a", "context_length": "131072"}, None),
        ({"id": "a", "meta": None, "max_model_len": True}, None),
        ({"id": "a"}, None),
    ],
)
def test_the_window_in_force_is_read_where_a_server_lists_it(
    entry: dict[str, Any], window: int | None
) -> None:
    assert window_of(entry) == window


@pytest.mark.parametrize(
    ("words", "room"),
    [
        (TOO_LONG, 1096),
        (
            "'max_tokens' or 'max_completion_tokens' is too large: 8000. This model's maximum "
            "context length is 8,192 tokens and your request has 5,192 input tokens.",
            3000,
        ),
        (
            "This model's maximum context length is 8192 tokens. However, your request has 2000 "
            "output tokens and your prompt contains at least 8001 input tokens.",
            0,
        ),
        ("maximum context length is 4096 tokens", 0),
        ("the request exceeds the available context size", 0),
    ],
)
def test_the_room_beside_a_prompt_is_read_from_the_complaint(words: str, room: int) -> None:
    assert room_left(words) == room


def test_a_reply_is_asked_for_in_the_room_that_is_left() -> None:
    with Loopback([error(400, TOO_LONG), say("blue")], key=KEY) as server:
        reply = chat_with(server).complete(asking(max_tokens=8000))
    assert reply.text == "blue"
    assert [body["max_tokens"] for body in server.bodies] == [8000, 1096]


def test_where_even_that_is_refused_the_fault_has_its_name() -> None:
    with (
        Loopback([error(400, TOO_LONG)] * 2, key=KEY) as server,
        pytest.raises(ModelError) as caught,
    ):
        chat_with(server).complete(asking(max_tokens=8000))
    assert caught.value.kind == "context_too_long"
    assert len(server.bodies) == 2
