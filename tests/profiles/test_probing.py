"""The test of a profile finds out what its models really do, and says it plainly."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main
from tests.models.loopback import Answer, Loopback
from tests.models.profiles import KEY
from tests.models.replies import LOGIN_PAGE, Reply, error, page, say
from tests.profiles.conftest import VARIABLE, Command
from tests.profiles.players import Player

Tested = tuple[int, dict[str, Any], dict[str, Any]]


def trial(
    profile: Command,
    answer: Answer,
    *more: str,
    vision: bool = True,
    key: str | None = KEY,
    models: Sequence[str | dict[str, Any]] = ("writer", "seer"),
) -> Tested:
    """Exit code and document of the test, and the profile as it is kept afterwards."""
    with Loopback(answer, key=key, models=models) as server:
        seeing = ("--vision-model", "seer") if vision else ()
        place = ("--base-url", server.base_url, "--text-model", "writer", "--key-env", VARIABLE)
        assert profile("add", "mine", *place, *seeing, *more)[0] == 0
        code, document, _ = profile("test", "mine")
    return code, document, profile("list")[1]["profiles"][0]


def details(document: dict[str, Any]) -> dict[str, str]:
    """Name of each check and what it says."""
    return {check["name"]: check["detail"] for check in document["checks"]}


def test_a_capable_endpoint_passes_and_what_works_is_kept(profile: Command) -> None:
    player = Player()
    code, document, kept = trial(profile, player)
    assert (code, document["ok"]) == (0, True)
    assert player.asked == ["text", "schema", "picture", "schema"] + ["review"] * 3
    assert details(document)["models"].endswith("lists seer, writer.")
    assert "sees images" in details(document)["image reply"]
    assert document["scores"] == [80, 82, 81]
    assert document["spread"] == 2
    assert document["warnings"] == []
    assert kept["found"]["images"] is True
    assert kept["found"]["spread"] == 2
    assert kept["text"]["json_mode"] == "schema"


@pytest.mark.parametrize(("window", "warned"), [(4096, True), (32768, False)])
def test_a_window_too_small_for_our_prompts_is_told(
    window: int, warned: bool, profile: Command
) -> None:
    listed = [{"id": "writer", "meta": {"n_ctx": window}}, {"id": "seer"}]
    code, document, _ = trial(profile, Player(), vision=False, models=listed)
    assert code == 0
    assert any(f"reads {window:,} tokens at once" in w for w in document["warnings"]) is warned


@pytest.mark.parametrize("refuses", [True, False], ids=["refusing", "silent"])
@pytest.mark.parametrize("mode", ["object", "text"])
def test_the_strongest_json_that_works_is_found_and_kept(
    mode: str, refuses: bool, profile: Command
) -> None:
    code, document, kept = trial(profile, Player(json=mode, refuses=refuses), vision=False)
    assert code == 0
    assert document["json_mode"] == kept["text"]["json_mode"] == mode
    assert any("No vision model" in warning for warning in document["warnings"])


def test_a_model_that_gives_no_json_at_all_fails_the_test(profile: Command) -> None:
    code, document, _ = trial(profile, Player(json="none"), vision=False)
    assert code == 1
    assert "In none of three ways" in details(document)["JSON reply"]


@pytest.mark.parametrize("sight", ["refuses", "ignores"])
def test_a_model_that_cannot_see_is_found_out(sight: str, profile: Command) -> None:
    code, document, kept = trial(profile, Player(sight=sight))
    assert code == 1
    assert "seer cannot see images" in details(document)["image reply"]
    assert "ick another" in details(document)["image reply"]
    assert document["images"] is kept["found"]["images"] is False
    assert document["scores"] == []


def test_scores_that_differ_too_much_for_lessons_are_warned_of(profile: Command) -> None:
    code, document, _ = trial(profile, Player(scores=(70, 72.6, 71)))
    assert code == 0
    assert document["spread"] == pytest.approx(2.6)
    assert "chance alone could write lessons" in document["warnings"][0]
    _, document, _ = trial(profile, Player(scores=(70, 72.5, 71)), "--replace")
    assert document["warnings"] == []


def test_with_a_fixed_seed_the_three_scores_are_asked_with_three_seeds(profile: Command) -> None:
    seeds: list[int] = []
    player = Player()

    def answer(seen: Any) -> Reply:
        if len(seen.body["messages"]) > 1 and str(seen.body).count("image_url'") > 4:
            seeds.append(seen.body["seed"])
        return player(seen)

    trial(profile, answer, "--seed", "7")
    assert seeds == [7, 8, 9]


def test_an_endpoint_that_does_not_count_tokens_is_told(profile: Command) -> None:
    _, document, _ = trial(profile, Player(counts=False), vision=False)
    assert any("cost will be estimated" in warning for warning in document["warnings"])


def test_a_model_that_is_not_listed_is_told(profile: Command) -> None:
    _, document, _ = trial(profile, Player(), "--text-model", "wrtier", vision=False)
    assert any("wrtier is not among" in warning for warning in document["warnings"])


@pytest.mark.parametrize(
    ("reply", "kind", "code"),
    [
        (error(401, "Incorrect API key provided: {KEY}").but(echo=True), "key_refused", 3),
        (error(429, "none left", code="insufficient_quota"), "quota", 3),
        (page(LOGIN_PAGE, 200), "web_page", 3),
        (error(404, 'model "writer" not found'), "model_missing", 3),
        (say(None, finish="length"), "truncated", 1),
        (Reply(body={"choices": []}), "no_choices", 1),
    ],
)
def test_what_stands_in_the_way_is_named_and_ends_the_test(
    reply: Reply, kind: str, code: int, profile: Command
) -> None:
    ended, document, _ = trial(profile, lambda seen: reply)
    failed = [check for check in document["checks"] if not check["ok"]]
    assert (ended, [check["kind"] for check in failed]) == (code, [kind])
    assert failed[0]["remedy"]


def test_a_server_that_is_not_running_is_asked_about(profile: Command) -> None:
    profile("add", "mine", "--base-url", "http://127.0.0.1:1234/v1", "--text-model", "m")
    code, document, _ = profile("test", "mine")
    assert code == 3
    assert document["checks"][-1]["remedy"] == "Is LM Studio started? Start it, then try again."


def test_people_see_sentences(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Loopback(Player(sight="refuses"), key=KEY, models=["writer", "seer"]) as server:
        place = ("--base-url", server.base_url, "--key-env", VARIABLE)
        main(["profile", "add", "mine", *place, "--text-model", "writer", "--vision-model", "seer"])
        assert main(["profile", "test", "mine"]) == 1
    told = capsys.readouterr().out
    assert "FAILED   image reply: seer cannot see images: pick another for reviewing." in told
    assert "ok       JSON reply: Replies keep to a strict JSON schema." in told
