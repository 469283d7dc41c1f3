"""A refused program is mended and rendered for real, and what cured it is learned."""

from functools import partial
from pathlib import Path

import pytest

from memory_store.records import NewFailure
from pipeline.agents.offline.assembly import offline_cast
from pipeline.agents.offline.cast import OfflineCast
from pipeline.agents.offline.review import lost_content
from pipeline.agents.protocols import CodeReply, CodeRequest
from pipeline.checks import check_program
from pipeline.loop.services import Services
from pipeline.loop.task import RunOutcome, run_task
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.settings import RunSettings
from tests.loop.conftest import manifest
from tests.loop.memories import ListMemory
from tests.loop.scripted import TASK


class OldSchool:
    """The offline Coder, with one animation by a name that is gone."""

    def __init__(self, cast: OfflineCast) -> None:
        self._coder = cast.coder
        self.asked = 0

    def write(self, request: CodeRequest) -> CodeReply:
        self.asked += 1
        reply = self._coder.write(request)
        return reply.model_copy(update={"program": reply.program.replace("FadeIn(", "VFadeIn(", 1)})


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunOutcome, ListMemory, Path, int]:
    root = tmp_path_factory.mktemp("mended")
    cast, memory = offline_cast(), ListMemory()
    cast.coder = coder = OldSchool(cast)
    folder = RunFolder(root / "r1")
    folder.root.mkdir()
    settings = RunSettings(memory_mode="rw", max_scenes=1, t_vis=0)
    renderer = SandboxRenderer(scratch_root=root / "scratch", tex_dir=folder.tex, workers=1)
    work = Services(
        cast=cast,
        renderer=renderer,
        cancel=CancelToken(),
        lost_content=lost_content,
        check=partial(check_program, cache_dir=root / "tables"),
        memory=memory,
    )
    try:
        run = run_task(TASK, folder, manifest(settings), work)
        while True:
            try:
                next(run)
            except StopIteration as done:
                return done.value, memory, folder.root, coder.asked
    finally:
        renderer.close()


def test_the_mended_program_is_the_one_that_is_delivered(
    made: tuple[RunOutcome, ListMemory, Path, int],
) -> None:
    outcome, _, root, asked = made
    (scene,) = outcome.scenes
    assert [i.result.category for i in scene.iterations] == ["static", None]
    assert (outcome.rounds, outcome.repairs, asked, scene.delivered) == (0, 1, 1, 1)
    mended = (root / "scenes/s1/i01/scene.py").read_text()
    refused = (root / "scenes/s1/i00/scene.py").read_text()
    assert mended == refused.replace("VFadeIn(", "FadeIn(")
    assert (root / "animation.mp4").stat().st_size > 10_000


def test_the_lesson_tells_the_fault_and_shows_both_lines(
    made: tuple[RunOutcome, ListMemory, Path, int],
) -> None:
    (lesson,) = [r for r in made[1].written if isinstance(r, NewFailure)]
    assert "`VFadeIn` does not exist" in lesson.diagnostic
    assert "VFadeIn(" in lesson.anti_example
    assert "VFadeIn(" not in lesson.good_example
    assert "FadeIn(" in lesson.good_example
    assert "FadeIn" in lesson.recipe
