"""A disk that is full is said to be full, whatever the program then dies of."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.render import SandboxRenderer, intake, space
from pipeline.render_port import CancelToken
from pipeline.schema.render import RenderResult, RenderSettings
from tests.render.conftest import scene_with

BODIES = {
    "text": 'self.play(FadeIn(Text("a word")))\n    self.play(FadeOut(Text("b")))',
    "markup": 'self.play(FadeIn(MarkupText("<b>a</b> word")))',
    "formula": 'self.play(FadeIn(MathTex(r"\\\\frac{a}{b}")))\n    self.play(FadeIn(Dot()))',
    "film": "self.play(Rotate(Square(), PI))\n    self.play(Create(Circle()))",
}


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


def fill(disk: Path, but: int = 0) -> Path:
    """Write a file that takes all room of a disk but some bytes."""
    path = disk / "fill"
    status = os.statvfs(disk)
    path.write_bytes(bytes(max(0, status.f_bavail * status.f_frsize - but)))
    return path


def render(renderer: SandboxRenderer, body: str, folder: Path) -> RenderResult:
    """Render a scene with this body."""
    program = scene_with("\n    " + body)
    return renderer.render(program, "Scene1", folder, RenderSettings(), CancelToken())


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


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("left", [0, 120_000])
def test_a_full_disk_is_blamed_by_name_and_the_same_scene_renders_when_there_is_room(
    tmp_path: Path, small_disk: Path, kind: str, left: int
) -> None:
    out, scratch = tmp_path / "out", small_disk / "scratch"
    with SandboxRenderer(scratch, cache_dir=tmp_path / "cache") as renderer:
        renderer.ready()
        filling = fill(small_disk, left)
        failed = render(renderer, BODIES[kind], out)
        filling.unlink()
        again = render(renderer, BODIES[kind], out)
    assert (failed.ok, failed.category, failed.environment) == (False, "unknown", True), failed
    assert failed.message.startswith(f"the disk is full: {scratch}")
    assert "MB are free" in failed.message
    assert failed.video is None
    assert kind == "markup" or again.ok, again
    assert not again.environment


def test_a_full_disk_of_the_results_is_named(tmp_path: Path, small_disk: Path) -> None:
    out = small_disk / "out"
    with SandboxRenderer(tmp_path / "scratch") as renderer:
        renderer.ready()
        fill(small_disk)
        result = render(renderer, BODIES["film"], out)
    assert result.environment
    assert result.message.startswith(f"the disk is full: {out}")


def test_a_small_disk_with_room_is_not_blamed_for_the_program(
    tmp_path: Path, small_disk: Path
) -> None:
    body = 'self.play(FadeIn(Text("a")))\n    raise ValueError("no space left on device")'
    with SandboxRenderer(small_disk / "scratch") as renderer:
        result = render(renderer, body, tmp_path / "out")
    assert (result.category, result.environment) == ("python", False), result


@pytest.mark.parametrize(
    ("text", "blamed"), [("", True), ("<svg><pa", True), ("<svg></svg>\n", False)]
)
def test_a_drawing_cut_short_tells_of_a_full_disk_that_has_room_again(
    tmp_path: Path, text: str, blamed: bool
) -> None:
    (tmp_path / "tmp" / "text").mkdir(parents=True)
    (tmp_path / "tmp" / "text" / "0123.svg").write_text(text)
    met = RenderResult(ok=False, category="python", signature="ParseError | construct | no element")
    other = met.model_copy(update={"signature": "ValueError | construct | no"})
    assert space.is_cut_short(met, tmp_path) == blamed
    assert not space.is_cut_short(other, tmp_path)


def test_compiled_tex_that_was_cut_short_is_not_kept_for_later_renders(tmp_path: Path) -> None:
    tex, store = tmp_path / "tex", tmp_path / "store"
    tex.mkdir()
    (tex / "0123456789abcdef.svg").write_text("<svg></svg>\n")
    (tex / "0123456789abcdee.svg").write_text("<svg><path")
    intake.keep_tex(tex, store)
    assert [path.name for path in store.iterdir()] == ["0123456789abcdef.svg"]
