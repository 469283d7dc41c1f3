"""`bench retrieve`: a retrieval from the memory bank against raw Faiss on the same vectors.

Both sides answer the same queries in turn: ours is a whole retrieval (both polarities, ties, the
five records read from the table), raw Faiss is two `IndexFlatIP` searches. Embedding the query is
left out on both sides.
"""

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import faiss
import numpy as np

from app.bench.report import Figure, Report, figure
from memory_store.bank import Bank
from memory_store.embedding import ContextVector
from memory_store.layout import DATABASE
from memory_store.testing import WordEmbedder, fill
from pipeline.render_port import CancelToken

SIZES = (400, 10_000, 100_000)
QUICK_SIZES = (400, 10_000)
QUERIES = 200
K_PLUS, K_MINUS = 2, 3
RATIO_BAR = 2.0
OVERHEAD_BAR_MS = 3.0

Progress = Callable[[str], None]


def run(quick: bool, progress: Progress, cancel: CancelToken) -> Report:
    """Median times per query, in banks of several sizes."""
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="studio-bench-") as name:
        for size in QUICK_SIZES if quick else SIZES:
            cancel.check()
            progress(f"filling a bank of {size:,} records")
            figures += _measure(Path(name) / str(size), size)
    note = f"{QUERIES} queries each, in turn, one thread; k+ = {K_PLUS}, k- = {K_MINUS}."
    return Report(name="retrieve", figures=tuple(figures), notes=(note,))


def _measure(path: Path, size: int) -> list[Figure]:
    embedder = WordEmbedder()
    with Bank.open(path, embedder, create=True) as bank:
        fill(bank, size)
    # Opened again, so that what is measured is a bank as a run finds it.
    with Bank.open(path, embedder, mode="ro") as bank:
        raw = _raw_indexes(path, embedder.identity.dimension)
        ours, theirs = [], []
        for query in _queries(embedder.identity.dimension):
            theirs.append(_timed(lambda q=query: [index.search(q[None], k) for index, k in raw]))  # type: ignore[misc]
            context = ContextVector(query, 1, 1)
            ours.append(_timed(lambda c=context: bank.retrieve_by_vector(c, K_PLUS, K_MINUS)))  # type: ignore[misc]
    mine, plain = statistics.median(ours), statistics.median(theirs)
    shown = [
        figure(f"{size:,} records: studio", mine, "ms"),
        figure(f"{size:,} records: raw Faiss", plain, "ms"),
    ]
    if size < 10_000:
        return [*shown, figure(f"{size:,} records: overhead", mine - plain, "ms", OVERHEAD_BAR_MS)]
    return [*shown, figure(f"{size:,} records: ratio", mine / plain, "x raw", RATIO_BAR)]


def _raw_indexes(path: Path, dimension: int) -> list[tuple[faiss.IndexFlatIP, int]]:
    """Plain Faiss over the stored vectors, one index per polarity."""
    indexes = []
    with closing(sqlite3.connect(f"file:{path / DATABASE}?mode=ro", uri=True)) as connection:
        for polarity, k in (("success", K_PLUS), ("failure", K_MINUS)):
            rows = connection.execute(
                "SELECT context_vector FROM record WHERE polarity = ? ORDER BY id", (polarity,)
            )
            vectors = np.frombuffer(b"".join(row[0] for row in rows), dtype=np.float32)
            index = faiss.IndexFlatIP(dimension)
            index.add(vectors.reshape(-1, dimension))
            indexes.append((index, k))
    return indexes


def _queries(dimension: int) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    dice = np.random.default_rng(7)
    found = dice.standard_normal((QUERIES, dimension)).astype(np.float32)
    return list(found / np.linalg.norm(found, axis=1, keepdims=True))


def _timed(action: Callable[[], object]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    action()
    return (time.perf_counter() - began) * 1000
