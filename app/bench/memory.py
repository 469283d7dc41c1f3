"""`bench memory`: the memory browser's work on large banks.

Banks of 100,000 and 1,000,000 made-up records (only the first with `--quick`). Each figure is taken
in a bank that was opened again, the ratios beside raw Faiss, a raw SQLite copy and a raw zip in the
same run. A million records take about 12 GB of disk for as long as it runs.
"""

import json
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import faiss
import numpy as np

from app.bench.report import Figure, Report, figure
from memory_store.bank import Bank
from memory_store.browsing import (
    Criteria,
    Sort,
    SortColumn,
    admitted_by,
    browse,
    by_meaning,
    by_vector,
    count,
    facets,
)
from memory_store.embedding import MiniLmEmbedder
from memory_store.exchange import export_bank, import_archive
from memory_store.layout import DATABASE, index_path
from memory_store.synthetic import grow_synthetic
from memory_store.vectors import Vectors
from pipeline.render_port import CancelToken

Progress = Callable[[str], None]
SMALL, LARGE = 100_000, 1_000_000
BYTES_PER_RECORD = 13_000
"""Disk for one record of the bench: database, indexes, copies (measured: 11 KB)."""
REPETITIONS, QUERIES = 5, 20
ROOT = Path(__file__).parents[2]
MOMENTS = {
    "page": "after the first page",
    "lists": "after a filter with words",
    "meaning": "after searches by meaning",
    "most": "at most",
}
FILTERS = {
    "one value": Criteria(domains=("optics",)),
    "several criteria": Criteria(
        polarities=("failure",), statuses=("active",), casts=("model",), score_min=70, gain_min=5
    ),
}
WORDS = {"a frequent word": "formula", "a beginning of two letters": "la", "two words": "gra scale"}


def run(quick: bool, progress: Progress, cancel: CancelToken) -> Report:
    """Times, rates and memory, in banks of one or two sizes."""
    figures: list[Figure] = []
    notes = [
        "Medians; the bank's files are in the cache of the operating system. Queries by meaning",
        "include the encoder where that is said. Memory is what a fresh process holds more than",
        "before it opened the bank, over the two vectors of each record (2 x 384 x 4 bytes).",
    ]
    with (
        tempfile.TemporaryDirectory(prefix="studio-bench-") as name,
        MiniLmEmbedder() as embedder,
    ):
        embedder.start()
        for size in (SMALL,) if quick else (SMALL, LARGE):
            missing = _missing_space(Path(name), size)
            if missing:
                notes.append(missing)
                continue
            bench = _Bench(Path(name) / str(size), size, embedder, progress, cancel)
            figures += bench.figures()
            shutil.rmtree(bench.path)
    return Report(name="memory", figures=tuple(figures), notes=tuple(notes))


def _missing_space(folder: Path, size: int) -> str:
    free, needed = shutil.disk_usage(folder).free, size * BYTES_PER_RECORD
    if free >= needed:
        return ""
    return (
        f"NOT MEASURED: {size:,} records need {needed / 1e9:.0f} GB in {folder}, which has "
        f"{free / 1e9:.0f} GB. Free some space or set TMPDIR to a larger disk."
    )


