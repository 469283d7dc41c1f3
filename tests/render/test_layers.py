"""Each layer of the sandbox alone, with all the others switched off."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipeline.render import confine
from pipeline.render.processes import descendants
from pipeline.render.seccomp import seccomp_available
from pipeline.render.wire import Layers
from pipeline.render_port import CancelToken
from pipeline.schema.render import RenderResult, RenderSettings
from tests.render import probes
from tests.render.conftest import Studio, scene_with

needs_landlock = pytest.mark.skipif(
    confine.landlock_version() < 6, reason="this kernel has no Landlock of version 6"
)
needs_seccomp = pytest.mark.skipif(
    not seccomp_available(), reason="no seccomp filter for this machine"
)


@contextmanager
def only(studio: Studio, *names: str) -> Iterator[Studio]:
    """The studio with just the named layers."""
    studio.renderer.layers = Layers.only(*names)
    try:
        yield studio
    finally:
        studio.renderer.layers = Layers()


def test_with_every_layer_nothing_gets_out(studio: Studio, tmp_path: Path) -> None:
    outcome = probes.attempt(studio, tmp_path, *probes.OUTWARD, probes.INSIDE)
    assert outcome.open == set(probes.INSIDE)
    assert probes.marks(tmp_path) == []
    assert list(descendants(studio.renderer.ready().pid)) == []


def test_without_any_layer_the_attempts_really_get_out(studio: Studio, tmp_path: Path) -> None:
    with only(studio):
        outcome = probes.attempt(studio, tmp_path, probes.FILES, probes.PROGRAMS)
    assert {"read", "write", "write natively", "remove", "a program"} <= outcome.open
    assert "mark_write" in probes.marks(tmp_path)
    Path("/dev/shm", probes.NAME).unlink()


@pytest.mark.parametrize("layers", [(), ("audit", "landlock", "seccomp")])
def test_a_job_inherits_no_open_file(
    studio: Studio, tmp_path: Path, layers: tuple[str, ...]
) -> None:
    with only(studio, *layers):
        outcome = probes.attempt(studio, tmp_path, probes.INHERITED)
    assert outcome.refused == {}


def test_the_audit_hook_alone_refuses_all_but_native_code(studio: Studio, tmp_path: Path) -> None:
    with only(studio, "audit"):
        outcome = probes.attempt(studio, tmp_path, *probes.OUTWARD, probes.INSIDE)
    # The picture is written by the cairo library itself: that is what the kernel's layers are for.
    assert outcome.open == {*probes.INSIDE, "write through a picture"}
    assert probes.marks(tmp_path) == ["mark_cairo.png"]


@needs_landlock
def test_landlock_alone_guards_files_programs_and_signals(studio: Studio, tmp_path: Path) -> None:
    guarded = (probes.FILES, probes.PROGRAMS, probes.SIGNALS)
    with only(studio, "landlock"):
        outcome = probes.attempt(studio, tmp_path, *guarded, probes.INSIDE)
    assert outcome.open == set(probes.INSIDE)
    assert probes.marks(tmp_path) == []


@needs_seccomp
def test_the_call_filter_alone_guards_sockets_kernel_and_file_states(
    studio: Studio, tmp_path: Path
) -> None:
    guarded = (probes.SOCKETS, probes.CALLS, probes.SIGNALS, probes.FILE_STATES)
    with only(studio, "seccomp"):
        outcome = probes.attempt(studio, tmp_path, *guarded, probes.INSIDE)
    assert outcome.open == set(probes.INSIDE)
    assert probes.marks(tmp_path) == []


BUSY = "while True:\n    pass"
LIMITS: dict[str, tuple[str, str, str]] = {
    "processor time": (BUSY, "timeout", "2 s of processor time"),
    "address space": ("hold = np.ones(10**9)", "memory", "1.5 GB"),
    "file size": ("open('f', 'wb').truncate(2 * 1024**3)", "manim_runtime", "above the size limit"),
    "open files": ("hold = [open('scene.py', 'w') for _ in range(400)]", "python", "Too many open"),
}


@pytest.mark.parametrize("name", sorted(LIMITS))
def test_a_limit_alone_ends_what_passes_it(studio: Studio, name: str) -> None:
    body, category, words = LIMITS[name]
    with only(studio, "limits"):
        result = render(studio, body, cpu_seconds=2, memory_bytes=3 * 1024**3 // 2)
    assert result.category == category, result
    assert words in result.message


CHILDREN = "import os, time\nfor _ in range({n}):\n    if os.fork() == 0:\n        {work}\n{after}"
WATCHED: dict[str, tuple[str, str, str]] = {
    "processes": (
        CHILDREN.format(n=30, work="time.sleep(90)", after="time.sleep(90)"),
        "manim_runtime",
        "more than 16 processes",
    ),
    "memory together": (
        CHILDREN.format(
            n=6, work="hold = np.ones(50_000_000); time.sleep(90)", after="time.sleep(90)"
        ),
        "memory",
        "1.5 GB",
    ),
    "bytes": (
        "for n in range(99):\n    open(f'f{n}', 'wb').write(bytes(64 * 1024**2))",
        "manim_runtime",
        "more than 2 GB of files",
    ),
    "bytes without a name": (
        "import os\nhold = []\nfor n in range(99):\n    hold.append(open('f', 'wb'))\n"
        "    os.unlink('f')\n    hold[-1].write(bytes(64 * 1024**2))\n" + BUSY,
        "manim_runtime",
        "more than 2 GB of files",
    ),
    "files": (
        "for n in range(10**6):\n    open(f'f{n}', 'w').close()",
        "manim_runtime",
        "more than 20000 files",
    ),
    "folders in folders": (
        "import os\nwhile True:\n    os.mkdir('d')\n    os.chdir('d')",
        "manim_runtime",
        "files and was ended",
    ),
    "a locked folder": (
        "import os, time\nos.mkdir('d')\nos.chmod('d', 0)\ntime.sleep(90)",
        "manim_runtime",
        "files and was ended",
    ),
    "log": (
        "import os\nwhile True:\n    os.write(1, bytes(65536))",
        "manim_runtime",
        "more than 16 MB of text",
    ),
}


@pytest.mark.parametrize("name", sorted(WATCHED))
def test_the_supervisor_alone_ends_what_passes_a_quota(studio: Studio, name: str) -> None:
    if name == "a locked folder" and os.getuid() == 0:
        pytest.skip("root looks into every folder")
    body, category, words = WATCHED[name]
    with only(studio, "watch"):
        result = render(studio, body, memory_bytes=3 * 1024**3 // 2, wall_seconds=60)
    assert result.category == category, result
    assert words in result.message
    assert studio.leftovers() == []
    assert list(descendants(studio.renderer.ready().pid)) == []


def test_the_wall_clock_alone_ends_a_job_and_every_session_it_made(studio: Studio) -> None:
    body = """
    import os, signal, time
    for number in range(1, 32):
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_IGN)
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.setsid()
                while True:
                    time.sleep(1)
            os._exit(0)
    while True:
        time.sleep(1)
    """
    with only(studio):
        result = render(studio, body, wall_seconds=2)
    assert result.category == "timeout"
    time.sleep(1)
    assert list(descendants(studio.renderer.ready().pid)) == []


def test_a_name_that_is_no_layer_is_refused() -> None:
    with pytest.raises(ValueError, match="no layer is called walls"):
        Layers.only("audit", "walls")


def render(
    studio: Studio,
    body: str,
    wall_seconds: float = 60,
    cpu_seconds: int = 60,
    memory_bytes: int = 4 * 1024**3,
) -> RenderResult:
    """Render a scene with `body` as its construct method, under the given limits."""
    settings = RenderSettings(
        wall_seconds=wall_seconds, cpu_seconds=cpu_seconds, memory_bytes=memory_bytes
    )
    program = scene_with(body)
    return studio.renderer.render(program, "Scene1", studio.folder(), settings, CancelToken())
