"""Renders that were done before are taken from the cache, and only those."""

import threading
from pathlib import Path

import pytest

from pipeline.render import SandboxRenderer, cache
from pipeline.render_port import CancelToken
from pipeline.schema.render import Keyframe, RenderResult, RenderSettings
from tests.render.conftest import scene_with

GOOD = scene_with("self.play(Create(Circle()))\nself.play(Create(Square()))")
BAD = scene_with("self.play(Nonsense())")


def made(folder: Path, size: int = 10) -> RenderResult:
    """A result with files of `size` bytes in `folder`."""
    (folder / "keyframes").mkdir(parents=True, exist_ok=True)
    (folder / "render.mp4").write_bytes(b"v" * size)
    (folder / "keyframes" / "k1.png").write_bytes(b"k" * size)
    still = Keyframe(file="keyframes/k1.png", time=0.5)
    return RenderResult(ok=True, video="render.mp4", keyframes=(still,), plays=2)


def test_a_second_render_of_the_same_program_is_a_copy(tmp_path: Path) -> None:
    with SandboxRenderer(tmp_path / "scratch", cache_dir=tmp_path / "cache") as renderer:
        settings = RenderSettings()
        first = renderer.render(GOOD, "Scene1", tmp_path / "a", settings, CancelToken())
        second = renderer.render(GOOD, "Scene1", tmp_path / "b", settings, CancelToken())
        other = renderer.render(GOOD + "\n", "Scene1", tmp_path / "c", settings, CancelToken())
        failed = [
            renderer.render(BAD, "Scene1", tmp_path / "d", settings, CancelToken())
            for _ in range(2)
        ]
    assert (first.ok, first.cached) == (True, False)
    assert (second.ok, second.cached) == (True, True)
    assert second.model_copy(update={"cached": False, "seconds": first.seconds}) == first
    for name in ("render.mp4", "geometry.json", *(k.file for k in first.keyframes)):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert not other.cached
    assert not any(result.cached or result.ok for result in failed)


def test_an_edit_of_a_delivered_file_does_not_reach_the_cache(tmp_path: Path) -> None:
    store = cache.RenderCache(tmp_path / "cache")
    store.store("ab12", made(tmp_path / "a"), tmp_path / "a")
    assert store.fetch("ab12", tmp_path / "b") is not None
    (tmp_path / "b" / "render.mp4").write_bytes(b"edited")
    assert store.fetch("ab12", tmp_path / "c") is not None
    assert (tmp_path / "c" / "render.mp4").read_bytes() == b"v" * 10


@pytest.mark.parametrize("damage", ["missing", "changed", "record"])
def test_a_damaged_entry_is_dropped(tmp_path: Path, damage: str) -> None:
    store = cache.RenderCache(tmp_path / "cache")
    store.store("ab12", made(tmp_path / "a"), tmp_path / "a")
    entry = tmp_path / "cache" / "ab" / "ab12"
    if damage == "missing":
        (entry / "render.mp4").unlink()
    elif damage == "changed":
        (entry / "render.mp4").write_bytes(b"x" * 10)
    else:
        (entry / "entry.json").write_text("{")
    assert store.fetch("ab12", tmp_path / "b") is None
    store.store("ab12", made(tmp_path / "a"), tmp_path / "a")
    assert store.fetch("ab12", tmp_path / "c") is not None


def test_the_key_follows_program_scene_and_picture_but_not_the_limits() -> None:
    base = cache.key("p", "S", RenderSettings())
    assert cache.key("p", "S", RenderSettings(wall_seconds=3)) == base
    assert len({base, cache.key("q", "S", RenderSettings()), cache.key("p", "T", RenderSettings()),
                cache.key("p", "S", RenderSettings(quality="high")),
                cache.key("p", "S", RenderSettings(keyframes=6))}) == 5  # fmt: skip


def test_a_full_cache_drops_what_was_not_used_for_longest(tmp_path: Path) -> None:
    import os

    store = cache.RenderCache(tmp_path / "cache", limit_bytes=5000)
    for number in range(4):
        name = f"{number}{number}"
        store.store(name, made(tmp_path / "a", 800), tmp_path / "a")
        entry = tmp_path / "cache" / name / name
        if entry.exists():
            os.utime(entry, (number, number))
    kept = {path.name for path in (tmp_path / "cache").glob("??/*")}
    assert "00" not in kept
    assert "33" in kept
    assert store.fetch("33", tmp_path / "b") is not None


def test_two_writers_of_one_entry_leave_one_good_entry(tmp_path: Path) -> None:
    store = cache.RenderCache(tmp_path / "cache")
    result = made(tmp_path / "a", 200_000)
    threads = [
        threading.Thread(target=store.store, args=("ab12", result, tmp_path / "a"))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.fetch("ab12", tmp_path / "b") is not None
    assert [path.name for path in (tmp_path / "cache" / "ab").iterdir()] == ["ab12"]


def test_rendering_again_into_a_folder_removes_what_the_last_render_left(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with SandboxRenderer(tmp_path / "scratch") as renderer:
        settings = RenderSettings()
        assert renderer.render(GOOD, "Scene1", folder, settings, CancelToken()).ok
        assert not renderer.render(BAD, "Scene1", folder, settings, CancelToken()).ok
    assert not (folder / "render.mp4").exists()
    assert list((folder / "keyframes").iterdir()) == []
