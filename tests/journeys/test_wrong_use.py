"""Every mistake ends with one JSON document, the right exit code and no traceback."""

from pathlib import Path

import pytest

from tests.journeys.studio import SECTION, studio

WRONG = [
    ["make", "missing.md"],
    ["make", "."],
    ["make"],
    ["make", "SECTION", "--role", "hero"],
    ["make", "SECTION", "--scenes", "0"],
    ["make", "SECTION", "--scenes", "many"],
    ["make", "SECTION", "--quality", "best"],
    ["make", "SECTION", "--cast", "model"],
    ["make", "SECTION", "--memory-mode", "maybe"],
    ["make", "SECTION", "--memory", "nothing-here", "--memory-mode", "ro"],
    ["make", "EMPTY"],
    ["make", "FORMULA"],
    ["make", "HUGE"],
    ["make", "LATIN"],
    ["make", "SECTION", "--out", "SECTION"],
    ["make", "SECTION", "--out", "/proc/nothing"],
    ["render", "SECTION", "--scene", "A", "--out", "/proc/nothing/deeper"],
    ["check", "missing.py", "--scene", "A"],
    ["check", "SECTION"],
    ["render", "missing.py", "--scene", "A", "--out", "OUT"],
    ["memory", "stats", "--bank", "nothing-here"],
    ["memory", "show", "one"],
    ["memory", "polish"],
    ["memory"],
    ["runs", "show", "nothing"],
    ["runs", "resume", "../.."],
    ["bench", "nonsense"],
    ["fly"],
    [],
]


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_wrong_use_is_told_in_one_document_with_exit_code_2(
    tmp_path: Path, arguments: list[str]
) -> None:
    places = {
        "SECTION": tmp_path / "section.md",
        "EMPTY": tmp_path / "empty.md",
        "FORMULA": tmp_path / "formula.md",
        "HUGE": tmp_path / "huge.md",
        "LATIN": tmp_path / "latin.md",
        "OUT": tmp_path / "out",
    }
    places["SECTION"].write_text(SECTION)
    places["EMPTY"].write_text(" \n\n")
    places["FORMULA"].write_text("$$E = mc^2$$\n")
    places["HUGE"].write_text("A sentence of five words. " * 8000)
    places["LATIN"].write_bytes("Die Größe wächst.".encode("latin-1"))
    given = [str(places.get(a, a)) for a in arguments]
    answer = studio(tmp_path / "home", *given, "--json", timeout=60)
    assert answer.code == 2, answer
    assert answer.document["ok"] is False
    assert answer.document["error"]["kind"]
    assert answer.document["error"]["message"]
    assert "Traceback" not in answer.stderr + answer.stdout
    assert not (tmp_path / "home" / "runs").exists() or not list(
        (tmp_path / "home" / "runs").iterdir()
    )


def test_without_json_a_mistake_names_the_thing_and_the_remedy(tmp_path: Path) -> None:
    answer = studio(tmp_path, "make", "no-such-section.md", timeout=60)
    assert answer.code == 2
    assert "no-such-section.md" in answer.stderr
    assert "What to do:" in answer.stderr
    assert answer.stdout == ""


def test_help_lists_every_command(tmp_path: Path) -> None:
    answer = studio(tmp_path, "--help", timeout=60)
    assert answer.code == 0
    for name in ("make", "check", "render", "memory", "runs", "doctor", "bench", "test"):
        assert name in answer.stdout
