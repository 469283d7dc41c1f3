"""The data folder that a person has chosen, kept where the platform keeps settings.

Not in the data folder itself: it says where that is. It is read once in a process, so that a choice
takes effect at the next start and a run never finds half of its files elsewhere.
"""

import json
import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from app.errors import StudioError, environment_fault, wrong_use
from app.texts import tr

FILE = "data-folder.json"
NAME = "manimagent-studio"
LOST = "data_folder_lost"
"""Kind of the fault when the chosen folder is not there, such as a disk that is not connected."""
Origin = Literal["variable", "setting", "usual"]


@dataclass(frozen=True)
class Contents:
    """What lies in a folder: runs and banks of the studio, and whether there is anything else."""

    runs: int
    banks: int
    others: bool


def setting_file() -> Path:
    """Where the choice is kept."""
    if sys.platform == "win32":
        place = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        place = Path.home() / "Library" / "Preferences"
    else:
        place = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return place / NAME / FILE


def chosen_folder() -> Path | None:
    """The folder that was chosen, as the file says now; None if none was.

    Raises:
        StudioError: the file is there and cannot be read.
    """
    path = setting_file()
    try:
        value = json.loads(path.read_bytes())
        folder = Path(value["folder"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise environment_fault(
            tr("{path}, which says where the data folder is, cannot be read ({name}).").format(
                path=path, name=type(error).__name__
            ),
            tr("Delete that file to use the usual place, then choose the folder in Settings."),
            kind="data_folder",
        ) from error
    if not folder.is_absolute():
        raise environment_fault(
            tr("{path} names {folder}, which is no full path.").format(path=path, folder=folder),
            tr("Delete that file to use the usual place, then choose the folder in Settings."),
            kind="data_folder",
        )
    return folder


def folder_of_this_start() -> Path | None:
    """The folder that was chosen when this process first asked; None if none was.

    Raises:
        StudioError: the file cannot be read, or the folder is not there.
    """
    return _at_start(setting_file())


@cache
def _at_start(file: Path) -> Path | None:
    folder = chosen_folder()
    if folder is not None and not folder.is_dir():
        raise environment_fault(
            tr("The data folder {folder}, chosen in Settings, is not there.").format(folder=folder),
            tr(
                "Connect the disk that it is on. To use the usual place again, delete {file}; "
                "for one start only, set MANIMAGENT_STUDIO_HOME."
            ).format(file=file),
            kind=LOST,
        )
    return folder


def choose(folder: Path, present: Path) -> Path:
    """Have the studio work in another folder from its next start on. Nothing is moved.

    Args:
        folder: made if it is not there.
        present: the data folder in use.

    Returns:
        The folder as it is kept.

    Raises:
        StudioError: the folder takes no files, or lies inside the one in use.
        OSError: the choice cannot be kept.
    """
    wanted, used = folder.expanduser().absolute(), present.absolute()
    if wanted != used and used in wanted.parents:
        raise wrong_use(
            tr("{folder} lies inside the data folder in use.").format(folder=wanted),
            tr("Choose a folder elsewhere."),
            kind="data_folder",
        )
    _require_writable(wanted)
    _write({"folder": str(wanted)})
    return wanted


def forget_choice() -> None:
    """Back to the usual place from the next start on; raises OSError if that cannot be kept."""
    setting_file().unlink(missing_ok=True)


def contents(folder: Path) -> Contents:
    """What lies in a folder; one that is not there holds nothing. Raises OSError."""
    if not folder.is_dir():
        return Contents(0, 0, others=False)
    runs, banks = _folders(folder / "runs"), _folders(folder / "banks")
    anything = any(not entry.name.startswith(".") for entry in folder.iterdir())
    return Contents(runs, banks, others=anything and not (runs or banks))


def _folders(folder: Path) -> int:
    return sum(entry.is_dir() for entry in folder.iterdir()) if folder.is_dir() else 0


def _require_writable(folder: Path) -> None:
    import tempfile  # the window starts without it

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _refused(folder, error) from error


def _refused(folder: Path, error: OSError) -> StudioError:
    return environment_fault(
        tr("The studio cannot write to {folder}: {reason}.").format(
            folder=folder, reason=error.strerror or type(error).__name__
        ),
        tr("Choose a folder in which you can make files. Nothing has changed."),
        kind="unwritable",
    )


def _write(value: dict[str, str]) -> None:
    from pipeline.run.folder import write_atomically

    write_atomically(setting_file(), json.dumps(value, ensure_ascii=False, indent=1).encode())
