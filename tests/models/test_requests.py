"""What goes out, what comes back, and what is counted."""

import threading
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pipeline.models.endpoint import AttemptReport
from pipeline.models.port import Chat, ModelError, Picture
from pipeline.models.profile import JsonMode, Limits
from tests.models.loopback import Loopback, pictures_of
from tests.models.profiles import KEY, Colour, asking, chat_with
from tests.models.replies import Reply, Usage, error, say


def test_a_reply_comes_whole_with_the_tokens_that_the_server_counted() -> None:
    with Loopback([say("a warm and rather dark red", usage=Usage(31, 7))], key=KEY) as server:
        chat: Chat = chat_with(server)
        reply = chat.complete(asking())
        assert chat.identity("text") == f"writer@{server.base_url[7:-3]}"
    assert reply.text == "a warm and rather dark red"
    assert (reply.tokens.input, reply.tokens.output, reply.estimated) == (31, 7, False)
    assert server.counted == 38


@pytest.mark.parametrize(
    "form",
    [
        {"ignore_stream": True},
        {"packed": True},
        {"ignore_stream": True, "packed": True},
        {"http10": True},
        {"http10": True, "ignore_stream": True},
        {"done": False},
        {"finish": None},
        {"pause": 0.01},
        {"headers": {"content-type": "text/plain"}},
        {"headers": {"content-type": "application/json"}},
        {"headers": {"content-type": "text/html"}, "ignore_stream": True},
    ],
    ids=str,
)
def test_a_reply_is_read_in_every_form_that_servers_give_it(form: dict[str, object]) -> None:
    with Loopback([say("one, two, three, four", **form)], key=KEY) as server:
        reply = chat_with(server).complete(asking())
    assert (reply.text, reply.finish, reply.tokens.output) == ("one, two, three, four", "stop", 10)


def test_empty_lines_before_a_reply_and_parts_that_are_bare_strings_are_read() -> None:
    late = b"\r\n" * 200 + b'data: {"choices": [{"delta": {"content": ["on", "e"]}}]}\n\n'
    end = b'data: {"choices": [{"delta": {}, "finish_reason": "stop"}]}\n\n'
    with Loopback([Reply(body=late + end)], key=KEY) as server:
        assert chat_with(server).complete(asking()).text == "one"


@pytest.mark.parametrize("count", [-1, 10**10, 10**400, "12", True])
def test_a_count_of_tokens_that_is_none_gives_a_marked_estimate(count: object) -> None:
    usage = {"prompt_tokens": count, "completion_tokens": 1}
    body = {"choices": [{"message": {"content": "one"}}], "usage": usage}
    with Loopback([Reply(body=body)], key=KEY) as server:
        reply = chat_with(server).complete(asking())
    assert reply.estimated
    assert 0 < reply.tokens.input < 100


def test_a_character_that_comes_in_two_halves_is_put_together_and_a_lone_half_replaced() -> None:
    halves = say("scale \ud835\udc99 and \ud800 rest \0", piece=1)
    with Loopback([halves], key=KEY) as server:
        assert chat_with(server).complete(asking()).text == "scale 𝒙 and \ufffd rest \ufffd"


def test_what_no_request_can_hold_is_replaced_before_it_is_sent() -> None:
    with Loopback([say("ok")], key=KEY) as server:
        chat_with(server).complete(asking("lone \ud800 half, NUL \0, kept: é ﬁ \u2028 梁"))
    assert server.seen[0].text.endswith("lone \ufffd half, NUL \ufffd, kept: é ﬁ \u2028 梁")


def test_a_server_that_does_not_count_gives_a_marked_estimate() -> None:
    with Loopback([say("word " * 40, usage=None)], key=KEY) as server:
        reply = chat_with(server).complete(asking("question " * 40))
    assert reply.estimated
    assert 60 < reply.tokens.input < 140
    assert 30 < reply.tokens.output < 70


