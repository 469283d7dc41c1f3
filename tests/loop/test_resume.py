"""A run that is stopped anywhere goes on where it was."""

import contextlib

import pytest

from pipeline.loop.attempt import EnvironmentFaultError
from pipeline.loop.task import run_task
from pipeline.render_port import CancelledError
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import Journal, RunDamagedError, load_events
from pipeline.settings import RunSettings
from tests.loop.conftest import Play, manifest
from tests.loop.memories import ListMemory
from tests.loop.scripted import TASK, ScriptedCast, ScriptedRenderer, program, services

PROGRAMS = [program("latex"), program("u=60"), program("u=95")]
SETTINGS = RunSettings(memory_mode="rw")


class Stop(Exception):
    """Stands for a kill: raised out of a step."""


def stop_at_write(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let the `number`-th finished step be the last one that reaches the disk."""
    keep = Journal.keep
    count = 0

    def counting(self: Journal, path: object, value: object) -> None:
        nonlocal count
        count += 1
        if count > number:
            raise Stop
        keep(self, path, value)  # type: ignore[arg-type]

    monkeypatch.setattr(Journal, "keep", counting)


@pytest.mark.parametrize("number", range(0, 24, 1))
def test_a_run_cut_off_after_any_step_resumes_to_the_same_result(
    play: Play, folder: RunFolder, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    first, second = ScriptedRenderer(), ScriptedRenderer()
    memory = ListMemory()
    with monkeypatch.context() as patch:
        stop_at_write(patch, number)
        with contextlib.suppress(Stop):
            play(PROGRAMS, SETTINGS, renderer=first, memory=memory)
    written = len(list(folder.root.glob("scenes/*/*/candidate.json")))
    cast = ScriptedCast({"Swing": PROGRAMS})
    cast.skip("Swing", written)
    outcome, _ = play(PROGRAMS, SETTINGS, cast=cast, renderer=second, memory=memory, resume=True)
    assert outcome.rounds == 2
    assert outcome.scenes[0].delivered == 2
    rendered = len(list(folder.root.glob("scenes/*/*/render.json")))
    assert len(first.calls) + len(second.calls) <= rendered + 1
    kinds = [event.key for event in load_events(folder.file(EVENTS))]
    assert len(kinds) == len(set(kinds))
    assert kinds[-1] == "run_finished"


def test_a_torn_last_line_of_the_event_log_is_dropped(play: Play, folder: RunFolder) -> None:
    outcome, events = play([program("u=95")])
    log = folder.file(EVENTS)
    log.write_bytes(log.read_bytes() + b'{"kind": "rend')
    assert len(load_events(log)) == len(events)
    Journal(folder, lambda _: None)
    assert log.read_bytes().endswith(b"}\n")
    assert outcome.rounds == 0


def test_a_damaged_line_inside_the_event_log_is_named(play: Play, folder: RunFolder) -> None:
    play([program("u=95")])
    log = folder.file(EVENTS)
    log.write_bytes(b"nonsense\n" + log.read_bytes())
    with pytest.raises(RunDamagedError, match=r"line 1 of .*events\.jsonl"):
        load_events(log)


def test_a_cancel_stops_the_run_and_leaves_it_resumable(folder: RunFolder) -> None:
    cast = ScriptedCast({"Swing": PROGRAMS})
    work = services(cast, ScriptedRenderer(), ListMemory())
    generator = run_task(TASK, folder, manifest(SETTINGS), work)
    for event in generator:
        if event.kind == "rendered":
            break
    work.cancel.cancel()
    with pytest.raises(CancelledError):
        list(generator)
    assert load_events(folder.file(EVENTS))[-1].kind == "run_stopped"
    assert not folder.file("consolidation.json").exists()


def test_closing_the_generator_cancels_the_run(folder: RunFolder) -> None:
    work = services(ScriptedCast({"Swing": PROGRAMS}), ScriptedRenderer(), ListMemory())
    generator = run_task(TASK, folder, manifest(SETTINGS), work)
    next(generator)
    generator.close()
    assert work.cancel.cancelled


def test_a_fault_of_the_machine_gives_no_retry_and_can_be_resumed(
    play: Play, folder: RunFolder
) -> None:
    with pytest.raises(EnvironmentFaultError, match="latex is not installed"):
        play([program("environment"), program("u=95")], SETTINGS, memory=ListMemory())
    assert not list(folder.root.glob("scenes/*/*/render.json"))
    assert not list(folder.root.glob("scenes/*/*/hint.json"))


def test_scenes_that_run_side_by_side_give_the_same_result_as_one_after_another(
    play: Play, folder: RunFolder
) -> None:
    scenes = {name: [program("u=60", name), program("u=95", name)] for name in ("A", "B", "C")}
    together, _ = play(scenes, RunSettings(memory_mode="off", parallel_scenes=3))
    one_by_one, _ = play_elsewhere(folder, scenes)
    assert [s.model_dump() for s in together.scenes] != []
    assert [(s.spec.name, s.delivered, s.rounds) for s in together.scenes] == one_by_one


def play_elsewhere(
    folder: RunFolder, scenes: dict[str, list[str]]
) -> tuple[list[tuple[str, int | None, int]], None]:
    other = RunFolder(folder.root.with_name("other"))
    other.root.mkdir()
    work = services(ScriptedCast(scenes), ScriptedRenderer())
    settings = RunSettings(memory_mode="off", parallel_scenes=1)
    generator = run_task(TASK, other, manifest(settings), work)
    while True:
        try:
            next(generator)
        except StopIteration as done:
            return [(s.spec.name, s.delivered, s.rounds) for s in done.value.scenes], None
