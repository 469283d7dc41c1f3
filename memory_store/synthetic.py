"""Large banks of made-up records, quickly: for benchmarks, and for pictures of a full browser.

The records go past the checks of `Bank.store`, straight into the table, but are what the checks let
through. The same numbers give the same bank.
"""

import zlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from memory_store.bank import Bank
from memory_store.records import CRASH_RANK, ROLES
from memory_store.rows import names, time_text
from memory_store.schema import words_at_the_end
from memory_store.vectors import Vectors
from memory_store.writing import next_revision

BLOCK = 10_000
PER_SECTION = 4
"""Records of one section share its text and its context vector, as those of a real run do."""
START = datetime(2025, 1, 1, tzinfo=UTC)
DOMAINS = ("general", "signal processing", "quantum computing", "economics", "graph theory",
           "statistics", "optics", "chemistry", "biology", "topology", "machine learning",
           "mechanics", "thermodynamics", "linguistics", "number theory", "astronomy")  # fmt: skip
REVIEWERS = ("measured", "vision-large prompt 3", "vision-large prompt 2", "vision-small prompt 2",
             "teacher", "retired-vision prompt 1")  # fmt: skip
WRITERS = ("offline", "writer-large", "writer-small", "retired-writer")
CASTS = ("offline", "model")
_SYLLABLES = ("for", "mu", "la", "gra", "ph", "vec", "tor", "wa", "ve", "sig", "nal", "ma", "trix",
              "ei", "gen", "va", "lue", "é", "tra", "ns", "late", "sca", "le", "fa", "de", "ü",
              "ber", "la", "bel", "ax", "is", "pro", "of", "sum", "in", "te", "gral")  # fmt: skip
_COLUMNS = ("polarity", "status", "origin", "rank", "changed", "context_crc", "body_crc",
            "hit_count", "last_used", "run_id", "scene_id", "source", "ordinal", "score_before",
            "score_after", "cast", "reviewer", "writer", "created", "role", "domain", "paper_id",
            "section_id", "score", "frame_hash", "rationale", "trigger", "root_cause", "recipe",
            "anti_example", "good_example", "diagnostic", "code", "text", "context_vector",
            "body_vector")  # fmt: skip
_CODE = "        self.play(Write(title), run_time=1.5)\n        self.wait(0.5)\n"
_HEAD = "class Lesson(Scene):\n    def construct(self):\n"


def grow_synthetic(
    bank: Bank, count: int, seed: int = 0, progress: Callable[[int], None] = lambda done: None
) -> None:
    """Add `count` records to a bank, half of each polarity, and write the index files.

    Texts are of varied length, words of very different frequency; vectors are random unit vectors.

    Args:
        progress: called with the number of records written so far.
    """
    sentences = _sentences(np.random.default_rng((seed, 1)))
    marks = ", ".join("?" * len(_COLUMNS))
    sql = f"INSERT INTO record ({names(_COLUMNS)}) VALUES ({marks})"
    connection = bank._connection
    with words_at_the_end(connection):
        for first in range(0, count, BLOCK):
            size = min(BLOCK, count - first)
            with connection.writing():
                revision = next_revision(connection)
                connection.run_many(sql, _rows(first, size, seed, revision, sentences, bank))
            progress(first + size)
    bank.save_indexes()


def _sentences(dice: np.random.Generator) -> list[str]:
    """Sentences over 3,000 words whose frequencies fall off as in prose (Zipf)."""
    words = ["".join(dice.choice(_SYLLABLES, size=dice.integers(1, 5))) for _ in range(3000)]
    share = 1 / np.arange(1, len(words) + 1)
    picks = dice.choice(len(words), size=60_000, p=share / share.sum())
    found, start = [], 0
    for length in dice.integers(4, 16, size=4000):
        found.append(" ".join(words[i] for i in picks[start : start + length]).capitalize() + ".")
        start = (start + int(length)) % (len(picks) - 20)
    return found


