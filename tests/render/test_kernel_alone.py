"""The unsafe programs again, with the audit hook taken out: the kernel's layers alone hold."""

import glob
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.render import confine, link
from pipeline.render.processes import descendants
from pipeline.render.seccomp import seccomp_available
from tests.render.conftest import Studio, case, scene_with

pytestmark = pytest.mark.skipif(
    confine.landlock_version() == 0 or not seccomp_available(),
    reason="this kernel has no Landlock or no seccomp filter",
)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio whose workers have no audit hook."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            link,
            "_BOOT",
            link._BOOT.replace(
                "from pipeline",
                "import pipeline.render.audit as a; a.install = lambda *x: None; from pipeline",
            ),
        )
        studio = Studio(tmp_path_factory.mktemp("bare"))
        studio.renderer.ready()
        yield studio
        studio.renderer.close()


@pytest.mark.parametrize(
    "name", ["B02", "B04", "B06", "B11", "B12", "B13", "B15", "B20", "B23", "B28", "B33", "B34"]
)
def test_no_file_and_no_process_is_left_without_the_audit_hook(bare: Studio, name: str) -> None:
    program, scene = case(name)
    result = bare.render(program, scene, wall_seconds=40)
    time.sleep(1)
    assert "the sandbox" not in result.message  # the hook is really gone
    assert glob.glob("/tmp/studio_canary_*") == []
    assert list(descendants(bare.renderer.ready().pid)) == []
    assert bare.leftovers() == []


def test_a_child_in_a_session_of_its_own_is_ended_with_the_job(bare: Studio) -> None:
    folder = bare.folder()
    result = bare.construct(
        """
        import os, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                while True:
                    time.sleep(1)
            os._exit(0)
        self.play(Create(Circle()))
        self.play(Create(Square()))
        """,
        folder=folder,
    )
    assert result.ok, result
    assert list(descendants(bare.renderer.ready().pid)) == []


def test_a_fork_bomb_is_ended(bare: Studio) -> None:
    result = bare.construct("import os\nwhile True:\n    os.fork()")
    # Which limit it meets first depends on when it is looked at.
    assert (result.ok, result.category) in [(False, "manim_runtime"), (False, "memory")]
    assert list(descendants(bare.renderer.ready().pid)) == []
    assert bare.construct("self.play(Create(Circle()))\nself.wait()").ok


def test_memory_of_several_processes_is_added_up(bare: Studio) -> None:
    body = """
    import os, time
    for _ in range(6):
        if os.fork() == 0:
            held = np.ones(50_000_000)
            time.sleep(60)
    time.sleep(60)
    """
    result = bare.render(scene_with(body), memory_bytes=1500 * 1024**2)
    assert result.category == "memory"


def test_nothing_outside_can_be_signalled(bare: Studio, tmp_path: Path) -> None:
    folder = bare.folder()
    result = bare.construct(
        """
        import os
        for pid in (os.getppid(), 1, -1):
            try:
                os.kill(pid, 0)
                print("reached", pid)
            except OSError as error:
                print("refused")
        self.play(Create(Circle()))
        self.play(Create(Square()))
        """,
        folder=folder,
    )
    assert result.ok
    assert "reached 1" not in (folder / "program_output.txt").read_text()
    assert (folder / "program_output.txt").read_text().startswith("refused\nrefused")
