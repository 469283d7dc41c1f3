"""The window shows before anything heavy is loaded."""

import json
import os
import subprocess
import sys
from pathlib import Path

from app.paths import HOME_VARIABLE

ROOT = Path(__file__).resolve().parents[2]


def test_manim_torch_faiss_and_the_model_client_are_not_loaded_by_the_start(tmp_path: Path) -> None:
    environment = os.environ | {HOME_VARIABLE: str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-m", "ui.bench.starts", "studio", "0"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["heavy"] == []


def test_without_a_screen_the_start_says_so_and_what_to_do() -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    done = subprocess.run(
        [sys.executable, "main.py"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 3
    assert "no screen" in done.stderr
    assert "./run make" in done.stderr
    assert "Traceback" not in done.stderr
