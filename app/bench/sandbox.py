"""`bench sandbox`: what each layer of containment costs, as a ratio to the bare render.

One server renders one scene over and over, the layers changing from render to render, so that
drift of the machine meets all of them alike. Bare means: the process of its own, the wall clock
and the end of everything it started stay, as without them there is no job at all.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app.bench.report import Figure, Report, figure
from app.errors import failed
from app.paths import RESOURCES
from pipeline.render import SandboxRenderer
from pipeline.render.wire import Layers
from pipeline.render_port import CancelToken
from pipeline.schema.render import RenderSettings

PROGRAM = RESOURCES / "bench" / "text_scene.py"
SCENE = "WaveAndWords"
ROUNDS = 15
QUICK_ROUNDS = 5
BAR = 1.10
BARE = "bare"
ALL = "all together"
# Name in the report -> what is on.
SETS: dict[str, Layers] = {
    BARE: Layers.only(),
    "capabilities": Layers.only("capabilities"),
    "Landlock": Layers.only("landlock"),
    "seccomp": Layers.only("seccomp"),
    "audit hook": Layers.only("audit"),
    "limits": Layers.only("limits"),
    "supervisor's quotas": Layers.only("watch"),
    ALL: Layers(),
}

Progress = Callable[[str], None]


def run(quick: bool, progress: Progress, cancel: CancelToken) -> Report:
    """Medians over rounds; in each round every set of layers is rendered once, in turn."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    taken: dict[str, list[float]] = {name: [] for name in SETS}
    with tempfile.TemporaryDirectory(prefix="studio-bench-") as root:
        renderer = SandboxRenderer(Path(root) / "scratch", tex_dir=Path(root) / "tex", workers=1)
        try:
            held = renderer.ready().layers
            _once(renderer, Path(root), Layers(), cancel)  # the first one warms up
            for number in range(rounds):
                order = list(SETS)
                order = order[number % len(order) :] + order[: number % len(order)]
                for name in order:
                    taken[name].append(_once(renderer, Path(root), SETS[name], cancel))
                ratio = taken[ALL][-1] / taken[BARE][-1]
                progress(f"round {number + 1}/{rounds}: {ALL} / {BARE} = {ratio:.3f}")
        finally:
            renderer.close()
    return Report(
        name="sandbox",
        figures=tuple(_figures(taken)),
        notes=(
            f"{rounds} interleaved rounds of {PROGRAM.name} at draft quality, one warm server; "
            f"median of the ratios to the bare render of the same round. Kernel layers here: "
            f"{', '.join(held) or 'none'}.",
        ),
    )


def _figures(taken: dict[str, list[float]]) -> list[Figure]:
    figures = []
    for name, times in taken.items():
        if name != BARE:
            ratios = [mine / bare for mine, bare in zip(times, taken[BARE], strict=True)]
            bar = BAR if name == ALL else None
            figures.append(figure(name, statistics.median(ratios), "of bare", bar))
    figures.append(figure("bare render", statistics.median(taken[BARE]), "s"))
    figures.append(figure("render with all layers", statistics.median(taken[ALL]), "s"))
    return figures


def _once(renderer: SandboxRenderer, root: Path, layers: Layers, cancel: CancelToken) -> float:
    """Seconds for one render."""
    cancel.check()
    program = PROGRAM.read_text(encoding="utf-8")
    renderer.layers = layers
    began = time.perf_counter()
    result = renderer.render(program, SCENE, root / "out", RenderSettings(), cancel)
    seconds = time.perf_counter() - began
    if not result.ok:
        raise failed(f"The benchmark scene {SCENE} failed: {result.message}", "See doctor.")
    return seconds
