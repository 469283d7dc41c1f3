"""The lock, the list of licences, and the arguments of the test suite."""

import re
from pathlib import Path

import pytest

from app.setup.licences import Entry, entries
from app.setup.relock import without_torch
from app.setup.suite import pytest_arguments

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")


def test_every_pin_of_the_lock_carries_a_hash() -> None:
    blocks = re.split(r"^(?=[A-Za-z0-9])", LOCK, flags=re.MULTILINE)[1:]
    assert len(blocks) > 50
    assert [block.split()[0] for block in blocks if "--hash=sha256:" not in block] == []


def test_the_lock_names_no_host_and_no_torch() -> None:
    assert "://" not in LOCK
    assert "index-url" not in LOCK
    assert not re.search(r"^(torch|nvidia-|triton|cuda-)", LOCK, re.MULTILINE)


def test_the_lock_holds_what_torch_needs_so_that_it_brings_nothing_else() -> None:
    for name in ("typing-extensions", "sympy", "networkx", "jinja2", "fsspec", "filelock"):
        assert re.search(rf"^{name}==", LOCK, re.MULTILINE), name


def test_every_direct_dependency_is_locked_in_the_wanted_version() -> None:
    wanted = (ROOT / "requirements.in").read_text(encoding="utf-8")
    for pin in re.findall(r"^([a-z0-9-]+==[^\s#]+)", wanted, re.MULTILINE):
        assert re.search(rf"^{re.escape(pin)}\b", LOCK, re.MULTILINE), pin


def test_torch_and_its_libraries_are_cut_out_of_a_lock() -> None:
    lock = "".join(
        f"{pin} \\\n    --hash=sha256:0\n"
        for pin in ("numpy==2.4.6", "nvidia-cudnn-cu13==9", "torch==2.13.0", "tqdm==4", "triton==3")
    )
    kept = re.findall(r"^(\S+)==", without_torch(lock), re.MULTILINE)
    assert kept == ["numpy", "tqdm"]


def test_the_list_of_licences_is_up_to_date_and_knows_each() -> None:
    document = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
    found = entries(LOCK)
    for entry in found:
        assert f"| {entry.name} | {entry.version} |" in document, "run python -m app.setup.licences"
    assert "**unknown**" not in document
    assert "**copyleft**" not in document


@pytest.mark.parametrize(
    ("licence", "kind"),
    [
        ("MIT", "permissive"),
        ("Apache-2.0 OR BSD-2-Clause", "permissive"),
        ("LGPL-2.1-only OR MPL-1.1", "*weak copyleft*"),
        ("GPL-3.0-or-later", "**copyleft**"),
        ("AGPL-3.0", "**copyleft**"),
        ("", "**unknown**"),
    ],
)
def test_licences_are_sorted_by_what_they_ask(licence: str, kind: str) -> None:
    assert Entry("it", "1", licence).kind == kind


def test_tests_run_in_two_workers_by_whole_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MANIMAGENT_TEST_WORKERS", raising=False)
    assert pytest_arguments(["tests/memory"]) == ["-n", "2", "--dist", "loadfile", "tests/memory"]


@pytest.mark.parametrize("given", [["-n0"], ["-n", "4"], ["--pdb"], ["--numprocesses=1"]])
def test_a_choice_of_workers_or_a_debugger_is_left_alone(given: list[str]) -> None:
    assert pytest_arguments(given) == given
