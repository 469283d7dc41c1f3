"""The doctor tries things for real, and an answer is all that ever comes out."""

import os
import time
from pathlib import Path

import pytest

from app.doctor import Check, run_doctor
from app.doctor.check import CheckFailed, in_child, run_bounded, tried
from app.doctor.hardware import machine_is_large_enough, memory_bytes
from app.doctor.isolation import isolation_layers
from app.doctor.latex import latex_works
from app.doctor.manim import fonts_are_here, manim_works
from app.doctor.packages import locked, packages_as_locked
from app.doctor.storage import data_folder_works
from app.doctor.video import video_works
from pipeline.render.confine import landlock_version
from pipeline.render.isolation import isolation_report


def crash() -> dict[str, str]:
    """Runs in a child: ends it without a word."""
    os._exit(9)


def hang() -> dict[str, str]:
    """Runs in a child: never answers."""
    time.sleep(600)
    return {}


def complain() -> dict[str, str]:
    """Runs in a child: raises."""
    raise RuntimeError("no codec here")


def test_answers_keep_the_order_of_the_checks_whatever_happens() -> None:
    def broken() -> str:
        raise KeyError("surprise")

    def fails() -> str:
        raise CheckFailed("not there", "get it")

    checks = run_doctor([("a", lambda: "fine"), ("b", broken), ("c", fails)])
    assert checks[0] == Check("a", True, "fine")
    assert (checks[1].ok, checks[1].detail) == (False, "KeyError: 'surprise'")
    assert checks[2] == Check("c", False, "not there", "get it")


@pytest.mark.parametrize(
    ("probe", "seconds", "detail"),
    [
        ("crash", 30.0, "it ended with 9"),
        ("hang", 1.0, "no answer within 1 s"),
        ("complain", 30.0, "RuntimeError: no codec here"),
    ],
)
def test_a_child_that_crashes_hangs_or_raises_is_a_failed_check(
    tmp_path: Path, probe: str, seconds: float, detail: str
) -> None:
    with pytest.raises(CheckFailed, match=detail):
        in_child(f"tests.setup.test_doctor:{probe}", seconds, tmp_path)


def test_a_command_out_of_time_takes_its_children_with_it(tmp_path: Path) -> None:
    sign = tmp_path / "late"
    script = f"(sleep 2; touch '{sign}') & wait"
    with pytest.raises(CheckFailed):
        run_bounded(["sh", "-c", script], 0.5, tmp_path)
    time.sleep(2.5)
    assert not sign.exists()


def test_manim_draws_text_and_takes_the_shipped_fonts() -> None:
    assert "drew text" in manim_works()
    assert "shipped font files" in fonts_are_here()


def test_a_formula_is_really_compiled() -> None:
    assert "outlines" in latex_works()


def test_without_latex_the_answer_names_the_program_and_the_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    check = tried("latex", latex_works)
    assert (check.ok, check.detail) == (False, "the program latex is not on the PATH")
    assert "./run" in check.remedy


def test_a_formula_that_does_not_compile_is_told_in_latex_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.doctor.latex.FORMULA", r"$\undefinedhere$")
    check = tried("latex", latex_works)
    assert not check.ok
    assert "Undefined control sequence" in check.detail


def test_video_is_written_and_read_back() -> None:
    assert "10 frames" in video_works()


@pytest.mark.skipif(landlock_version() == 0, reason="this kernel has no Landlock")
def test_the_walls_are_run_into_and_hold() -> None:
    detail = isolation_layers()
    assert "files (Landlock)" in detail
    assert "files outside the job and the network are closed" in detail
    for proof in (
        "audit hook refused 4 of 4",
        "limits refused 3 of 3",
        "end of descendants refused 1 of 1",
        "Landlock refused 3 of 3",
        "seccomp refused 4 of 4",
    ):
        assert proof in detail


@pytest.mark.parametrize(
    ("system", "missing"),
    [
        ("darwin", {"quotas", "descendants", "files (Landlock)", "capabilities"}),
        ("win32", {"separate process", "limits", "quotas", "wall clock", "files (Landlock)"}),
    ],
)
def test_other_systems_are_told_plainly_what_is_not_there(system: str, missing: set[str]) -> None:
    report = isolation_report({}, system)
    assert missing <= {name for name, active, _ in report if not active}
    assert all(detail for _, _, detail in report)


def test_an_open_wall_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "app.doctor.isolation.in_child", lambda *_: {"layers": "", "open": "the network"}
    )
    check = tried("isolation", isolation_layers)
    assert not check.ok
    assert check.detail.startswith("not closed: the network; layers: separate process")
    assert "no files (Landlock): " in check.detail
    assert "Do not render programs from strangers" in check.remedy


def test_a_lock_of_other_versions_is_a_difference(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text(
        "numpy==0.0.1 \\\n    --hash=sha256:0\n"
        "not-a-package-of-anyone==1 ; python_version > '3' \\\n"
        "    --hash=sha256:0\nwinonly==3 ; sys_platform == 'nowhere'\n",
        encoding="utf-8",
    )
    assert locked(lock) == {"numpy": "0.0.1", "not-a-package-of-anyone": "1"}
    with pytest.raises(CheckFailed, match=r"locked is 0\.0\.1; not-a-package-of-anyone is missing"):
        packages_as_locked(lock)


def test_a_data_folder_that_is_a_file_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = tmp_path / "taken"
    place.write_text("", encoding="utf-8")
    monkeypatch.setenv("MANIMAGENT_STUDIO_HOME", str(place))
    check = tried("data folder", data_folder_works)
    assert not check.ok
    assert str(place) in check.detail
    assert "MANIMAGENT_STUDIO_HOME" in check.remedy


def test_looking_at_the_data_folder_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MANIMAGENT_STUDIO_HOME", str(tmp_path / "not" / "yet"))
    assert "GB free" in data_folder_works()
    assert list(tmp_path.iterdir()) == []


def test_a_container_with_little_memory_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    limit = tmp_path / "memory.max"
    limit.write_text("536870912\n", encoding="ascii")
    monkeypatch.setattr("app.doctor.hardware.CGROUP_LIMIT", limit)
    assert memory_bytes() == 536870912
    assert not tried("machine", machine_is_large_enough).ok
