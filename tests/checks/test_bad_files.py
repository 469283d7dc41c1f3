"""`check` and `render` on files that are no clean program: one clear answer, always."""

import json
import re
from pathlib import Path

import pytest

from app.cli.main import main
from app.cli.program import read_program
from pipeline.checks import check_program
from tests.checks.test_bad_programs import GOOD

CASES = Path(__file__).parents[1] / "cases"
DRAFT = GOOD.replace("Example", "Draft")
QUOTED = "".join(f"> {line}\n" for line in f"```python\n{GOOD}```".split("\n"))

READABLE: dict[str, bytes] = {
    "a byte order mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "lines of Windows": GOOD.replace("\n", "\r\n").encode(),
    "lines of an old Macintosh": GOOD.replace("\n", "\r").encode(),
    "a fence with such lines": f"```python\n{GOOD}```".replace("\n", "\r").encode(),
    "mixed lines": GOOD.replace("\n", "\r\n", 3).encode(),
    "a page feed between functions": GOOD.replace("\n\n", "\n\x0c\n").encode(),
    "an invisible character in front": ("\u200b" + GOOD).encode(),
    "a fence": f"Here:\n```python\n{GOOD}```\nEnjoy!".encode(),
    "a fence of tildes": f"~~~python\n{GOOD}~~~".encode(),
    "code on the line of the fence": f"```python {GOOD}```".encode(),
    "a fence within a quotation": QUOTED.encode(),
    "thinking first": f"<think>\nimport os\n</think>\n```python\n{GOOD}```".encode(),
    "several blocks": f"```python\n{DRAFT}```\n\n```python\n{GOOD}```\n```bash\nls\n```".encode(),
    "a fence that never closes": f"```python\n{GOOD}".encode(),
}
UNREADABLE: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "empty-program"),
    "blanks": (b" \n\t\n", "empty-program"),
    "Latin-1": ("# café\n".encode("latin-1") + GOOD.encode(), "not-utf8"),
    "UTF-16": (GOOD.encode("utf-16"), "not-utf8"),
    "UTF-16 without its mark": (GOOD.encode("utf-16-be"), "nul-byte"),
    "half a surrogate pair": (GOOD.encode() + b"# \xed\xa0\x80\n", "not-utf8"),
    "a NUL": (GOOD.encode() + b"\0", "nul-byte"),
    "any bytes": (bytes(range(256)) * 20, "not-utf8"),
    "five megabytes": (b"x = 1\n" * 900_000, "too-large"),
    "a program and five megabytes": (GOOD.encode() + b"# x\n" * 1_300_000, "too-large"),
    "five megabytes of brackets": (b"(" * 5_000_000, "too-large"),
    "nested brackets": (b"x = " + b"[" * 3_000 + b"]" * 3_000, "too-deep"),
    "full-width punctuation": (GOOD.replace("):", "）：").encode(), "syntax"),
    "quotation marks of a word processor": ((GOOD + "        Text(“a”)\n").encode(), "syntax"),
    "a space that does not break": (GOOD.replace("    def", "\xa0   def").encode(), "syntax"),
    "prose": (b"I am sorry, I cannot write this animation.", "no-program"),
    "thinking without an end": (b"<think>\nI could show a circle, or", "truncated"),
    "an unfinished string": (GOOD.encode() + b'        Text("hel', "truncated"),
    "an unfinished block": (f"```python\n{GOOD}        Text('hel".encode(), "truncated"),
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Data folders of the test's own."""
    monkeypatch.setenv("MANIMAGENT_STUDIO_HOME", str(tmp_path / "home"))


def check(data: bytes, folder: Path, tables: Path) -> list[tuple[str, str]]:
    """Rules and suggestions for a file of these bytes."""
    file = folder / "reply.txt"
    file.write_bytes(data)
    report = check_program(read_program(file, "Example"), "Example", cache_dir=tables)
    return [(finding.rule, finding.suggestion) for finding in report.findings]


@pytest.mark.parametrize("what", READABLE)
def test_the_program_in_a_file_is_found(what: str, tmp_path: Path, tables_dir: Path) -> None:
    assert check(READABLE[what], tmp_path, tables_dir) == []


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_is_no_program_gets_one_finding(what: str, tmp_path: Path, tables_dir: Path) -> None:
    data, rule = UNREADABLE[what]
    ((found, suggestion),) = check(data, tmp_path, tables_dir)
    assert found == rule
    assert suggestion


def test_a_line_of_a_bare_program_keeps_its_number(tmp_path: Path, tables_dir: Path) -> None:
    file = tmp_path / "scene.py"
    file.write_text(f'"""What it shows."""\n\n{GOOD}        x = = 1\n', encoding="utf-8")
    report = check_program(read_program(file, "Example"), "Example", cache_dir=tables_dir)
    assert [(f.rule, f.line) for f in report.findings] == [("syntax", 9)]


def test_an_escape_that_python_cannot_read_is_cured_by_a_raw_string(tables_dir: Path) -> None:
    program = GOOD + '        MathTex("\\xi + 1")\n'
    (finding,) = check_program(program, "Example", cache_dir=tables_dir).findings
    assert finding.rule == "syntax"
    (edit,) = finding.edits
    lines = program.split("\n")
    lines[edit.line - 1] = (
        lines[edit.line - 1][: edit.column] + edit.replacement + lines[edit.line - 1][edit.column :]
    )
    assert check_program("\n".join(lines), "Example", cache_dir=tables_dir).findings == ()


@pytest.mark.parametrize(
    ("case", "scene", "rules"), [("C46", "CutOff", ["truncated"]), ("C47", "BinarySearch", [])]
)
def test_the_command_reads_a_whole_reply(
    case: str, scene: str, rules: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["check", str(CASES / f"{case}.txt"), "--scene", scene, "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert [finding["rule"] for finding in answer["findings"]] == rules
    assert (code == 0) == (not rules)
    assert all(re.search("shorten", f["suggestion"]) for f in answer["findings"])


def test_a_cut_reply_is_not_rendered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    reply = str(CASES / "C46.txt")
    code = main(["render", reply, "--scene", "CutOff", "--out", str(out), "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert code == 1
    assert answer["category"] == "static"
    assert answer["video"] is None
    assert list(out.iterdir()) == []
