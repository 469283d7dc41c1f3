"""Installing system packages where set-up may, and the exact command where it may not."""

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from app.setup.child import Runner
from app.setup.console import SetupError, say
from app.setup.libraries import Library, package_names
from app.setup.machine import Family, Machine

APT_LISTS = Path("/var/lib/apt/lists")
# Waits for another package manager this long, in seconds.
APT_LOCK_WAIT = 300
# TeX packages of a small macOS installation that the formula template needs on top.
TLMGR_PACKAGES = "preview dvisvgm mathtools mhchem physics cm-super"


def install_command(machine: Machine, libraries: Sequence[Library]) -> str:
    """The command that a person types on `machine` to get `libraries`."""
    names = shlex.join(package_names(libraries, machine.family))
    match machine.family:
        case Family.DEBIAN:
            return f"sudo apt-get update && sudo apt-get install --no-install-recommends {names}"
        case Family.FEDORA:
            return f"sudo dnf install {names}"
        case Family.ARCH:
            return f"sudo pacman -S --needed {names}"
        case Family.MACOS:
            return _mac_command(names, libraries)
        case Family.WINDOWS:
            return "winget install MiKTeX.MiKTeX"
        case _:
            return "Install with your system's package manager: " + ", ".join(
                library.title for library in libraries
            )


def _mac_command(names: str, libraries: Sequence[Library]) -> str:
    titles = " ".join(library.title for library in libraries)
    parts = []
    if "C compiler" in titles:
        parts.append("xcode-select --install")
    if names:
        parts.append(f"brew install {names}")
    if "program latex" in titles:
        parts.append("brew install --cask basictex")
    if "LaTeX" in titles or "dvisvgm" in titles:
        parts.append(f"sudo /Library/TeX/texbin/tlmgr install {TLMGR_PACKAGES}")
    return " && ".join(parts)


def refuse(machine: Machine, libraries: Sequence[Library], why: str) -> SetupError:
    """The error that names what is missing and the command that brings it."""
    titles = ", ".join(library.title for library in libraries)
    return SetupError(
        f"Missing on {machine.name}: {titles}.\n{why}",
        f"Type this, then run again:\n\n    {install_command(machine, libraries)}\n\n"
        "(MANIMAGENT_SKIP_SYSTEM=1 goes on without them: what needs them will fail.)",
    )


def install_with_apt(machine: Machine, names: Sequence[str], runner: Runner) -> None:
    """Install Debian or Ubuntu packages; raises SetupError with what apt said."""
    if machine.privilege is None:
        raise ValueError("this machine gives no right to install")
    prefix = [*machine.privilege, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    prefix += ["-o", f"DPkg::Lock::Timeout={APT_LOCK_WAIT}"]
    install = [*prefix, "install", "-y", "--no-install-recommends", *names]
    if machine.privilege and os.isatty(0):
        say("      sudo may ask for your password.")
    if not any(APT_LISTS.glob("*Packages*")):
        runner.succeeds([*prefix, "update"])
    plan = [*prefix, "install", "--assume-no", "--no-install-recommends", *names]
    say(f"      {_announced_size(runner.output(plan))}")
    if runner.succeeds(install):
        return
    # Old package lists, or an installation that was cut off: mend both, then once more.
    say("      the first attempt failed; renewing the package lists")
    runner.succeeds([*machine.privilege, "dpkg", "--configure", "-a"])
    runner.succeeds([*prefix, "update"])
    runner.run(install, "Installing system packages")


def _announced_size(plan: str) -> str:
    """What apt itself says of size, with a rough duration."""
    download = re.search(r"Need to get (?:[^\n]*?/)?([\d.,]+) (k|M|G)?B of archives", plan)
    disk = re.search(r"After this operation, ([^\n]*?) of additional", plan)
    if download is None or disk is None:
        return "about 150 MB to download, 600 MB on disk when all of it is missing; 1 to 3 minutes"
    small = download.group(2) in (None, "k")
    amount = f"{download.group(1)} {download.group(2) or ''}B"
    duration = "a few seconds" if small else "usually 1 to 3 minutes"
    return f"{amount} to download, {disk.group(1)} on disk; {duration}"
