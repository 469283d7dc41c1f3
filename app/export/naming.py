"""Names of exported files, and putting them in place without losing what is there."""

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.errors import ExitCode, StudioError, wrong_use
from app.export.request import ExportRequest
from app.texts import listed, ngettext, tr

_ENDINGS = {"mp4": ".mp4", "gif": ".gif", "png": "", "py": ".py", "html": ".html", "bundle": ".zip"}


class NamesTakenError(StudioError):
    """Files that an export would replace.

    Attributes:
        files: the existing files and folders, in the order of the export.
    """

    def __init__(self, files: tuple[Path, ...]) -> None:
        words = ngettext(
            "{names} is in {parent} already.", "{names} are in {parent} already.", len(files)
        )
        super().__init__(
            "exists",
            words.format(names=listed([path.name for path in files], 5), parent=files[0].parent),
            tr("Choose another folder or name, or ask to replace what is there."),
            ExitCode.WRONG_USE,
        )
        self.files = files


STEM_CHARACTERS = 60
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)


def stem_of(title: str) -> str:
    """A title as the name of files, without an ending: its letters and digits in lower case,
    everything else a dash; at most `STEM_CHARACTERS` long, and a name on every system."""
    words = "".join(sign if sign.isalnum() else " " for sign in title.lower()).split()
    stem = "-".join(words)
    if len(stem) > STEM_CHARACTERS:
        cut = stem[:STEM_CHARACTERS]
        stem = cut[: cut.rfind("-")] if "-" in cut else cut
    return "animation" if not stem or _RESERVED.fullmatch(stem) else stem


def is_stem(name: str) -> bool:
    """Whether a person's name can be that of a file here and elsewhere."""
    usual = name.strip() == name and not name.startswith(".") and not name.endswith(".")
    signs = not any(sign in '<>:"/\\|?*' or ord(sign) < 32 for sign in name)
    return bool(name) and usual and signs and not _RESERVED.fullmatch(name) and len(name) <= 120


@dataclass(frozen=True)
class Target:
    """Where results go: `folder`, and `name` if the person named the file."""

    folder: Path
    name: str | None = None


def target_of(request: ExportRequest) -> Target:
    """Read the target of a request.

    Raises:
        StudioError: a file of another ending, or a file where a folder is needed.
    """
    target, ending = request.target.expanduser().absolute(), _ENDINGS[request.format]
    if ending and target.suffix.lower() == ending and not target.is_dir():
        return Target(target.parent, target.name)
    if target.is_file() or target.suffix.lower() in {".mp4", ".gif", ".png", ".html", ".zip"}:
        wanted = (
            tr("Give a folder, or a name that ends in {ending}.")
            if ending
            else tr("Give a folder.")
        )
        raise wrong_use(
            tr("{target} is no place for this export.").format(target=target),
            wanted.format(ending=ending),
        )
    return Target(target)


class Staging:
    """A working folder beside the target; what it holds at the end is put in place."""

    def __init__(self, target: Target, overwrite: bool) -> None:
        self._target = target
        self._overwrite = overwrite
        self._made = [p for p in (target.folder, *target.folder.parents) if not p.exists()]
        target.folder.mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(prefix=".export-", dir=target.folder))
        self._names: list[str] = []

    def promise(self, *names: str) -> None:
        """Names that the export will make.

        Raises:
            NamesTakenError: some are there, and nobody asked to replace them.
        """
        self._names += names
        taken = [path for name in self._names if (path := self._target.folder / name).exists()]
        if taken and not self._overwrite:
            raise NamesTakenError(tuple(taken))

    def file(self, name: str) -> Path:
        """Where to make the file or folder that will have this name."""
        return self.folder / name

    def deliver(self) -> list[Path]:
        """Put everything in place; raises `NamesTakenError` for what has appeared meanwhile."""
        self.promise()
        placed = []
        for name in self._names:
            final = self._target.folder / name
            if final.is_dir() and not final.is_symlink():
                shutil.rmtree(final)
            (self.folder / name).replace(final)
            placed.append(final)
        return placed

    def clear(self, kept: bool) -> None:
        """Remove the working folder; without a result also the folders made for it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if not kept:
            for folder in self._made:
                try:
                    folder.rmdir()
                except OSError:  # somebody else has put something in
                    break


@contextmanager
def staged(request: ExportRequest) -> Iterator[tuple[Staging, Target]]:
    """A working folder for an export, cleared whatever happens."""
    target = target_of(request)
    staging = Staging(target, request.overwrite)
    kept = False
    try:
        yield staging, target
        kept = True
    finally:
        staging.clear(kept)
