"""Banks for the tests of the Memory room, and what stands in for the encoder."""

from collections.abc import Iterable
from pathlib import Path

from memory_store.bank import Bank
from memory_store.records import NewRecord
from memory_store.testing import WordEmbedder, failure, success

HOSTILE = (
    "<b>bold</b> <img src='file:///etc/passwd'> <a href='file:///etc/passwd'>here</a> "
    "\u202etxet desrever \x00 " + "x" * 300
)


class ClosingWords(WordEmbedder):
    """The word encoder, which notes that it was closed."""

    closed = False

    def close(self) -> None:
        """Nothing to let go of."""
        self.closed = True


def make_bank(folder: Path, records: Iterable[NewRecord]) -> Path:
    """A live bank with these records."""
    with Bank.open(folder, WordEmbedder(), create=True) as bank:
        bank.consolidate(records)
    return folder


def add_to(folder: Path, *records: NewRecord) -> tuple[int, ...]:
    """Write into a bank as another studio would."""
    with Bank.open(folder, WordEmbedder()) as bank:
        return bank.consolidate(records).added


def some_records(count: int) -> list[NewRecord]:
    """As many records, every third an M-; the later ones have the higher scores."""
    made: list[NewRecord] = []
    for number in range(count):
        scene = f"s{number}"
        if number % 3 == 2:
            made.append(
                failure(
                    scene=scene, before=40.0 + number % 20, after=70.0 + number % 30,
                    trigger=f"Lesson {number}: labels collide on the axis.",
                    status="pending" if number % 2 else "active",
                )
            )  # fmt: skip
        else:
            made.append(
                success(
                    scene=scene, score=60.0 + number % 40,
                    rationale=f"Lesson {number}: reveal the terms one by one.",
                )
            )  # fmt: skip
    return made
