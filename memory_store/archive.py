"""The `.embz` file: a zip with a manifest, the records as JSON Lines, and their vectors.

Reading one trusts nothing: names, sizes, links, hashes, schema, encoder and every record are
checked before any of it is given to a bank, and nothing is unpacked to disk.
"""

import hashlib
import io
import json
import stat
import zipfile
from pathlib import Path, PurePosixPath

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memory_store.embedding.base import EncoderIdentity
from memory_store.errors import BadVector, ImportRefused, translated
from memory_store.records import Edit, FailureRecord, Polarity, Record, SuccessRecord
from memory_store.schema import current_version
from memory_store.vectors import Vectors, checked

FORMAT = 1
MANIFEST = "manifest.json"
RECORDS = "records.jsonl"
CONTEXTS = "context.npy"
BODIES = "body.npy"
FILES = (RECORDS, CONTEXTS, BODIES)
LARGEST = 1 << 30
"""Bytes that an archive may unpack to."""
LARGEST_MANIFEST = 1 << 20
REMEDY = "The bank is untouched. Ask for a fresh export of that bank."


class ArchiveManifest(BaseModel):
    """`manifest.json` of an archive. `files` are SHA-256 by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int
    schema_version: int
    encoder: EncoderIdentity
    counts: dict[Polarity, int]
    bank_id: str = Field(max_length=100)
    created: str = Field(max_length=100)
    studio_version: str = Field(max_length=100)
    files: dict[str, str]


class Entry(BaseModel):
    """One line of `records.jsonl`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    polarity: Polarity
    record: dict[str, object]
    history: tuple[Edit, ...] = ()

    def parsed(self) -> Record:
        """The record, checked against its schema."""
        kind = SuccessRecord if self.polarity == "success" else FailureRecord
        return kind.model_validate(self.record)


class Archive:
    """The checked content of an archive; records that do not fit are in `refused` by line."""

    def __init__(self, manifest: ArchiveManifest, contexts: Vectors, bodies: Vectors) -> None:
        self.manifest = manifest
        self.contexts = contexts
        self.bodies = bodies
        self.records: dict[int, Record] = {}
        self.histories: dict[int, tuple[Edit, ...]] = {}
        self.refused: dict[int, str] = {}


def read_archive(path: Path, encoder: EncoderIdentity) -> Archive:
    """Read and check an archive for a bank of the given encoder.

    Raises:
        ImportRefused: names the first thing that is wrong with the file as a whole.
    """
    with translated(path):
        if not path.is_file():
            raise ImportRefused(f"There is no file {path}.", "Check the path.")
        try:
            with zipfile.ZipFile(path) as file:
                return _read(path, file, encoder)
        except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as error:
            raise ImportRefused(f"{path} is not a readable .embz file ({error}).", REMEDY) from (
                error
            )


def _read(path: Path, file: zipfile.ZipFile, encoder: EncoderIdentity) -> Archive:
    _check_entries(path, file)
    manifest = _manifest(path, file)
    if manifest.encoder != encoder:
        raise ImportRefused(
            f"{path} was made with the encoder {manifest.encoder.describe()}; this bank uses "
            f"{encoder.describe()}.",
            "Import it into a bank of that encoder.",
        )
    parts = {name: _part(path, file, name, manifest.files[name]) for name in FILES}
    # by bytes: a text may hold other characters that Python takes for line ends
    lines = parts[RECORDS].removesuffix(b"\n").split(b"\n") if parts[RECORDS] else []
    count = sum(manifest.counts.values())
    if len(lines) != count:
        raise ImportRefused(
            f"{path}: the manifest says {count} records, {RECORDS} holds {len(lines)}.", REMEDY
        )
    vectors = [
        _vectors(path, name, parts[name], count, encoder.dimension) for name in (CONTEXTS, BODIES)
    ]
    archive = Archive(manifest, vectors[0], vectors[1])
    found: dict[str, int] = {"success": 0, "failure": 0}
    for number, line in enumerate(lines):
        try:
            entry = Entry.model_validate_json(line)
            archive.records[number] = entry.parsed()
            archive.histories[number] = entry.history
            found[entry.polarity] += 1
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"]) or "the line"
            archive.refused[number] = f"{where}: {first['msg']}"
    if not archive.refused and found != {"success": 0, "failure": 0, **manifest.counts}:
        raise ImportRefused(
            f"{path}: the manifest says {dict(manifest.counts)}, the records are {found}.", REMEDY
        )
    return archive


