"""Reviewers of the past against the models of today."""

from pathlib import Path

from app.memory.admitted import reviewers_out_of_use
from app.paths import DataPaths
from app.profiles.store import ProfileStore
from pipeline.models.profile import ModelChoice, Profile


def test_models_of_no_profile_are_out_of_use_and_people_never_are(tmp_path: Path) -> None:
    paths = DataPaths(tmp_path)
    choice = ModelChoice(base_url="http://localhost:8000/v1", model="org/new-model")
    ProfileStore(paths).save(Profile(name="class", text=choice, vision=choice))
    new, old = (f"org/{name}@localhost:8000 prompt 2-abc" for name in ("new-model", "old-model"))
    reviewers = ("measured/1", "person", "", new, old)
    assert reviewers_out_of_use(reviewers, paths) == {old}


def test_without_profiles_only_measured_and_people_are_in_use(tmp_path: Path) -> None:
    found = reviewers_out_of_use(("measured/1", "person", "vision/1"), DataPaths(tmp_path))
    assert found == {"vision/1"}
