"""Which system this is, and what set-up may do on it."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Family(StrEnum):
    """Systems whose package manager is known."""

    DEBIAN = "debian"
    FEDORA = "fedora"
    ARCH = "arch"
    MACOS = "macos"
    WINDOWS = "windows"
    OTHER = "other"


@dataclass(frozen=True)
class Machine:
    """The system, and the words that give a command the right to install (None: it may not)."""

    family: Family
    name: str
    privilege: tuple[str, ...] | None


def this_machine() -> Machine:
    """Look at the running system; MANIMAGENT_OS_RELEASE names another os-release file."""
    if sys.platform == "darwin":
        return Machine(Family.MACOS, "macOS", None)
    if sys.platform == "win32":
        return Machine(Family.WINDOWS, "Windows", None)
    path = Path(os.environ.get("MANIMAGENT_OS_RELEASE", "/etc/os-release"))
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    family, name = from_os_release(text)
    may = family is Family.DEBIAN and shutil.which("apt-get") is not None
    return Machine(family, name, _privilege() if may else None)


def from_os_release(text: str) -> tuple[Family, str]:
    """Family and display name from the text of an os-release file."""
    fields = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    fields = {key.strip(): value.strip().strip("\"'") for key, value in fields.items()}
    ids = {fields.get("ID", ""), *fields.get("ID_LIKE", "").split()}
    name = fields.get("PRETTY_NAME") or fields.get("NAME") or "this system"
    if ids & {"debian", "ubuntu"}:
        return Family.DEBIAN, name
    if ids & {"fedora", "rhel", "centos"}:
        return Family.FEDORA, name
    if "arch" in ids:
        return Family.ARCH, name
    return Family.OTHER, name


def _privilege() -> tuple[str, ...] | None:
    """Nothing for root, sudo where it answers (a person at a terminal may type a password)."""
    if os.geteuid() == 0:
        return ()
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    silent = subprocess.run([sudo, "-n", "true"], capture_output=True, stdin=subprocess.DEVNULL)
    if silent.returncode == 0 or (sys.stdin.isatty() and sys.stderr.isatty()):
        return (sudo,)
    return None
