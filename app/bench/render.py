"""`bench render`: a warm sandboxed draft render against a cold `manim render -ql`.

Both sides begin with an empty media folder and no compiled TeX and are measured in turn. Ours
includes the static check, keyframes, the geometry record and reading it.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app.bench.report import Figure, Report, figure
from app.environment import without_secrets
from app.errors import failed
from app.paths import RESOURCES
from pipeline.checks import check_program
from pipeline.inspection.findings import inspect
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.schema.render import RenderSettings
from pipeline.schema.trace import GeometryTrace

PROGRAMS = RESOURCES / "bench"
PAIRS = 7
QUICK_PAIRS = 3
# name, file, scene class, bar
COLD_CASES = (
    ("text scene of 5 s", "text_scene.py", "WaveAndWords", 0.60),
    ("heavy scene of 15 s", "heavy_scene.py", "FieldOfArrows", 0.90),
)
REVISION_BAR = 0.55
CACHED_BAR = 0.05

Progress = Callable[[str], None]


def run(quick: bool, progress: Progress, cancel: CancelToken) -> Report:
    """Ratios as medians of interleaved pairs."""
    pairs = QUICK_PAIRS if quick else PAIRS
    with tempfile.TemporaryDirectory(prefix="studio-bench-") as name:
        bench = _Bench(Path(name), pairs, progress, cancel)
        figures: list[Figure] = []
        for case in COLD_CASES:
            figures += bench.cold(*case)
        figures += bench.revision()
        figures.append(bench.cached())
    return Report(
        name="render",
        figures=tuple(figures),
        notes=(
            f"{pairs} interleaved pairs each; 854 x 480 at 15 frames a second; "
            "both sides with the studio's TeX template.",
        ),
    )


class _Bench:
    def __init__(self, root: Path, pairs: int, progress: Progress, cancel: CancelToken) -> None:
        self._root = root
        self._pairs = pairs
        self._progress = progress
        self._cancel = cancel
        self._count = 0
        self._tables = root / "tables"

    def _folder(self) -> Path:
        self._count += 1
        folder = self._root / f"f{self._count}"
        folder.mkdir()
        return folder

    def cold(self, name: str, file: str, scene: str, bar: float) -> list[Figure]:
        program = (PROGRAMS / file).read_text(encoding="utf-8")
        renderer = self._renderer()
        try:
            self._ours(renderer, program, scene)  # starts the server
            ours, theirs = [], []
            for n in range(self._pairs):
                theirs.append(self._manim(PROGRAMS / file, scene))
                ours.append(self._ours(renderer, program, scene))
                self._progress(f"{name} {n + 1}/{self._pairs}: {ours[-1]:.2f} / {theirs[-1]:.2f} s")
        finally:
            renderer.close()
        return _ratio(name, ours, theirs, bar)

    def revision(self) -> list[Figure]:
        """A second version of a formula-heavy scene, with the TeX of the first one compiled."""
        first = (PROGRAMS / "formulas.py").read_text(encoding="utf-8")
        revised = first.replace("FORMULA_SIZE = 40", "FORMULA_SIZE = 36")
        changed = self._folder() / "formulas.py"
        changed.write_text(revised, encoding="utf-8")
        ours, theirs = [], []
        for n in range(self._pairs):
            theirs.append(self._manim(changed, "GaussianIntegral"))
            renderer = self._renderer(tex=self._folder())
            try:
                self._ours(renderer, first, "GaussianIntegral")
                ours.append(self._ours(renderer, revised, "GaussianIntegral"))
            finally:
                renderer.close()
            self._progress(f"revision {n + 1}/{self._pairs}: {ours[-1]:.2f} / {theirs[-1]:.2f} s")
        return _ratio("revision with warm TeX", ours, theirs, REVISION_BAR)

    def cached(self) -> Figure:
        file, scene = "text_scene.py", "WaveAndWords"
        program = (PROGRAMS / file).read_text(encoding="utf-8")
        renderer = self._renderer(cache=self._folder())
        try:
            self._ours(renderer, program, scene)
            ours = [self._ours(renderer, program, scene) for _ in range(self._pairs)]
        finally:
            renderer.close()
        theirs = self._manim(PROGRAMS / file, scene)
        return figure("cached render", statistics.median(ours) / theirs, "of cold", CACHED_BAR)

    def _renderer(self, tex: Path | None = None, cache: Path | None = None) -> SandboxRenderer:
        return SandboxRenderer(scratch_root=self._folder(), cache_dir=cache, tex_dir=tex, workers=1)

    def _ours(self, renderer: SandboxRenderer, program: str, scene: str) -> float:
        """Seconds for check, render and inspection."""
        self._cancel.check()
        folder = self._folder()
        began = time.perf_counter()
        report = check_program(program, scene, cache_dir=self._tables)
        result = renderer.render(program, scene, folder, RenderSettings(), self._cancel)
        if not (report.ok and result.ok and result.geometry):
            raise failed(f"The benchmark scene {scene} failed: {result.message}", "See doctor.")
        inspect(GeometryTrace.model_validate_json((folder / result.geometry).read_bytes()))
        return time.perf_counter() - began

    def _manim(self, file: Path, scene: str) -> float:
        """Seconds for a cold `manim render -ql` into an empty folder."""
        self._cancel.check()
        media = self._folder()
        command = [sys.executable, "-m", "manim", "render", "-ql", "--media_dir", str(media)]
        # Manim's own template needs a far larger TeX installation than ours does.
        command += ["--tex_template", str(RESOURCES / "tex" / "template.tex")]
        command += ["--progress_bar", "none", str(file), scene]
        began = time.perf_counter()
        done = subprocess.run(
            command, capture_output=True, env=without_secrets(), timeout=300, check=False
        )
        seconds = time.perf_counter() - began
        if done.returncode != 0 or not list(media.rglob(f"{scene}.mp4")):
            raise failed(f"manim render of {scene} failed.", "Run it by hand to see why.")
        return seconds


def _ratio(name: str, ours: list[float], theirs: list[float], bar: float) -> list[Figure]:
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    return [
        figure(f"{name}: studio / manim", statistics.median(ratios), "of cold", bar),
        figure(f"{name}: studio", statistics.median(ours), "s"),
        figure(f"{name}: manim", statistics.median(theirs), "s"),
    ]
