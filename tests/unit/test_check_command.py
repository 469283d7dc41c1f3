"""`./run check` and its `--fix`: what is told, and that nothing is ever written over."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import check
from app.cli.output import Output
from app.cli.parser import build_parser
from app.errors import ExitCode, StudioError
from pipeline.checks import CheckReport
from pipeline.render_port import CancelToken
from tests.loop.scripted import program
from tests.loop.test_repair import check as check_names

OLD = program("u=1").replace("Create(", "ShowCreation(")


@pytest.fixture(autouse=True)
def known_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check with a few names that are gone, whatever the tables of Manim say."""

    def check_program(source: str, scene: str, cache_dir: Path) -> CheckReport:
        return check_names(source, scene)

    monkeypatch.setattr(check, "check_program", check_program)


def run(*arguments: str, as_json: bool = True) -> tuple[ExitCode, Any]:
    """The command's exit code and what it printed."""
    options = build_parser().parse_args(["check", *arguments, "--scene", "Swing"])
    printed = io.StringIO()
    code = check.run(options, Output(as_json, stdout=printed), CancelToken())
    text = printed.getvalue()
    return code, json.loads(text) if as_json else text


@pytest.fixture
def old(tmp_path: Path) -> Path:
    file = tmp_path / "swing.py"
    file.write_text(OLD)
    return file


def test_a_fix_is_offered_as_edits_and_as_a_diff(old: Path) -> None:
    code, document = run(str(old))
    assert code == ExitCode.FAILED
    assert document["ok"] is False
    place = {"line": 9, "column": 18, "end_line": 9, "end_column": 30, "replacement": "Create"}
    assert document["findings"][0]["edits"] == [place]
    assert document["repair"]["edits"] == [place]
    assert document["repair"]["ok"] is True
    assert document["repair"]["file"] is None
    assert document["repair"]["diff"].startswith("--- swing.py (before)\n+++ swing.py (after)\n")
    assert list(old.parent.iterdir()) == [old]


def test_people_are_shown_the_diff_and_told_of_fix(old: Path) -> None:
    _, text = run(str(old), as_json=False)
    assert "-        self.play(ShowCreation(bob))\n+        self.play(Create(bob))\n" in text
    assert "--fix" in text


def test_without_a_fix_there_is_no_repair(tmp_path: Path) -> None:
    file = tmp_path / "swing.py"
    file.write_text(program("u=1"))
    code, document = run(str(file), "--fix")
    assert code == ExitCode.DONE
    assert document["repair"] is None
    assert list(tmp_path.iterdir()) == [file]


def test_fix_writes_beside_the_program_and_leaves_it_alone(old: Path) -> None:
    code, document = run(str(old), "--fix")
    fixed = old.with_name("swing-fixed.py")
    assert code == ExitCode.DONE
    assert document["ok"] is True  # goes with the exit code
    assert document["findings"]
    assert document["repair"]["file"] == str(fixed)
    assert fixed.read_text() == program("u=1")
    assert old.read_text() == OLD


def test_fix_keeps_the_line_ends_of_the_file(old: Path, tmp_path: Path) -> None:
    old.write_bytes(OLD.replace("\n", "\r\n").encode())
    run(str(old), "--fix", "--out", str(tmp_path / "new.py"))
    assert (tmp_path / "new.py").read_bytes() == program("u=1").replace("\n", "\r\n").encode()


def test_fix_writes_over_nothing(old: Path) -> None:
    with pytest.raises(StudioError, match="exists already"):
        run(str(old), "--fix", "--out", str(old))
    old.with_name("swing-fixed.py").write_text("mine")
    with pytest.raises(StudioError, match="exists already"):
        run(str(old), "--fix")
    assert old.with_name("swing-fixed.py").read_text() == "mine"
    assert old.read_text() == OLD


def test_fix_into_a_folder_that_is_not_there_is_told(old: Path) -> None:
    with pytest.raises(StudioError, match="cannot be written"):
        run(str(old), "--fix", "--out", str(old.parent / "no" / "new.py"))


def test_out_without_fix_is_wrong_use(old: Path) -> None:
    with pytest.raises(StudioError, match="--out goes with --fix"):
        run(str(old), "--out", "new.py")


def test_what_a_fix_leaves_over_is_told_and_fails(old: Path) -> None:
    old.write_text(OLD.replace("Dot()", "GraphScene()"))
    code, document = run(str(old), "--fix")
    assert code == ExitCode.FAILED
    assert document["repair"]["ok"] is False
    assert [f["rule"] for f in document["repair"]["findings"]] == ["gone-GraphScene"]
    assert old.with_name("swing-fixed.py").exists()


def test_lines_are_those_of_the_file_also_after_blank_lines(old: Path) -> None:
    old.write_text("\n\n" + OLD)
    _, document = run(str(old))
    assert document["findings"][0]["line"] == 11
