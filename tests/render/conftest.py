"""One warm renderer for all tests of the sandbox, and a deadline for each test."""

import os
import signal
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.schema.render import RenderResult, RenderSettings

CASES = Path(__file__).parents[1] / "cases"
DEADLINE_SECONDS = 150
SECRET = "sk-planted-where-no-scene-may-see-it"


@pytest.fixture(autouse=True)
def deadline() -> Iterator[None]:
    """A test that hangs fails instead."""

    def expire(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"the test took more than {DEADLINE_SECONDS} s")

    previous = signal.signal(signal.SIGALRM, expire)
    signal.alarm(DEADLINE_SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, previous)


class Studio:
    """A renderer with the folders it uses."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.scratch = root / "scratch"
        self.renderer = SandboxRenderer(self.scratch, tex_dir=root / "tex")
        self._count = 0

    def folder(self) -> Path:
        """A new folder for one render."""
        self._count += 1
        return self.root / "out" / f"r{self._count}"

    def render(
        self,
        program: str,
        scene: str = "Scene1",
        folder: Path | None = None,
        cancel: CancelToken | None = None,
        wall_seconds: float = 100,
        memory_bytes: int = 4 * 1024**3,
    ) -> RenderResult:
        """Render a program at draft quality; a body without `import` gets the usual one."""
        settings = RenderSettings(wall_seconds=wall_seconds, memory_bytes=memory_bytes)
        target = folder or self.folder()
        return self.renderer.render(program, scene, target, settings, cancel or CancelToken())

    def construct(self, body: str, folder: Path | None = None) -> RenderResult:
        """Render a scene with `body` as its construct method."""
        return self.render(scene_with(body), folder=folder)

    def leftovers(self) -> list[Path]:
        """Job folders that are still there."""
        return list(self.scratch.glob("job-*"))


def scene_with(body: str) -> str:
    """A program whose one scene, Scene1, has `body` as its construct method."""
    inner = textwrap.indent(textwrap.dedent(body).strip(), " " * 8)
    head = "import sys\nimport numpy as np\nfrom manim import *\n\n\n"
    return f"{head}class Scene1(Scene):\n    def construct(self):\n{inner}\n"


def case(name: str) -> tuple[str, str]:
    """Program and requested scene of a case."""
    text = (CASES / f"{name}.py").read_text(encoding="utf-8")
    return text, text.split("\n", 1)[0].split(":", 1)[1].strip()


def case_names(kind: str) -> list[str]:
    """All cases of a kind (A, B, C)."""
    return sorted(path.stem for path in CASES.glob(f"{kind}[0-9][0-9].py"))


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    os.environ["STUDIO_TEST_API_KEY"] = SECRET
    made = Studio(tmp_path_factory.mktemp("sandbox"))
    yield made
    made.renderer.close()
    del os.environ["STUDIO_TEST_API_KEY"]
