"""Every fault of an endpoint is named, says what to do, and holds no key."""

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pipeline.models.endpoint import MOST_LESSONS
from pipeline.models.port import ModelError, PausedError, Picture
from pipeline.models.profile import Limits
from pipeline.models.retry import RetryPolicy
from tests.models.loopback import Loopback, Seen
from tests.models.profiles import KEY, asking, chat_with
from tests.models.replies import LOGIN_PAGE, Reply, error, page, redirect, say

PAUSE = PausedError
NAMED = [
    ("key_refused", PAUSE, 1, error(401, "Incorrect key", code="invalid_api_key")),
    ("key_refused", PAUSE, 1, error(403, "You may not use this model")),
    ("key_refused", PAUSE, 1, page(LOGIN_PAGE, 401)),
    ("quota", PAUSE, 1, error(429, "quota exhausted", code="insufficient_quota")),
    ("quota", PAUSE, 1, error(402, "Insufficient Balance")),
    ("quota", PAUSE, 1, error(429, "You exceeded your current quota", {"retry-after": "1"})),
    ("rate_limited", PAUSE, 3, error(429, "slow down", type="rate_limit")),
    ("overloaded", PAUSE, 3, page()),
    ("overloaded", PAUSE, 3, error(503, "Loading model")),
    ("overloaded", PAUSE, 3, error(408, "timeout")),
    ("overloaded", PAUSE, 3, error(409, "conflict")),
    ("overloaded", PAUSE, 3, error(200, "model is overloaded", type="server_error")),
    ("rate_limited", PAUSE, 3, error(200, "upstream", code=429)),
    ("key_refused", PAUSE, 1, error(200, "wrong key", code="invalid_api_key")),
    ("web_page", PAUSE, 1, page(LOGIN_PAGE, 200)),
    ("web_page", PAUSE, 1, Reply(body=LOGIN_PAGE, headers={"content-type": "application/json"})),
    ("redirected", PAUSE, 1, redirect("https://login.example/")),
    ("model_missing", PAUSE, 1, error(404, 'model "x" not found, try pulling it first')),
    ("model_missing", PAUSE, 1, error(400, "no models loaded", code="model_not_found")),
    ("wrong_path", PAUSE, 1, Reply(status=404, body="404 page not found")),
    ("context_too_long", ModelError, 1, error(400, "n_past", type="exceed_context_size_error")),
    ("context_too_long", ModelError, 1, error(400, "maximum context length is 4096 tokens")),
    ("bad_request", ModelError, 1, error(422, "messages.0: field required")),
    ("no_choices", ModelError, 3, Reply(body={"choices": []})),
    ("no_choices", ModelError, 3, Reply(body={"id": "x", "object": "chat.completion"})),
    ("unreadable", ModelError, 3, Reply(body="a word of plain text")),
    ("unreadable", ModelError, 3, Reply(body=[1, 2, 3])),
    ("unreadable", ModelError, 3, Reply(body=b"data: {broken\n\ndata: [DONE]\n\n")),
    ("unreadable", ModelError, 3, Reply(body="no zip", headers={"content-encoding": "gzip"})),
    ("overloaded", PAUSE, 3, Reply(body={"detail": "the worker is gone"})),
    ("overloaded", PAUSE, 3, Reply(body=b'event: error\ndata: {"message": "boom"}\n\n')),
    ("overloaded", PAUSE, 3, Reply(body=b'error: {"code": 500, "message": "boom"}\n\n')),
    ("bad_request", ModelError, 1, Reply(body={"object": "error", "message": "no", "code": 400})),
    ("overloaded", PAUSE, 3, Reply(status=500, body=b"[" * 100_000)),
    ("unreadable", ModelError, 3, Reply(body=b"data: " + b"[" * 100_000 + b"\n\n")),
    ("cut_off", ModelError, 3, Reply(body=b'{"choices": ' + b"[" * 90 + b"]" * 90 + b"}")),
    ("cut_off", ModelError, 3, Reply(body="")),
    ("cut_off", ModelError, 3, say("a long reply " * 9, cut=600)),
    ("cut_off", ModelError, 3, say("a long reply " * 9, finish=None, done=False)),
    ("cut_off", ModelError, 3, say("a long reply " * 9, cut=90, ignore_stream=True)),
    ("cut_off", ModelError, 3, say("a long reply " * 9, cut=90, ignore_stream=True, http10=True)),
]


@pytest.mark.parametrize(("kind", "error_type", "requests", "reply"), NAMED)
def test_a_fault_is_named_and_asked_again_only_where_that_may_help(
    kind: str, error_type: type[ModelError], requests: int, reply: Reply
) -> None:
    with Loopback(lambda seen: reply, key=KEY) as server, pytest.raises(ModelError) as caught:
        chat_with(server).complete(asking())
    assert (caught.value.kind, type(caught.value)) == (kind, error_type)
    assert len(server.seen) == requests
    assert len(caught.value.message) < 700
    assert caught.value.remedy.endswith(".")
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_a_fault_that_passes_is_survived() -> None:
    replies = [page(), error(429, "wait", {"retry-after": "0"}), say("a" * 99, cut=300), say("ok")]
    with Loopback(replies, key=KEY) as server:
        limits = Limits(attempts=4)
        reply = chat_with(server, policy=None, limits=limits).complete(asking())
    assert (reply.text, reply.attempts) == ("ok", 4)
    assert reply.lost.input > 0  # the one that broke off may be billed