def _unit(dice: np.random.Generator, count: int, dimension: int) -> Vectors:
    rows = dice.standard_normal((count, dimension), dtype=np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


def _rows(
    first: int, size: int, seed: int, revision: int, sentences: Sequence[str], bank: Bank
) -> Iterator[tuple[Any, ...]]:
    dice = np.random.default_rng((seed, 2, first))
    dimension = bank.identity.dimension
    bodies = _unit(dice, size, dimension)
    contexts = _unit(dice, -(-size // PER_SECTION), dimension)
    numbers = dice.integers(0, 2**31, size=(size, 12)).tolist()
    for offset in range(size):
        number = first + offset
        body = bodies[offset].tobytes()
        context = contexts[offset // PER_SECTION].tobytes()
        yield (
            *_short(number, numbers[offset], revision, zlib.crc32(context), zlib.crc32(body)),
            *_texts(number, numbers[offset], sentences),
            context,
            body,
        )


def _short(
    number: int, dice: Sequence[int], revision: int, context_crc: int, body_crc: int
) -> tuple[Any, ...]:
    """Values of the columns up to `section_id`."""
    success = number % 2 == 0
    section, run = number // PER_SECTION, number // 12
    source = "success" if success else ("visual", "text")[dice[0] % 2]
    before = None if success or source == "text" else 40.0 + dice[1] % 400 / 10
    after = 85 + dice[2] % 150 / 10 if success else before and min(100.0, before + dice[3] % 30)
    rank = after if success else CRASH_RANK if before is None else (after or 0) - before
    status = "active" if dice[4] % 20 else ("pending", "quarantined")[dice[4] // 20 % 2]
    uses = max(0, dice[5] % 400 - 390)
    created = time_text(START + timedelta(seconds=37 * number))
    used = time_text(START + timedelta(seconds=37 * number + 3600 * uses)) if uses else None
    return (
        "success" if success else "failure", status, "imported" if dice[6] % 50 == 0
        else "self-grown", rank, revision, context_crc, body_crc, uses, used,
        f"run-{run:07d}", f"scene-{section % 3}", source, number % PER_SECTION, before, after,
        CASTS[run % 2], REVIEWERS[_few(dice[7], 6)], WRITERS[_few(dice[8], 4)], created,
        ROLES[section % len(ROLES)], DOMAINS[_few(run * 2654435761, 16)], f"paper-{run // 5}",
        str(section % 9 + 1),
    )  # fmt: skip


def _few(number: int, kinds: int) -> int:
    """One of some kinds, the first ones more often."""
    return number % kinds * (number // kinds % 97) // 97


def _texts(number: int, dice: Sequence[int], sentences: Sequence[str]) -> tuple[Any, ...]:
    """Values of the columns from `score` to `text`."""

    def prose(start: int, count: int, cap: int) -> str:
        at = start % (len(sentences) - 40)
        return " ".join(sentences[at : at + count])[:cap]

    head = f"{prose(dice[9], 1 + dice[9] % 4, 380)} No. {number}"
    section = number // PER_SECTION
    text = f"Section {section}. " + prose(section * 7919, 8 + section % 24, 3000)
    if number % 2 == 0:
        code = _HEAD + _CODE * (6 + dice[10] % 20)
        return (85 + dice[2] % 150 / 10, f"{number:016x}", head, None, None, None, None, None,
                None, code, text)  # fmt: skip
    return (
        None, None, None, head, prose(dice[10], 1 + dice[10] % 3, 400),
        prose(dice[11], 1 + dice[11] % 3, 400), "formula.move_to(ORIGIN)\n" * (1 + dice[0] % 8),
        "formula.scale(0.5).to_edge(UP)\n" * (1 + dice[1] % 8),
        prose(dice[2], 1 + dice[2] % 3, 1000), None, text,
    )  # fmt: skip
