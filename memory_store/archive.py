"""The `.embz` file: a zip with a manifest, the records as JSON Lines, and their vectors.

Reading one trusts nothing: names, sizes, links, hashes, schema, encoder and every record are
checked before any of it is given to a bank, and nothing is unpacked to disk. It is read in pieces,
so that the memory it takes does not grow with it.
"""

import hashlib
import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from memory_store.embedding.base import EncoderIdentity
from memory_store.errors import ImportRefused, translated
from memory_store.npy import VectorRows
from memory_store.records import Edit, FailureRecord, Polarity, Record, SuccessRecord
from memory_store.schema import current_version
from memory_store.vectors import Vectors
from memory_store.zipguard import REMEDY, open_zip

FORMAT = 2
"""Since 2 the manifest has a licence, an author, and what was left out."""
MANIFEST = "manifest.json"
RECORDS = "records.jsonl"
CONTEXTS = "context.npy"
BODIES = "body.npy"
FILES = (RECORDS, CONTEXTS, BODIES)
LARGEST_MANIFEST = 1 << 20
LONGEST_LINE = 32 << 20
"""Bytes of one record with its history."""
MOST_RECORDS = 10_000_000
MOST_REFUSED = 1_000
"""Records that do not fit after which no more are looked for."""
BLOCK = 1 << 18

Text = Annotated[str, Field(max_length=500)]


