"""The model cast from the command line, on an endpoint that answers by a script."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.bench.replay import ReplayServer
from tests.journeys.studio import SECTION, studio


@pytest.fixture
def server() -> Iterator[ReplayServer]:
    """An endpoint that answers at once."""
    with ReplayServer(delay=0.0) as replay:
        yield replay


@pytest.fixture
def home(tmp_path: Path, server: ReplayServer) -> Path:
    """A data folder with a profile and a section."""
    prices = ("--price-in", "1", "--price-out", "4", "--vision-price-in", "2")
    added = studio(
        tmp_path / "home", "profile", "add", "mine", "--base-url", server.base_url,
        "--text-model", "writer", "--vision-model", "seer", *prices, "--vision-price-out", "8",
    )  # fmt: skip
    assert added.code == 0, added.stderr
    (tmp_path / "section.md").write_text(SECTION)
    return tmp_path / "home"


def make(home: Path, *more: str) -> tuple[int, dict[str, Any]]:
    """Run `make` with the profile."""
    section = str(home.parent / "section.md")
    answer = studio(home, "make", section, "--cast", "model", "--profile", "mine", *more, "--json")
    assert "Traceback" not in answer.stderr
    return answer.code, answer.document


def test_a_run_is_paused_by_its_budget_resumed_and_adds_up(
    home: Path, server: ReplayServer
) -> None:
    code, document = make(home, "--budget-tokens", "16000")
    assert code == 3
    assert document["error"]["kind"] == "paused"
    assert server.tokens <= 16000
    listed = studio(home, "runs", "list", "--json").document["runs"]
    assert [run["state"] for run in listed] == ["paused"]
    run = listed[0]["run"]
    assert f"./run runs resume {run}" in document["error"]["remedy"]
    shown = studio(home, "runs", "show", run, "--json").document
    assert "budget" in shown["paused"]["message"]
    assert shown["tokens"]["input"] + shown["tokens"]["output"] == server.tokens

    answer = studio(home, "runs", "resume", run, "--budget-tokens", "1000000", "--json")
    assert answer.code == 0, answer.stderr
    tokens = answer.document["tokens"]
    assert tokens["input"] + tokens["output"] == server.tokens
    assert tokens["calls"] == server.calls
    for part in ("input", "output", "calls"):
        assert sum(row[part] for row in tokens["by_agent"].values()) == tokens[part]
        assert sum(row[part] for row in tokens["by_iteration"]) == tokens[part]
    assert tokens["money"] == pytest.approx(
        sum(row["money"] for row in tokens["by_agent"].values()), abs=1e-5
    )
    manifest = json.loads((Path(answer.document["dir"]) / "manifest.json").read_text())
    assert manifest["models"]["profile"] == "mine"
    assert manifest["models"]["text"].startswith("writer@127.0.0.1")
    assert manifest["settings"]["budget_tokens"] == 1000000
    assert manifest["cost"]["total"]["calls"] == server.calls
    code, document = make(home, "--estimate")
    assert code == 0
    assert document["estimate"]["past_runs"] == 1
    assert document["estimate"]["input"] == tokens["input"]


def test_a_run_that_was_paused_goes_on_with_another_profile(
    home: Path, server: ReplayServer
) -> None:
    code, _ = make(home, "--budget-tokens", "9000")
    assert code == 3
    run = studio(home, "runs", "list", "--json").document["runs"][0]["run"]
    add = ("profile", "add", "other", "--base-url", server.base_url, "--text-model", "another")
    assert studio(home, *add).code == 0
    more = ("--budget-tokens", "1000000", "--profile")
    refused = studio(home, "runs", "resume", run, *more, "nobody", "--json")
    assert refused.code == 2
    answer = studio(home, "runs", "resume", run, *more, "other", "--json")
    assert answer.code == 0, answer.stderr
    manifest = json.loads((Path(answer.document["dir"]) / "manifest.json").read_text())
    assert manifest["models"]["profile"] == "other"
    assert [models["profile"] for models in manifest["earlier_models"]] == ["mine"]
    tokens = answer.document["tokens"]
    assert tokens["input"] + tokens["output"] == server.tokens
    assert tokens["unpriced"] == tokens["calls"] - 1  # the storyboard had a price


def test_an_estimate_asks_nothing_and_says_what_it_assumes(
    home: Path, server: ReplayServer
) -> None:
    code, document = make(home, "--estimate", "--scenes", "2")
    assert code == 0
    assert document["estimate"]["scenes"] == 2
    assert document["estimate"]["money"] > 0
    assert "assumed" in document["estimate"]["basis"]
    assert server.calls == 0
    assert not (home / "runs").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--profile", "other"], "no profile 'other'"),
        (["--preset", "nothing"], "no preset 'nothing'"),
        (["--preset", "weak-reviewer"], "another profile"),
        (["--preset", "empty-bank", "--memory-mode", "rw"], "memory_mode"),
        (["--budget-tokens", "0"], "no budget"),
        (["--budget-money", "nan"], "no budget"),
    ],
)
def test_what_cannot_be_run_is_refused_before_anything_is_asked(
    home: Path, server: ReplayServer, options: list[str], told: str
) -> None:
    code, document = make(home, *options)
    assert code == 2
    assert told in document["error"]["message"]
    assert server.calls == 0
    assert not (home / "runs").exists()


def test_without_any_profile_the_model_cast_says_how_to_make_one(tmp_path: Path) -> None:
    section = tmp_path / "section.md"
    section.write_text(SECTION)
    answer = studio(tmp_path / "home", "make", str(section), "--cast", "model", "--json")
    assert answer.code == 2
    assert answer.document["error"]["kind"] == "profile_missing"
    assert "profile add" in answer.document["error"]["remedy"]
