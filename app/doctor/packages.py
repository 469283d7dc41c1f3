"""Python and the installed packages, against the lock."""

import platform
import re
import sys
from importlib import metadata
from pathlib import Path

from app.doctor.check import ROOT, CheckFailed
from app.setup.verify import damaged_packages

OLDEST = (3, 11)
REPAIR = "Delete .venv/.setup-done and run ./run: it installs again what differs."


def python_version() -> str:
    """Python 3.11 or newer, in a virtual environment."""
    version = f"Python {platform.python_version()} ({sys.executable})"
    if sys.version_info < OLDEST:
        raise CheckFailed(version, "Install Python 3.11 or newer, delete .venv, then run ./run.")
    return version


def packages_as_locked(lock: Path = ROOT / "requirements.lock") -> str:
    """Every package of the lock that belongs on this platform, in the locked version."""
    wanted = locked(lock)
    differs = [text for name, version in wanted.items() if (text := _difference(name, version))]
    if differs:
        more = f" and {len(differs) - 4} more" if len(differs) > 4 else ""
        raise CheckFailed("; ".join(differs[:4]) + more, REPAIR)
    damaged = damaged_packages(Path(str(metadata.distribution("pip").locate_file(""))))
    if damaged:
        names = ", ".join(info.name.removesuffix(".dist-info") for info in damaged[:4])
        raise CheckFailed(f"files are missing or cut off in {names}", REPAIR)
    torch = metadata.version("torch")
    return f"{len(wanted)} packages as locked, every file in its recorded size; torch {torch}"


def locked(lock: Path) -> dict[str, str]:
    """Name and version of the packages in `lock` that belong on this platform."""
    from packaging.requirements import InvalidRequirement, Requirement

    if not lock.is_file():
        raise CheckFailed(f"{lock} is not there", "Get the studio's files again.")
    found = {}
    for line in lock.read_text(encoding="utf-8").splitlines():
        if not re.match(r"[A-Za-z0-9]", line):
            continue
        try:
            requirement = Requirement(line.removesuffix("\\").strip())
        except InvalidRequirement:
            raise CheckFailed(f"{lock} holds the line {line!r}", "Get that file again.") from None
        if requirement.marker is None or requirement.marker.evaluate():
            found[requirement.name] = str(requirement.specifier).removeprefix("==")
    return found


def _difference(name: str, version: str) -> str:
    try:
        here = metadata.version(name)
    except metadata.PackageNotFoundError:
        return f"{name} is missing"
    return "" if here == version else f"{name} is {here}, locked is {version}"
