"""What goes out with an export, what stays at home, and what a colleague gets."""

import csv
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_store.archive import open_archive
from memory_store.bank import Bank
from memory_store.errors import MemoryStoreError, NotABank, RecordMissing
from memory_store.exchange import OtherEncoder, import_archive, import_into_new, preview
from memory_store.exporting import export_bank, export_lines, export_table
from memory_store.queries import Filter, Retrieval
from memory_store.records import FailureRecord, SuccessRecord
from memory_store.stripping import NO_CODE
from memory_store.testing import WordEmbedder, failure, fill, success
from tests.memory.conftest import GATES, MARKET, WAVES, grow


def trash(bank: Bank, *ids: int) -> None:
    """Put records into the trash, as the table says it."""
    with bank._connection.writing():
        for key in ids:
            bank._connection.run("INSERT INTO trash VALUES (?, '2026-01-01')", (key,))
        bank._connection.run("UPDATE meta SET revision = revision + 1, stamp = hex(randomblob(8))")
        bank._connection.run("UPDATE record SET changed = (SELECT revision FROM meta)")


def _similarities(found: Retrieval) -> list[float]:
    return [hit.similarity for hit in found.successes] + [hit.similarity for hit in found.failures]


def test_a_colleague_retrieves_the_same_records_with_the_same_similarities(
    bank: Bank, tmp_path: Path, embedder: WordEmbedder
) -> None:
    grow(bank)
    bank.edit(2, {"rationale": "Edited."}, author="Ada", why="clearer")
    trash(bank, 5)  # so that the ids have a gap
    bank.freeze("sent", tmp_path / "snapshots")
    with Bank.open(tmp_path / "snapshots" / "sent", embedder, mode="ro") as snapshot:
        export_bank(snapshot, tmp_path / "sent.embz")
        with Bank.open(tmp_path / "colleague" / "bank", WordEmbedder(), create=True) as theirs:
            assert len(import_archive(theirs, tmp_path / "sent.embz").added) == 11
            for text in (WAVES, GATES, MARKET, "Something else: waves of supply."):
                for role in ("method", "background"):
                    mine = snapshot.retrieve(text, role, 4, 4)
                    other = theirs.retrieve(text, role, 4, 4)
                    assert other.record_ids == mine.record_ids
                    assert _similarities(other) == pytest.approx(_similarities(mine), abs=5e-6)
            assert theirs.verify().ok
            assert theirs.consolidate([success(run="own")]).added > (12,)


def test_the_trash_is_never_exported(bank: Bank, tmp_path: Path) -> None:
    grow(bank)
    trash(bank, 1, 2)
    assert export_bank(bank, tmp_path / "a.embz").counts == {"success": 4, "failure": 6}
    assert export_table(bank, tmp_path / "a.csv") == {"success": 4, "failure": 6}
    few = export_lines(bank, tmp_path / "a.jsonl", Filter(polarity="success"))
    assert few == {"success": 4, "failure": 0}
    with pytest.raises(RecordMissing, match="no record 2"):
        export_bank(bank, tmp_path / "b.embz", (2, 3))
    assert not (tmp_path / "b.embz").exists()


def test_records_can_be_chosen_one_by_one(bank: Bank, tmp_path: Path) -> None:
    grow(bank)
    export_bank(bank, tmp_path / "a.embz", (7, 3))
    with open_archive(tmp_path / "a.embz") as archive:
        archive.check()
        assert [item.record.id for item in archive.items()] == [3, 7]


def _secret_bank(bank: Bank) -> None:
    grow(bank)
    bank.consolidate(
        [
            success(run="secret-run", scene="secret-scene", code="secret_code()"),
            failure(run="secret-run", scene="secret-scene"),
        ]
    )
    bank.edit(13, {"code": "other_secret_code()"}, author="Secret Ada", why="secret reason")
    bank.edit(14, {"trigger": "Public words."}, author="Secret Ada", why="secret reason")


