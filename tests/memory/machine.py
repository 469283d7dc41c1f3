"""A machine that does one thing after another to a real bank and to its model in plain Python.

After every step the bank is sound, and two open banks on one folder answer as the model does.
"""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from memory_store import curating
from memory_store.bank import Bank
from memory_store.changes import Change
from memory_store.errors import BadRecord, RecordMissing
from memory_store.records import NewRecord, Role, Status
from memory_store.testing import WordEmbedder, failure, success
from tests.memory.conftest import GATES, MARKET, WAVES
from tests.memory.plain_bank import PlainBank, Refused, as_told

TEXTS = st.sampled_from((WAVES, GATES, MARKET))
WORDS = st.sampled_from(("Grow the bars.", "Split the line.", "Fade the old term.", "Zoom in."))
ROLES: st.SearchStrategy[Role] = st.sampled_from(("method", "background"))
STATUSES: st.SearchStrategy[Status] = st.sampled_from(
    ("active", "active", "pending", "quarantined")
)
TAGS = st.sets(st.sampled_from(("math", "wide", "later")), min_size=1, max_size=2)
PICK = st.integers(0, 10**6)
PICKS = st.lists(PICK, min_size=1, max_size=4)


class BankMachine(RuleBasedStateMachine):
    """Every rule does one thing to the real bank and to the model."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="bank-properties-"))
        self.path = self.folder / "bank"
        self.embedder = WordEmbedder(32)
        self.model = PlainBank(self.embedder)
        self.frozen = 0

    @initialize()
    def start(self) -> None:
        self.bank = Bank.open(self.path, self.embedder, create=True)
        self.other = Bank.open(self.path, self.embedder)
        first: list[NewRecord] = []
        for number in range(4):
            words = "Grow the bars." if number % 2 else "Zoom in."
            text = WAVES if number < 2 else GATES
            first += [
                success(text, run=f"first-{number}", score=90 + number, rationale=words),
                failure(text, run=f"first-{number}", after=70 + number % 2, trigger=words),
            ]
        for record_id, new in zip(self.bank.consolidate(first).added, first, strict=True):
            self.model.add(record_id, new)

    def teardown(self) -> None:
        self.bank.close()
        self.other.close()
        shutil.rmtree(self.folder)

    # --- helpers ---

    def pick(self, picks: list[int], among: list[int]) -> list[int]:
        return list(dict.fromkeys(among[number % len(among)] for number in picks))

    def some(self, picks: list[int]) -> list[int]:
        """Records that are listed; now and then also such that lie in the trash."""
        listed = self.model.listed()
        if not listed or sum(picks) % 7 == 0:
            return self.pick(picks, list(self.model.rows))
        return self.pick(picks, listed)

    def both(
        self,
        real: Callable[[], Change],
        plain: Callable[[], None],
        undone: int | None = None,
    ) -> None:
        """Do one operation in both; a refusal must be one in both, and change nothing."""
        self.model.begin()
        try:
            plain()
        except Refused:
            self.model.rows = self.model._kept
            with pytest.raises((BadRecord, RecordMissing)):
                real()
            return
        change = real()
        if change.operation is None:
            assert self.model.rows == self.model._kept
            return
        done = self.model.finish(change.operation, undone)
        went = {(False, True): "removed", (True, False): "added"}
        told: dict[str, set[int]] = {"added": set(), "changed": set(), "removed": set()}
        for record_id, line in done.lines.items():
            told[went.get(line.get("trashed", ()), "changed")].add(record_id)
        assert {name: set(getattr(change, name)) for name in told} == told

    # --- rules ---

    @rule(
        polarity=st.booleans(), text=TEXTS, role=ROLES, words=WORDS, status=STATUSES,
        number=st.integers(0, 30), rank=st.integers(0, 3), other=st.booleans(),
    )  # fmt: skip
    def write(
        self, polarity: bool, text: str, role: Role, words: str, status: Status, number: int,
        rank: int, other: bool,
    ) -> None:  # fmt: skip
        new: NewRecord
        if polarity:
            new = success(text, role=role, run=f"{number}", score=90 + rank, rationale=words,
                          status=status)  # fmt: skip
        else:
            new = failure(text, role=role, run=f"{number}", after=70 + rank, trigger=words,
                          status=status)  # fmt: skip
        known = self.model.known(new)
        done = (self.other if other else self.bank).consolidate([new])
        if known is not None:
            assert (done.added, done.duplicates) == ((), (known,))
        else:
            assert done.duplicates == ()
            self.model.add(done.added[0], new)

    @precondition(lambda self: self.model.rows)
    @rule(picks=PICKS, status=STATUSES)
    def set_status(self, picks: list[int], status: Status) -> None:
        ids = self.some(picks)
        self.both(
            lambda: curating.set_status(self.bank, ids, status, author="Ada", why="because"),
            lambda: self.model.assign(ids, status=status),
        )

    @precondition(lambda self: self.model.rows)
    @rule(pick=PICK, text=TEXTS, role=ROLES, words=WORDS, fields=st.sets(st.integers(0, 3)))
    def edit(self, pick: int, text: str, role: Role, words: str, fields: set[int]) -> None:
        (record_id,) = self.some([pick])
        success = self.model.rows[record_id]["polarity"] == "success"
        names = ("text", "role", "rationale" if success else "trigger", "domain")
        values = dict(zip(names, (text, role, words, text[:8]), strict=True))
        changes = {name: values[name] for number, name in enumerate(names) if number in fields}
        self.both(
            lambda: curating.edit(self.bank, record_id, changes, author="Ada", why="because"),
            lambda: self.model.edit(record_id, changes),
        )

    @precondition(lambda self: any(self.model.history.values()))
    @rule(pick=PICK, line=PICK)
    def revert(self, pick: int, line: int) -> None:
        (record_id,) = self.pick([pick], [key for key, had in self.model.history.items() if had])
        number = line % len(self.model.history[record_id])
        changes = self.model.history[record_id][number]
        edit = self.bank.history(record_id)[number]
        texts = {
            name: old for name, (old, _) in changes.items()
            if name in ("text", "role", "rationale", "trigger", "domain")
        }  # fmt: skip

        def plain() -> None:
            if texts:
                self.model.edit(record_id, texts)
            elif "status" in changes:
                self.model.assign([record_id], status=changes["status"][0])
            else:
                raise Refused

        self.both(lambda: curating.revert(self.bank, edit.id, author="Ada"), plain)

    @precondition(lambda self: self.model.rows)
    @rule(picks=PICKS, names=TAGS, on=st.booleans())
    def tag(self, picks: list[int], names: set[str], on: bool) -> None:
        ids = self.some(picks)
        change = curating.tag if on else curating.untag
        self.both(
            lambda: change(self.bank, ids, names, author="Ada"),
            lambda: self.model.retag(ids, names if on else set(), set() if on else names),
        )

    @precondition(lambda self: self.model.rows)
    @rule(picks=PICKS, on=st.booleans())
    def pin(self, picks: list[int], on: bool) -> None:
        ids = self.some(picks)
        change = curating.pin if on else curating.unpin
        self.both(
            lambda: change(self.bank, ids, author="Ada"), lambda: self.model.assign(ids, pinned=on)
        )

    @precondition(lambda self: self.model.rows)
    @rule(picks=PICKS)
    def trash(self, picks: list[int]) -> None:
        ids = self.some(picks[:2])
        self.both(
            lambda: curating.trash(self.bank, ids, author="Ada", why="because"),
            lambda: self.model.trash(ids),
        )

    @precondition(lambda self: self.model.trashed())
    @rule(picks=PICKS)
    def restore(self, picks: list[int]) -> None:
        ids = self.pick(picks, self.model.trashed())
        self.both(
            lambda: curating.restore(self.bank, ids, author="Ada"),
            lambda: self.model.restore(ids),
        )

    @precondition(lambda self: self.model.trashed())
    @rule(picks=PICKS, all_of_it=st.booleans())
    def empty_trash(self, picks: list[int], all_of_it: bool) -> None:
        ids = self.model.trashed() if all_of_it else self.pick(picks, self.model.trashed())
        change = curating.empty_trash(self.bank, None if all_of_it else ids, author="Ada")
        self.model.purge(ids)
        assert set(change.removed) == set(ids)
        with pytest.raises(BadRecord, match="removed for good"):
            curating.undo(self.bank, change.operation or 0, author="Ada")

    @precondition(lambda self: len(self.model.rows) > 1)
    @rule(pick=PICK, picks=PICKS, words=st.none() | WORDS)
    def merge(self, pick: int, picks: list[int], words: str | None) -> None:
        (keep,) = self.some([pick])
        polarity = self.model.rows[keep]["polarity"]
        alike = [
            key for key in self.model.listed() if self.model.rows[key]["polarity"] == polarity
        ] or list(self.model.rows)
        others = [key for key in self.pick(picks[:2], alike) if key != keep]
        name = "rationale" if polarity == "success" else "trigger"
        texts = {name: words} if words else {}
        self.both(
            lambda: curating.merge(self.bank, keep, others, texts, author="Ada", why="because"),
            lambda: self.model.merge(keep, others, texts),
        )

    @precondition(lambda self: self.model.done)
    @rule(pick=PICK, late=st.booleans())
    def undo(self, pick: int, late: bool) -> None:
        numbers = list(self.model.done)
        number = numbers[-1 - pick % min(3, len(numbers))] if late else numbers[pick % len(numbers)]
        self.both(
            lambda: curating.undo(self.bank, number, author="Ada"),
            lambda: self.model.undo(number),
            number,
        )

    @rule(text=TEXTS, role=ROLES, plus=st.integers(0, 4), minus=st.integers(0, 4))
    def retrieve(self, text: str, role: Role, plus: int, minus: int) -> None:
        found = self.bank.retrieve(text, role, plus, minus, count_use=True)
        wanted = self.model.retrieve(text, role, plus, "success")
        wanted += self.model.retrieve(text, role, minus, "failure")
        assert list(found.record_ids) == [key for key, _ in wanted]
        cosines = [hit.similarity for hit in found.successes]
        cosines += [hit.similarity for hit in found.failures]
        assert cosines == pytest.approx([cosine for _, cosine in wanted], abs=1e-5)
        for key in found.record_ids:
            self.model.rows[key]["hits"] += 1

    @rule(words=WORDS, k=st.integers(1, 6))
    def search(self, words: str, k: int) -> None:
        for bank in (self.bank, self.other):
            hits = bank.search(words, k)
            assert [hit.record.id for hit in hits] == [k for k, _ in self.model.search(words, k)]

    @rule(text=TEXTS, role=ROLES)
    def freeze(self, text: str, role: Role) -> None:
        self.frozen += 1
        self.bank.freeze(f"s{self.frozen}", self.folder)
        with Bank.open(self.folder / f"s{self.frozen}", self.embedder, "ro") as snapshot:
            assert snapshot.verify().ok
            self._equal(snapshot, text, role)

    @rule(lose=st.booleans(), old=st.booleans())
    def reopen(self, lose: bool, old: bool) -> None:
        """Close and open again; with no index files, or with ones that were set aside earlier."""
        self.bank.close()
        self.other.close()
        indexes, aside = self.path / "index", self.folder / "aside"
        if indexes.exists() and not aside.exists():
            shutil.copytree(indexes, aside)
        if lose:
            shutil.rmtree(indexes, ignore_errors=True)
            if old and aside.exists():
                shutil.move(aside, indexes)
        self.bank = Bank.open(self.path, self.embedder)
        self.other = Bank.open(self.path, self.embedder)

    # --- what always holds ---

    @invariant()
    def it_is_sound_and_equal_to_the_model(self) -> None:
        report = self.bank.verify()
        assert report.ok, report.problems
        for bank in (self.bank, self.other):
            self._equal(bank, WAVES, "method")

    def _equal(self, bank: Bank, text: str, role: Role) -> None:
        found = bank.retrieve(text, role, 4, 4)
        wanted = self.model.retrieve(text, role, 4, "success")
        wanted += self.model.retrieve(text, role, 4, "failure")
        assert list(found.record_ids) == [key for key, _ in wanted]
        assert {record.id for record in bank.list(limit=500).records} == set(self.model.listed())
        stats = bank.stats()
        trashed = 0 if bank.snapshot else len(self.model.trashed())  # a snapshot leaves it out
        assert (stats.total, stats.trashed) == (len(self.model.listed()), trashed)
        rows = self.model.rows
        if bank.snapshot:
            rows = {key: row for key, row in rows.items() if not row["trashed"]}
        marks = curating.marks(bank, rows)
        assert marks.keys() == rows.keys()
        for record_id, row in rows.items():
            self._same(bank, record_id, row)
            mark = marks[record_id]
            told = (mark.pinned, mark.tags, mark.trashed_at is not None, mark.merged_into)
            assert told == (row["pinned"], row["tags"], row["trashed"], row["merged_into"])

    def _same(self, bank: Bank, record_id: int, row: dict[str, Any]) -> None:
        record = bank.show(record_id)
        assert (record.status, record.origin, record.hit_count) == (
            row["status"], row["origin"], row["hits"]
        )  # fmt: skip
        content = record.model_dump()
        content |= content["context"]
        assert all(row[name] == content[name] for name in ("text", "role", "domain"))
        body = "rationale" if row["polarity"] == "success" else "trigger"
        assert content[body] == row[body]
        lines = [dict(line.changes) for line in bank.history(record_id)]
        for line in lines:
            line.pop("last_used", None)
        assert lines == [as_told(line) for line in self.model.history[record_id]]
