"""Checks and byte forms of embedding vectors. Every vector of the store passes through here."""

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memory_store.errors import BadVector

Vectors = NDArray[np.float32]
"""float32, shape (n, dimension), rows of unit length; or one row of shape (dimension,)."""

UNIT_TOLERANCE = 2e-6
"""A vector whose squared length is this near to 1 is taken as it is (float32 sums of 384 terms)."""
_REMEDY = "Nothing was stored. Restart the encoder; if it stays so, the encoder is faulty."


def checked(vectors: object, count: int, dimension: int, what: str) -> Vectors:
    """Return `vectors` as `count` float32 rows of unit length, or say what is wrong with them.

    Args:
        vectors: anything array-like that an encoder answered.
        count: number of texts that were encoded.
        dimension: dimension of the encoder.
        what: names the vectors in the message, for example "the section context".

    Raises:
        BadVector: ragged, wrong number or dimension, not finite, or zero.
    """
    try:
        array = np.asarray(vectors, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise BadVector(f"The encoder gave no proper vectors for {what}: {error}.", _REMEDY) from (
            error
        )
    if array.ndim != 2 or array.shape[0] != count:
        got = array.shape[0] if array.ndim else 0
        raise BadVector(
            f"The encoder gave {got} vectors for {what}, expected {count} in one table.", _REMEDY
        )
    if array.shape[1] != dimension:
        raise BadVector(
            f"A vector for {what} has {array.shape[1]} dimensions, this bank has {dimension}.",
            "Use the encoder this bank was made with, or make a new bank for the other encoder.",
        )
    if not bool(np.isfinite(array).all()):
        raise BadVector(f"A vector for {what} holds NaN or infinity.", _REMEDY)
    norms = np.linalg.norm(array, axis=1, keepdims=True)
    if count and float(norms.min()) < 1e-6:
        raise BadVector(f"A vector for {what} is zero.", _REMEDY)
    return np.ascontiguousarray(array / norms, dtype=np.float32)


def checked_one(vector: object, dimension: int, what: str) -> Vectors:
    """The same for a single vector; the result has shape (dimension,)."""
    # the fast way for what the encoders give; NaN and infinity are not near 1
    if (
        isinstance(vector, np.ndarray)
        and vector.dtype == np.float32
        and vector.shape == (dimension,)
        and abs(float(vector @ vector) - 1) < UNIT_TOLERANCE
    ):
        return vector
    row: Vectors = checked([vector], 1, dimension, what)[0]
    return row


def to_blob(vector: Vectors) -> bytes:
    """Little-endian float32 bytes of one vector."""
    return vector.astype("<f4").tobytes()


def from_blobs(blobs: Sequence[bytes], dimension: int) -> Vectors:
    """Rows of the given blobs, shape (len(blobs), dimension).

    Raises:
        BadVector: a blob has the wrong size.
    """
    if any(len(blob) != 4 * dimension for blob in blobs):
        raise BadVector(
            "A stored vector has the wrong size.", "Run memory verify to see which record it is."
        )
    joined = np.frombuffer(b"".join(blobs), dtype="<f4").reshape(len(blobs), dimension)
    return np.ascontiguousarray(joined, dtype=np.float32)


def checksum(blob: bytes) -> int:
    """CRC-32 of a vector's bytes: finds accidents, not attacks."""
    return zlib.crc32(blob)