@pytest.mark.parametrize(
    ("what", "hidden"),
    [
        ("code", ["secret_code", "move_to(ORIGIN)", "to_edge(UP)", "overlap: formula"]),
        ("names", ["secret-run", "secret-scene", "Secret Ada", "secret reason", '"paper"']),
        ("provenance", ["measured", '"writer":"offline"', "60.0", "Secret Ada", "secret reason"]),
    ],
)
def test_what_is_left_out_is_nowhere_in_the_file(
    bank: Bank, tmp_path: Path, what: str, hidden: list[str]
) -> None:
    _secret_bank(bank)
    export_lines(bank, tmp_path / "whole.jsonl")
    export_lines(bank, tmp_path / "part.jsonl", strip=[what])  # type: ignore[list-item]
    whole, part = ((tmp_path / f"{name}.jsonl").read_text() for name in ("whole", "part"))
    for words in hidden:
        assert words in whole
        assert words not in part
    assert len(part.splitlines()) == 14


def test_a_stripped_archive_arrives_with_keys_that_stay_unique(
    bank: Bank, tmp_path: Path, embedder: WordEmbedder
) -> None:
    _secret_bank(bank)
    for name in ("one", "two"):
        export_bank(
            bank, tmp_path / f"{name}.embz", strip=("code", "names", "provenance"),
            licence="CC-BY-4.0", author="A class",
        )  # fmt: skip
    with Bank.open(tmp_path / "other", embedder, create=True) as other:
        report = import_archive(other, tmp_path / "one.embz")
        assert len(report.added) == 14
        assert report.manifest is not None
        assert (report.manifest.licence, report.manifest.author) == ("CC-BY-4.0", "A class")
        assert report.manifest.stripped == ["code", "names", "provenance"]
        assert report.manifest.bank_id == ""
        assert len(import_archive(other, tmp_path / "two.embz").duplicates) == 14
        first, second = other.show(13), other.show(14)
        assert isinstance(first, SuccessRecord)
        assert isinstance(second, FailureRecord)
        assert (first.code, first.score) == (NO_CODE, 90)
        assert (second.anti_example, second.provenance.score_after) == ("", None)
        assert first.provenance.run_id == second.provenance.run_id
        assert first.provenance.run_id.startswith("run-")
        assert [edit.author for edit in other.history(14)] == ["import"]
        assert other.verify().ok


def test_a_trial_says_of_each_record_what_would_happen(
    bank: Bank, tmp_path: Path, embedder: WordEmbedder
) -> None:
    grow(bank)
    export_bank(bank, tmp_path / "a.embz", licence="CC0", author="Ada")
    with Bank.open(tmp_path / "other", embedder, create=True) as other:
        other.consolidate([success(run="own"), success(WAVES, run="run-0", scene="b")])
        report = import_archive(other, tmp_path / "a.embz", trial=True)
        actions = [one.action for one in report.outcomes]
        assert (actions.count("add"), actions.count("duplicate")) == (11, 1)
        double = report.outcomes[1]
        assert (double.action, double.record_id, double.headline) == (
            "duplicate",
            2,
            "Rationale b0.",
        )
        assert report.manifest is not None
        assert report.manifest.licence == "CC0"
        assert other.stats().total == 2
    nothing = preview(tmp_path / "a.embz", embedder.identity, None)
    assert len(nothing.added) == 12


def test_another_encoder_is_refused_with_both_names_and_a_new_bank_is_offered(
    bank: Bank, tmp_path: Path
) -> None:
    grow(bank)
    export_bank(bank, tmp_path / "a.embz")
    small = WordEmbedder(64, "small")
    with Bank.open(tmp_path / "small", small, create=True) as other:
        with pytest.raises(OtherEncoder, match=r"words \(384 .*small \(64 .*--re-embed-into"):
            import_archive(other, tmp_path / "a.embz")
        assert other.stats().total == 0
        with pytest.raises(NotABank):
            import_into_new(tmp_path / "a.embz", tmp_path / "small", small)
    report = import_into_new(tmp_path / "a.embz", tmp_path / "new", small)
    assert len(report.added) == 12
    with Bank.open(tmp_path / "new", small) as made:
        assert made.verify().ok
        assert made.list().total == 12
        assert made.retrieve(GATES, "method", 1).successes[0].record.context.text == GATES


def test_a_failing_encoder_leaves_no_new_bank(bank: Bank, tmp_path: Path) -> None:
    grow(bank)
    export_bank(bank, tmp_path / "a.embz")

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_into_new(tmp_path / "a.embz", tmp_path / "new", WordEmbedder(64, "small"), stop)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.embz", "bank"]


