"""The folder that `--out` names: made, tried out, and taken back if nothing came of it."""

import errno
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.errors import wrong_use

_TRANSIENT = (errno.ENOSPC, errno.EDQUOT, errno.EIO)  # the disk's fault, not that of the name


@dataclass(frozen=True)
class OutFolder:
    """A folder for results; `made` are the folders that did not exist before, outermost first."""

    path: Path
    made: tuple[Path, ...]

    def take_back(self) -> None:
        """Remove what was made for nothing: folders that are still empty."""
        for folder in reversed(self.made):
            with suppress(OSError):  # it holds something, or is gone
                folder.rmdir()


def out_folder(name: str) -> OutFolder:
    """Make the folder that `--out` names.

    Raises:
        StudioError: it is a file, cannot be made or takes no files.
        OSError: the disk is full or fails.
    """
    path = Path(name).absolute()
    if path.exists() and not path.is_dir():
        raise wrong_use(f"--out {path} is a file.", "Name a folder.")
    missing = [p for p in (path, *path.parents) if not p.exists()]
    folder = OutFolder(path, tuple(reversed(missing)))
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        folder.take_back()
        if error.errno in _TRANSIENT:
            raise
        raise wrong_use(
            f"The folder {path} (--out) cannot be made or written: {error.strerror}.",
            "Name a folder in a place where you can make files.",
            kind="unwritable",
        ) from error
    return folder
