"""Set-up from start to end, then the program itself."""

import contextlib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from app.setup.child import Runner
from app.setup.console import SetupError, say
from app.setup.environment import Environment
from app.setup.libraries import missing_libraries, package_names
from app.setup.machine import this_machine
from app.setup.packages import install_with_apt, refuse
from app.setup.single import only_one

ROOT = Path(__file__).resolve().parents[2]
STAMP = ".setup-done"
LOCK_FILES = ("requirements.lock", "requirements-torch.txt")
# Free space that a first set-up needs, in bytes; a set-up that goes on needs less.
SPACE_NEEDED = 4_000_000_000
SPACE_TO_GO_ON = 500_000_000


def main(arguments: Sequence[str]) -> int:
    """Set up what is missing, then become the program; 3 when the machine stands in the way.

    `arguments` are `[--key KEY] [--] arguments of ./run`; KEY is what the stamp has to hold.
    """
    key, given = _split(list(arguments))
    signal.signal(signal.SIGTERM, _stop)
    as_json = "--json" in given
    try:
        set_up(ROOT, key or _key(ROOT))
    except SetupError as error:
        return _report(error, 3, as_json)
    except OSError as error:
        what = f"{error.strerror or error}: {error.filename}" if error.filename else str(error)
        remedy = "Set-up writes into the folder .venv here: make that possible, then run again."
        return _report(SetupError(what, remedy), 3, as_json)
    except KeyboardInterrupt:
        stopped = SetupError(
            "It was interrupted.", "What is done is kept: the same command goes on."
        )
        return _report(stopped, 130, as_json)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    return start_program(Environment(ROOT), given)


def set_up(root: Path, key: str) -> None:
    """Bring the machine to where `key` stands in the stamp; raises SetupError."""
    environment = Environment(root)
    environment.folder.mkdir(exist_ok=True)
    stamp = environment.folder / STAMP
    with only_one(environment.folder / ".setup-lock") as held:
        if _reads(stamp) == key and environment.python.exists():
            return  # another set-up finished while this one waited
        stamp.unlink(missing_ok=True)
        runner = Runner(environment.folder / "setup.log", (held,))
        _check_space(environment)
        say(
            "Setting up ManimAgent Studio, once: on a bare machine about 6 minutes, 1.2 GB to\n"
            "download and 3.6 GB on disk. It may be interrupted: what is done is kept."
        )
        _system_libraries(environment, runner)
        say("[2/5] Virtual environment (.venv): a few seconds")
        environment.make(runner)
        _python_packages(environment, runner)
        say("[5/5] A first import of everything: about 10 seconds")
        environment.prove(runner)
        fresh = stamp.with_suffix(".new")
        fresh.write_text(key + "\n", encoding="utf-8")
        os.replace(fresh, stamp)
        say("Set-up is done.\n")


def start_program(environment: Environment, given: list[str]) -> int:
    """Become main.py (or the test suite) with the arguments as they were given."""
    python = str(environment.python)
    if given[:1] == ["test"]:
        os.chdir(ROOT)
        command = [python, "-m", "app.setup.suite", *given[1:]]
    else:
        command = [python, str(ROOT / "main.py"), *given]
    sys.stderr.flush()
    if sys.platform != "win32":
        os.execv(python, command)
    # On Windows exec would detach from the console.
    return subprocess.run(command, check=False).returncode


def _report(error: SetupError, code: int, as_json: bool) -> int:
    """Say why set-up ended; with --json standard output gets the one document of every failure."""
    say(f"\nSet-up cannot go on. {error.message}\n\n{error.remedy}")
    if error.log is not None:
        say(f"The whole log: {error.log}")
    if as_json:
        kind = "interrupted" if code == 130 else "setup"
        fault = {"kind": kind, "message": error.message, "remedy": error.remedy}
        print(json.dumps({"ok": False, "error": fault}, indent=1))
    return code


def _system_libraries(environment: Environment, runner: Runner) -> None:
    say("[1/5] System libraries: Pango and Cairo, LaTeX, fonts, video")
    if os.environ.get("MANIMAGENT_SKIP_SYSTEM") == "1":
        say("      skipped (MANIMAGENT_SKIP_SYSTEM=1)")
        return
    missing = missing_libraries(environment.has_compiled())
    if not missing:
        return
    machine = this_machine()
    if machine.privilege is None:
        raise refuse(machine, missing, "Set-up may not install system packages here.")
    names = package_names(missing, machine.family)
    say(f"      installing {' '.join(names)}")
    install_with_apt(machine, names, runner)
    still = missing_libraries(environment.has_compiled())
    if still:
        raise refuse(machine, still, "Their packages were installed, and they are still not seen.")


def _python_packages(environment: Environment, runner: Runner) -> None:
    lock, torch = (str(environment.root / name) for name in LOCK_FILES)
    environment.drop_damaged()
    say("[3/5] Python packages from the lock: about 560 MB to download, 1 to 3 minutes")
    from_lock = ["--require-hashes", "--no-deps", "-r", lock]
    environment.install(runner, from_lock, "Installing the Python packages")
    say(
        "[4/5] PyTorch, for search by meaning: about 200 MB to download, half a minute;\n"
        "      where the package source gives out the GPU build (Linux without a CPU source), 3 GB"
    )
    environment.install(runner, ["-r", torch], "Installing PyTorch")
    if environment.drop_damaged():
        environment.install(runner, from_lock, "Installing the Python packages")
        environment.install(runner, ["-r", torch], "Installing PyTorch")


def _check_space(environment: Environment) -> None:
    need = SPACE_TO_GO_ON if environment.has_compiled() else SPACE_NEEDED
    free = shutil.disk_usage(environment.root).free
    if free < need:
        raise SetupError(
            f"{environment.root} has {free / 1e9:.1f} GB free; set-up needs {need / 1e9:.1f} GB.",
            "Free some space on that disk, then run again.",
        )


def _split(arguments: list[str]) -> tuple[str, list[str]]:
    key = ""
    if arguments[:1] == ["--key"]:
        key, arguments = arguments[1], arguments[2:]
    return key, arguments[1:] if arguments[:1] == ["--"] else arguments


def _key(root: Path) -> str:
    """A stamp's content where no shell has made one (Windows)."""
    digest = hashlib.sha256(b"".join((root / name).read_bytes() for name in LOCK_FILES))
    return f"1 {digest.hexdigest()}"


def _reads(stamp: Path) -> str:
    with contextlib.suppress(OSError):
        return stamp.read_text(encoding="utf-8").strip()
    return ""


def _stop(signum: int, frame: object) -> None:
    raise KeyboardInterrupt
