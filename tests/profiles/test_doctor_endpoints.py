"""The doctor's look at endpoints."""

from pathlib import Path

import pytest

from app.doctor.check import tried
from app.doctor.endpoints import endpoint_checks
from app.doctor.run import CHECKS
from tests.models.loopback import Loopback
from tests.models.profiles import KEY
from tests.profiles.conftest import VARIABLE, Command


def looked() -> dict[str, tuple[bool, str]]:
    """Name, verdict and detail of every check of an endpoint."""
    checks = [tried(*check) for check in endpoint_checks()]
    assert all(check.ok or check.remedy for check in checks)
    assert KEY not in str(checks)
    return {check.name: (check.ok, check.detail) for check in checks}


def test_no_profile_is_no_failure_and_costs_no_request(home: Path) -> None:
    assert looked() == {"endpoints": (True, "no profile: the built-in cast needs no model")}
    assert not home.exists()
    assert "endpoints" not in dict(CHECKS)


def test_every_profile_is_asked_with_its_key(
    profile: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Loopback(key=KEY, models=["writer"]) as server:
        place = ("--base-url", server.base_url, "--key-env", VARIABLE)
        profile("add", "good", *place, "--text-model", "writer")
        profile("add", "typo", *place, "--text-model", "wirter", "--vision-model", "writer")
        found = looked()
        host = server.base_url[7:-3]
        assert found["endpoint good"] == (True, f"{host} has writer")
        assert (
            found["endpoint typo"][1] == f"{host} lists 1 model but not wirter; {host} has writer"
        )
        monkeypatch.setenv(VARIABLE, "sk-some-other-key")
        ok, detail = looked()["endpoint good"]
        assert (ok, detail[:11]) == (False, "Key refused")
        monkeypatch.delenv(VARIABLE)
        ok, detail = looked()["endpoint good"]
        assert (ok, VARIABLE in detail) == (False, True)
        assert server.seen == []


def test_a_dead_server_a_session_key_and_a_damaged_file_are_answers(
    profile: Command, home: Path
) -> None:
    local = ("--base-url", "http://127.0.0.1:8080/v1", "--text-model", "m")
    profile("add", "dead", *local)
    profile("add", "asked", *local, "--key-session")
    found = looked()
    assert found["endpoint dead"][0] is False
    assert found["endpoint asked"] == (
        True,
        "not tried: its key is asked for at each use (./run profile test asks for it)",
    )
    (home / "profiles.json").write_text("{", encoding="utf-8")
    ok, detail = looked()["endpoints"]
    assert (ok, "profiles.json" in detail) == (False, True)


def test_a_server_without_a_list_of_models_is_no_failure(profile: Command) -> None:
    with Loopback(key=KEY) as server:
        place = server.base_url.replace("/v1", "/other")
        profile("add", "bare", "--base-url", place, "--text-model", "m", "--key-env", VARIABLE)
        assert looked()["endpoint bare"] == (True, f"{place[7:-6]} answers, but lists no models")