def test_hidden_reasoning_is_no_text_and_a_null_content_is_empty() -> None:
    thought = Reply(
        message={"content": None, "reasoning_content": "long and hidden"}, finish="length"
    )
    with Loopback([thought, thought.but(ignore_stream=True)], key=KEY) as server:
        chat = chat_with(server)
        replies = [chat.complete(asking()) for _ in range(2)]
    assert [(reply.text, reply.finish) for reply in replies] == [("", "length")] * 2


def test_a_refusal_and_parts_of_content_are_read() -> None:
    refused = Reply(message={"content": None, "refusal": "I would rather not."})
    parts = Reply(
        message={"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
        ignore_stream=True,
    )
    with Loopback([refused, parts], key=KEY) as server:
        chat = chat_with(server)
        assert chat.complete(asking()).refusal == "I would rather not."
        assert chat.complete(asking()).text == "ab"


@pytest.mark.parametrize(
    ("mode", "form"), [("schema", "json_schema"), ("object", "json_object"), ("text", None)]
)
def test_the_profile_says_how_json_is_asked_for(mode: JsonMode, form: str | None) -> None:
    with Loopback([say("{}")], key=KEY) as server:
        chat_with(server, json_mode=mode).complete(asking(), Colour)
    assert (server.bodies[0].get("response_format") or {}).get("type") == form


def test_an_endpoint_without_schemas_is_asked_in_ever_weaker_ways_and_that_is_remembered() -> None:
    lengths = error(400, "Invalid schema: In context=('properties','name'), 'maxLength' is not ok")
    schemas = error(400, "response_format.type must be json_object", param="response_format")
    with Loopback([lengths, schemas, say("{}"), say("{}")], key=KEY, lenient=True) as server:
        chat = chat_with(server)
        reply = chat.complete(asking(), Colour)
        chat.complete(asking(), Colour)
    forms = [body["response_format"] for body in server.bodies]
    assert [form["type"] for form in forms] == ["json_schema"] * 2 + ["json_object"] * 2
    assert "maxLength" in str(forms[0])
    assert "maxLength" not in str(forms[1])
    assert (chat.json_mode("text"), reply.attempts) == ("object", 1)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("stream_options", error(422, "stream_options: extra fields not permitted")),
        ("temperature", error(400, "Unsupported value: temperature", param="temperature")),
        ("seed", Reply(status=400, body={"detail": "Unrecognized request argument: seed"})),
    ],
)
def test_a_field_that_an_endpoint_refuses_is_left_out_from_then_on(name: str, fault: Reply) -> None:
    with Loopback([fault, say("a"), say("b")], key=KEY) as server:
        chat = chat_with(server, temperature=0.5, seed=7)
        chat.complete(asking())
        chat.complete(asking())
    assert [name in body for body in server.bodies] == [True, False, False]
    assert any(name in note for note in chat.notes("text"))


def test_the_limit_of_tokens_takes_the_name_and_size_that_the_endpoint_wants() -> None:
    renamed = error(
        400, "'max_tokens' is not supported. Use 'max_completion_tokens'.", param="max_tokens"
    )
    smaller = error(400, "max_completion_tokens is too large: the model supports at most 40")
    with Loopback([renamed, smaller, say("ok")], key=KEY) as server:
        chat_with(server).complete(asking())
    limits = [(b.get("max_tokens"), b.get("max_completion_tokens")) for b in server.bodies]
    assert limits == [(64, None), (None, 64), (None, 40)]


def test_a_reply_is_never_longer_than_the_profile_allows() -> None:
    with Loopback([say("ok")], key=KEY) as server:
        chat_with(server, limits=Limits(max_output_tokens=50)).complete(asking(max_tokens=9000))
    assert server.bodies[0]["max_tokens"] == 50