@pytest.mark.parametrize(
    "reply",
    [
        error(500, "image input is not supported - you may need to provide the mmproj"),
        error(400, "Invalid content type. image_url is only supported by certain models."),
        error(400, "fake is not a multimodal model"),
        error(404, "No endpoints found that support image input"),
    ],
)
def test_a_model_that_cannot_see_is_told_from_one_that_is_busy(
    reply: Reply, still: Picture
) -> None:
    with Loopback([reply], key=KEY) as server, pytest.raises(PausedError) as caught:
        chat_with(server).complete(asking(role="vision", pictures=(still,)))
    assert caught.value.kind == "text_only"
    assert "seer cannot see images" in caught.value.message
    assert "Pick another model for reviewing" in caught.value.remedy


def test_a_picture_that_is_too_large_is_not_taken_for_blindness(still: Picture) -> None:
    reply = error(400, "image is too large: reduce its resolution")
    with Loopback([reply], key=KEY) as server, pytest.raises(ModelError) as caught:
        chat_with(server).complete(asking(role="vision", pictures=(still,)))
    assert caught.value.kind == "bad_request"


def test_a_server_that_is_not_running_is_asked_about_by_name() -> None:
    with pytest.raises(PausedError) as caught:
        chat_with("http://127.0.0.1:11434/v1").complete(asking())
    assert caught.value.kind == "unreachable"
    assert caught.value.remedy.startswith("Is Ollama started?")


def test_the_content_filter_of_a_server_is_an_outcome_and_no_crash() -> None:
    reply = error(400, "The response was filtered", code="content_filter")
    with Loopback([reply], key=KEY) as server:
        assert chat_with(server).complete(asking()).finish == "content_filter"


def test_an_error_in_the_middle_of_a_stream_is_an_error() -> None:
    body = (
        b'data: {"choices":[{"index":0,"delta":{"content":"half a"}}]}\n\n'
        b'data: {"error":{"message":"the model crashed","type":"server_error"}}\n\n'
    )
    reply = Reply(body=body, headers={"content-type": "text/event-stream"})
    with Loopback(lambda seen: reply, key=KEY) as server, pytest.raises(PausedError) as caught:
        chat_with(server).complete(asking())
    assert "the model crashed" in caught.value.message
    assert caught.value.lost.output == 3 * 2  # "half a", three times


def test_an_error_without_end_is_not_read_to_its_end() -> None:
    endless = Reply(status=500, body=b"x" * 40_000_000)
    with Loopback(lambda seen: endless, key=KEY) as server:
        with pytest.raises(PausedError) as caught:
            chat_with(server, policy=RetryPolicy(attempts=1)).complete(asking())
        assert server.broken_off.wait(10)
    assert caught.value.kind == "overloaded"


def test_an_endpoint_that_refuses_whatever_it_is_offered_is_asked_a_bounded_number_of_times() -> (
    None
):
    def less(seen: Seen) -> Reply:
        most = seen.body["max_tokens"] - 1
        return error(400, f"max_tokens must be at most {most}", param="max_tokens")

    with Loopback(less, key=KEY) as server, pytest.raises(ModelError) as caught:
        chat_with(server).complete(asking())
    assert caught.value.kind == "bad_request"
    assert len(server.seen) == MOST_LESSONS + 1


def test_a_reply_without_end_is_cut_at_the_total_limit_and_not_asked_again() -> None:
    drip = say("word " * 4000, piece=5, pause=0.02)
    with Loopback(lambda seen: drip, key=KEY) as server, pytest.raises(ModelError) as caught:
        chat_with(server, limits=Limits(total=2)).complete(asking())
    assert caught.value.kind == "too_slow"
    assert len(server.seen) == 1
    assert caught.value.lost.output > 0


def test_a_server_that_falls_silent_is_given_up_and_asked_again() -> None:
    with Loopback([Reply(hang=True), say("ok")], key=KEY) as server:
        reply = chat_with(server, limits=Limits(stall=0.4)).complete(asking())
    assert (reply.text, reply.attempts) == ("ok", 2)


def test_a_role_without_a_model_is_named() -> None:
    chat = chat_with("http://127.0.0.1:9/v1", vision=None)
    with pytest.raises(PausedError, match="no vision model"):
        chat.complete(asking(role="vision"))


def test_an_endpoint_with_an_unknown_certificate_gets_no_key(tmp_path: Path) -> None:
    pytest.importorskip("cryptography")  # comes with the keyring, on Linux only
    tls = self_signed(tmp_path)
    with Loopback(key=KEY, tls=tls) as server, pytest.raises(PausedError) as caught:
        chat_with(server).complete(asking())
    assert caught.value.kind == "certificate"
    assert server.seen == []


def self_signed(folder: Path) -> ssl.SSLContext:
    """A server's side of TLS with a certificate that nobody has signed."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "both.pem").write_bytes(secret + certificate.public_bytes(pem))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "both.pem")
    return context
