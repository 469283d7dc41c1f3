"""Vectors in the `.npy` form (format 1.0 of NumPy), written and read in blocks.

Only the one form that an export has is read: little-endian float32, by rows. Nothing in such a file
is ever unpickled.
"""

import re
from collections.abc import Iterable, Iterator
from typing import IO

import numpy as np

from memory_store.errors import BadVector, ImportRefused
from memory_store.vectors import UNIT_TOLERANCE, Vectors, checked
from memory_store.zipguard import REMEDY

ROWS = 2048
"""Rows of a block (3 MB at 384 dimensions)."""


_HEADER = re.compile(
    rb"\{'descr': '([ -&(-~]{1,20})', 'fortran_order': (True|False), "
    rb"'shape': \((\d{1,12}), (\d{1,12})\), \} *\n"
)
"""Not left to NumPy, which evaluates the header as a Python expression."""


class VectorRows:
    """The rows of an open `.npy` file whose header says exactly what is expected.

    Args:
        stream: the file, at its beginning.
        size: its length in bytes.
        count, dimension: the expected shape.
        where: names the file in messages.
    """

    def __init__(
        self,
        stream: IO[bytes],
        size: int,
        count: int,
        dimension: int,
        where: str,
    ) -> None:
        self._stream = stream
        self._count = count
        self._dimension = dimension
        self._where = where
        self._require_header(size)

    def _require_header(self, size: int) -> None:
        head = self._stream.read(10)
        if head[:8] != b"\x93NUMPY\1\0" or len(head) < 10:
            raise self._refusal("it is no .npy file, or has another version of that format")
        text = self._stream.read(int.from_bytes(head[8:], "little"))
        found = _HEADER.fullmatch(text)
        if found is None:
            raise self._refusal("its header is not that of a table")
        kind, by_columns, count, dimension = (part.decode("ascii") for part in found.groups())
        shape, wanted = (int(count), int(dimension)), (self._count, self._dimension)
        if shape != wanted or by_columns != "False" or kind != "<f4":
            order = " by columns" if by_columns == "True" else ""
            raise self._refusal(f"it is {kind} of shape {shape}{order}, expected <f4 of {wanted}")
        if size - 10 - len(text) != 4 * self._count * self._dimension:
            raise self._refusal("it is cut off or too long")

    def _refusal(self, why: str) -> ImportRefused:
        return ImportRefused(f"{self._where} does not hold the vectors: {why}", REMEDY)

    def blocks(self) -> Iterator[Vectors]:
        """Blocks of checked unit vectors, at most `ROWS` rows each."""
        for start in range(0, self._count, ROWS):
            count = min(ROWS, self._count - start)
            data = self._stream.read(4 * count * self._dimension)
            if len(data) != 4 * count * self._dimension:
                raise self._refusal("it is cut off")
            rows = np.frombuffer(data, dtype="<f4").reshape(count, self._dimension)
            try:
                yield unit_rows(rows, self._dimension, f"record {start + 1} to {start + count}")
            except BadVector as error:
                raise self._refusal(error.message) from error

    def rows(self) -> Iterator[Vectors]:
        """The rows one by one."""
        for block in self.blocks():
            yield from block


def unit_rows(rows: Vectors, dimension: int, what: str) -> Vectors:
    """The rows as unit vectors; where all are of unit length already, unchanged to the last bit."""
    table = np.ascontiguousarray(rows, dtype=np.float32)
    with np.errstate(all="ignore"):  # huge numbers overflow: they are found below
        near = np.abs(np.einsum("ij,ij->i", table, table) - 1) < UNIT_TOLERANCE
    if bool(near.all()):  # NaN and infinity are not near 1
        return table
    made: Vectors = checked(rows, len(rows), dimension, what)
    made[near] = table[near]
    return made


def write_rows(stream: IO[bytes], count: int, dimension: int, blobs: Iterable[bytes]) -> None:
    """Write `count` vectors, given as the bytes of a bank, as an `.npy` file."""
    header = {"descr": "<f4", "fortran_order": False, "shape": (count, dimension)}
    np.lib.format.write_array_header_1_0(stream, header)
    for blob in blobs:
        stream.write(blob)