def test_only_the_reviewer_gets_pictures_and_they_are_made_smaller(tmp_path: Path) -> None:
    still = tmp_path / "still.png"
    Image.new("RGB", (1600, 900), "navy").save(still)
    shown = (Picture(path=still, caption="Still 1 of 2"), Picture(path=still))
    with Loopback([say("ok", usage=None)], key=KEY) as server:
        chat = chat_with(server, limits=Limits(picture_edge=640))
        reply = chat.complete(asking(role="vision", pictures=shown))
        with pytest.raises(ValueError, match="vision"):
            chat.complete(asking(pictures=shown))
    assert [picture.size for picture in pictures_of(server.bodies[0])] == [(640, 360)] * 2
    assert server.bodies[0]["model"] == "seer"
    assert "Still 1 of 2" in server.seen[0].text
    assert reply.tokens.input > 2 * 400


def test_a_still_that_is_no_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "still.png").write_bytes(b"not a picture")
    picture = Picture(path=tmp_path / "still.png")
    with Loopback(key=KEY) as server, pytest.raises(ModelError, match=r"still\.png") as caught:
        chat_with(server).complete(asking(role="vision", pictures=(picture,)))
    assert caught.value.kind == "picture"
    assert server.seen == []


def test_no_more_requests_than_the_profile_allows_are_under_way() -> None:
    with Loopback(lambda seen: say("ok"), key=KEY, delay=0.1) as server:
        chat = chat_with(server, limits=Limits(parallel=3))
        threads = [threading.Thread(target=chat.complete, args=(asking(),)) for _ in range(9)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(server.seen) == 9
    assert server.peak == 3


def test_every_request_is_reported_and_the_reports_add_up_to_the_servers_count() -> None:
    reports: list[AttemptReport] = []
    replies = [error(503, "busy"), say("one", usage=Usage(20, 5)), say("two", usage=Usage(30, 6))]
    with Loopback(replies, key=KEY) as server:
        chat = chat_with(server, report=reports.append)
        first = chat.complete(asking(agent="coder", scene="s1"))
        chat.complete(asking(agent="storyboarder"))
    assert [(r.agent, r.scene, r.number, r.outcome) for r in reports] == [
        ("coder", "s1", 1, "overloaded"),
        ("coder", "s1", 2, "ok"),
        ("storyboarder", "", 1, "ok"),
    ]
    assert sum(r.tokens.input + r.tokens.output for r in reports) == server.counted == 61
    assert first.attempts == 2
    assert first.lost.input == 0


def test_the_models_of_an_endpoint_are_listed() -> None:
    models: list[str | dict[str, Any]] = [
        "small",
        {"id": "seer", "architecture": {"input_modalities": ["text", "image"]}},
    ]
    with Loopback(key=KEY, models=models) as server:
        listed = chat_with(server).models()
    assert [model["id"] for model in listed] == ["small", "seer"]
    assert listed[1]["architecture"]["input_modalities"] == ["text", "image"]


def test_what_the_environment_says_for_another_endpoint_is_not_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in {
        "OPENAI_ORG_ID": "org-of-someone",
        "OPENAI_PROJECT_ID": "project-of-someone",
        "OPENAI_API_KEY": "sk-of-someone",
        "OPENAI_ADMIN_KEY": "sk-admin-of-someone",
        "OPENAI_CUSTOM_HEADERS": "X-Secret: of-someone\nAuthorization: Bearer of-someone",
        "OPENAI_BASE_URL": "http://127.0.0.1:9/of-someone",
        "HTTP_PROXY": "http://127.0.0.1:9",
        "ALL_PROXY": "http://127.0.0.1:9",
    }.items():
        monkeypatch.setenv(name, value)
    with Loopback([say("ok")], key=KEY) as server:
        assert chat_with(server).complete(asking()).text == "ok"
    sent = {name.lower(): value for name, value in server.seen[0].headers.items()}
    assert "of-someone" not in str(sent)
    assert not sent.keys() & {"openai-organization", "x-secret", "x-stainless-os", "cookie"}
