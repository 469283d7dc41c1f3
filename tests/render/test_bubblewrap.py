"""Bubblewrap in place of Landlock, with every other layer switched off."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.render import SandboxRenderer, bubblewrap, isolation_report
from pipeline.render.processes import descendants
from pipeline.render.wire import Layers
from pipeline.render_port import CancelledError, CancelToken
from tests.render import probes
from tests.render.conftest import Studio, case, scene_with

pytestmark = pytest.mark.skipif(not bubblewrap.works(), reason="no bubblewrap that works here")


@pytest.fixture(scope="module")
def wrapped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio whose server runs in bubblewrap, and nothing else."""
    root = tmp_path_factory.mktemp("wrapped")
    studio = Studio(root)
    studio.renderer.close()
    studio.renderer = SandboxRenderer(
        root / "scratch", tex_dir=root / "tex", layers=Layers.only(), wrapped=True
    )
    studio.renderer.ready()
    yield studio
    studio.renderer.close()


def test_scenes_and_formulas_render_in_bubblewrap(wrapped: Studio) -> None:
    for name in ("A02", "A12"):
        result = wrapped.render(*case(name))
        assert result.ok, result
    broken = wrapped.render(*case("C22"))
    assert (broken.category, broken.environment) == ("latex", False)


def test_bubblewrap_alone_guards_files_and_the_network(wrapped: Studio, tmp_path: Path) -> None:
    outcome = probes.attempt(
        wrapped, tmp_path, probes.FILES, probes.SOCKETS, probes.SIGNALS, probes.INSIDE
    )
    # What is open reaches things of its own: its own processes and /dev/shm, sockets to nobody.
    own = {"own environment", "environment of process 1", "environment of the parent"}
    own |= {"write shared memory", "signal the parent", "signal process 1", *probes.INSIDE}
    unconnected = set(probes.SOCKETS) - {"loopback", "address of a page"}
    assert outcome.open <= own | unconnected
    assert probes.marks(tmp_path) == []


def test_a_cancel_in_bubblewrap_leaves_nothing(wrapped: Studio) -> None:
    cancel = CancelToken()
    timer = threading.Timer(1.0, cancel.cancel)
    timer.start()
    endless = "import os\nif os.fork() == 0:\n    os.setsid()\nwhile True:\n    pass"
    with pytest.raises(CancelledError):
        wrapped.render(scene_with(endless), cancel=cancel)
    timer.join()
    time.sleep(1)
    assert list(descendants(wrapped.renderer.ready().pid)) == []
    assert wrapped.leftovers() == []


def test_the_report_says_that_bubblewrap_stands_in() -> None:
    report = {
        name: (active, detail) for name, active, detail in isolation_report({"bubblewrap": ""})
    }
    active, detail = report["bubblewrap"]
    assert active
    assert "stands in for Landlock" in detail
    assert "bubblewrap" not in {name for name, _, _ in isolation_report({"landlock": ""})}
