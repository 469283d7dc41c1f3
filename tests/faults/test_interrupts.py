"""Ctrl-C at any moment: one answer, exit code 130, within a few seconds, nothing left behind."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.journeys.studio import SECTION, command, environment, studio

BOUND = 6.0
"""Generous for a busy machine; the studio itself makes an end after 1.5 seconds."""


def interrupted(home: Path, arguments: list[str], delay: float) -> tuple[int, str, str, float]:
    """Start a command in a group of its own and send the group SIGINT after `delay` seconds."""
    process = subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment(home), start_new_session=True,
    )  # fmt: skip
    time.sleep(delay)
    began = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    return process.returncode, stdout, stderr, time.monotonic() - began


@pytest.mark.parametrize("delay", [0.15, 0.5, 1.5, 3.0, 5.0])
def test_a_run_can_be_interrupted_from_its_first_moment_on(tmp_path: Path, delay: float) -> None:
    section = tmp_path / "section.md"
    section.write_text(SECTION)
    home = tmp_path / "home"
    code, stdout, stderr, seconds = interrupted(home, ["make", str(section), "--json"], delay)
    assert "Traceback" not in stderr
    assert seconds < BOUND
    if code != 0:  # a very quick machine may have finished
        assert code == 130 or delay < 0.2  # before Python itself is up, the system's own answer
    if code == 130:
        assert json.loads(stdout)["error"]["kind"] == "interrupted"


def test_an_interrupted_render_leaves_no_empty_folder_and_speaks_of_no_run(
    tmp_path: Path,
) -> None:
    source, out = tmp_path / "scene.py", tmp_path / "results" / "out"
    source.write_text(
        "from manim import *\n\n\nclass A(Scene):\n    def construct(self):\n"
        "        for _ in range(400):\n            self.play(Create(Square()))\n"
    )
    order = ["render", str(source), "--scene", "A", "--out", str(out), "--json", "--skip-check"]
    code, stdout, stderr, _ = interrupted(tmp_path / "home", order, 4.0)
    assert code == 130, stderr
    assert "run" not in json.loads(stdout)["error"]["remedy"].lower()
    assert not (tmp_path / "results").exists()


def test_a_search_that_waits_for_the_encoder_can_be_interrupted(tmp_path: Path) -> None:
    home = tmp_path / "home"
    made = studio(home, "make", "-", "--scenes", "1", "--json", stdin=SECTION.encode())
    assert made.code == 0
    code, stdout, stderr, seconds = interrupted(
        home, ["memory", "search", "pendulum", "--json"], 1.5
    )
    assert "Traceback" not in stderr
    assert code in (0, 130)
    assert seconds < BOUND
    assert isinstance(json.loads(stdout), dict)


def test_a_pipe_without_a_writer_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "section.md"
    os.mkfifo(pipe)
    answer = studio(tmp_path / "home", "make", str(pipe), "--json", timeout=60)
    assert answer.code == 2
    assert "not a regular file" in answer.document["error"]["message"]


def test_a_full_standard_output_is_told_on_standard_error(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command("runs", "list", "--json"), stdout=full, stderr=subprocess.PIPE,
            env=environment(tmp_path), timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 3
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["make", "--help"]])
def test_help_is_one_document_too(tmp_path: Path, arguments: list[str]) -> None:
    answer = studio(tmp_path, *arguments, "--json", timeout=60)
    assert answer.code == 0
    assert answer.document["help"]


def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    home = tmp_path / "file"
    home.write_text("")
    answer = studio(home, "runs", "list", "--json", timeout=60)
    assert answer.code == 2
    assert str(home) in answer.document["error"]["message"]


def test_a_damaged_bank_is_no_wrong_use(tmp_path: Path) -> None:
    bank = tmp_path / "bank"
    bank.mkdir()
    (bank / "memory.db").write_bytes(b"")
    answer = studio(tmp_path / "home", "memory", "stats", "--bank", str(bank), "--json", timeout=60)
    assert answer.code == 3
    assert answer.document["error"]["kind"] == "bank_damaged"
