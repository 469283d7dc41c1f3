"""From a profile to a cast that plays."""

from pathlib import Path

import pytest

from app.errors import StudioError
from app.model_cast import load_profiles, open_model_cast
from app.paths import DataPaths
from app.profiles.store import ProfileStore
from pipeline.models.profile import ModelChoice, Price, Profile
from pipeline.presets import apply_presets
from pipeline.render_port import CancelToken
from pipeline.settings import RunSettings

PRICE = Price(input=1, output=2)


@pytest.fixture
def paths(tmp_path: Path) -> DataPaths:
    """Three profiles: one that sees, a weaker one that sees, one that does not."""
    paths = DataPaths(tmp_path)
    text = ModelChoice(base_url="http://127.0.0.1:9/v1", model="writer", price=PRICE)
    seer = ModelChoice(base_url="http://127.0.0.1:9/v1", model="seer", price=PRICE)
    weak = ModelChoice(base_url="http://127.0.0.1:10/v1", model="weak")
    store = ProfileStore(paths)
    store.save(Profile(name="strong", text=text, vision=seer, temperature=0.5, seed=7))
    store.save(Profile(name="weak", text=weak, vision=weak))
    store.save(Profile(name="blind", text=text))
    return paths


def test_a_weak_reviewer_is_of_the_other_profile_and_the_manifest_says_so(
    paths: DataPaths,
) -> None:
    settings = apply_presets(RunSettings(), ["weak-reviewer"])
    profiles = load_profiles(paths, settings, "strong", "weak")
    players = open_model_cast(paths, settings, profiles, CancelToken())
    assert players.models.text == "writer@127.0.0.1:9"
    assert players.models.vision == "weak@127.0.0.1:10"
    assert players.models.reviewer_profile == "weak"
    assert (players.models.temperature, players.models.seed) == (0.5, 7)
    assert "weak@" in players.cast.visual_reviewer.identity
    assert "writer@" in players.cast.versions["Coder"]


def test_without_a_vision_model_the_manifest_says_that_the_review_is_measured(
    paths: DataPaths,
) -> None:
    settings = RunSettings()
    profiles = load_profiles(paths, settings, "blind", "")
    players = open_model_cast(paths, settings, profiles, CancelToken())
    assert players.models.vision == ""
    assert "measured" in players.cast.versions["VisualReviewer"]


@pytest.mark.parametrize(
    ("profile", "reviewer", "settings", "told"),
    [
        ("", "", RunSettings(), "blind, strong, weak"),
        ("strong", "blind", RunSettings(), "no vision model"),
        ("strong", "weak", RunSettings(budget_money=1.0), "no price"),
        ("weak", "", RunSettings(budget_money=1.0), "no price"),
    ],
)
def test_a_run_that_cannot_be_played_is_refused_with_a_reason(
    paths: DataPaths, profile: str, reviewer: str, settings: RunSettings, told: str
) -> None:
    with pytest.raises(StudioError) as refused:
        load_profiles(paths, settings, profile, reviewer)
    assert told in f"{refused.value.message} {refused.value.remedy}"
