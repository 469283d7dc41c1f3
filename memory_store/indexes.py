"""A flat Faiss index whose rows are keyed by record ids.

Vectors are unit vectors, so the inner product is the cosine. Flat search is exact: it scans all
rows. Ids and vectors change together or not at all.

Faiss is loaded on first use: a run on an empty bank needs it only at its end.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from memory_store.vectors import Vectors

if TYPE_CHECKING:
    import faiss

Ids = NDArray[np.int64]

MOST_BITS = 1 << 26
"""Ids up to which a selection is a table of bits (8 MB); a sparse one beyond is a hashed set."""


@cache
def load_faiss() -> Any:
    """The Faiss module; also to be called where there is time for it before it is needed."""
    import faiss

    # A single query gains nothing from two threads on a busy machine and can wait 30 ms for them.
    faiss.omp_set_num_threads(1)
    return faiss


@dataclass(frozen=True)
class Fingerprint:
    """What an index file claims to hold: which bank, at which revision, which ids in which order.

    `file` is the SHA-256 of the index file, so that a file changed behind our back is not trusted.
    """

    bank: str
    revision: int
    stamp: str
    ids: str
    file: str


class VectorIndex:
    """Ids and their vectors.

    Args:
        ids: shape (n,), no id twice.
        vectors: float32, shape (n, dimension).
    """

    def __init__(self, ids: Ids, vectors: Vectors) -> None:
        self.dimension = int(vectors.shape[1])
        flat = load_faiss().IndexFlatIP(self.dimension)
        self._keyed: faiss.IndexIDMap = load_faiss().IndexIDMap(flat)
        self._add(ids, vectors)

    def __len__(self) -> int:
        return int(self._keyed.ntotal)

    @property
    def ids(self) -> Ids:
        """Ids in the order of the rows."""
        found: Ids = load_faiss().vector_to_array(self._keyed.id_map)
        return found

    def vectors(self) -> Vectors:
        """A copy of all vectors in the order of the ids."""
        if not len(self):
            return np.zeros((0, self.dimension), dtype=np.float32)
        flat = load_faiss().downcast_index(self._keyed.index)
        rows: Vectors = flat.reconstruct_n(0, len(self))
        return rows

    def rows(self) -> Vectors:
        """All vectors in the order of the ids, without a copy: valid until the index changes."""
        if not len(self):
            return np.zeros((0, self.dimension), dtype=np.float32)
        flat = load_faiss().downcast_index(self._keyed.index)
        values = load_faiss().rev_swig_ptr(flat.get_xb(), len(self) * self.dimension)
        found: Vectors = values.reshape(len(self), self.dimension)
        return found

    def search(
        self, vector: Vectors, depth: int, chosen: "faiss.IDSelector | None" = None
    ) -> tuple[Ids, Vectors]:
        """The `depth` nearest ids and their cosines, best first; fewer if the index is smaller.

        Args:
            chosen: looks only at the ids that it lets pass.
        """
        depth = min(depth, len(self))  # Faiss pads with -1 what it cannot find
        if depth <= 0:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        if vector.shape != (self.dimension,):
            raise ValueError(f"a query of {vector.shape} for an index of {self.dimension}")
        limits = None if chosen is None else load_faiss().SearchParameters(sel=chosen)
        cosines, ids = self._keyed.search(vector.reshape(1, -1), depth, params=limits)
        found = ids[0] >= 0
        return ids[0][found], cosines[0][found]

    def among(self, ids: Ids) -> "Part":
        """The same index as far as it concerns these ids (ascending, none below 0)."""
        return Part(self, ids)

    def apply(self, gone: Sequence[int], ids: Ids, vectors: Vectors) -> None:
        """Take out the ids `gone` (if they are in) and put in `ids` (replacing what they had)."""
        leaving = np.concatenate([np.asarray(gone, dtype=np.int64), ids.astype(np.int64)])
        if len(self) and len(leaving) and bool(np.isin(leaving, self.ids).any()):
            self._keyed.remove_ids(load_faiss().IDSelectorBatch(leaving))
        self._add(ids, vectors)

    def _add(self, ids: Ids, vectors: Vectors) -> None:
        if len(ids) != len(vectors):
            raise ValueError("an index needs one id per vector")
        if len(ids):
            rows = np.ascontiguousarray(vectors, dtype=np.float32)
            self._keyed.add_with_ids(rows, ids.astype(np.int64))

    def ids_digest(self) -> str:
        """SHA-256 of the ids in order."""
        return hashlib.sha256(self.ids.astype("<i8").tobytes()).hexdigest()

    def save(self, path: Path, bank: str, revision: int, stamp: str) -> None:
        """Write the index and its fingerprint, each by rename, so that a reader sees whole files.

        A crash between the two leaves a pair that does not match, which `load` does not trust.

        Raises:
            OSError: the disk is full or does not allow writing.
        """
        path.parent.mkdir(exist_ok=True)
        fresh = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            with fresh.open("w+b") as file:
                _write_index(self._keyed, file)
                file.seek(0)
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            os.replace(fresh, path)
            mark = Fingerprint(bank, revision, stamp, self.ids_digest(), digest)
            fresh.write_text(json.dumps(mark.__dict__, indent=1), encoding="utf-8")
            os.replace(fresh, mark_path(path))
        except OSError:
            with suppress(OSError):
                fresh.unlink()
            raise

    @classmethod
    def load(cls, path: Path, dimension: int) -> "tuple[VectorIndex, Fingerprint] | str":
        """The index in `path` if it is what its fingerprint says; else what is wrong with it:
        `missing` or `damaged`. Bytes that do not match the fingerprint never reach Faiss."""
        try:
            mark = Fingerprint(**json.loads(mark_path(path).read_text(encoding="utf-8")))
            with path.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != mark.file:
                    return "damaged"
                file.seek(0)
                reader = load_faiss().PyCallbackIOReader(file.read)
                keyed = load_faiss().read_index(reader)
        except FileNotFoundError:
            return "missing"
        except (OSError, ValueError, TypeError):
            return "damaged"
        if not isinstance(keyed, load_faiss().IndexIDMap) or keyed.d != dimension:
            return "damaged"
        index = cls(np.zeros(0, dtype=np.int64), np.zeros((0, dimension), dtype=np.float32))
        index._keyed = keyed
        return (index, mark) if index.ids_digest() == mark.ids else "damaged"


class Part:
    """The rows of some ids of an index. The search is exact and reads no other row's vector."""

    def __init__(self, whole: VectorIndex, ids: Ids) -> None:
        self._whole = whole
        self._ids = ids
        self._found = int(np.isin(whole.ids, ids).sum())

    def __len__(self) -> int:
        return self._found

    def search(self, vector: Vectors, depth: int) -> tuple[Ids, Vectors]:
        """The `depth` nearest of these ids and their cosines, best first."""
        if not self._found:
            return self._whole.search(vector, 0)
        return self._whole.search(vector, min(depth, self._found), self._selector())

    def _selector(self) -> Any:
        highest = int(self._ids[-1])
        if highest >= MOST_BITS:
            return load_faiss().IDSelectorBatch(self._ids)
        # one bit an id, so that the test costs next to nothing beside the product
        bits = np.zeros(highest + 1, dtype=np.uint8)
        bits[self._ids] = 1
        return load_faiss().IDSelectorBitmap(np.packbits(bits, bitorder="little"))


def _write_index(index: "faiss.IndexIDMap", file: BinaryIO) -> None:
    """Let Faiss write into an open file; what the file cannot take is an `OSError`."""
    failed: list[OSError] = []

    def write(data: bytes) -> None:
        try:
            file.write(data)
        except OSError as error:
            failed.append(error)
            raise

    try:
        writer = load_faiss().PyCallbackIOWriter(write)
        load_faiss().write_index(index, writer)
        file.flush()
    except RuntimeError:
        raise failed[0] if failed else OSError("Faiss could not write the index") from None


def mark_path(path: Path) -> Path:
    """Where the fingerprint of an index file is."""
    return path.with_suffix(".json")
