"""What a profile may say."""

import pytest
from pydantic import ValidationError

from pipeline.models.profile import Limits, ModelChoice, Price, Profile
from pipeline.models.schema import response_schema
from tests.models.profiles import Colour, profile_of
from tests.models.strictness import problems_of


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("http://localhost:11434/v1", "http://localhost:11434/v1"),
        (" https://api.openai.com/v1/ ", "https://api.openai.com/v1"),
        ("http://127.0.0.1:8080/v1/chat/completions", "http://127.0.0.1:8080/v1"),
        ("https://gate.example/llm/v1/models/", "https://gate.example/llm/v1"),
    ],
)
def test_a_base_url_is_brought_into_the_form_that_servers_want(given: str, kept: str) -> None:
    assert ModelChoice(base_url=given, model="m").base_url == kept


@pytest.mark.parametrize(
    "url",
    [
        "localhost:11434",
        "ftp://host/v1",
        "https://",
        "http://host:99999/v1",
        "https://user:secret@host/v1",
        "https://@host/v1",
        "https://my host/v1",
        "https://host/v1\r\nX-Key: y",
        "https://host\\@other/v1",
        "https://host/v1?api-key=secret",
        "",
    ],
)
def test_a_base_url_that_is_none_or_holds_a_secret_is_refused(url: str) -> None:
    with pytest.raises(ValidationError):
        ModelChoice(base_url=url, model="m")


_KEYS = [
    "sk-test-CANARYKEY-0123456789",
    "env:gsk_Zq83hTmW5vLr09CANARYKEYxyz",
    "env:",
    "env:A B",
    "ENV:X",
]


@pytest.mark.parametrize("key", _KEYS)
def test_a_key_itself_is_no_source_of_a_key(key: str) -> None:
    with pytest.raises(ValidationError):
        ModelChoice(base_url="http://localhost/v1", model="m", key=key)


def test_a_profile_goes_through_json_unchanged() -> None:
    profile = profile_of("http://localhost:1/v1", temperature=0.3, limits=Limits(parallel=4))
    assert Profile.model_validate_json(profile.model_dump_json()) == profile


def test_the_keyring_holds_one_key_for_one_endpoint() -> None:
    profile = profile_of("http://localhost:1/v1")
    assert profile.account("text") == profile.account("vision") == "test"
    other = ModelChoice(base_url="http://localhost:2/v1", model="m")
    assert profile.model_copy(update={"vision": other}).account("vision") == "test/vision"


def test_a_price_is_per_million_tokens() -> None:
    assert Price(input=2.5, output=10).of(1_000_000, 100_000) == 3.5


def test_a_schema_is_closed_whole_and_without_references() -> None:
    class Board(Colour):
        """With a nested value."""

        inner: tuple[Colour, ...] = ()

    described = response_schema(Board)
    assert described["schema"]["required"] == ["name", "parts", "inner"]
    assert described["schema"]["properties"]["inner"]["items"]["additionalProperties"] is False
    body = {"response_format": {"type": "json_schema", "json_schema": described}}
    complaints = problems_of(body, {}, None)
    assert "schema.inner is an unbounded list" in complaints  # and that is all of the schema's
    assert sum(complaint.startswith("schema") for complaint in complaints) == 1
    assert "maxLength" not in str(response_schema(Board, lengths=False))
