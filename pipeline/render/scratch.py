"""Removing a job's folder, whatever the job has made of it."""

import os
import shutil
from contextlib import suppress
from pathlib import Path


def remove_folder(folder: Path) -> None:
    """Remove a folder with all it holds, also where permissions were taken away. Never raises."""
    shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        return
    for path, names, _ in os.walk(folder):
        for name in (path, *(os.path.join(path, name) for name in names)):
            with suppress(OSError):
                if not os.path.islink(name):
                    os.chmod(name, 0o700)
    shutil.rmtree(folder, ignore_errors=True)
