"""Where keys come from: an environment variable, the system keyring, or a person at the start."""

import getpass
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.errors import environment_fault, wrong_use
from app.texts import tr
from pipeline.models.port import Role
from pipeline.models.profile import ModelChoice, Profile
from pipeline.models.secrets import Key

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "manimagent-studio"
"""The name under which the system keyring lists our keys."""
LONGEST = 4096

Ask = Callable[[str], Key]
"""Has a person give a key; the argument says what for."""


class SessionKeys:
    """Keys that a person gave for this session: in the memory of this process, never in a file.

    A key is held for one profile and one host: an address that was changed does not get it.
    """

    def __init__(self) -> None:
        self._held: dict[tuple[str, str], Key] = {}

    def hold(self, account: str, host: str, key: Key) -> None:
        """Keep a key until this process ends; raises `StudioError` for what can be none."""
        self._held[account, host] = _usable(key, host)

    def get(self, account: str, host: str) -> Key | None:
        """The key that was given, None if none was."""
        return self._held.get((account, host))

    def forget(self, name: str) -> int:
        """Drop the keys of a profile; returns how many there were."""
        gone = [place for place in self._held if place[0].split("/")[0] == name]
        for place in gone:
            del self._held[place]
        return len(gone)


session_keys = SessionKeys()
"""Those of this process."""


def read_key(purpose: str) -> Key:
    """A key typed unseen at a terminal, or the first line of standard input.

    Raises `StudioError` if none came.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        text = getpass.getpass(f"Key for {purpose}: ", stream=sys.stderr)
    else:
        text = sys.stdin.readline(LONGEST) if sys.stdin is not None else ""
    key = Key(text)
    if not key:
        raise wrong_use(
            f"No key for {purpose} came on standard input.",
            "Type it at a terminal, or pass it in: ... < file-with-the-key. A key is never an "
            "argument of a command: other users could see it.",
            kind="key_missing",
        )
    return _usable(key, purpose)


def keys_of(profile: Profile, ask: Ask = read_key) -> dict[Role, Key | None]:
    """The key of each role; asked for at most once for one endpoint.

    Raises:
        StudioError: a key is not where the profile says; names the place, never the key.
    """
    found: dict[Role, Key | None] = {}
    asked: dict[str, Key] = {}
    roles: tuple[Role, ...] = ("text", "vision")
    for role in roles:
        choice = profile.choice(role)
        if choice is None:
            continue
        account = profile.account(role)
        if choice.key == "session":
            if (held := session_keys.get(account, choice.host)) is not None:
                asked[account] = held
            if account not in asked:
                asked[account] = ask(
                    tr("{host} (profile {name})").format(host=choice.host, name=profile.name)
                )
            found[role] = asked[account]
        else:
            found[role] = _stored_key(choice, account)
    return found


def missing_key(choice: ModelChoice) -> str:
    """What stands in the way of using a key, as far as can be said without asking anyone."""
    if choice.variable and not os.environ.get(choice.variable, "").strip():
        return tr("the environment variable {variable} is not set").format(variable=choice.variable)
    return ""


def store_in_keyring(account: str, key: Key) -> None:
    """Put a key into the system keyring."""
    from keyring.errors import KeyringError

    try:
        _keyring().set_password(SERVICE, account, key.reveal())
    except (KeyringError, OSError, RuntimeError) as error:
        raise _no_keyring(type(error).__name__) from None


def remove_from_keyring(account: str) -> bool:
    """Take a key out of the system keyring; False if none was there."""
    from keyring.errors import KeyringError

    try:
        _keyring().delete_password(SERVICE, account)
    except (KeyringError, OSError, RuntimeError):
        return False
    return True


def _stored_key(choice: ModelChoice, account: str) -> Key | None:
    if choice.key == "none":
        return None
    if choice.variable:
        key = Key(os.environ.get(choice.variable, ""))
        if not key:
            raise environment_fault(
                tr(
                    "The environment variable {variable} with the key for {host} is not set."
                ).format(variable=choice.variable, host=choice.host),
                tr(
                    "Set {variable} in the shell that starts the studio, or give the profile "
                    "another source: ./run profile add --replace."
                ).format(variable=choice.variable),
                kind="key_missing",
            )
        return _usable(
            key, tr("{host} in {variable}").format(host=choice.host, variable=choice.variable)
        )
    return _usable(_from_keyring(account), tr("{host} in the keyring").format(host=choice.host))


def _from_keyring(account: str) -> Key:
    from keyring.errors import KeyringError

    try:
        stored = _keyring().get_password(SERVICE, account)
    except (KeyringError, OSError, RuntimeError) as error:
        raise _no_keyring(type(error).__name__) from None
    if not stored:
        raise environment_fault(
            tr("The system keyring holds no key {account} of {service}.").format(
                account=account, service=SERVICE
            ),
            tr("Store it: ./run profile add --replace --key-keyring."),
            kind="key_missing",
        )
    return Key(stored)


def _keyring() -> "KeyringBackend":
    """The system's keyring; one that keeps keys in a readable file is refused."""
    import keyring
    from keyring.backends import fail, null

    backend = keyring.get_keyring()
    kinds = (fail.Keyring, null.Keyring)
    if isinstance(backend, kinds) or type(backend).__module__.startswith("keyrings.alt"):
        raise _no_keyring(tr("none is set up"))
    return backend


def _no_keyring(why: str) -> Exception:
    return environment_fault(
        tr("This machine's keyring cannot be used ({why}).").format(why=why),
        tr(
            "Keep the key in an environment variable (--key-env NAME), or give it at each start "
            "(--key-session)."
        ),
        kind="no_keyring",
    )


def _usable(key: Key, purpose: str) -> Key:
    """A key that fits into a header."""
    text = key.reveal()
    if not text.isascii() or not text.isprintable() or " " in text or len(text) >= LONGEST:
        raise wrong_use(
            tr(
                "The key for {purpose} has characters that no key has (a space, a line break or an "
                "accent, for instance)."
            ).format(purpose=purpose),
            tr("Copy it again."),
            kind="key_malformed",
        )
    return key