class ArchiveManifest(BaseModel):
    """`manifest.json` of an archive. `files` are SHA-256 by name; `stripped` names what the sender
    left out: `code`, `names`, `provenance`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    format: int = Field(ge=1)
    schema_version: int = Field(ge=1)
    encoder: EncoderIdentity
    counts: dict[Polarity, Annotated[int, Field(ge=0, le=MOST_RECORDS)]]
    bank_id: str = Field(max_length=100)
    created: str = Field(max_length=100)
    studio_version: str = Field(max_length=100)
    licence: Text = ""
    author: Text = ""
    stripped: list[Text] = Field(default=[], max_length=10)
    files: dict[str, str]

    @property
    def total(self) -> int:
        """Records of both polarities."""
        return sum(self.counts.values())


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    history: tuple[Edit, ...] = ()


class SuccessEntry(_Entry):
    """A line of `records.jsonl` with a success."""

    polarity: Literal["success"] = "success"
    record: SuccessRecord


class FailureEntry(_Entry):
    """A line of `records.jsonl` with a failure."""

    polarity: Literal["failure"] = "failure"
    record: FailureRecord


Entry = SuccessEntry | FailureEntry
_ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="polarity")])


@dataclass(frozen=True)
class Item:
    """A record of an archive with its line, counted from 0, its history and its vectors."""

    line: int
    record: Record
    history: tuple[Edit, ...]
    context: Vectors
    body: Vectors


@dataclass
class Archive:
    """An open archive whose manifest, hashes and sizes are right; `check` looks at the records.

    Attributes:
        refused: reasons by line, for the records that do not fit (after `check`).
    """

    path: Path
    manifest: ArchiveManifest
    _file: zipfile.ZipFile
    refused: dict[int, str] = field(default_factory=dict)

    def check(self) -> None:
        """Check every record and every vector.

        Raises:
            ImportRefused: names the first thing that is wrong with the file as a whole.
        """
        found: Counter[str] = Counter()
        ids: set[int] = set()
        with translated(self.path), _readable(self.path), ExitStack() as stack:
            for name in (CONTEXTS, BODIES):
                for _ in self._vectors(stack, name).blocks():
                    pass  # reading a block checks it
            for number, line in enumerate(self._lines(stack)):
                entry = _entry(line)
                if not isinstance(entry, str) and entry.record.id in ids:
                    entry = "record.id: another record has it"
                if isinstance(entry, str):
                    self.refused[number] = entry
                    if len(self.refused) >= MOST_REFUSED:
                        return
                else:
                    found[entry.polarity] += 1
                    ids.add(entry.record.id)
        told = {name: found[name] for name in ("success", "failure")}
        if not self.refused and told != {"success": 0, "failure": 0, **self.manifest.counts}:
            raise ImportRefused(
                f"{self.path}: the manifest says {dict(self.manifest.counts)}, the records are "
                f"{told}.",
                REMEDY,
            )

    def items(self) -> Iterator[Item]:
        """The records that fit, in the order of the file."""
        with translated(self.path), _readable(self.path), ExitStack() as stack:
            contexts = self._vectors(stack, CONTEXTS).rows()
            bodies = self._vectors(stack, BODIES).rows()
            lines = self._lines(stack)
            rows = zip(lines, contexts, bodies, strict=True)
            for number, (line, context, body) in enumerate(rows):
                entry = _entry(line)
                if not isinstance(entry, str):
                    yield Item(number, entry.record, entry.history, context, body)

    def _vectors(self, stack: ExitStack, name: str) -> VectorRows:
        stream = stack.enter_context(self._file.open(name))
        where = f"{self.path}: {name}"
        size = self._file.getinfo(name).file_size
        return VectorRows(stream, size, self.manifest.total, self.manifest.encoder.dimension, where)

    def _lines(self, stack: ExitStack) -> Iterator[bytes]:
        """The lines of the records, by bytes: a text may hold other characters that Python takes
        for line ends."""
        stream = stack.enter_context(self._file.open(RECORDS))
        expected, number = self.manifest.total, 0
        for line in _split(stream, self.path):
            number += 1
            if number > expected:
                raise ImportRefused(
                    f"{self.path}: the manifest says {expected} records, {RECORDS} holds more.",
                    REMEDY,
                )
            yield line
        if number < expected:
            raise ImportRefused(
                f"{self.path}: the manifest says {expected} records, {RECORDS} holds {number}.",
                REMEDY,
            )

    def _require_hashes(self) -> None:
        for name in FILES:
            digest, size = hashlib.sha256(), 0
            with self._file.open(name) as stream:
                while block := stream.read(BLOCK):
                    digest.update(block)
                    size += len(block)
            whole = size == self._file.getinfo(name).file_size
            if not whole or digest.hexdigest() != self.manifest.files[name]:
                raise ImportRefused(
                    f"{self.path}: {name} is not the file that was exported.", REMEDY
                )


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """An archive whose form was checked. Call `check` before you use its records.

    Raises:
        ImportRefused: names the first thing that is wrong with the file as a whole.
    """
    with ExitStack() as stack:
        with translated(path), _readable(path):
            if not path.is_file():
                raise ImportRefused(f"There is no file {path}.", "Check the path.")
            stream = stack.enter_context(path.open("rb"))
            file = stack.enter_context(open_zip(path, stream, (MANIFEST, *FILES)))
            archive = Archive(path, _manifest(path, file), file)
            archive._require_hashes()
        yield archive


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Turn what reading a broken zip raises into a refusal."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise ImportRefused(f"{path} is not a readable .embz file ({error}).", REMEDY) from error


def _manifest(path: Path, file: zipfile.ZipFile) -> ArchiveManifest:
    if file.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
        raise ImportRefused(f"{path}: its {MANIFEST} is impossibly large.", REMEDY)
    try:
        content = json.loads(file.read(MANIFEST), object_pairs_hook=_without_doubles)
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
        raise ImportRefused(f"{path}: {MANIFEST}: {_first(error, 'the whole')}.", REMEDY) from error
    if set(manifest.files) != set(FILES):
        raise ImportRefused(f"{path}: {MANIFEST} does not name the files of the archive.", REMEDY)
    return manifest


def _entry(line: bytes) -> Entry | str:
    """The checked record of a line, or what is wrong with it."""
    try:
        entry = _ENTRY.validate_json(line, strict=True)
        json.loads(line, object_pairs_hook=_without_doubles)
    except ValidationError as error:
        return _first(error, "the line")
    except (ValueError, RecursionError) as error:
        return f"the line: {error}"
    if not 0 < entry.record.id < 1 << 53:
        return "record.id: not the id of a record"
    return entry


def _first(error: ValidationError, whole: str) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = [str(part) for part in first["loc"]]
    where = ".".join(part for part in place if part not in ("success", "failure"))
    return f"{where or whole}: {first['msg']}"


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _split(stream: IO[bytes], path: Path) -> Iterator[bytes]:
    """Lines without their ends; none may be longer than `LONGEST_LINE`."""
    rest = bytearray()
    while block := stream.read(BLOCK):
        searched = len(rest)
        rest += block
        start = 0
        while (end := rest.find(b"\n", max(searched, start))) >= 0:
            yield bytes(rest[start:end])
            start = end + 1
        del rest[:start]
        if len(rest) > LONGEST_LINE:
            raise ImportRefused(f"{path}: a line of {RECORDS} is impossibly long.", REMEDY)
    if rest:
        yield bytes(rest)
