"""Parts of the page of a run, each by itself."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.jobs.updates import JobHandle, JobView
from app.run_view.projection import RunProjection
from app.run_view.values import IterationView, RunView, SceneView
from pipeline.events import RunStarted, SceneStarted, StoryboardReady
from pipeline.schema.review import AxisScores
from ui.theme.appearance import Appearance
from ui.views.studio.pairing import Pair
from ui.views.studio.progress_panel import ProgressPanel, left_words
from ui.views.studio.score_bars import ScoreTable, change_words
from ui.views.studio.timeline import Timeline
from ui.views.studio.top_bar import RunBar, halted_words, state_words

BEGAN = datetime.now(UTC) - timedelta(seconds=20)


def scene_of(tmp_path: Path, versions: int) -> SceneView:
    scene = SceneView("s1", "Swing")
    for t in range(versions):
        scene.iterations.append(IterationView(t, tmp_path / f"i{t:02d}", ok=True, u=80.0 + t))
    scene.deliver(versions - 1)
    return scene


def job(folder: Path, state: str = "running") -> JobView:
    handle = JobHandle(1, "new", folder.name, folder, "Pendulums")
    return JobView(handle, "queued" if state == "queued" else "running")


def running(folder: Path) -> RunProjection:
    projection = RunProjection(folder)
    at = BEGAN.isoformat()
    projection.apply(RunStarted(run="r", title="", cast="offline", memory_mode="off", at=at))
    projection.apply(StoryboardReady(scenes=("Swing", "Period", "Length"), at=at))
    for number, name in enumerate(("Swing", "Period"), start=1):
        projection.apply(SceneStarted(scene_id=f"s{number}", name=name, at=at))
    return projection


def test_cards_of_many_versions_are_whole_and_the_chosen_one_is_in_sight(
    tmp_path: Path, qtbot: QtBot
) -> None:
    timeline = Timeline()
    qtbot.addWidget(timeline)
    timeline.resize(420, 74)
    timeline.show()
    timeline.show_scene(scene_of(tmp_path, 6), Pair("s1", 4, 5))
    bar = timeline._area.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0, timeout=5_000)
    viewport = timeline._area.viewport()

    def place(number: int) -> tuple[int, int]:
        card = timeline._cards[number]
        top = card.mapTo(viewport, QPoint(0, 0))
        return top.x(), top.x() + card.width()

    qtbot.waitUntil(lambda: place(5)[1] <= viewport.width(), timeout=5_000)
    for card in timeline._cards:
        assert card.width() >= card._head.sizeHint().width()
        top = card.mapTo(viewport, QPoint(0, 0)).y()
        assert top >= 0
        assert top + card.height() <= viewport.height()
    before = bar.value()
    middle = QPointF(viewport.rect().center())
    turn = QWheelEvent(
        middle,
        QPointF(viewport.mapToGlobal(middle.toPoint())),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, turn)
    assert bar.value() < before
    assert timeline._area.verticalScrollBar().value() == 0


def test_a_version_made_for_a_comment_says_so(tmp_path: Path, qtbot: QtBot) -> None:
    scene = scene_of(tmp_path, 2)
    commented = IterationView(2, tmp_path / "i02", loop="human", base=1, comments=("c1",))
    scene.iterations.append(commented)
    timeline = Timeline()
    qtbot.addWidget(timeline)
    timeline.show_scene(scene, Pair("s1", 0, 1))
    assert timeline._cards[2]._below.text() == "your comment"


def test_one_version_alone_is_not_called_after(tmp_path: Path, qtbot: QtBot) -> None:
    timeline = Timeline()
    qtbot.addWidget(timeline)
    timeline.show_scene(scene_of(tmp_path, 1), Pair("s1", None, 0))
    assert timeline._cards[0]._below.text() == "delivered"


def test_the_state_names_every_scene_at_work(tmp_path: Path) -> None:
    view = running(tmp_path / "r").view
    assert state_words(view, job(tmp_path / "r")) == "Scenes 1, 2 of 3 · writing code"


def test_a_halted_run_does_not_seem_to_be_at_work(tmp_path: Path) -> None:
    view = running(tmp_path / "r").view
    assert halted_words(view, None) == "cut off"
    view.state = "failed"
    assert halted_words(view, None) == "failed"
    view.state = "running"
    assert halted_words(view, job(tmp_path / "r")) == ""


def test_a_waiting_run_has_its_title_and_its_place(tmp_path: Path, qtbot: QtBot) -> None:
    bar = RunBar()
    qtbot.addWidget(bar)
    folder = tmp_path / "r"
    bar.show_run(RunView("r", folder), job(folder, "queued"), (1, 2))
    assert bar._title.text() == "Pendulums"
    assert bar._state.text() == "waits, place 2 of 2"
    assert bar._buttons["sooner"].isVisibleTo(bar)
    bar.show_run(RunView("r", folder), job(folder, "queued"), (0, 2))
    assert not bar._buttons["sooner"].isVisibleTo(bar)


def test_pause_keeps_its_place_while_it_is_obeyed(tmp_path: Path, qtbot: QtBot) -> None:
    bar = RunBar()
    qtbot.addWidget(bar)
    folder = tmp_path / "r"
    pause = bar._buttons["pause"]
    bar.show_run(RunView("r", folder, state="running"), job(folder, "running"))
    assert pause.isVisibleTo(bar)
    assert pause.isEnabled()
    obeyed = replace(job(folder), state="pausing")
    bar.show_run(RunView("r", folder, state="running"), obeyed)
    assert pause.isVisibleTo(bar)
    assert not pause.isEnabled()
    bar.show_run(RunView("r", folder, state="paused"), None)
    assert not pause.isVisibleTo(bar)


def test_a_stopped_run_with_a_finished_scene_can_be_exported(tmp_path: Path, qtbot: QtBot) -> None:
    bar = RunBar()
    qtbot.addWidget(bar)
    view = RunView("r", tmp_path / "r", state="stopped")
    bar.show_run(view, None)
    assert not bar._buttons["export"].isVisibleTo(bar)
    finished = RunView("r", tmp_path / "r", state="finished")
    bar.show_run(finished, None)
    assert not bar._buttons["export"].isVisibleTo(bar), "nothing was delivered"
    view.scenes.append(scene_of(tmp_path, 1))
    bar.show_run(view, None)
    assert bar._buttons["export"].isVisibleTo(bar)
    assert bar._buttons["export"].isEnabled()


def test_an_estimate_is_there_from_the_start(tmp_path: Path, qtbot: QtBot) -> None:
    projection = running(tmp_path / "r")
    assert "nothing to estimate from" in left_words(projection)
    projection.usual_seconds = 30.0
    progress = projection.progress(BEGAN + timedelta(seconds=20))
    assert progress.left_seconds == 70, "three scenes of 30 s, of which 20 s have gone by"
    projection.usual_seconds = 5.0
    assert left_words(projection) == "It takes longer than usual"


def test_stages_are_listed_with_their_times_and_signs(tmp_path: Path, qtbot: QtBot) -> None:
    projection = running(tmp_path / "r")
    panel = ProgressPanel()
    qtbot.addWidget(panel)
    panel.show_progress(projection, projection.view.scenes[0], BEGAN + timedelta(seconds=20))
    names = [name.text() for _, name, _, _ in panel._lines.values()]
    assert names == [
        "Planning scenes", "Reading memory", "Writing code", "Checking", "Rendering", "Reviewing",
        "Revising", "Learning",
    ]  # fmt: skip
    sign, _, here, everywhere = panel._lines["code"]
    assert sign.text() == "▸"
    assert here.text() == "0:20"
    assert everywhere.text() == "0:40"
    assert panel._lines["storyboard"][0].text() == "✓"
    assert panel._lines["consolidate"][0].text() == "·"


def test_the_thresholds_stand_at_the_mean_which_they_are_about(
    qtbot: QtBot, appearance: Appearance
) -> None:
    table = ScoreTable(appearance)
    qtbot.addWidget(table)
    table.set_thresholds(80, 95)
    table.show_scores(
        AxisScores(logical_flow=60, layout=90, accuracy=90),
        AxisScores(logical_flow=100, layout=100, accuracy=88),
    )
    *axes, mean = [bar for bar, _, _ in table._rows]
    assert [bar._thresholds for bar in axes] == [(), (), ()]
    assert mean._thresholds == (80, 95)
    assert table.accessibleName().endswith("Mean 96 +16")


def test_a_difference_has_as_many_digits_as_the_figure_beside_it() -> None:
    assert change_words(89.7, 100.0, digits=1) == ("+10.3", "good")
    assert change_words(69.0, 100.0) == ("+31", "good")