class _Bench:
    """The measurements of one size."""

    def __init__(
        self,
        path: Path,
        size: int,
        embedder: MiniLmEmbedder,
        progress: Progress,
        cancel: CancelToken,
    ) -> None:
        self.path, self.size, self._embedder = path, size, embedder
        self._progress, self._cancel = progress, cancel
        self._vectors = 2 * size * embedder.identity.dimension * 4
        path.mkdir(parents=True)

    @property
    def _bank(self) -> Path:
        return self.path / "bank"

    def figures(self) -> list[Figure]:
        self._step("filling a bank of {size} records")
        with Bank.open(self._bank, self._embedder, create=True) as bank:
            began = time.perf_counter()
            grow_synthetic(bank, self.size, progress=lambda done: self._cancel.check())
            filled = time.perf_counter() - began
        self._embedder.encode(["The encoder is loaded before anything is measured."])
        found = [
            self._figure("made by this benchmark", filled, "s"),
            self._figure("database", (self._bank / DATABASE).stat().st_size / 1e9, "GB"),
        ]
        found += self._opening()
        with Bank.open(self._bank, self._embedder, mode="ro") as bank:
            found += self._lists(bank)
            found += self._meaning(bank)
        found += self._raw_faiss()
        if self.size == SMALL:
            found += self._exchange()
        return found + self._memory()

    def _opening(self) -> list[Figure]:
        self._step("opening {size} records")

        def first_page() -> None:
            with Bank.open(self._bank, self._embedder, mode="ro") as bank:
                assert len(browse(bank, limit=100).rows) == 100

        bar = 300 if self.size == SMALL else 500
        return [self._figure("open and first page", _median(first_page), "ms", bar)]

    def _lists(self, bank: Bank) -> list[Figure]:
        self._step("listing {size} records")
        bar = 100 if self.size == SMALL else None
        found = []
        for name, criteria in FILTERS.items():
            page = _median(lambda c=criteria: _anew(bank, c))  # type: ignore[misc]
            found.append(self._figure(f"filter, {name}", page, "ms", bar))
        for name, text in WORDS.items():
            wanted = Criteria(words=text)
            assert count(bank, wanted), f"no record has {text!r}"
            page = _median(lambda c=wanted: _anew(bank, c))  # type: ignore[misc]
            found.append(self._figure(f"full text, {name}", page, "ms", bar))
        both = replace(FILTERS["several criteria"], words="formula")
        found.append(
            self._figure("full text and filter", _median(lambda: _anew(bank, both)), "ms", bar)
        )
        columns: tuple[SortColumn, ...] = ("score_after", "headline")
        for column in columns:
            order = Sort(column)
            first = _median(lambda o=order: _anew(bank, Criteria(), o), 3)  # type: ignore[misc]
            found.append(self._figure(f"sort by {column}, first time", first, "ms"))
        places = np.random.default_rng(1).integers(0, self.size - 100, 30).tolist()
        jumps = [_timed(lambda p=place: browse(bank, offset=p)) for place in places]  # type: ignore[misc]
        found.append(self._figure("scroll bar, first jump", jumps[0], "ms"))
        found.append(self._figure("scroll bar, jump", statistics.median(jumps[1:]), "ms", 20))
        found.append(self._figure("facets", _timed(lambda: facets(bank)), "ms"))
        found.append(self._figure("who admitted", _timed(lambda: admitted_by(bank)), "ms"))
        return found

    def _meaning(self, bank: Bank) -> list[Figure]:
        self._step("searching {size} records by meaning")
        first = _timed(lambda: by_meaning(bank, "a formula beside a diagram"))
        whole = _median(lambda: by_meaning(bank, f"labels {time.perf_counter()}"), QUERIES)
        some = FILTERS["several criteria"]
        part = _median(lambda: by_meaning(bank, "crowded labels", some), QUERIES)
        bar = 60 if self.size == SMALL else None
        return [
            self._figure("by meaning, first (loads the index)", first, "ms"),
            self._figure("by meaning, with encoder, warm", whole, "ms", bar),
            self._figure("by meaning among filtered, with encoder", part, "ms", bar),
        ]

    def _memory(self) -> list[Figure]:
        """What a fresh process holds after its first page, and after searches of all kinds; once
        with the index read from its file and once with one made from the table."""
        self._step("memory for {size} records")
        found: list[Figure] = []
        for how in ("index file", "index made anew"):
            if how == "index made anew":
                index_path(self._bank, "body").unlink()
            command = [sys.executable, "-m", "app.bench.memory_child", str(self._bank)]
            done = subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
            told: dict[str, float] = json.loads(done.stdout)
            if not told["before"]:
                return []
            bar = 2.5 if self.size == LARGE else None
            for moment in ("page", "lists", "meaning", "most"):
                share = (told[moment] - told["before"]) / self._vectors
                name = f"memory, {how}, {MOMENTS[moment]}"
                found.append(self._figure(name, share, "x the vectors", bar))
        return found

    def _raw_faiss(self) -> list[Figure]:
        """The search in turn with plain Faiss on the same vectors, both without the encoder."""
        self._step("raw Faiss beside it, {size} records")
        keyed: Any = faiss.read_index(str(index_path(self._bank, "body")))
        raw: Any = faiss.downcast_index(keyed.index)  # the plain index below the ids
        faiss.omp_set_num_threads(1)
        ours, theirs = [], []
        with Bank.open(self._bank, self._embedder, mode="ro") as bank:
            by_vector(bank, _queries(raw.d)[0])
            for query in _queries(raw.d):
                theirs.append(_timed(lambda q=query: raw.search(q[None], 50)))  # type: ignore[misc]
                ours.append(_timed(lambda q=query: by_vector(bank, q, k=50)))  # type: ignore[misc]
        mine, plain = statistics.median(ours), statistics.median(theirs)
        bar = 1.3 if self.size == LARGE else None
        return [
            self._figure("by meaning, encoder left out", mine, "ms"),
            self._figure("raw Faiss", plain, "ms"),
            self._figure("by meaning against raw Faiss", mine / plain, "x raw", bar),
        ]

    def _exchange(self) -> list[Figure]:
        self._step("freezing, verifying and exchanging {size} records")
        with Bank.open(self._bank, self._embedder) as bank:
            freeze = _timed(lambda: bank.freeze("frozen", self.path)) / 1000
            export = _timed(lambda: export_bank(bank, self.path / "bank.embz")) / 1000
        frozen = self.path / "frozen"
        with Bank.open(frozen, self._embedder, mode="ro") as snapshot:
            verify = _timed(lambda: self._sound(snapshot)) / 1000
        copy = _timed(lambda: _raw_copy(frozen / DATABASE, self.path / "raw.db")) / 1000
        (self.path / "raw.db").unlink()
        packed = _timed(lambda: _raw_zip(self.path / "bank.embz", self.path / "raw.zip")) / 1000
        with Bank.open(self.path / "other", self._embedder, create=True) as other:
            imported = _timed(lambda: import_archive(other, self.path / "bank.embz")) / 1000
        rate = self.size / 1000
        return [
            self._figure("freeze", freeze, "s", 3),
            self._figure("verify", verify, "s", 3),
            self._figure("raw SQLite copy", copy, "s"),
            self._figure("freeze against raw SQLite copy", freeze / copy, "x raw"),
            self._figure("export", rate / export, "thousand records/s"),
            self._figure("import", rate / imported, "thousand records/s"),
            self._figure("raw zip of the same files", rate / packed, "thousand records/s"),
            self._figure("raw SQLite copy", rate / copy, "thousand records/s"),
        ]

    def _sound(self, snapshot: Bank) -> None:
        report = snapshot.verify()
        if not report.ok or report.records != self.size:
            raise AssertionError(f"the frozen bank is not sound: {report.problems[:3]}")

    def _figure(self, name: str, value: float, unit: str, bar: float | None = None) -> Figure:
        return figure(f"{self.size:,} records: {name}", value, unit, bar)

    def _step(self, text: str) -> None:
        self._cancel.check()
        self._progress(text.format(size=f"{self.size:,}"))


def _anew(bank: Bank, criteria: Criteria, sort: Sort | None = None) -> None:
    """A page of a list that is not at hand: what a person waits for after choosing a filter."""
    bank.forget_lists()
    assert browse(bank, criteria, sort or Sort(), 100).rows


def _raw_copy(source: Path, target: Path) -> None:
    """What SQLite alone needs for a vacuumed copy."""
    with closing(sqlite3.connect(source)) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))


def _raw_zip(source: Path, target: Path) -> None:
    """The files of an archive packed once more, without reading any record."""
    with zipfile.ZipFile(source) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in parts.items():
            packed.writestr(name, data)


def _queries(dimension: int) -> list[Vectors]:
    found = np.random.default_rng(7).standard_normal((QUERIES, dimension)).astype(np.float32)
    return list(found / np.linalg.norm(found, axis=1, keepdims=True))


def _median(action: Callable[[], object], repetitions: int = REPETITIONS) -> float:
    """Milliseconds."""
    return statistics.median(_timed(action) for _ in range(repetitions))


def _timed(action: Callable[[], object]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    action()
    return (time.perf_counter() - began) * 1000
