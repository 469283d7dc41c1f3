"""A data folder with profiles for the loopback server, and the commands on it."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError

from app.cli.main import main
from tests.models.profiles import KEY

VARIABLE = "STUDIO_TEST_MODEL"
Command = Callable[..., tuple[int, dict[str, Any], str]]


class MemoryKeyring(KeyringBackend):
    """A keyring that lasts for a test."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.kept:
            raise PasswordDeleteError(username)
        del self.kept[service, username]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, and the planted key in an environment variable."""
    monkeypatch.setenv("MANIMAGENT_STUDIO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv(VARIABLE, KEY)
    return tmp_path / "home"


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    """A keyring in place of the system's."""
    before = keyring.get_keyring()
    ours = MemoryKeyring()
    keyring.set_keyring(ours)
    yield ours
    keyring.set_keyring(before)


@pytest.fixture
def profile(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    """Run `profile ARGUMENTS --json`: exit code, document, standard error."""

    def run(*arguments: str, stdin: str = "") -> tuple[int, dict[str, Any], str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = main(["profile", *arguments, "--json"])
        shown = capsys.readouterr()
        assert KEY not in shown.out + shown.err
        return code, json.loads(shown.out), shown.err

    return run
