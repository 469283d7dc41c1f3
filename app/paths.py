"""Where the studio keeps its data and finds its resources."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from app.data_folder import Origin, folder_of_this_start
from app.errors import wrong_use
from app.texts import tr

HOME_VARIABLE = "MANIMAGENT_STUDIO_HOME"
RESOURCES = Path(__file__).resolve().parent.parent / "resources"


@dataclass(frozen=True)
class DataPaths:
    """The folders below the data folder; nothing is created by asking for a path."""

    root: Path

    @property
    def banks(self) -> Path:
        """One folder per memory bank."""
        return self.root / "banks"

    @property
    def snapshots(self) -> Path:
        """Frozen copies of banks."""
        return self.root / "snapshots"

    @property
    def runs(self) -> Path:
        """One folder per run."""
        return self.root / "runs"

    @property
    def trash(self) -> Path:
        """Runs that a person deleted, until the trash is emptied."""
        return self.root / "trash"

    @property
    def cache(self) -> Path:
        """Rendered videos and tables that can be made again."""
        return self.root / "cache"

    @property
    def scratch(self) -> Path:
        """Working folders of renders in progress."""
        return self.root / "scratch"

    def bank(self, name: str | None) -> Path:
        """The folder of a bank or snapshot, by path or by name; None is the default bank.

        A name is looked for among the banks, then among the snapshots; anything with a path
        separator, or that is a folder already, is a path.
        """
        if name is None:
            return self.banks / "default"
        candidate = Path(name).expanduser()
        if len(candidate.parts) > 1 or candidate.is_absolute() or candidate.is_dir():
            return candidate.absolute()
        snapshot = self.snapshots / name
        return (
            snapshot
            if snapshot.is_dir() and not (self.banks / name).is_dir()
            else (self.banks / name)
        )


def data_paths() -> DataPaths:
    """The data folder: the environment variable if set, else the folder that was chosen in
    Settings, else the platform's usual place.

    Raises:
        StudioError: the variable names a file, or the chosen folder is not there.
    """
    named = os.environ.get(HOME_VARIABLE)
    if named:
        root = Path(named).expanduser().absolute()
        if root.exists() and not root.is_dir():
            raise wrong_use(
                tr("{home_variable} names {root}, which is not a folder.").format(
                    home_variable=HOME_VARIABLE, root=root
                ),
                tr("Set {home_variable} to a folder, or unset it to use the usual place.").format(
                    home_variable=HOME_VARIABLE
                ),
            )
        return DataPaths(root)
    return DataPaths(folder_of_this_start() or usual_folder())


def origin() -> Origin:
    """What says where the data folder of this process is."""
    if os.environ.get(HOME_VARIABLE):
        return "variable"
    return "usual" if folder_of_this_start() is None else "setting"


def usual_folder() -> Path:
    """The data folder where nobody has said anything else."""
    return _platform_data_folder() / "manimagent-studio"


def tables_folder() -> Path:
    """Where the program check keeps what it knows of the installed Manim.

    Beside that Manim, in the virtual environment, so that it is made once for all data folders.
    """
    environment = Path(sys.prefix)
    if sys.prefix != sys.base_prefix and os.access(environment, os.W_OK):
        return environment / "var" / "manimagent-studio"
    return data_paths().cache / "tables"


def _platform_data_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
