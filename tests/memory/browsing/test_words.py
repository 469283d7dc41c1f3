"""Full-text search: whatever is typed, whatever is written, and banks of older studios."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_store import schema
from memory_store.bank import Bank
from memory_store.browsing import Criteria, browse, ids
from memory_store.browsing.words import expression
from memory_store.snapshot import Snapshot
from memory_store.testing import WordEmbedder, failure, success
from tests.memory.browsing.conftest import delete, trash
from tests.memory.older import as_of

TORTURE = [
    '"', '""', '"a', 'a"', '" "', "'", "-", "--", "-a", "a -b", "*", "a*", "**a", "(", ")", "(a",
    "a)", ":", "a:b", "trigger:a", "^a", "+", "a + b", "{a b} : c", "NEAR", "NEAR(a b, 2)",
    "AND", "OR", "NOT", "a AND", "NOT a", "a OR OR b", "😀", "a 😀", "\x00", "a\x00b",
    "\x1b[31m", "\n",
    "a\nb", "\ud800", "a\udcffb", "\u202eabc", "%", "_", "a%", "\\", ";",
    "'; DROP TABLE record; --",
    "a" * 5000, "a " * 3000, '"' * 999, "é", "e\u0301", "ﬁ", "数学", "ا", "½", "①", "ᏸ",
    "[a-z]", "$x^2$",
]  # fmt: skip


def found(bank: Bank, text: str) -> list[int]:
    return sorted(ids(bank, Criteria(words=text)).tolist())


@pytest.mark.parametrize("text", TORTURE)
def test_nothing_that_is_typed_is_a_syntax_error(varied: Bank, text: str) -> None:
    page = browse(varied, Criteria(words=text), limit=5)
    assert page.total == len(found(varied, text))
    browse(varied, Criteria(words=text, domains=(text,), tags=(text,)))


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(st.characters() | st.sampled_from('"*-():^+{}\x00 \n'), max_size=30))
def test_no_text_at_all_is_a_syntax_error(varied: Bank, text: str) -> None:
    found(varied, text)


def test_words_are_found_without_regard_to_case_and_diacritics_and_by_their_beginning(
    bank: Bank,
) -> None:
    bank.consolidate(
        [
            success(run="1", rationale="Überlagerung zweier Wellen"),
            success(run="2", rationale="Ein Éclair"),
            failure(run="3", trigger="The second wave", recipe="Zoom to the Wellenlänge first."),
        ]
    )
    assert found(bank, "UBERLAGERUNG") == [1]
    assert found(bank, "well") == [1, 3]
    assert found(bank, "e\u0301cla") == [2]
    assert found(bank, "wave first zoo") == [3]
    assert found(bank, "wave wellen zweier") == []
    assert found(bank, '"second wave"') == [3]
    assert found(bank, '"wave second"') == []
    assert found(bank, '"second wav') == [3]
    assert found(bank, "second 😀 (wave)") == [3]
    assert found(bank, "run-3") == []
    assert found(bank, "😀") == []
    assert found(bank, "  ") == [1, 2, 3]


def test_words_in_every_body_field_and_in_names_are_found(bank: Bank) -> None:
    record = failure(run="fieldrun")
    fields = {
        "trigger": "aardvark", "root_cause": "buffalo", "recipe": "cheetah",
        "anti_example": "dolphin", "good_example": "elephant", "diagnostic": "flamingo",
    }  # fmt: skip
    context = record.context.model_copy(
        update={"domain": "gazelles", "paper_id": "hamster", "section_id": "iguana"}
    )
    bank.consolidate([record.model_copy(update={**fields, "context": context}), success(run="x")])
    for word in (*fields.values(), "gazelle", "hamster", "iguana", "fieldrun"):
        assert found(bank, word) == [1], word


def test_an_expression_leaves_out_what_is_no_word() -> None:
    assert expression("") is None
    assert expression(' - * " 😀 ') is None
    assert expression('sub-plot "two words" x"y') == '"sub-plot"* "two words" "x"* "y"*'
    assert expression("a\x00b") == '"a"* "b"*'


def agrees(bank: Bank) -> None:
    """The full-text table holds exactly what the record table does: SQLite's own comparison."""
    with bank._connection.writing():
        bank._connection.run(
            f"INSERT INTO {schema.WORDS} ({schema.WORDS}, rank) VALUES ('integrity-check', 1)"
        )


