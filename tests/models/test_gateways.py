"""Gateways that want their key in another header, and parameters in every address."""

import threading
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.cli.main import main
from pipeline.models.port import ModelError
from pipeline.models.profile import Limits, ModelChoice
from pipeline.models.retry import RetryPolicy
from pipeline.models.wire import _trusted
from pipeline.render_port import CancelledError, CancelToken
from tests.models.loopback import Loopback
from tests.models.profiles import KEY, asking, chat_with
from tests.models.replies import Reply, say
from tests.models.test_faults import self_signed

VERSION = {"api-version": "2024-10-21"}
QUERY = "api-version=2024-10-21"


def choice(server: Loopback, **more: object) -> ModelChoice:
    fields = {"base_url": server.base_url, "model": "writer", "key": "session"} | more
    return ModelChoice.model_validate(fields)


@pytest.mark.parametrize("header", ["api-key", "x-api-key"])
def test_key_and_parameters_go_where_a_gateway_wants_them(header: str) -> None:
    with Loopback(
        [say("ok")], key=KEY, key_header=header, query="api-version=2024-10-21"
    ) as server:
        chat = chat_with(server, text=choice(server, key_header=header, query=VERSION))
        assert chat.complete(asking()).text == "ok"
        assert [model["id"] for model in chat.models()] == ["fake"]


def test_without_its_parameters_the_address_is_said_to_be_wrong() -> None:
    with (
        Loopback([], key=KEY, query=QUERY) as server,
        pytest.raises(ModelError) as caught,
    ):
        chat_with(server).complete(asking())
    assert caught.value.kind == "wrong_path"


@pytest.mark.parametrize(
    "query",
    [{"key": "abcdefgh"}, {"sig": "x"}, {"subscription-key": "x"}, {"a": "b&c=d"}, {"a b": "c"},
     {"v": "x" * 65}, {"": "x"}],
)  # fmt: skip
def test_a_parameter_that_may_be_a_key_or_is_none_at_all_is_refused(query: dict[str, str]) -> None:
    with pytest.raises(ValidationError) as caught:
        ModelChoice.model_validate({"base_url": "http://h/v1", "model": "m", "query": query})
    assert "parameter" in str(caught.value)


def test_a_profile_for_a_gateway_is_made_by_options_and_its_seer_shares_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MANIMAGENT_STUDIO_HOME", str(tmp_path))
    place = ["--base-url", "https://h/openai/deployments/d", "--text-model", "d"]
    key = ["--key-env", "UNI_KEY", "--key-header", "api-key"]
    add = ["profile", "add", "uni", *place, "--vision-model", "d", *key]
    assert main([*add, "--query", QUERY]) == 0
    assert main([*add, "--replace", "--query", "api-version"]) == 2
    assert "NAME=VALUE" in capsys.readouterr().err
    kept = (tmp_path / "profiles.json").read_text()
    assert kept.count('"api-version": "2024-10-21"') == 2
    assert kept.count('"key_header": "api-key"') == 2


@pytest.mark.parametrize(
    "reply",
    [Reply(hang=True), say("word " * 4000, piece=5, pause=0.05), say("late", delay=60)],
    ids=["no answer", "streaming", "thinking"],
)
def test_a_cancel_takes_effect_at_once_over_tls(
    reply: Reply, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("cryptography")
    tls = self_signed(tmp_path)
    client = _trusted(False)
    trusting = type(client)(client.protocol)
    trusting.check_hostname = False  # the certificate names no address
    trusting.load_verify_locations(tmp_path / "both.pem")
    monkeypatch.setattr("pipeline.models.wire._trusted", lambda trust_env: trusting)
    cancel = CancelToken()
    with Loopback(lambda seen: reply, key=KEY, tls=tls) as server:
        limits = Limits(stall=60, total=120)
        chat = chat_with(server, cancel, RetryPolicy(asked=100), limits=limits)
        timer = threading.Timer(0.6, cancel.cancel)
        timer.start()
        with pytest.raises(CancelledError):
            chat.complete(asking())
        timer.join()
        assert len(server.seen) == 1
        if reply.hang:
            assert server.broken_off.wait(10)
    threads = [thread for thread in threading.enumerate() if thread.name == "model request"]
    for thread in threads:
        thread.join(10)
    assert not any(thread.is_alive() for thread in threads)
