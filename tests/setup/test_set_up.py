"""Set-up that is cut off, damaged, repeated or done twice at once."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.setup.standin import MODULES, Project, make_project, make_wheel, tool_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell script")


def _read_until(process: "subprocess.Popen[str]", sign: str) -> str:
    assert process.stderr is not None
    read = ""
    for line in process.stderr:
        read += line
        if sign in line:
            break
    return read


def _kill_at(project: Project, step: str) -> None:
    process = project.start("1")
    _read_until(process, step)
    _end(process, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert not project.stamp.exists()


def _end(process: "subprocess.Popen[str]", signal_number: int) -> "tuple[str, str]":
    process.send_signal(signal_number)
    return process.communicate(timeout=200)


@pytest.mark.parametrize("step", ["[3/5]", "[4/5]", "[5/5]"])
def test_a_killed_set_up_goes_on_where_it_was(project: Project, step: str) -> None:
    slow = "import time; time.sleep(1)\n"
    make_wheel(project.wheels, "torch", "1.0", ("torch",), slow)
    _kill_at(project, step)
    done = project.run("2")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["arguments"] == ["2"]
    for module in (*MODULES, "torch"):
        assert (project.site / f"{module}.py").is_file()


def test_a_set_up_killed_while_it_makes_the_environment_goes_on(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    _kill_at(project, "[2/5]")
    done = project.run("2")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_set_up_says_so_and_ends_what_it_started(
    project: Project, signal_number: int
) -> None:
    process = project.start("1", "--json")
    _read_until(process, "[3/5]")
    out, err = _end(process, signal_number)
    assert process.returncode == 130
    assert "interrupted" in err
    assert json.loads(out)["error"]["kind"] == "interrupted"
    assert "Another set-up" not in project.run("2").stderr


def test_two_at_once_do_the_work_once(project: Project) -> None:
    both = [project.start("1"), project.start("2")]
    answers = [process.communicate(timeout=250) for process in both]
    assert [process.returncode for process in both] == [0, 0], answers
    said = "".join(err for _, err in answers)
    assert said.count("Set-up is done") == 1
    assert [json.loads(out)["arguments"] for out, _ in answers] == [["1"], ["2"]]


def test_waiting_for_another_set_up_has_an_end(project: Project) -> None:
    holder = (
        "import fcntl, sys, time; file = open(sys.argv[1], 'w'); fcntl.flock(file, 2); "
        "file.write('process 4711'); file.flush(); print('READY', flush=True); time.sleep(60)"
    )
    lock = project.root / ".venv" / ".setup-lock"
    other = subprocess.Popen(
        [sys.executable, "-c", holder, str(lock)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == "READY\n"
        done = project.run("1", MANIMAGENT_SETUP_WAIT="1")
    finally:
        other.kill()
        other.communicate()
    assert done.returncode == 3
    assert "process 4711" in done.stderr


def test_a_cut_off_package_is_installed_again(ready: Project) -> None:
    (ready.site / "manim.py").unlink()
    (ready.site / "torch.py").write_text("", encoding="utf-8")
    ready.stamp.unlink()
    done = ready.run("1")
    assert done.returncode == 0, done.stderr
    assert "installing again: standin, torch" in done.stderr
    assert (ready.site / "manim.py").is_file()
    assert (ready.site / "torch.py").stat().st_size > 0


@pytest.mark.parametrize("part", ["bin", "lib", "pyvenv.cfg"])
def test_a_broken_environment_is_made_anew(ready: Project, part: str) -> None:
    target = ready.root / ".venv" / part
    if target.is_dir():
        shutil.rmtree(target)
    else:
        target.unlink()
    ready.stamp.unlink()
    done = ready.run("1")
    assert done.returncode == 0, done.stderr
    assert (ready.site / "manim.py").is_file()


def test_a_changed_lock_is_followed_once(ready: Project) -> None:
    pin = make_wheel(ready.wheels, "standin", "2.0", MODULES)
    (ready.root / "requirements.lock").write_text(pin, encoding="utf-8")
    assert "Set-up is done" in ready.run("1").stderr
    assert (ready.site / "manim.py").read_text(encoding="utf-8") == "version = '2.0'\n"
    assert ready.run("1").stderr == ""


def test_a_download_with_another_hash_is_refused_with_the_log(project: Project) -> None:
    make_wheel(project.wheels, "standin", "1.0", (*MODULES, "added"))
    done = project.run("--json")
    assert done.returncode == 3
    assert "differs from the one that was checked" in done.stderr
    assert str(project.root / ".venv" / "setup.log") in done.stderr
    assert json.loads(done.stdout)["error"]["kind"] == "setup"


def test_without_a_package_source_it_says_that_the_network_is_missing(project: Project) -> None:
    done = project.run("1", PIP_FIND_LINKS="")
    assert done.returncode == 3
    assert done.stdout == ""
    assert "check the network" in done.stderr


def test_settings_that_lead_out_of_the_environment_are_not_followed(
    project: Project, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    done = project.run("1", PIP_TARGET=str(outside), PIP_USER="1", PYTHONPATH=str(outside))
    assert done.returncode == 0, done.stderr
    assert not outside.exists()
    assert (project.site / "manim.py").is_file()


@pytest.mark.parametrize(
    ("release", "command"),
    [
        ('NAME="Fedora Linux"\nID=fedora\n', "sudo dnf install"),
        ("NAME=Arch\nID=arch\n", "sudo pacman -S --needed"),
        ("NAME=Odd\nID=odd\n", "Install with your system's package manager: "),
    ],
)
def test_where_it_may_not_install_it_names_the_command(
    project: Project, tmp_path: Path, release: str, command: str
) -> None:
    (tmp_path / "os-release").write_text(release, encoding="utf-8")
    tools = tool_folder(tmp_path / "bin")
    done = project.run(
        "1",
        PATH=str(tools),  # no latex there
        MANIMAGENT_PYTHON=os.path.realpath(sys.executable),
        MANIMAGENT_OS_RELEASE=str(tmp_path / "os-release"),
        MANIMAGENT_SKIP_SYSTEM="",
    )
    assert done.returncode == 3
    assert done.stdout == ""
    assert command in done.stderr
    assert "latex" in done.stderr
