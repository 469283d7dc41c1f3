"""Cancel, time limits and crashes: everything ends, in bounded time, with nothing left."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from pipeline.render import SandboxRenderer
from pipeline.render.processes import descendants
from pipeline.render_port import CancelledError, CancelToken
from pipeline.schema.render import RenderSettings
from tests.render.conftest import Studio, case, scene_with

LONG = scene_with("for i in range(600):\n    self.play(Rotate(Square(), PI))")
TWO = "self.play(Create(Circle()))\nself.play(Create(Square()))"


def alive(pid: int) -> bool:
    """Whether a process exists and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("after", [0.0, 0.05, 0.4, 1.5])
@pytest.mark.parametrize("kind", ["scene", "tex", "loop"])
def test_cancel_ends_a_render_within_two_seconds(studio: Studio, kind: str, after: float) -> None:
    studio.renderer.ready()
    programs = {"scene": (LONG, "Scene1"), "tex": case("B35"), "loop": case("B21")}
    program, scene = programs[kind]
    cancel = CancelToken()
    cancelled_at: list[float] = []

    def stop() -> None:
        cancelled_at.append(time.monotonic())
        cancel.cancel()

    timer = threading.Timer(after, stop)
    timer.start()
    with pytest.raises(CancelledError):
        studio.render(program, scene, cancel=cancel)
    assert time.monotonic() - cancelled_at[0] < 2.0
    timer.join()
    assert list(descendants(studio.renderer.ready().pid)) == []
    assert studio.leftovers() == []


def test_a_render_after_a_cancel_works(studio: Studio) -> None:
    cancel = CancelToken()
    threading.Timer(0.3, cancel.cancel).start()
    with pytest.raises(CancelledError):
        studio.render(LONG, cancel=cancel)
    assert studio.construct(TWO).ok


def test_a_scene_past_its_wall_time_is_a_timeout(studio: Studio) -> None:
    result = studio.render(LONG, wall_seconds=1.5)
    assert result.category == "timeout"
    assert "1.5 s" in result.message


def test_processor_time_is_limited_too(studio: Studio) -> None:
    settings = RenderSettings(wall_seconds=60, cpu_seconds=1)
    program, scene = case("B21")
    result = studio.renderer.render(program, scene, studio.folder(), settings, CancelToken())
    assert result.category == "timeout"
    assert "processor time" in result.message


def test_a_crash_of_native_code_is_reported_and_the_next_render_works(studio: Studio) -> None:
    result = studio.construct("import faulthandler\nfaulthandler._sigsegv()")
    assert (result.ok, result.category) == (False, "unknown")
    assert "SIGSEGV" in result.message
    assert studio.construct(TWO).ok


def test_threads_of_a_scene_do_not_keep_the_job_alive(studio: Studio) -> None:
    result = studio.construct(
        f"import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\n{TWO}"
    )
    assert result.ok


def test_a_killed_server_is_reported_and_replaced(tmp_path: Path) -> None:
    with SandboxRenderer(tmp_path / "scratch") as renderer:
        server = renderer.ready().pid
        threading.Timer(0.7, os.kill, (server, signal.SIGKILL)).start()
        settings = RenderSettings(wall_seconds=30)
        result = renderer.render(LONG, "Scene1", tmp_path / "a", settings, CancelToken())
        assert (result.ok, result.category) == (False, "unknown")
        again = renderer.render(scene_with(TWO), "Scene1", tmp_path / "b", settings, CancelToken())
        assert again.ok
        assert renderer.ready().pid != server
    assert list((tmp_path / "scratch").iterdir()) == []


def test_a_killed_studio_leaves_no_process_behind(tmp_path: Path) -> None:
    script = textwrap.dedent(
        f"""
        import sys
        from pathlib import Path
        sys.path.insert(0, {str(Path(__file__).parents[2])!r})
        from pipeline.render import SandboxRenderer
        from pipeline.render_port import CancelToken
        from pipeline.schema.render import RenderSettings

        renderer = SandboxRenderer(Path({str(tmp_path / "scratch")!r}))
        print(renderer.ready().pid, flush=True)
        renderer.render({LONG!r}, "Scene1", Path({str(tmp_path / "out")!r}),
                        RenderSettings(), CancelToken())
        """
    )
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as studio_process:
        assert studio_process.stdout is not None
        server = int(studio_process.stdout.readline())
        deadline = time.monotonic() + 20
        below: list[int] = []
        while len(below) < 2 and time.monotonic() < deadline:
            below = list(descendants(server))
            time.sleep(0.05)
        studio_process.kill()
        studio_process.wait()
    assert len(below) >= 2
    deadline = time.monotonic() + 8
    while any(map(alive, [server, *below])) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, [server, *below]))
    # The server tidies up for the studio that no longer can.
    assert list((tmp_path / "scratch").iterdir()) == []


def test_two_renders_run_side_by_side_and_do_not_mix(studio: Studio) -> None:
    results = {}

    def run(name: str, colour: str) -> None:
        folder = studio.folder()
        body = f"print({name!r})\nself.play(Create(Circle(color={colour})))\nself.wait(0.2)"
        results[name] = (studio.render(scene_with(body), folder=folder), folder)

    threads = [
        threading.Thread(target=run, args=pair)
        for pair in (("one", "RED"), ("two", "BLUE"), ("three", "GREEN"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name, (result, folder) in results.items():
        assert result.ok
        assert (folder / "program_output.txt").read_text().strip() == name


def test_closing_twice_and_rendering_after_it_is_a_clear_failure(tmp_path: Path) -> None:
    renderer = SandboxRenderer(tmp_path / "scratch")
    renderer.close()
    renderer.close()
    result = renderer.render("", "Scene1", tmp_path / "o", RenderSettings(), CancelToken())
    assert result.environment
    assert "closed" in result.message


@pytest.mark.parametrize("after", [0.0, 0.1, 0.5])
def test_closing_while_the_server_warms_up_leaves_no_process_behind(
    tmp_path: Path, after: float
) -> None:
    renderer = SandboxRenderer(tmp_path / "scratch")
    renderer.start()
    time.sleep(after)
    renderer.close()
    home = str(tmp_path).encode()
    left = [
        entry.name
        for entry in Path("/proc").iterdir()
        if entry.name.isdigit() and entry.name != str(os.getpid()) and _mentions(entry, home)
    ]
    assert left == []
    assert list((tmp_path / "scratch").iterdir()) == []


def _mentions(process: Path, words: bytes) -> bool:
    try:
        return words in (process / "cmdline").read_bytes() and alive(int(process.name))
    except OSError:
        return False