def _check_entries(path: Path, file: zipfile.ZipFile) -> None:
    """Refuse names that lead elsewhere, links, doubles, strangers, and bombs."""
    names = [info.filename for info in file.infolist()]
    for info in file.infolist():
        name = info.filename
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts or "\\" in name or ":" in name:
            raise ImportRefused(f"{path} holds the unsafe name {name!r}.", REMEDY)
        mode = info.external_attr >> 16
        if stat.S_ISLNK(mode) or info.is_dir():
            raise ImportRefused(f"{path}: {name!r} is a link or a folder, not a file.", REMEDY)
        if names.count(name) > 1:
            raise ImportRefused(f"{path} holds {name!r} twice.", REMEDY)
        if name not in (MANIFEST, *FILES):
            raise ImportRefused(f"{path} holds the unknown file {name!r}.", REMEDY)
    for name in (MANIFEST, *FILES):
        if name not in names:
            raise ImportRefused(f"{path} lacks {name}.", REMEDY)
    if sum(info.file_size for info in file.infolist()) > LARGEST:
        raise ImportRefused(f"{path} would unpack to over {LARGEST >> 30} GB.", REMEDY)
    if file.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
        raise ImportRefused(f"{path}: its {MANIFEST} is impossibly large.", REMEDY)


def _manifest(path: Path, file: zipfile.ZipFile) -> ArchiveManifest:
    try:
        content = json.loads(file.read(MANIFEST))
    except (ValueError, RecursionError) as error:
        raise ImportRefused(f"{path}: {MANIFEST} is not JSON ({error}).", REMEDY) from error
    if isinstance(content, dict):
        for name, known in (("format", FORMAT), ("schema_version", current_version())):
            value = content.get(name)
            if isinstance(value, int) and value > known:
                raise ImportRefused(
                    f"{path} has {name.replace('_', ' ')} {value}; this studio knows {known}.",
                    "Use the newer studio.",
                )
    try:
        manifest = ArchiveManifest.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise ImportRefused(f"{path}: {MANIFEST}: {where}: {first['msg']}.", REMEDY) from error
    if set(manifest.files) != set(FILES):
        raise ImportRefused(f"{path}: {MANIFEST} does not name the files of the archive.", REMEDY)
    return manifest


def _part(path: Path, file: zipfile.ZipFile, name: str, expected: str) -> bytes:
    data = file.read(name)  # stops at the size that was checked: the zip header states it
    if hashlib.sha256(data).hexdigest() != expected:
        raise ImportRefused(f"{path}: {name} is not the file that was exported.", REMEDY)
    return data


def _vectors(path: Path, name: str, data: bytes, count: int, dimension: int) -> Vectors:
    """The rows of an .npy file whose header says exactly what the manifest leads to expect."""
    buffer = io.BytesIO(data)
    try:
        version = np.lib.format.read_magic(buffer)
        if version != (1, 0):
            raise ValueError("it has another version of the format")
        shape, by_columns, kind = np.lib.format.read_array_header_1_0(buffer)
        rest = data[buffer.tell() :]
        if shape != (count, dimension) or by_columns or kind != np.dtype("<f4"):
            raise ValueError(f"it is {kind} of shape {shape}, expected {(count, dimension)}")
        if len(rest) != 4 * count * dimension:
            raise ValueError("it is cut off or too long")
        rows = np.frombuffer(rest, dtype="<f4").reshape(count, dimension)
        return checked(rows, count, dimension, name)
    except (ValueError, BadVector) as error:
        raise ImportRefused(f"{path}: {name} does not hold the vectors: {error}", REMEDY) from error
