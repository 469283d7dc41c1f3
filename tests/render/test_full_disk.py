"""A disk that is full is said to be full."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.schema.render import RenderSettings
from tests.render.conftest import scene_with


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 3 MB."""
    mount = tmp_path / "disk"
    mount.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(mount)]
    if os.getuid() != 0 or subprocess.run(command, capture_output=True).returncode != 0:
        pytest.skip("a small file system can only be mounted by root")
    yield mount
    subprocess.run(["umount", "-l", str(mount)], check=True)


def test_a_scene_that_meets_a_full_disk_is_an_environment_fault(
    tmp_path: Path, small_disk: Path
) -> None:
    body = """
    self.play(Create(Circle()))
    with open("big", "wb") as file:
        file.write(bytes(8_000_000))
    """
    with SandboxRenderer(small_disk / "scratch", cache_dir=tmp_path / "cache") as renderer:
        result = renderer.render(
            scene_with(body), "Scene1", tmp_path / "out", RenderSettings(), CancelToken()
        )
    assert (result.ok, result.category, result.environment) == (False, "unknown", True), result
    assert "disk is full" in result.message
    assert list((small_disk / "scratch").iterdir()) == []
