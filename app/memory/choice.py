"""Which bank is meant where none is named: by the section's domain, else the one in use."""

from pathlib import Path

from app.errors import StudioError, environment_fault, wrong_use
from app.paths import DataPaths
from app.preferences import Preferences, load_preferences

DEFAULT = "default"


def bank_for(paths: DataPaths, named: str | None, domain: str = "") -> Path:
    """The folder of the bank `named`; where none is named, the one set for the domain, else the one
    in use.

    Raises:
        StudioError: the preferences cannot be read, so it is not known which bank is meant.
    """
    if named is not None:
        if not named.strip():
            raise wrong_use("The name of the memory bank is empty.", "Name a bank or a snapshot.")
        return paths.bank(named)
    try:
        preferences = load_preferences(paths)
    except StudioError as error:
        raise environment_fault(
            f"{error.message.split(' cannot be read')[0]} cannot be read, so it is not known which "
            "memory bank is meant.",
            "Name one with --memory or --bank, or mend the file.",
            kind=error.kind,
        ) from error
    return paths.bank(name_for(preferences, domain))


def name_for(preferences: Preferences, domain: str) -> str:
    """Name (or path) of the bank for sections of `domain`."""
    return preferences.domain_banks.get(domain.casefold()) or preferences.bank or DEFAULT
