"""The manifest of a snapshot: what it holds and the hash of every file."""

import hashlib
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from memory_store.errors import SnapshotInvalid, translated
from memory_store.layout import DATABASE, MANIFEST, SPEC, write_whole

FORMAT = 1
HASHERS = 2
"""Files that are hashed at the same time; hashing lets other threads run."""
REMEDY = "Take an untouched copy of the snapshot, or freeze the bank again."


class SnapshotInfo(BaseModel):
    """`manifest.json` of a snapshot.

    `counts` are records by polarity, `first_k` and `chosen` say which records of the bank it has
    (None: all), `files` the SHA-256 of every other file by relative path, and
    `sha256` the hash over all the rest of the manifest, which names the snapshot in a run.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int = FORMAT
    name: str
    description: str = ""
    counts: dict[str, int]
    active: dict[str, int]
    bank_id: str
    parent: str
    parent_revision: int
    created: str
    studio_version: str
    first_k: int | None = None
    shuffled_from: str | None = None
    seed: int | None = None
    chosen: str | None = None
    files: dict[str, str]
    sha256: str = ""

    def digest(self) -> str:
        """The hash over everything but the hash itself."""
        content = json.dumps(self._content(exclude={"sha256"}), sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()

    def file_content(self) -> bytes:
        """The manifest as a file."""
        return (json.dumps(self._content(), indent=1, ensure_ascii=False) + "\n").encode()

    def _content(self, exclude: set[str] | None = None) -> dict[str, object]:
        """The fields; a field that older manifests do not have is left out where it is empty, so
        that their hashes stay right."""
        content = self.model_dump(exclude=exclude)
        if self.chosen is None:
            del content["chosen"]
        return content


def hash_files(directory: Path) -> dict[str, str]:
    """SHA-256 of every file under `directory` but the manifest, by path with forward slashes."""
    paths = {path.relative_to(directory).as_posix(): path for path in directory.rglob("*")}
    wanted = sorted(name for name, path in paths.items() if path.is_file() and name != MANIFEST)
    with ThreadPoolExecutor(HASHERS) as pool:
        return dict(zip(wanted, pool.map(lambda name: hash_file(paths[name]), wanted), strict=True))


def hash_file(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_manifest(
    directory: Path, info: SnapshotInfo, known: Mapping[str, str] | None = None
) -> SnapshotInfo:
    """Write the manifest with the hashes of the files that are there; returns it complete.

    Args:
        known: hashes by relative path that were taken while the files were written.
    """
    files = hash_files(directory) if known is None else dict(sorted(known.items()))
    info = info.model_copy(update={"files": files})
    info = info.model_copy(update={"sha256": info.digest()})
    write_whole(directory / MANIFEST, info.file_content())
    return info


def read_manifest(directory: Path) -> SnapshotInfo:
    """The manifest, checked against itself but not yet against the files.

    Raises:
        SnapshotInvalid: it is missing, unreadable, of a newer format, or was changed.
    """
    path = directory / MANIFEST
    try:
        content = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise SnapshotInvalid(f"{directory} is not a snapshot: {MANIFEST} is missing.") from None
    except (OSError, ValueError) as error:
        raise SnapshotInvalid(f"{path} is not readable JSON ({error}).", REMEDY) from error
    if isinstance(content, dict) and content.get("format", FORMAT) != FORMAT:
        raise SnapshotInvalid(
            f"{path} has format {content['format']}; this studio knows format {FORMAT}.",
            "Use the studio that made this snapshot.",
        )
    try:
        info = SnapshotInfo.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise SnapshotInvalid(
            f"{path} is not a manifest ({where}: {first['msg']}).", REMEDY
        ) from error
    if info.digest() != info.sha256:
        raise SnapshotInvalid(f"{path} was changed after the snapshot was frozen.", REMEDY)
    return info


def check_files(directory: Path) -> SnapshotInfo:
    """The manifest of a snapshot whose files are all as they were frozen.

    Raises:
        SnapshotInvalid: names the first file that is missing, was changed, or was added.
    """
    info = read_manifest(directory)
    with translated(directory):
        there = hash_files(directory)
    for name, expected in info.files.items():
        if name not in there:
            raise SnapshotInvalid(f"The snapshot {directory} lacks its file {name}.", REMEDY)
        if there[name] != expected:
            raise SnapshotInvalid(f"{directory / name} was changed after freezing.", REMEDY)
    for name in (DATABASE, SPEC):
        if name not in info.files:
            raise SnapshotInvalid(f"The snapshot {directory} never had a file {name}.", REMEDY)
    extra = [name for name in there if name not in info.files]
    if extra:
        raise SnapshotInvalid(f"{directory / extra[0]} does not belong to the snapshot.", REMEDY)
    return info


def require_counts(info: SnapshotInfo, found: Mapping[str, int], directory: Path) -> None:
    """Raise `SnapshotInvalid` unless the database holds what the manifest says."""
    told = {name: count for name, count in info.counts.items() if count}
    if told != {name: count for name, count in found.items() if count}:
        raise SnapshotInvalid(
            f"The manifest of {directory} says {dict(info.counts)} records, its database holds "
            f"{dict(found)}.",
            REMEDY,
        )
