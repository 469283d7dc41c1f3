"""Opening a zip file of a stranger: its directory is checked before anything is listed or unpacked.

The end of the file is read first (APPNOTE.TXT 6.3.10 of PKWARE, sections 4.3.14 to 4.3.16), so that
a directory of a million names is refused by its count, without reading it.
"""

import stat
import struct
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from memory_store.errors import ImportRefused

REMEDY = "The bank is untouched. Ask for a fresh export of that bank."
MOST_FILES = 64
LARGEST_DIRECTORY = 1 << 16
LARGEST = 16 << 30
"""Bytes that an archive may unpack to."""
HIGHEST_RATIO = 300
"""Bytes that one packed byte may become; texts reach 30, a bomb 1,000."""
SMALL = 1 << 20
"""Bytes up to which the ratio does not matter."""

_END = struct.Struct("<4s4H2LH")
_LOCATOR = struct.Struct("<4sLQL")
_END_64 = struct.Struct("<4sQ2H2L4Q")
_LOCAL = struct.Struct("<4s5H3L2H")
_DESCRIPTOR = 24
"""Bytes at most between the data of an entry and the next one."""


def open_zip(path: Path, file: BinaryIO, wanted: Sequence[str]) -> zipfile.ZipFile:
    """Open a zip file that holds exactly the files `wanted`, none of them larger than it may be.

    Raises:
        ImportRefused: names what is wrong with the file.
    """
    _check_end(path, file)
    try:
        found = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error) as error:
        raise _unreadable(path, str(error)) from error
    try:
        _check_names(path, found, wanted)
        _check_sizes(path, found)
        _check_places(path, file, found)
    except BaseException:
        found.close()
        raise
    return found


def _unreadable(path: Path, why: str) -> ImportRefused:
    return ImportRefused(f"{path} is not a readable .embz file ({why}).", REMEDY)


def _check_end(path: Path, file: BinaryIO) -> None:
    """The file ends with the end record of a zip, and the directory lies right before it."""
    size = file.seek(0, 2)
    place = size - _END.size
    if place < 0:
        raise _unreadable(path, "it is too short")
    file.seek(place)
    mark, disk, start_disk, here, entries, length, offset, comment = _END.unpack(
        file.read(_END.size)
    )
    if mark != b"PK\5\6" or comment:
        raise _unreadable(path, "it does not end as a zip file ends: it is cut off, or has a tail")
    if place >= _LOCATOR.size + _END_64.size:
        file.seek(place - _LOCATOR.size)
        mark, disk_64, at, disks = _LOCATOR.unpack(file.read(_LOCATOR.size))
        if mark == b"PK\6\7":
            place -= _LOCATOR.size + _END_64.size
            file.seek(place)
            values = _END_64.unpack(file.read(_END_64.size))
            if values[0] != b"PK\6\6" or at != place or disk_64 or disks > 1:
                raise _unreadable(path, "its end records contradict each other")
            disk, start_disk, here, entries, length, offset = values[4:]
    if disk or start_disk or here != entries:
        raise _unreadable(path, "it is one part of several")
    if entries > MOST_FILES or length > LARGEST_DIRECTORY:
        raise ImportRefused(
            f"{path} says that it holds {entries} files; an .embz file holds four.", REMEDY
        )
    if offset + length != place:
        raise _unreadable(path, "it holds something before or after the files of the archive")


def _check_names(path: Path, file: zipfile.ZipFile, wanted: Sequence[str]) -> None:
    """Refuse names that lead elsewhere, links, doubles, strangers, and what is locked."""
    seen: set[str] = set()
    for info in file.infolist():
        name = info.orig_filename
        shown = ascii(name[:100])
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts or "\\" in name or ":" in name or "\0" in name:
            raise ImportRefused(f"{path} holds the unsafe name {shown}.", REMEDY)
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in (0, stat.S_IFREG) or info.is_dir():
            raise ImportRefused(f"{path}: {shown} is a link or a folder, not a file.", REMEDY)
        if name in seen:
            raise ImportRefused(f"{path} holds {shown} twice.", REMEDY)
        seen.add(name)
        if name not in wanted:
            raise ImportRefused(f"{path} holds the unknown file {shown}.", REMEDY)
        if info.flag_bits & 0x41:
            raise ImportRefused(f"{path}: {shown} is encrypted.", REMEDY)
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ImportRefused(f"{path}: {shown} is packed in a way that is not known.", REMEDY)
    for name in wanted:
        if name not in seen:
            raise ImportRefused(f"{path} lacks {name}.", REMEDY)


def _check_sizes(path: Path, file: zipfile.ZipFile) -> None:
    if sum(info.file_size for info in file.infolist()) > LARGEST:
        raise ImportRefused(f"{path} would unpack to over {LARGEST >> 30} GB.", REMEDY)
    for info in file.infolist():
        stored = info.compress_type == zipfile.ZIP_STORED
        if (stored and info.file_size != info.compress_size) or (
            info.file_size > max(SMALL, HIGHEST_RATIO * info.compress_size)
        ):
            raise ImportRefused(
                f"{path}: {info.filename} would unpack from {info.compress_size} to "
                f"{info.file_size} bytes, which no export does.",
                REMEDY,
            )


def _check_places(path: Path, file: BinaryIO, found: zipfile.ZipFile) -> None:
    """The entries lie one after the other, from the first byte to the directory, under the same
    names as there."""
    place = 0
    for info in sorted(found.infolist(), key=lambda info: info.header_offset):
        gap = info.header_offset - place
        if gap < 0 or gap > (_DESCRIPTOR if place else 0):
            raise _unreadable(path, "its files overlap, or something lies between them")
        file.seek(info.header_offset)
        head = file.read(_LOCAL.size)
        if len(head) < _LOCAL.size or head[:4] != b"PK\3\4":
            raise _unreadable(path, f"{info.filename} does not begin where the directory says")
        name_length, extra_length = _LOCAL.unpack(head)[-2:]
        if file.read(name_length) != info.orig_filename.encode("utf-8"):
            raise _unreadable(path, f"{info.filename} has two names")
        place = info.header_offset + _LOCAL.size + name_length + extra_length + info.compress_size
    if not 0 <= found.start_dir - place <= _DESCRIPTOR:
        raise _unreadable(path, "its files overlap the directory, or something lies between them")
