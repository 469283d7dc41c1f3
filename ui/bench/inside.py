"""Figures that are taken inside a window: heartbeat, switching, a large diff, a large library."""

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from app.bench.report import Figure, figure
from app.errors import failed
from app.library import Library
from app.paths import RESOURCES, DataPaths
from app.run_plan import RunPlan
from pipeline.intake.reading import read_task
from pipeline.settings import RunSettings
from ui.application import make_session, quiet_qt
from ui.bench.hearing import Heart, until, wait
from ui.bench.memory_room import large_bank
from ui.bench.window import many_runs
from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.views.diff import CodeDiffView, Source
from ui.views.diff.prepared import prepare
from ui.views.library.page import LibraryPage
from ui.views.studio.room import StudioRoom
from ui.window.session import Session

SWITCHES = 20
RUNS = 500
LINES = 2000


class Painted(QObject):
    """Sees paints of a widget."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Count and let pass."""
        self.count += event.type() == QEvent.Type.Paint
        return False


def measure(home: Path, say: Callable[[str], None]) -> list[Figure]:
    """All of them, in one window."""
    quiet_qt()
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication([])
    application.setStyle("Fusion")
    session = make_session(application)
    session.show()
    session.window.resize(1440, 900)  # also where the screen is smaller than that
    until(lambda: session.window.room == "studio", 20)
    studio = session.assembly.studio
    assert studio is not None
    session.assembly.open_run(sorted((home / "runs").iterdir())[-1])
    until(lambda: studio.controller.pair_files is not None, 20)
    wait(2.0)
    say("Switching between scenes ...")
    figures = _switching(studio)
    say("Listening to the heartbeat during a run ...")
    figures += _heartbeat(session, studio)
    appearance = session.context.appearance
    say("A diff of 2,000 lines ...")
    figures += _diff(appearance)
    session.window.close()
    until(lambda: not session.window.isVisible(), 10)
    say("A library of 500 runs ...")
    figures += _library(home, appearance)
    figures += large_bank(appearance, say)
    return figures


def _switching(studio: StudioRoom) -> list[Figure]:
    """Between two versions of one scene, back and forth."""
    view = studio.controller.view
    assert view is not None
    scene = next((scene for scene in view.arranged if len(scene.rendered) > 1), None)
    if scene is None:
        raise failed("The run has no scene with two versions to switch between.", "Report this.")
    studio.controller.choose_scene(scene.scene_id)
    wait(1.0)
    versions = [iteration.t for iteration in scene.rendered][:2]
    times = [_switch(studio, versions[number % 2]) for number in range(SWITCHES)]
    return [
        figure("switch of versions, to the first picture, median", _median(times), "ms", 100),
        figure("the same, slowest", max(times), "ms"),
    ]


def _switch(studio: StudioRoom, t: int) -> float:
    """Milliseconds from the wish to a paint of the stage that has the new version's picture."""
    player, painted = studio.run_page.picture.player, Painted()
    player.stage.installEventFilter(painted)
    track = player.transport.tracks["after"]
    wanted = f"v{t}"  # alone, or with what it is compared as

    def shown() -> bool:
        clip = track.clip
        return clip is not None and clip.title.split()[0] == wanted and track.image() is not None

    began = time.perf_counter()
    studio.controller.choose(after=t)
    until(shown, 5)
    seen = painted.count
    until(lambda: painted.count > seen, 5)
    took = (time.perf_counter() - began) * 1000
    player.stage.removeEventFilter(painted)
    wait(0.4)
    return took


def _heartbeat(session: Session, studio: StudioRoom) -> list[Figure]:
    task = read_task(RESOURCES / "samples" / "price_elasticity.md")
    plan = RunPlan(task, RunSettings(max_scenes=2, memory_mode="off"))
    player = studio.run_page.picture.player
    player.set_loop(True)
    player.seek(0.0)
    player.transport.play()
    heart = Heart()
    session.assembly.jobs.submit(plan)
    heart.start()
    until(lambda: not session.assembly.jobs.views, 180)
    heart.stop()
    player.transport.pause()
    late = sorted(heart.late)
    p99 = late[int(len(late) * 0.99)]
    return [
        figure("heartbeat during a run with both videos playing, late at p99", p99, "ms", 16),
        figure("the same, latest", late[-1], "ms", 100),
    ]


def _diff(appearance: Appearance) -> list[Figure]:
    before = "\n".join(f"line_{n} = shift({n}, {n * 7 % 31})  # step {n}" for n in range(LINES))
    lines = before.split("\n")
    after = "\n".join(
        line.replace("shift", "rotate") if n % 9 == 0 else line
        for n, line in enumerate(lines)
        if n % 50
    )
    bridge = Bridge()
    view = CodeDiffView(appearance, bridge)
    view.resize(1100, 400)
    view.show()
    prepared = prepare(Source("v0", before), Source("v1", after))
    times = []
    for _ in range(5):
        began = time.perf_counter()
        view.show_prepared(prepared)
        view.canvas.viewport().repaint()
        times.append((time.perf_counter() - began) * 1000)
    view.close()
    bridge.close()
    return [figure("a diff of 2,000 lines on the GUI thread", _median(times), "ms", 50)]


def _library(home: Path, appearance: Appearance) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="studio-library-") as folder:
        many_runs(home, Path(folder), RUNS)
        paths = DataPaths(Path(folder))
        Library(paths).entries()  # the index of an earlier start
        bridge = Bridge()
        page = LibraryPage(appearance, bridge, Library(paths))
        loaded: list[bool] = []
        page.loaded.connect(lambda: loaded.append(True))
        began = time.perf_counter()
        page.resize(1300, 800)
        page.show()
        until(lambda: bool(loaded) and page.model.rowCount() == RUNS, 20)
        seconds = time.perf_counter() - began
        page.close()
        bridge.close()
        page.deleteLater()
        wait(0.1)
    return [figure("a library of 500 runs on the screen", seconds * 1000, "ms", 300)]


def _median(times: list[float]) -> float:
    return statistics.median(times)
