"""The launcher when nothing is missing, and when there is no Python for it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.setup.standin import Project, program, tool_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell script")

AWKWARD = ["", "two words", 'it\'s "quoted"', "new\nline", "*", "$HOME", "--json", "-n", "\\", "é"]


def test_arguments_arrive_exactly_as_they_were_given(ready: Project) -> None:
    done = ready.run(*AWKWARD)
    assert json.loads(done.stdout)["arguments"] == AWKWARD
    assert done.stderr == ""


def test_arguments_survive_a_set_up_on_the_way(project: Project) -> None:
    done = project.run(*AWKWARD)
    assert json.loads(done.stdout)["arguments"] == AWKWARD
    assert "Set-up is done" in done.stderr


def test_the_exit_code_is_the_programs_own(ready: Project) -> None:
    assert ready.run("fail").returncode == 7


def test_it_is_found_through_links_from_any_folder(ready: Project, tmp_path: Path) -> None:
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "inner").symlink_to(ready.root / "run")
    (tmp_path / "my link").symlink_to("links/inner")
    command = ["../my link", "here"]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = subprocess.run(
        command, cwd=elsewhere, env=ready.environment(), capture_output=True, check=True
    )
    answer = json.loads(done.stdout)
    assert answer == {"arguments": ["here"], "folder": str(elsewhere)}


def test_it_runs_as_an_argument_of_the_shell_without_a_folder(ready: Project) -> None:
    done = subprocess.run(
        ["sh", "run", "1"], cwd=ready.root, env=ready.environment(CDPATH="/"), capture_output=True
    )
    assert json.loads(done.stdout)["arguments"] == ["1"]


def test_nothing_but_a_path_is_needed_of_the_environment(ready: Project) -> None:
    done = subprocess.run(
        [str(ready.root / "run"), "1"], env={"PATH": "/usr/bin:/bin"}, capture_output=True
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["arguments"] == ["1"]


def test_a_finished_set_up_starts_no_python_but_the_programs(
    ready: Project, tmp_path: Path
) -> None:
    folder = tool_folder(tmp_path / "bin")
    for name in ("python", "python3", "python3.11", "python3.12", "python3.13"):
        program(folder, name, f"echo called >> '{tmp_path}/called'; exit 1")
    done = ready.run("1", PATH=str(folder))
    assert done.returncode == 0
    assert not (tmp_path / "called").exists()


def test_test_hands_its_arguments_to_pytest_in_the_projects_folder(
    ready: Project, tmp_path: Path
) -> None:
    (ready.site / "pytest.py").write_text(
        "import os, sys; print(os.getcwd()); print(sys.argv[1:])", encoding="utf-8"
    )
    done = subprocess.run(
        [str(ready.root / "run"), "test", "-k", "a or b"],
        cwd=tmp_path,
        env=ready.environment(MANIMAGENT_TEST_WORKERS="0"),
        capture_output=True,
        text=True,
    )
    folder, arguments = done.stdout.splitlines()
    assert folder == os.path.realpath(ready.root)
    assert arguments == "['-n', '0', '--dist', 'loadfile', '-k', 'a or b']"


@pytest.mark.parametrize(
    ("release", "command"),
    [
        ("ID=ubuntu\nID_LIKE=debian\n", "sudo apt-get install python3.11"),
        ('ID="rhel"\nID_LIKE="fedora"\n', "sudo dnf install python3.12"),
        ("ID=arch\n", "sudo pacman -S --needed python"),
        ("ID=unheard-of\n", "install Python 3.12"),
    ],
)
def test_without_a_new_enough_python_it_names_the_command(
    project: Project, tmp_path: Path, release: str, command: str
) -> None:
    folder = tool_folder(tmp_path / "bin")
    program(folder, "python3", 'case $1 in -V) echo "Python 3.9.2" ;; *) exit 1 ;; esac')
    (tmp_path / "os-release").write_text(release, encoding="utf-8")
    extra = {"PATH": str(folder), "MANIMAGENT_OS_RELEASE": str(tmp_path / "os-release")}
    done = project.run("make", **extra)
    assert done.returncode == 3
    assert done.stdout == ""
    assert "needs Python 3.11" in done.stderr
    assert "Python 3.9.2" in done.stderr
    assert command in done.stderr
    document = json.loads(project.run("make", "--json", **extra).stdout)
    assert document["ok"] is False
    assert command in document["error"]["remedy"]


def test_a_python_of_the_users_choice_is_taken(project: Project, tmp_path: Path) -> None:
    chosen = tmp_path / "my pythons" / "python"
    chosen.parent.mkdir()
    program(
        chosen.parent,
        "python",
        f"echo called > '{tmp_path}/called'; exec '{sys.executable}' \"$@\"",
    )
    done = project.run("1", PATH=str(tool_folder(tmp_path / "bin")), MANIMAGENT_PYTHON=str(chosen))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "called").exists()
