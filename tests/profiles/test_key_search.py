"""A planted key is looked for in everything that the product writes, and in its children."""

import json
import os
import subprocess
import sys
import threading
import types
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.cli import main as command_line
from app.doctor.check import run_bounded
from app.environment import without_secrets
from pipeline.models.secrets import Key
from tests.journeys.studio import ROOT, SECTION, Answer, command
from tests.models.loopback import Loopback, Seen
from tests.models.profiles import KEY
from tests.models.replies import Reply, error, say, say_json
from tests.profiles.conftest import VARIABLE
from tests.profiles.players import Player

CANARY = KEY[8:17]
ECHO = "the key {KEY} was used"
PROGRAM = """from manim import *


class Swing(Scene):
    def construct(self):
        title = Text("A pendulum", font_size=40).to_edge(UP)
        row = VGroup(*[Square(side_length=0.8) for _ in range(4)]).arrange(RIGHT, buff=0.4)
        self.play(Write(title), run_time=1.5)
        self.play(Create(row), run_time=1.5)
        {fault}self.wait(2)
"""


class Echoing:
    """An endpoint that puts the key into everything it says: errors, programs, lessons."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.programs = 0
        self._player = Player()

    def __call__(self, seen: Seen) -> Reply:
        form = (seen.body.get("response_format") or {}).get("json_schema", {}).get("name", "")
        self.asked.append(form)
        if form in ("", "Ball") and "You answer exactly" in seen.text:
            return self._player(seen)
        if len(self.asked) % 4 == 1:
            return error(503, f"busy; {ECHO}").but(echo=True)
        return self._reply(form).but(echo=True, piece=100_000)

    def _reply(self, form: str) -> Reply:
        if not form:
            self.programs += 1
            fault = "row[9].set_fill(RED)\n        " if self.programs == 1 else ""
            program = f"{PROGRAM.format(fault=fault)}        self.wait({self.programs})\n"
            return say(f"```python\n# {ECHO}\n{program}```\n{ECHO}")
        return say_json(_worded(form, self.asked.count(form)))


def _worded(form: str, number: int) -> dict[str, object]:
    score = 70 if number <= 2 else 92
    words: dict[str, dict[str, object]] = {
        "StoryboardReply": {
            "scenes": [
                {"name": "Swing", "claim": f"A pendulum swings; {ECHO}.", "evidence": "T",
                 "takeaway": "Length decides.", "duration_hint": 8}
            ]
        },
        "HintReply": {"hint": f"The row has four members; {ECHO}.", "decision": "retry"},
        "ReviewReply": {
            "issues": [ECHO], "reasons": [ECHO], "verdict": "revise" if score == 70 else "pass",
            "scores": dict.fromkeys(("logical_flow", "layout", "accuracy"), score),
            "instruction": f"Make it larger; {ECHO}." if score == 70 else "",
        },
        "RationaleReply": {"rationale": f"One row, one idea; {ECHO}."},
        "LessonReply": dict.fromkeys(
            ("trigger", "root_cause", "recipe", "anti_example", "good_example", "diagnostic"), ECHO
        ),
    }  # fmt: skip
    return words[form]


class Watcher:
    """Notes every descendant of a process whose environment or command line holds the key."""

    def __init__(self, pid: int) -> None:
        self.seen: set[int] = set()
        self._sightings: Counter[str] = Counter()
        self._pid, self._over = pid, threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    @property
    def leaks(self) -> list[str]:
        """Seen more than in passing: between fork and exec a child still is its parent."""
        return [place for place, times in self._sightings.items() if times > 2]

    def stop(self) -> None:
        """End watching."""
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        from pipeline.render.processes import descendants

        while not self._over.wait(0.05):
            for found in list(descendants(self._pid)):
                pid = int(getattr(found, "pid", found))
                self.seen.add(pid)
                for name in ("environ", "cmdline"):
                    with suppress(OSError):
                        if CANARY.encode() in Path(f"/proc/{pid}/{name}").read_bytes():
                            self._sightings[f"{pid} {name}"] += 1


def holding_the_key(root: Path) -> Iterator[str]:
    """Files below `root`, archives opened, with the key in their content or their name."""
    for path in root.rglob("*"):
        if CANARY in path.name:
            yield str(path)
        if path.is_file():
            contents = {"": path.read_bytes()}
            if zipfile.is_zipfile(path):
                with zipfile.ZipFile(path) as archive:
                    contents |= {name: archive.read(name) for name in archive.namelist()}
            for name, data in contents.items():
                if any(CANARY.encode(code) in data for code in ("utf-8", "utf-16-le")):
                    yield f"{path} {name}"


def play(home: Path, *arguments: str, watch: bool = False) -> Answer:
    """A command as a process of its own, with the key in its environment, and its children."""
    environment = os.environ | {
        "MANIMAGENT_STUDIO_HOME": str(home),
        VARIABLE: KEY,
        "OPENAI_API_KEY": KEY,
        "OPENAI_LOG": "debug",
    }
    process = subprocess.Popen(
        command(*arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env=environment, cwd=home,
    )  # fmt: skip
    watcher = Watcher(process.pid) if watch else None
    out, err = process.communicate(timeout=240)
    if watcher is not None:
        watcher.stop()
        assert watcher.seen
        assert watcher.leaks == []
    answer = Answer(process.returncode, out.decode(), err.decode())
    assert CANARY not in answer.stdout + answer.stderr
    return answer


def test_a_planted_key_is_nowhere_in_what_a_run_a_bank_and_its_copies_hold(tmp_path: Path) -> None:
    section = tmp_path / "section.md"
    section.write_text(SECTION, encoding="utf-8")
    refused = error(401, "Incorrect API key provided: {KEY}", code="invalid_api_key").but(echo=True)
    endpoint = Echoing()
    refusing = threading.Event()

    def answer(seen: Seen) -> Reply:
        return refused if refusing.is_set() else endpoint(seen)

    home = tmp_path / "home"
    home.mkdir()
    with Loopback(answer, key=KEY, models=["writer", "seer"]) as server:
        place = ("--base-url", server.base_url, "--key-env", VARIABLE)
        models = ("--text-model", "writer", "--vision-model", "seer")
        assert play(home, "profile", "add", "mine", *place, *models).code == 0
        assert play(home, "profile", "test", "mine", "--json", "--no-scores").code == 0
        make = ("make", str(section), "--cast", "model", "--profile", "mine", "--scenes", "1")
        made = play(home, *make, "--json", watch=True)
        assert made.code == 0, made.stderr
        assert made.document["memory"]["added"]
        refusing.set()
        stopped = play(home, *make, "--json")
        assert stopped.document["error"]["kind"] in ("key_refused", "paused")
        assert play(home, "profile", "test", "mine").code == 3
    assert play(home, "memory", "freeze", "shared").code == 0
    assert play(home, "memory", "export", str(home / "bank.embz")).code == 0
    assert {"HintReply", "ReviewReply", "LessonReply", "RationaleReply"} <= {*endpoint.asked}
    assert b"[key removed]" in b"".join(p.read_bytes() for p in home.rglob("scene.py"))
    assert list(holding_the_key(tmp_path)) == []


def test_the_doctor_gives_its_children_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("A_COPY", KEY)
    monkeypatch.setenv("GATEWAY_TOKEN_2", "other-secret")
    show = [sys.executable, "-c", "import json, os; print(json.dumps(dict(os.environ)))"]
    given = json.loads(run_bounded(show, 30, tmp_path).stdout)
    assert not {"OPENAI_API_KEY", "A_COPY", "GATEWAY_TOKEN_2"} & given.keys()
    assert given["PATH"] == os.environ["PATH"]
    assert KEY not in str(without_secrets({"MY_LLM": KEY, "PATH": "/bin"}, names=["MY_LLM"]))


def test_a_report_of_a_crash_holds_no_key(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    held = Key(KEY)

    def crash(*_: object) -> int:
        raise RuntimeError(f"with {held.reveal()} and {held.reveal()[:20]}")

    crashing = types.ModuleType("crashing")
    crashing.run = crash  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "crashing", crashing)
    monkeypatch.setitem(command_line.COMMANDS, "profile", "crashing")
    assert command_line.main(["profile", "list", "--json"]) == 1
    shown = capsys.readouterr()
    reports = [path.read_text(encoding="utf-8") for path in (home / "reports").iterdir()]
    assert "RuntimeError: with [key removed]" in reports[0]
    assert CANARY not in shown.out + shown.err + "".join(reports)


def test_nothing_in_the_source_prints_a_key() -> None:
    revealing = [
        str(path.relative_to(ROOT))
        for folder in ("app", "pipeline", "memory_store")
        for path in (ROOT / folder).rglob("*.py")
        if ".reveal()" in path.read_text(encoding="utf-8")
    ]
    assert sorted(revealing) == [
        "app/profiles/keys.py",
        "pipeline/models/secrets.py",
        "pipeline/models/wire.py",
    ]
