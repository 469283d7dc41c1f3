"""What the library says about runs."""

import json
import os
import subprocess
import sys
import threading

from app.library import Library, Wanted
from app.paths import DataPaths
from app.run_state import locked_root
from app.runs import list_runs

FIRST, SECOND, THIRD = "20260101-000000-aaaa", "20260201-000000-bbbb", "20260301-000000-cccc"


def test_runs_are_listed_newest_first_with_what_their_files_say(paths: DataPaths) -> None:
    third, second, first = Library(paths).entries()
    assert [third.run, second.run, first.run] == [THIRD, SECOND, FIRST]
    assert (first.title, first.state, first.cast) == ("Pendulums", "finished", "scripted")
    assert first.score == (88 + 92) / 2
    assert (first.rounds, first.scenes, first.delivered) == (1, 2, 2)
    assert (second.state, second.score, second.rounds, second.delivered) == (
        "stopped",
        None,
        None,
        0,
    )
    assert (third.title, third.role, third.score) == ("Heat", "background", 60)


def test_the_library_agrees_with_the_list_of_the_command_line(paths: DataPaths) -> None:
    listed = [(r.run, r.state, r.cast, r.started, r.rounds) for r in list_runs(paths)]
    shown = [(e.run, e.state, e.cast, e.started, e.rounds) for e in Library(paths).entries()]
    assert listed == shown


def test_the_thumbnail_is_a_keyframe_of_the_delivered_rendition(paths: DataPaths) -> None:
    first = Library(paths).entry(FIRST)
    assert first.thumbnail is not None
    delivered = "scenes/s1/i01/keyframes/k1.png"
    assert first.thumbnail == first.folder / delivered
    assert first.thumbnail.read_bytes().startswith(b"\x89PNG")


def test_a_run_without_a_title_is_called_by_its_section(paths: DataPaths) -> None:
    assert Library(paths).entry(SECOND).title.startswith("A pendulum swings with a period")


def test_two_runs_of_one_section_find_each_other_whatever_its_line_breaks(
    paths: DataPaths,
) -> None:
    library = Library(paths)
    assert [e.run for e in library.same_section(FIRST)] == [SECOND]
    assert [e.run for e in library.same_section(SECOND)] == [FIRST]
    assert library.same_section(THIRD) == []


def test_the_first_look_lists_every_run_and_says_that_it_is_not_complete(
    paths: DataPaths,
) -> None:
    library = Library(paths)
    looked = library.first_pass()
    assert [(e.run, e.complete) for e in looked] == [
        (THIRD, False),
        (SECOND, False),
        (FIRST, False),
    ]
    assert looked[2].title == "Pendulums"
    whole = library.entries()
    assert library.first_pass() == whole
    assert all(e.complete for e in whole)


def test_a_run_that_somebody_works_on_is_running(paths: DataPaths) -> None:
    library = Library(paths)
    library.entries()
    with locked_root(paths.runs / SECOND):
        assert library.entry(SECOND).state == "running"
    assert library.entry(SECOND).state == "stopped"


def test_a_look_at_the_list_never_keeps_a_run_from_being_resumed(paths: DataPaths) -> None:
    library = Library(paths)
    library.entries()
    over = threading.Event()

    def look() -> None:
        while not over.is_set():
            library.entries()

    looking = threading.Thread(target=look)
    looking.start()
    resumed = 0
    try:
        for _ in range(40):
            with locked_root(paths.runs / SECOND):
                resumed += 1
    finally:
        over.set()
        looking.join()
    assert resumed == 40


def test_a_run_that_has_just_begun_is_listed_before_it_has_a_manifest(paths: DataPaths) -> None:
    folder = paths.runs / "20260401-000000-dddd"
    folder.mkdir()
    with locked_root(folder):
        begun = Library(paths).entry(folder.name)
        assert (begun.state, begun.problem) == ("running", "")
    assert Library(paths).entry(folder.name).state == "damaged"


def test_no_runs_folder_is_an_empty_library(paths: DataPaths) -> None:
    empty = Library(DataPaths(paths.root / "elsewhere"))
    assert empty.entries() == empty.first_pass() == empty.find(Wanted(words="x")) == []


def test_words_are_searched_in_title_and_section_in_any_case(paths: DataPaths) -> None:
    library = Library(paths)

    def found(words: str) -> list[str]:
        return [e.run for e in library.find(Wanted(words=words))]

    assert found("PENDULUM") == [SECOND, FIRST]
    assert found("pendulums") == [FIRST]
    assert found("wärme FLIESST") == [THIRD]
    assert found("pendulum heat") == []
    assert found(FIRST) == [FIRST]


def test_the_end_of_a_very_long_section_is_searched_too(paths: DataPaths) -> None:
    task = paths.runs / THIRD / "task.json"
    value = json.loads(task.read_bytes())
    value["text"] = "filler words " * 5000 + "\\frac{zebra}{2}"
    task.write_text(json.dumps(value))
    library = Library(paths)
    assert [e.run for e in library.find(Wanted(words="filler \\FRAC{zebra"))] == [THIRD]
    assert library.find(Wanted(words="filler giraffe")) == []


def test_filters_take_states_casts_scores_and_dates(paths: DataPaths) -> None:
    library = Library(paths)

    def found(wanted: Wanted) -> list[str]:
        return [e.run for e in library.find(wanted)]

    assert found(Wanted(states=frozenset({"stopped"}))) == [SECOND]
    assert found(Wanted(casts=frozenset({"model"}))) == []
    assert found(Wanted(lowest=80)) == [FIRST]
    assert found(Wanted(highest=89.9)) == [THIRD]
    assert found(Wanted(since="2026-02-01")) == [THIRD, SECOND]
    assert found(Wanted(until="2026-02-01")) == [SECOND, FIRST]
    assert found(Wanted(words="pendulum", states=frozenset({"finished"}))) == [FIRST]


def test_the_library_opens_without_the_parts_that_are_slow_to_load(paths: DataPaths) -> None:
    names = "manim torch faiss numpy av openai peewee PySide6 pipeline.loop pipeline.render"
    script = (
        "import sys; from pathlib import Path; from app.library import Library; "
        "from app.paths import DataPaths; "
        f"assert len(Library(DataPaths(Path({str(paths.root)!r}))).entries()) == 3; "
        f"print([n for n in {names.split()!r} if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ
    )
    assert done.stdout.strip() == "[]"
