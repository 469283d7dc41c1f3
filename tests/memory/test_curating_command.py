"""`./run memory`, as far as it changes records: what it prints, and what it refuses in words."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import memory
from app.cli.main import main
from app.paths import data_paths
from memory_store.bank import Bank
from memory_store.testing import WordEmbedder
from tests.memory.conftest import grow


@pytest.fixture(autouse=True)
def a_bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The default bank of a data folder of its own, with twelve records and a fast encoder."""
    monkeypatch.setenv("MANIMAGENT_STUDIO_HOME", str(tmp_path))
    monkeypatch.setattr(memory, "MiniLmEmbedder", _Words)
    with Bank.open(data_paths().bank(None), WordEmbedder(), create=True) as bank:
        grow(bank)
        bank.set_status([1, 2, 3], "pending", author="test", why="")


class _Words(WordEmbedder):
    def __enter__(self) -> "_Words":
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing runs."""

    def start(self) -> None:
        """Nothing has to start."""


class Shell:
    """Gives commands and reads what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str]:
        code = main(["memory", *arguments])
        printed = self._capsys.readouterr()
        assert "Traceback" not in printed.err
        return code, printed.out + printed.err

    def json(self, *arguments: str) -> dict[str, Any]:
        main(["memory", *arguments, "--json"])
        value = json.loads(self._capsys.readouterr().out)
        assert isinstance(value, dict)
        return value


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def test_pending_records_are_accepted_and_rejected_and_others_are_not(run: Shell) -> None:
    assert run.json("accept", "1", "2")["changed"] == [1, 2]
    rejected = run.json("reject", "3", "--why", "wrong cause", "--author", "Ada")
    assert rejected["removed"] == [3]
    assert run.json("stats")["by_status"] == {"active": 11, "pending": 0, "quarantined": 0}
    assert run.json("stats")["trashed"] == 1
    code, told = run("reject", "1")
    assert code == 2
    assert "Record 1 is active, not pending." in told
    (line,) = (e for e in run.json("history", "3")["records"][0]["edits"] if e["author"] == "Ada")
    assert (line["why"], line["changes"]) == ("wrong cause", {"trashed": ["no", "yes"]})


def test_an_edit_is_shown_in_the_history_and_reverted(run: Shell, tmp_path: Path) -> None:
    program = tmp_path / "scene.py"
    program.write_text("pass\n", encoding="utf-8")
    arguments = ("edit", "5", "--set", "rationale=Grow = rise.", "--set-file", f"code={program}")
    assert run.json(*arguments, "--why", "short")["changed"] == [5]
    record = run.json("show", "5")["record"]
    assert (record["rationale"], record["code"], record["origin"]) == (
        "Grow = rise.", "pass\n", "edited"
    )  # fmt: skip
    (edit,) = run.json("history", "5")["records"][0]["edits"]
    assert run("revert", str(edit["id"]))[0] == 0
    assert run.json("show", "5")["record"]["rationale"] == "Rationale a1."
    code, told = run("history", "5")
    assert code == 0
    assert "rationale: 'Grow = rise.' -> 'Rationale a1.'" in told


def test_marks_are_set_and_taken_off(run: Shell) -> None:
    assert run.json("tag", "5", "6", "--tag", "math", "--tag", "wide")["changed"] == [5, 6]
    assert run.json("untag", "5", "--tag", "math")["changed"] == [5]
    assert run.json("pin", "5")["changed"] == [5]
    assert run.json("pin", "5")["operation"] is None
    assert "was so already" in run("pin", "5")[1]
    assert run.json("unpin", "5")["changed"] == [5]


def test_the_trash_is_listed_restored_from_and_emptied_only_when_meant(run: Shell) -> None:
    assert run.json("delete", "5", "6", "7")["removed"] == [5, 6, 7]
    assert run.json("undelete", "6")["added"] == [6]
    listed = run.json("trash")
    assert listed["total"] == 2
    assert {record["id"] for record in listed["records"]} == {5, 7}
    code, told = run("empty-trash")
    assert code == 2
    assert "2 records with their history for good" in told
    assert "--yes" in told
    assert run.json("empty-trash", "5", "--yes")["removed"] == [5]
    assert run.json("show", "5")["error"]["kind"] == "record_missing"
    assert run.json("verify")["ok"]


def test_near_duplicates_are_merged_with_a_text_of_another(run: Shell) -> None:
    done = run.json("merge", "5", "6", "--take", "rationale=6", "--why", "the same")
    assert (done["changed"], done["removed"]) == ([5], [6])
    record = run.json("show", "5")["record"]
    assert (record["rationale"], record["origin"]) == ("Rationale b1.", "merged")
    assert run.json("trash")["records"][0]["merged_into"] == 5


def test_an_operation_is_listed_and_taken_back(run: Shell) -> None:
    operation = run.json("quarantine", "5", "6")["operation"]
    assert f"undo {operation}" not in run("operations")[1]
    assert run.json("undo", str(operation))["changed"] == [5, 6]
    listed = run.json("operations")["operations"]
    assert [found["kind"] for found in listed] == ["undo", "quarantine", "hold"]
    assert listed[1]["undone_by"] == listed[0]["id"]
    code, told = run("undo", str(operation))
    assert code == 2
    assert "taken back already" in told
    assert run.json("activate", "1")["changed"] == [1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("edit", "5"), "Nothing to change"),
        (("edit", "5", "--set", "rationale"), "there is no FIELD="),
        (("edit", "5", "--set", "a=1", "--set", "a=2"), "given twice"),
        (("edit", "5", "--set", "id=2"), "no field id"),
        (("edit", "5", "--set", "role=villain"), "role"),
        (("edit", "5", "--set-file", "code=/no/such/file"), "cannot be read"),
        (("edit", "5", "--set-file", "code=nul\0byte"), "cannot be read"),
        (("merge", "5", "5"), "itself"),
        (("merge", "5", "6", "--take", "rationale=x"), "is no record"),
        (("merge", "5", "6", "--take", "trigger=6"), "no text trigger"),
        (("tag", "5", "--tag", "a,b"), "cannot be a tag"),
        (("pin", "99"), "no record 99"),
        (("pin", "99999999999999999999999"), "no record 99999999999999999999999"),
        (("show", "-1"), "no record -1"),
        (("undo", "7"), "no operation 7"),
        (("revert", "99"), "no edit 99"),
        (("trash", "--limit", "0"), "--limit must be at least 1"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    run: Shell, arguments: tuple[str, ...], words: str
) -> None:
    before = run.json("operations")
    code, told = run(*arguments)
    assert code == 2
    assert words in told
    assert run.json("operations") == before


def test_an_empty_name_is_no_bank_and_never_the_folder_one_stands_in(run: Shell) -> None:
    code, told = run("stats", "--bank", "")
    assert code == 2
    assert "name of the memory bank is empty" in told
