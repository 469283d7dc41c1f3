"""Helpers for tests and benchmarks: a fast encoder, sample records, and synthetic banks."""

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache

import numpy as np

from memory_store.bank import Bank
from memory_store.embedding.base import MAX_PIECES, ContextVector, EncoderIdentity, context_text
from memory_store.records import (
    ROLES,
    NewFailure,
    NewRecord,
    NewSuccess,
    Polarity,
    Provenance,
    RecordContext,
    Role,
    Source,
    Status,
)
from memory_store.rows import Prepared
from memory_store.vectors import Vectors

BATCH = 5000
CODE = """class Demo(Scene):
    def construct(self):
        self.play(Write(Text("wave")))
"""
WORD = re.compile(r"\w+|[^\w\s]")


@lru_cache(maxsize=50_000)
def _word_vector(word: str, dimension: int) -> Vectors:
    seed = int.from_bytes(hashlib.sha256(word.lower().encode()).digest()[:8], "big")
    vector: Vectors = np.random.default_rng(seed).standard_normal(dimension).astype(np.float32)
    return vector


class WordEmbedder:
    """A deterministic encoder without a model: the sum of one random vector per word.

    Texts that share words are near each other. Words stand for word pieces: of a context at most
    256 - 2 - 1 are read.
    """

    def __init__(self, dimension: int = 384, name: str = "words") -> None:
        self._identity = EncoderIdentity(model=name, dimension=dimension, weights="sha256:none")
        self.calls = 0

    @property
    def identity(self) -> EncoderIdentity:
        return self._identity

    def _one(self, text: str) -> Vectors:
        words = WORD.findall(text) or ["(empty)"]
        total = np.sum([_word_vector(word, self._identity.dimension) for word in words], axis=0)
        vector: Vectors = (total / np.linalg.norm(total)).astype(np.float32)
        return vector

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        rows = [self._one(text) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self._identity.dimension), np.float32)

    def context(self, text: str, role: str) -> ContextVector:
        self.calls += 1
        words = WORD.findall(text)
        read = words[: MAX_PIECES - 3]
        vector = self._one(context_text(" ".join(read), role))
        return ContextVector(vector, len(read), len(words))


def success(
    text: str = "The Fourier transform splits a signal into waves.",
    *,
    role: Role = "method",
    run: str = "run-1",
    scene: str = "scene-1",
    ordinal: int = 0,
    score: float = 90.0,
    rationale: str = "Build the formula term by term beside the plot.",
    code: str = CODE,
    status: Status = "active",
    source: Source = "success",
    created: datetime | None = None,
) -> NewSuccess:
    """A success record; every argument has a default."""
    return NewSuccess(
        context=RecordContext(text=text, role=role, paper_id="paper", section_id="1"),
        provenance=_provenance(run, scene, source, ordinal, None, score, created),
        status=status, rationale=rationale, code=code, score=score, frame_hash="0" * 16,
    )  # fmt: skip


def failure(
    text: str = "The Fourier transform splits a signal into waves.",
    *,
    role: Role = "method",
    run: str = "run-1",
    scene: str = "scene-1",
    ordinal: int = 0,
    before: float | None = 60.0,
    after: float | None = 75.0,
    trigger: str = "A long formula beside a diagram.",
    recipe: str = "Scale the formula to half of the width and move it up.",
    status: Status = "active",
    source: Source = "visual",
    created: datetime | None = None,
) -> NewFailure:
    """A failure record; every argument has a default."""
    return NewFailure(
        context=RecordContext(text=text, role=role, paper_id="paper", section_id="1"),
        provenance=_provenance(run, scene, source, ordinal, before, after, created),
        status=status, trigger=trigger, root_cause="Both were placed at the centre.",
        recipe=recipe, anti_example="formula.move_to(ORIGIN)",
        good_example="formula.scale(0.5).to_edge(UP)", diagnostic="overlap: formula, diagram",
    )  # fmt: skip


def _provenance(
    run: str,
    scene: str,
    source: Source,
    ordinal: int,
    before: float | None,
    after: float | None,
    created: datetime | None,
) -> Provenance:
    return Provenance(
        run_id=run, scene_id=scene, source=source, ordinal=ordinal, score_before=before,
        score_after=after, cast="offline", reviewer="measured", writer="offline",
        created=created or datetime.now(UTC),
    )  # fmt: skip


def fill(bank: Bank, n: int, seed: int = 0, *, records_per_section: int = 4) -> None:
    """Add n synthetic records, half of each polarity, with random unit vectors.

    They pass through the real tables and checks but not through the encoder. Records of one
    section share their context vector, as real ones do.
    """
    dice = np.random.default_rng(seed)
    dimension = bank.identity.dimension
    start = datetime(2025, 1, 1, tzinfo=UTC)
    sections = dice.standard_normal((max(1, -(-n // records_per_section)), dimension))
    for first in range(0, n, BATCH):
        bodies = dice.standard_normal((min(BATCH, n - first), dimension))
        items = []
        for offset, body in enumerate(bodies):
            number = first + offset
            section = number // records_per_section
            polarity: Polarity = "success" if number % 2 == 0 else "failure"
            record = _synthetic(polarity, seed, number, section, start + timedelta(seconds=number))
            items.append(Prepared(record, sections[section].astype(np.float32), body))
        bank.store(items)
    bank.save_indexes()


def _synthetic(
    polarity: Polarity, seed: int, number: int, section: int, created: datetime
) -> NewRecord:
    text = f"Section {section} of set {seed}. " + "It explains one idea with an example. " * 30
    role = ROLES[section % len(ROLES)]
    run, scene = f"synthetic-{seed}-{section}", f"scene-{number}"
    if polarity == "success":
        code = f"# program {number}\n" + "self.play(Write(title), run_time=1.5)\n" * 40
        return success(
            text, role=role, run=run, scene=scene, score=85 + number % 15, created=created,
            rationale=f"Rationale {number}: reveal the terms in the order they are told.",
            code=code,
        )  # fmt: skip
    return failure(
        text, role=role, run=run, scene=scene, before=60, after=66 + number % 30, created=created,
        trigger=f"Trigger {number}: a dense row of labels.",
    )  # fmt: skip
