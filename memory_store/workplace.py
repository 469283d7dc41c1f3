"""A hidden folder beside a thing that is being made, which then moves to its place by rename.

Its maker holds a lock in it. What a killed maker left has a lock that nobody holds, and goes away
when something is next made in the same folder.
"""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from memory_store.errors import MemoryStoreError
from memory_store.layout import DATABASE as FIRST
from memory_store.layout import sync_directory
from memory_store.lock import release, take

SUFFIX = ".making"
LOCK = "lock"
CONTENT = "content"
TRIES = 20


@contextmanager
def workplace(root: Path, name: str) -> Iterator[Path]:
    """An empty folder on the disk of `root` to make `name` in; it is gone afterwards.

    Move the finished thing out of it by rename. Call it where errors of the operating system are
    translated.

    Args:
        root: the folder in which the finished thing will be; made if it is missing.
    """
    root.mkdir(parents=True, exist_ok=True)
    clear_leftovers(root)
    folder, handle = _locked(root, name)
    try:
        content = folder / CONTENT
        content.mkdir()
        yield content
    finally:
        release(handle)
        os.close(handle)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def new_folder(dest: Path) -> Iterator[Path]:
    """An empty folder whose content becomes the folder `dest` when the block ends without an error.

    Where `dest` exists (an empty folder, or the root of a disk) the content moves into it, the
    database first: it is what makes a bank.
    """
    inside = dest.exists()
    with workplace(dest if inside else dest.parent, dest.name) as folder:
        yield folder
        if inside:
            for path in sorted(folder.iterdir(), key=lambda path: path.name != FIRST):
                path.replace(dest / path.name)
            sync_directory(dest)
            return
        folder.rename(dest)
        sync_directory(dest.parent)


def _locked(root: Path, name: str) -> tuple[Path, int]:
    """A new folder and the handle of its lock. Another process may take a new folder for a
    leftover until the lock is held; then there is another one."""
    for _ in range(TRIES):
        folder = root / f".{name}.{secrets.token_hex(4)}{SUFFIX}"
        folder.mkdir(mode=0o700)
        try:
            handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError:
            continue
        if take(handle) and (folder / LOCK).exists():
            return folder, handle
        os.close(handle)
    raise MemoryStoreError(f"{root} is too busy to make {name} in.", "Try again.")


def clear_leftovers(root: Path) -> None:
    """Remove what killed makers left in `root`. What cannot be removed stays for the next time."""
    for folder in root.glob(f".*{SUFFIX}"):
        with suppress(OSError):
            handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                unused = take(handle)
                if unused and os.name != "nt":
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(handle)
            if unused:  # Windows removes no open file
                shutil.rmtree(folder, ignore_errors=True)