def test_an_import_that_is_stopped_adds_nothing(
    bank: Bank, tmp_path: Path, embedder: WordEmbedder
) -> None:
    grow(bank)
    export_bank(bank, tmp_path / "a.embz")

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with Bank.open(tmp_path / "other", embedder, create=True) as other:
        with pytest.raises(KeyboardInterrupt):
            import_archive(other, tmp_path / "a.embz", progress=stop)
        assert other.stats().total == 0
        assert other.verify().ok
        assert len(import_archive(other, tmp_path / "a.embz").added) == 12


def test_a_table_holds_no_formulas_and_every_text(bank: Bank, tmp_path: Path) -> None:
    starts = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uff1d1", 'plain, "text"']
    bank.consolidate(
        [success(scene=f"s{n}", rationale=text) for n, text in enumerate(starts)]
        + [failure(trigger="lines\nof\r\ntext; \u202e \0", run="=HYPERLINK(1)")]
    )
    assert export_table(bank, tmp_path / "a.csv") == {"success": 9, "failure": 1}
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 10
    for row, text in zip(rows, starts, strict=False):
        assert row["rationale"] == (text if text.startswith("plain") else f"'{text}")
    assert rows[9]["trigger"] == "lines\nof\r\ntext; \u202e \0"
    assert rows[9]["run_id"] == "'=HYPERLINK(1)"
    for row in rows:
        for cell in row.values():
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_lines_are_one_json_record_each(bank: Bank, tmp_path: Path) -> None:
    grow(bank)
    bank.edit(2, {"rationale": "Edited."}, author="Ada", why="clearer")
    assert export_lines(bank, tmp_path / "a.jsonl") == {"success": 6, "failure": 6}
    entries = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert [entry["record"]["id"] for entry in entries] == list(range(1, 13))
    assert entries[1]["history"][0]["changes"]["rationale"] == ["Rationale b0.", "Edited."]


@pytest.mark.parametrize("name", ["a.embz", "a.jsonl", "a.csv"])
def test_nothing_is_overwritten_unasked(bank: Bank, tmp_path: Path, name: str) -> None:
    exports: dict[str, Callable[..., object]] = {
        ".embz": export_bank,
        ".jsonl": export_lines,
        ".csv": export_table,
    }
    write = exports[name[1:]]
    (tmp_path / name).write_text("mine")
    with pytest.raises(MemoryStoreError, match="exists already"):
        write(bank, tmp_path / name)
    assert (tmp_path / name).read_text() == "mine"
    write(bank, tmp_path / name, overwrite=True)
    assert (tmp_path / name).read_text(encoding="latin1") != "mine"
    with pytest.raises(MemoryStoreError, match="There is no folder"):
        write(bank, tmp_path / "nowhere" / name)
    assert not (tmp_path / "nowhere").exists()


def test_the_memory_of_an_export_and_an_import_does_not_grow_with_the_bank(
    bank: Bank, tmp_path: Path, embedder: WordEmbedder
) -> None:
    fill(bank, 6000)  # 36 MB of texts and vectors, the vectors of the indexes not counted

    def peak(work: object) -> int:
        assert callable(work)
        tracemalloc.start()
        try:
            work()
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(lambda: export_bank(bank, tmp_path / "a.embz")) < 12 << 20
    assert peak(lambda: preview(tmp_path / "a.embz", embedder.identity, None)) < 20 << 20


def test_an_archive_of_the_first_format_is_still_read(
    bank: Bank, tmp_path: Path, embedder: WordEmbedder
) -> None:
    from tests.memory.test_exchange import repack

    grow(bank)
    export_bank(bank, tmp_path / "a.embz")

    def change(parts: dict[str, bytes], manifest: dict[str, object]) -> None:
        for name in ("licence", "author", "stripped"):
            del manifest[name]
        manifest["format"] = 1
        manifest["schema_version"] = 1

    repack(tmp_path / "a.embz", tmp_path / "old.embz", change)
    with Bank.open(tmp_path / "other", embedder, create=True) as other:
        assert len(import_archive(other, tmp_path / "old.embz").added) == 12
