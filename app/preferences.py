"""What a person set for the runs to come, kept in the data folder."""

from typing import Literal

from pydantic import Field, ValidationError

from app.errors import environment_fault
from app.paths import DataPaths
from app.texts import tr
from pipeline.run.folder import write_atomically
from pipeline.schema.base import Value
from pipeline.settings import RunSettings

FILE = "preferences.json"


class Preferences(Value):
    """Defaults of a new animation.

    Attributes:
        run: every number that steers a run.
        cast: who plays the agents.
        profile, reviewer_profile: names of model profiles; empty for the default.
        bank: name of the memory bank; empty for the default one.
        backup_every: how often a bank is backed up by itself, if it changed.
        domain_banks: names of banks for sections of a domain (in lower case) instead of `bank`.
    """

    run: RunSettings = RunSettings()
    cast: Literal["offline", "model"] = "offline"
    profile: str = ""
    reviewer_profile: str = ""
    bank: str = ""
    domain_banks: dict[str, str] = Field(default_factory=dict)
    backup_every: Literal["day", "week", "never"] = "day"


def load_preferences(paths: DataPaths) -> Preferences:
    """What was set, or the defaults where nothing was.

    Raises:
        StudioError: the file is there and cannot be read; it is left as it is.
    """
    path = paths.root / FILE
    if not path.exists():
        return Preferences()
    try:
        return Preferences.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise environment_fault(
            tr("{path} cannot be read ({name}): the defaults are in force.").format(
                path=path, name=type(error).__name__
            ),
            tr("Set what you need in Settings: that writes the file anew. Or mend the file."),
            kind="preferences",
        ) from error


def save_preferences(paths: DataPaths, preferences: Preferences) -> None:
    """Keep them; raises OSError where the data folder cannot be written to."""
    write_atomically(paths.root / FILE, preferences.model_dump_json(indent=1).encode())
