"""Python and the installed packages, against the lock."""

import platform
import re
import sys
from importlib import metadata
from pathlib import Path

from app.doctor.check import ROOT, CheckFailed
from app.setup.verify import damaged_packages
from app.texts import listed, mark, tr

OLDEST = (3, 11)
REPAIR = mark("Delete .venv/.setup-done and run ./run: it installs again what differs.")


def python_version() -> str:
    """Python 3.11 or newer, in a virtual environment."""
    version = tr("Python {python_version} ({executable})").format(
        python_version=platform.python_version(), executable=sys.executable
    )
    if sys.version_info < OLDEST:
        raise CheckFailed(
            version, tr("Install Python 3.11 or newer, delete .venv, then run ./run.")
        )
    return version


def packages_as_locked(lock: Path = ROOT / "requirements.lock") -> str:
    """Every package of the lock that belongs on this platform, in the locked version."""
    wanted = locked(lock)
    differs = [text for name, version in wanted.items() if (text := _difference(name, version))]
    if differs:
        raise CheckFailed(listed(differs, 4, "; "), tr(REPAIR))
    damaged = damaged_packages(Path(str(metadata.distribution("pip").locate_file(""))))
    if damaged:
        names = ", ".join(info.name.removesuffix(".dist-info") for info in damaged[:4])
        raise CheckFailed(
            tr("files are missing or cut off in {names}").format(names=names), tr(REPAIR)
        )
    torch = metadata.version("torch")
    return tr("{count} packages as locked, every file in its recorded size; torch {torch}").format(
        count=len(wanted), torch=torch
    )


def locked(lock: Path) -> dict[str, str]:
    """Name and version of the packages in `lock` that belong on this platform."""
    from packaging.requirements import InvalidRequirement, Requirement

    if not lock.is_file():
        raise CheckFailed(
            tr("{lock} is not there").format(lock=lock), tr("Get the studio's files again.")
        )
    found = {}
    for line in lock.read_text(encoding="utf-8").splitlines():
        if not re.match(r"[A-Za-z0-9]", line):
            continue
        try:
            requirement = Requirement(line.removesuffix("\\").strip())
        except InvalidRequirement:
            raise CheckFailed(
                tr("{lock} holds the line {line!r}").format(lock=lock, line=line),
                tr("Get that file again."),
            ) from None
        if requirement.marker is None or requirement.marker.evaluate():
            found[requirement.name] = str(requirement.specifier).removeprefix("==")
    return found


def _difference(name: str, version: str) -> str:
    try:
        here = metadata.version(name)
    except metadata.PackageNotFoundError:
        return tr("{name} is missing").format(name=name)
    return (
        ""
        if here == version
        else tr("{name} is {here}, locked is {version}").format(
            name=name, here=here, version=version
        )
    )
