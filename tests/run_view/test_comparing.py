"""Two runs of one section, figure by figure."""

from pathlib import Path

from app.run_view.comparing import compare
from tests.editing.made import data, make_run
from tests.loop.scripted import program


def test_two_runs_are_compared_figure_by_figure(tmp_path: Path) -> None:
    paths = data(tmp_path)
    first, second = "20260101-000000-aaaa", "20260201-000000-bbbb"
    older, _ = make_run(paths, {"Swing": [program("u=60"), program("u=92 verdict=pass")]}, first)
    newer, _ = make_run(paths, {"Swing": [program("u=95")]}, second)
    found = compare(older.root, newer.root)
    rows = {row.words: row for row in found.rows}
    assert (rows["Mean score"].before, rows["Mean score"].after) == ("92.0", "95.0")
    assert rows["Mean score"].better == "after"
    assert (rows["Reflection rounds"].before, rows["Reflection rounds"].after) == ("1", "0")
    assert rows["Reflection rounds"].better == "after"
    assert rows["Scene 1, first attempt"].before == "60.0"
    assert rows["Scenes delivered"].better == ""
