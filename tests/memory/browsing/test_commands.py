"""`./run memory list`, `search` and `facets`: every filter, every order, and wrong use in words."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import memory
from app.cli.output import Output
from app.cli.parser import build_parser
from app.errors import ExitCode, StudioError
from memory_store.bank import Bank
from memory_store.browsing import SORT_COLUMNS, Criteria, Sort, count, ids
from memory_store.testing import WordEmbedder, success
from pipeline.render_port import CancelToken


class Encoder(WordEmbedder):
    """The fast encoder where a command would start the real one."""

    started = 0

    def __enter__(self) -> "Encoder":
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing to end."""

    def start(self) -> None:
        Encoder.started += 1


@pytest.fixture(autouse=True)
def encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    Encoder.started = 0
    monkeypatch.setattr(memory, "MiniLmEmbedder", Encoder)


def run(bank: Bank | Path, *arguments: str, as_json: bool = True) -> Any:
    """What the command printed."""
    path = bank if isinstance(bank, Path) else bank.path
    options = build_parser().parse_args(["memory", *arguments, "--bank", str(path)])
    printed = io.StringIO()
    output = Output(as_json, stdout=printed)
    assert memory.run(options, output, CancelToken()) == ExitCode.DONE
    return json.loads(printed.getvalue()) if as_json else printed.getvalue()


@pytest.mark.parametrize(
    ("arguments", "criteria"),
    [
        ((), Criteria()),
        (("--polarity", "failure", "--status", "pending"),
         Criteria(polarities=("failure",), statuses=("pending",))),
        (("--domain", "optics", "--domain", "general", "--role", "method"),
         Criteria(domains=("optics", "general"), roles=("method",))),
        (("--cast", "model", "--reviewer", "measured", "--writer", "large"),
         Criteria(casts=("model",), reviewers=("measured",), writers=("large",))),
        (("--score-min", "60", "--score-max", "90.5", "--gain-min", "3", "--source", "visual"),
         Criteria(score_min=60, score_max=90.5, gain_min=3, sources=("visual",))),
        (("--uses-min", "1", "--uses-max", "2", "--tag", "five", "--run", "run-1", "--run", "x"),
         Criteria(uses_min=1, uses_max=2, tags=("five",), runs=("run-1", "x"))),
        (("--pinned",), Criteria(pinned=True)),
        (("--trashed", "--origin", "self-grown"), Criteria(trashed=True, origins=("self-grown",))),
        (("--words", "eclair", "--paper", "paper", "--section", "1"),
         Criteria(words="eclair", papers=("paper",), sections=("1",))),
    ],
)  # fmt: skip
def test_each_filter_of_the_list_is_the_one_of_the_browser(
    varied: Bank, arguments: tuple[str, ...], criteria: Criteria
) -> None:
    told = run(varied, "list", *arguments, "--limit", "200")
    assert [record["id"] for record in told["records"]] == ids(varied, criteria).tolist()
    assert told["total"] == count(varied, criteria) == len(told["records"])


def test_dates_are_days_or_moments(varied: Bank) -> None:
    early = run(varied, "list", "--before", "2026-01-05")["total"]
    late = run(varied, "list", "--after", "2026-01-05T00:00:00+00:00")["total"]
    assert early
    assert early + late == 116


@pytest.mark.parametrize("column", SORT_COLUMNS)
def test_a_list_is_sorted_by_any_column(varied: Bank, column: Any) -> None:
    for text, sort in ((column, Sort(column, False)), (f"{column}:desc", Sort(column))):
        told = run(varied, "list", "--sort", text, "--limit", "9", "--offset", "4")
        wanted = ids(varied, Criteria(), sort).tolist()[4:13]
        assert [record["id"] for record in told["records"]] == wanted


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("list", "--sort", "beauty"), "no order of records"),
        (("list", "--sort", "created:down"), "no order of records"),
        (("list", "--after", "yesterday"), "not a date"),
        (("list", "--limit", "0"), "--limit"),
        (("list", "--score-min", "high"), "score-min"),
        (("list", "--score-min", "nan"), "score-min"),
        (("list", "--score-max", "inf"), "score-max"),
        (("list", "--status", "happy"), "status"),
        (("search", "  "), "empty"),
        (("search", "a", "-k", "0"), "-k"),
        (("search", "a", "--words", "--meaning"), "not allowed with"),
    ],
)
def test_wrong_use_is_told_in_words(varied: Bank, arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(StudioError, match=message):
        run(varied, *arguments)


def test_search_by_words_starts_no_encoder_and_search_by_meaning_does(varied: Bank) -> None:
    words = run(varied, "search", "ECLAIR", "--words", "-k", "200", "--domain", "optics")
    wanted = ids(varied, Criteria(words="eclair", domains=("optics",))).tolist()
    assert [hit["id"] for hit in words["results"]] == wanted
    assert {hit["similarity"] for hit in words["results"]} == {None}
    assert Encoder.started == 0
    meaning = run(varied, "search", "wave with labels", "--polarity", "failure", "-k", "3")
    assert Encoder.started == 1
    similarities = [hit["similarity"] for hit in meaning["results"]]
    assert similarities == sorted(similarities, reverse=True)
    assert {hit["polarity"] for hit in meaning["results"]} == {"failure"}
    assert all({"id", "polarity", "similarity", "text"} <= set(hit) for hit in meaning["results"])


def test_facets_are_told_for_people_and_for_scripts(varied: Bank) -> None:
    told = run(varied, "facets")
    assert sum(told["statuses"].values()) == 116
    assert (told["pinned"], told["trashed"]) == (3, 4)
    assert sum(one["count"] for one in told["admitted_by"]) == 116
    shown = run(varied, "facets", "--limit", "1", as_json=False)
    assert "and 2 more" in shown


def test_the_text_of_a_record_cannot_steer_the_terminal(bank: Bank) -> None:
    bank.consolidate([success(rationale="\x1b[2J\x9b31m\u202eevil\x07 Überlagerung")])
    for arguments in (("list",), ("search", "evil"), ("search", "evil", "--words"), ("show", "1")):
        shown = run(bank, *arguments, as_json=False)
        assert "evil" in shown
        assert "Überlagerung" in shown
        assert not {"\x1b", "\x9b", "\u202e", "\x07"} & set(shown)
