"""Taking a job's files over from its folder, which is not to be trusted.

Only regular files with one name, of bounded size, opened without following links, are taken.
"""

import os
import stat
import threading
from itertools import islice
from pathlib import Path

from pydantic import ValidationError

from pipeline.render.plaintext import clean, shorten
from pipeline.schema.render import RenderResult

_ANSWER_BYTES = 1_000_000
_STILL_BYTES = 64_000_000
_GEOMETRY_BYTES = 64_000_000
_SVG_BYTES = 4_000_000
_LOG_CHARACTERS = 20_000
_TEX_FILES = 2_000
OUTPUT = "program_output.txt"


class IntakeError(Exception):
    """A file of a job is missing or not what it has to be."""


def read_file(path: Path, limit: int) -> bytes:
    """The bytes of a plain file of at most `limit` bytes; `IntakeError` for anything else."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise IntakeError(f"{path.name} cannot be read: {error.strerror}") from error
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1:
            raise IntakeError(f"{path.name} is not a plain file")
        if status.st_size > limit:
            raise IntakeError(f"{path.name} is larger than {limit} bytes")
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read(limit + 1)
    finally:
        os.close(handle)


def _check_folder(folder: Path) -> None:
    """Raise `IntakeError` unless `folder` is a folder itself and not a link to one."""
    try:
        mode = folder.lstat().st_mode
    except OSError as error:
        raise IntakeError(f"{folder.name} cannot be read: {error.strerror}") from error
    if not stat.S_ISDIR(mode):
        raise IntakeError(f"{folder.name} is not a plain folder")


def read_answer(out: Path) -> RenderResult | None:
    """The worker's answer, or None if there is none that can be read."""
    try:
        _check_folder(out)
        return RenderResult.model_validate_json(read_file(out / "answer.json", _ANSWER_BYTES))
    except (IntakeError, ValidationError, ValueError):
        return None


def take_files(result: RenderResult, out: Path, folder: Path, video_bytes: int) -> RenderResult:
    """Copy the files of a good `result` from `out` into `folder`; names are ours, not the job's.

    Raises `IntakeError` if one is missing or unfit.
    """
    _check_folder(out)
    _check_folder(out / "keyframes")
    (folder / "keyframes").mkdir(parents=True, exist_ok=True)
    _copy(out / "render.mp4", folder / "render.mp4", video_bytes)
    keyframes = []
    for number, keyframe in enumerate(result.keyframes, 1):
        name = f"keyframes/k{number}.png"
        _copy(out / name, folder / name, _STILL_BYTES)
        keyframes.append(keyframe.model_copy(update={"file": name}))
    geometry = None
    if result.geometry is not None:
        geometry = "geometry.json"
        _copy(out / geometry, folder / geometry, _GEOMETRY_BYTES)
    update = {"video": "render.mp4", "keyframes": tuple(keyframes), "geometry": geometry}
    return result.model_copy(update=update)


def _copy(source: Path, target: Path, limit: int) -> None:
    data = read_file(source, limit)
    draft = target.with_name(target.name + ".part")
    draft.write_bytes(data)
    draft.replace(target)


def take_output(log: Path, folder: Path, names: list[tuple[str, str]]) -> None:
    """Keep what the program printed, cleaned and shortened, beside the video."""
    try:
        text = clean(read_file(log, 32_000_000).decode("utf-8", errors="replace")).strip()
    except IntakeError:
        return
    for path, name in names:
        text = text.replace(path, name)
    if text:
        (folder / OUTPUT).write_text(shorten(text, _LOG_CHARACTERS) + "\n", encoding="utf-8")


def _is_tex_name(name: str) -> bool:
    """`<16 hex digits>.svg`, Manim's name for a compiled expression."""
    stem, _, suffix = name.partition(".")
    return suffix == "svg" and len(stem) == 16 and set(stem) <= set("0123456789abcdef")


def lend_tex(store: Path, tex: Path) -> None:
    """Copy the compiled TeX of this run into a job's folder."""
    tex.mkdir(parents=True, exist_ok=True)
    if store.is_dir():
        for path in store.iterdir():
            if _is_tex_name(path.name):
                (tex / path.name).write_bytes(path.read_bytes())


def keep_tex(tex: Path, store: Path) -> None:
    """Copy newly compiled TeX from a job's folder into the run's; never replaces a file."""
    if not tex.is_dir() or tex.is_symlink():
        return
    store.mkdir(parents=True, exist_ok=True)
    with os.scandir(tex) as listing:
        entries = [entry for entry in islice(listing, _TEX_FILES) if _is_tex_name(entry.name)]
    for entry in entries:
        target = store / entry.name
        if not target.exists():
            try:
                data = read_file(Path(entry.path), _SVG_BYTES)
            except IntakeError:
                continue
            if not data.rstrip().endswith(b"</svg>"):
                continue  # cut short by a full disk: no later job must get it
            draft = target.with_suffix(f".{os.getpid()}-{threading.get_ident()}.part")
            draft.write_bytes(data)
            draft.replace(target)
