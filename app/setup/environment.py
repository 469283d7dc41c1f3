"""The virtual environment: made, mended, and filled from the lock."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from app.setup.child import Runner
from app.setup.console import SetupError, say
from app.setup.verify import damaged_packages, forget

# Kept when a broken environment is emptied: they belong to the set-up that is at work.
OWN_FILES = (".setup-lock", "setup.log")
# Settings that would lead pip or Python out of the environment.
LEADS_OUT = ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "VIRTUAL_ENV")
COMPILED_PACKAGES = ("pycairo", "manimpango")
# What the studio imports first; a failure here would meet the user in the middle of a run.
READ_NAMES = (
    "import sys; sys.path.insert(0, sys.argv[1]); from app.paths import tables_folder; "
    "from pipeline.checks import load_tables; load_tables(tables_folder())"
)
FIRST_IMPORTS = "import manim, av, cairo, manimpango, faiss, peewee, pydantic, torch"


class Environment:
    """The folder .venv of a project."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.python = self.folder / (
            "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
        )

    @property
    def site(self) -> Path:
        """Its site-packages (of the Python that made it; may not exist)."""
        if sys.platform == "win32":
            return self.folder / "Lib" / "site-packages"
        found = sorted(self.folder.glob("lib/python3.*/site-packages"))
        return found[-1] if found else self.folder / "lib"

    def has_compiled(self) -> bool:
        """Whether the packages that need a compiler are installed."""
        names = {info.name.split("-")[0].lower() for info in self.site.glob("*.dist-info")}
        return names.issuperset(COMPILED_PACKAGES)

    def healthy(self) -> bool:
        """Whether its Python starts, is new enough and has a whole pip."""
        question = "import sys, pip; print(sys.prefix); sys.exit(sys.version_info < (3, 11))"
        try:
            done = subprocess.run(
                [str(self.python), "-I", "-c", question],
                capture_output=True,
                text=True,
                stdin=subprocess.DEVNULL,
                timeout=60,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        prefix = Path(done.stdout.strip())
        if done.returncode != 0 or not (prefix.is_dir() and prefix.samefile(self.folder)):
            return False
        return not any(info.name.startswith("pip-") for info in damaged_packages(self.site))

    def make(self, runner: Runner) -> None:
        """Make it where it is missing or broken; keeps a healthy one."""
        if self.healthy():
            return
        for entry in self.folder.iterdir():
            if entry.name in OWN_FILES:
                continue
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry)
            else:
                entry.unlink()
        runner.run(
            [base_python(), "-I", "-m", "venv", str(self.folder)],
            "Making the virtual environment",
            _clean_environment(),
        )

    def install(self, runner: Runner, arguments: list[str], what: str) -> None:
        """Run `pip install` in it; raises SetupError with pip's last words."""
        pip = [str(self.python), "-m", "pip", "install", "--no-input", "--progress-bar", "off"]
        pip += ["--disable-pip-version-check", *arguments]
        runner.run(pip, what, _clean_environment(), self._count)

    def _count(self) -> str:
        return f"{sum(1 for _ in self.site.glob('*.dist-info'))} packages in place; "

    def drop_damaged(self) -> int:
        """Forget half-installed packages; the number of them."""
        damaged = damaged_packages(self.site)
        forget(self.site, damaged)
        if damaged:
            names = ", ".join(info.name.split("-")[0] for info in damaged)
            say(f"      an earlier set-up was cut off; installing again: {names}")
        return len(damaged)

    def prove(self, runner: Runner) -> None:
        """Import the large packages once, which also warms the disk cache, and read Manim's names.

        The first command would otherwise spend some seconds on the names.
        """
        runner.run([str(self.python), "-c", FIRST_IMPORTS], "Importing Manim", _clean_environment())
        sources = [str(self.root / name) for name in ("app", "pipeline", "memory_store")]
        runner.succeeds([str(self.python), "-m", "compileall", "-q", *sources])
        runner.succeeds([str(self.python), "-c", READ_NAMES, str(self.root)])


def base_python() -> str:
    """The real file of the Python that runs this, outside any virtual environment.

    The resolved name matters: a link such as /usr/bin/python3 may later lead to another version,
    in which the installed packages would not be found.
    """
    base = getattr(sys, "_base_executable", None) or sys.executable
    if not base:
        raise SetupError(
            "This Python does not know its own file.",
            "Name one: MANIMAGENT_PYTHON=/path/to/python ./run",
        )
    return os.path.realpath(base)


def _clean_environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in LEADS_OUT}
    return kept | {"PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "1", "PYTHONNOUSERSITE": "1"}