def test_words_follow_edits_deletions_and_the_trash(bank: Bank) -> None:
    bank.consolidate([success(run="1", rationale="old words"), success(run="2"), failure(run="3")])
    bank.edit(1, {"rationale": "fresh words"}, author="me", why="test")
    assert (found(bank, "old"), found(bank, "fresh")) == ([], [1])
    bank.edit(1, {"domain": "acoustics"}, author="me", why="test")
    assert found(bank, "acoust fresh") == [1]
    trash(bank, 1)
    assert found(bank, "fresh") == []
    assert ids(bank, Criteria(words="fresh", trashed=True)).tolist() == [1]
    agrees(bank)
    delete(bank, 1, 3)
    assert ids(bank, Criteria(words="fresh", trashed=True)).tolist() == []
    agrees(bank)
    assert bank.verify().ok


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.tuples(st.sampled_from(["add", "edit", "delete"]), st.integers(1, 12), st.text("aä b")),
        max_size=25,
    )
)
def test_any_series_of_writes_keeps_words_and_records_in_step(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int, str]]
) -> None:
    folder = tmp_path_factory.mktemp("steps") / "bank"
    with Bank.open(folder, WordEmbedder(8), create=True) as bank:
        for number, (what, record_id, text) in enumerate(steps):
            if what == "add":
                bank.consolidate([success(run=f"r{number}", rationale=f"{text}.")])
            else:
                sql = "UPDATE record SET rationale = ? WHERE id = ?"
                values: tuple[Any, ...] = (text, record_id)
                if what == "delete":
                    sql, values = "DELETE FROM record WHERE id = ?", (record_id,)
                with bank._connection.writing():
                    bank._connection.run(sql, values)
        agrees(bank)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Bank.open(tmp_path / "bank", WordEmbedder(), create=True) as bank:
        bank.consolidate([success(run="1", rationale="Größe zählt"), failure(run="2")])
    return tmp_path / "bank"


@pytest.mark.parametrize("version", [1, 2])
def test_a_bank_of_an_older_schema_gets_its_words_when_it_is_migrated(
    folder: Path, tmp_path: Path, version: int
) -> None:
    folder = as_of(version, folder, tmp_path / "older")
    with Bank.open(folder, WordEmbedder()) as bank:
        assert bank.stats().schema_version == schema.current_version()
        assert found(bank, "grosse") == []
        assert found(bank, "gröss") == []
        assert found(bank, "große") == [1]
        assert browse(bank, Criteria(words="GRÖßE")).note is None
        bank.consolidate([success(run="3", rationale="Große Schrift")])
        assert found(bank, "große") == [1, 3]
        agrees(bank)


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_bank_that_is_only_read_is_searched_too_and_says_that_it_is_slower(
    folder: Path, tmp_path: Path, version: int
) -> None:
    folder = as_of(version, folder, tmp_path / "older")
    before = (folder / "memory.db").read_bytes()
    with Bank.open(folder, None, mode="ro") as bank:
        page = browse(bank, Criteria(words="zahlt", polarities=("success",)))
        assert [row.id for row in page.rows] == [1]
        assert "older" in (page.note or "")
        assert browse(bank).note is None
        statements: list[str] = []
        raw: sqlite3.Connection = bank._connection._raw
        raw.set_trace_callback(statements.append)
        assert found(bank, "scale") == [2]
        raw.set_trace_callback(None)
        assert not any("CREATE" in line for line in statements)  # made once, then kept
    assert (folder / "memory.db").read_bytes() == before


def test_an_older_bank_shows_the_words_of_another_process_and_its_migration(
    folder: Path, tmp_path: Path
) -> None:
    folder = as_of(2, folder, tmp_path / "older")
    with Bank.open(folder, None, mode="ro") as reader:
        assert found(reader, "große") == [1]
        raw = sqlite3.connect(folder / "memory.db")
        raw.execute("UPDATE record SET rationale = 'große Welle' WHERE id = 1")
        raw.commit()
        raw.close()
        assert found(reader, "welle") == [1]
        with Bank.open(folder, WordEmbedder()) as writer:
            writer.consolidate([success(run="3", rationale="Welle")])
        page = browse(reader, Criteria(words="welle"))
        assert sorted(row.id for row in page.rows) == [1, 3]
        assert page.note is None


def test_a_snapshot_is_searched(folder: Path, tmp_path: Path) -> None:
    with Bank.open(folder, WordEmbedder()) as bank:
        bank.freeze("words", tmp_path / "snapshots")
    frozen = tmp_path / "snapshots" / "words"
    with Snapshot.open(frozen, None) as snapshot:
        assert found(snapshot, "gross") == []
        assert found(snapshot, "zahlt") == [1]
        assert browse(snapshot, Criteria(words="zahlt")).note is None
