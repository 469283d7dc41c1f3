"""The profiles of a data folder: one JSON file, written whole, that never holds a key."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import ValidationError

from app.errors import environment_fault, wrong_use
from app.paths import DataPaths
from app.texts import tr
from pipeline.models.profile import Profile
from pipeline.run.folder import write_atomically

VERSION = 1
WAIT_SECONDS = 10.0


class ProfileStore:
    """Reads and writes `profiles.json`. Several processes may use it at the same time."""

    def __init__(self, paths: DataPaths) -> None:
        self.file: Path = paths.root / "profiles.json"

    def all(self) -> tuple[Profile, ...]:
        """Every profile, by name.

        Raises:
            StudioError: the file is damaged or from a newer version; it is left as it is.
        """
        try:
            data = self.file.read_bytes()
        except FileNotFoundError:
            return ()
        try:
            document = json.loads(data)
            if not isinstance(document, dict) or document.get("version") != VERSION:
                raise self._damaged(
                    tr("it is not a list of profiles of this version of the studio")
                )
            profiles = [Profile.model_validate(entry) for entry in document["profiles"]]
        except ValidationError as error:
            raise self._damaged(complaints(error)) from None
        except (ValueError, KeyError, TypeError) as error:
            raise self._damaged(
                tr("it cannot be read ({name})").format(name=type(error).__name__)
            ) from None
        return tuple(sorted(profiles, key=lambda profile: profile.name))

    def get(self, name: str) -> Profile:
        """The profile of that name; raises `StudioError` that names those there are."""
        profiles = self.all()
        for profile in profiles:
            if profile.name == name:
                return profile
        names = ", ".join(profile.name for profile in profiles)
        raise wrong_use(
            tr("There is no profile {name!r}.").format(name=name),
            tr("There are: {names}.").format(names=names)
            if names
            else tr("Make one: ./run profile add NAME --preset ..."),
            kind="profile_unknown",
        )

    def save(self, profile: Profile, replace: bool = False) -> None:
        """Add a profile, or put it in the place of the one of that name."""
        with self._alone():
            others = {other.name: other for other in self.all()}
            if profile.name in others and not replace:
                raise wrong_use(
                    tr("There is a profile {name} already.").format(name=profile.name),
                    tr("Take another name, or add --replace."),
                    kind="profile_exists",
                )
            self._write([*(others | {profile.name: profile}).values()])

    def remove(self, name: str) -> Profile:
        """Take a profile out; returns it."""
        with self._alone():
            gone = self.get(name)
            self._write([profile for profile in self.all() if profile.name != name])
        return gone

    def _write(self, profiles: list[Profile]) -> None:
        document = {
            "version": VERSION,
            "profiles": [profile.model_dump(mode="json") for profile in profiles],
        }
        write_atomically(self.file, json.dumps(document, indent=1, ensure_ascii=False).encode())

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self.file.with_name(".profiles.lock"), timeout=WAIT_SECONDS):
                yield
        except Timeout:
            raise environment_fault(
                tr("{file} is being written by another process.").format(file=self.file),
                tr("Try again."),
                "profiles_in_use",
            ) from None

    def _damaged(self, why: str) -> Exception:
        return environment_fault(
            tr("The profiles in {file} cannot be used: {why}.").format(file=self.file, why=why),
            tr("Mend that file, or move it away and add the profiles again. It holds no keys."),
            kind="profiles_damaged",
        )


def complaints(error: ValidationError) -> str:
    """What is wrong with a profile, field by field, without showing what was given."""
    told = []
    for fault in error.errors(include_input=False, include_url=False):
        field = ".".join(str(part) for part in fault["loc"]) or "profile"
        told.append(f"{field}: {fault['msg'].removeprefix('Value error, ')}")
    return "; ".join(told[:4])
