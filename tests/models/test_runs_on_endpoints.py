"""Runs on an endpoint: what they cost, how they pause, and that they repeat."""

import re
from pathlib import Path

import pytest

from pipeline.models.budget import Budget
from pipeline.models.cost import cost_table
from pipeline.models.port import PausedError
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import load_events
from tests.loop.memories import ListMemory
from tests.models.loopback import Loopback, Seen
from tests.models.played import answers, play
from tests.models.profiles import KEY
from tests.models.replies import Reply, error, say

CALLS = 22
"""A storyboard; three scenes of two programs and two reviews; one crash with its hint and repair;
three rationales, three visual lessons and one of the crash."""


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    """An empty run folder."""
    run = RunFolder(tmp_path / "r1")
    run.root.mkdir()
    return run


def test_the_cost_table_of_a_run_adds_up_to_the_servers_own_count(folder: RunFolder) -> None:
    with Loopback(answers()) as server:
        outcome, _ = play(folder, server, ListMemory())
    total = cost_table(load_events(folder.file(EVENTS))).total
    assert (total.input, total.output) == (server.input_tokens, server.output_tokens)
    assert total.calls == len(server.seen) == CALLS
    assert [trace.delivered for trace in outcome.scenes] == [1, 2, 1]


def test_calls_that_were_asked_twice_count_once_for_each_answer_the_server_reported(
    folder: RunFolder,
) -> None:
    def fault(seen: Seen, number: int) -> Reply | None:
        if number % 5 == 2:
            return error(503, "overloaded")
        return say("I have no idea.") if number % 7 == 3 else None

    with Loopback(answers(fault)) as server:
        play(folder, server, ListMemory())
    total = cost_table(load_events(folder.file(EVENTS))).total
    assert (total.input, total.output) == (server.input_tokens, server.output_tokens)
    assert total.lost == 0


@pytest.mark.parametrize("moment", [1, 4, 9, 14, 18, 21])
def test_a_quota_that_ends_in_the_middle_pauses_and_resumes_without_asking_again(
    folder: RunFolder, moment: int
) -> None:
    empty = True

    def broke(seen: Seen, number: int) -> Reply | None:
        if number < moment or not empty:
            return None
        return error(429, "You exceeded your current quota", code="insufficient_quota")

    memory = ListMemory()
    with Loopback(answers(broke)) as server:
        with pytest.raises(PausedError, match="quota"):
            play(folder, server, memory)
        assert load_events(folder.file(EVENTS))[-1].kind == "run_paused"
        assert memory.written == []
        refused = len(server.seen) - (moment - 1)

        empty = False
        outcome, _ = play(folder, server, memory)
    assert [trace.delivered for trace in outcome.scenes] == [1, 2, 1]
    assert len(memory.written) == 7
    assert len(server.seen) == CALLS + refused
    table = cost_table(load_events(folder.file(EVENTS))).total
    assert (table.input, table.output) == (server.input_tokens, server.output_tokens)


def test_a_refused_key_pauses_at_once_and_its_text_is_nowhere_in_the_run(folder: RunFolder) -> None:
    def refused(seen: Seen, number: int) -> Reply | None:
        return error(401, f"Incorrect API key provided: {KEY}", code="invalid_api_key")

    with Loopback(answers(refused)) as server, pytest.raises(PausedError):
        play(folder, server, ListMemory())
    assert len(server.seen) == 1
    assert not folder.file("storyboard.json").exists()
    for path in folder.root.rglob("*"):
        assert path.is_dir() or KEY.encode() not in path.read_bytes()


@pytest.mark.parametrize("limit", [5_000, 12_000, 20_000])
def test_the_server_never_counts_more_than_the_budget(folder: RunFolder, limit: int) -> None:
    with Loopback(answers()) as server:
        with pytest.raises(PausedError, match="would be passed"):
            play(folder, server, ListMemory(), Budget(tokens=limit))
        assert server.counted <= limit
        outcome, _ = play(folder, server, ListMemory(), Budget(tokens=10**7))
    assert len(server.seen) == CALLS
    assert [trace.delivered for trace in outcome.scenes] == [1, 2, 1]


def test_an_endpoint_that_breaks_off_again_and_again_uses_up_the_budget_too(
    folder: RunFolder,
) -> None:
    def cut(seen: Seen, number: int) -> Reply | None:
        return say("x" * 4000).but(cut=20_000) if number > 1 else None

    limit = 16_000
    with Loopback(answers(cut)) as server, pytest.raises(PausedError, match="would be passed"):
        play(folder, server, ListMemory(), Budget(tokens=limit))
    total = cost_table(load_events(folder.file(EVENTS))).total
    assert total.lost > 0
    assert total.tokens <= limit


def test_two_runs_with_the_same_replies_write_the_same_traces(folder: RunFolder) -> None:
    other = RunFolder(folder.root.with_name("r2"))
    other.root.mkdir()
    traces = []
    for each in (folder, other):
        with Loopback(answers()) as server:
            outcome, _ = play(each, server, ListMemory())
        port = server.base_url.split(":")[-1].split("/")[0]
        log = "\n".join(
            sorted(
                event.model_dump_json(exclude={"at", "seconds", "run"})
                for event in load_events(each.file(EVENTS))
            )
        )
        text = log + outcome.model_dump_json(exclude={"run", "seconds"})
        text = re.sub(r'"(timings|seconds)":(\{[^}]*\}|[\d.e-]+)', "", text)
        traces.append(text.replace(f":{port}", ""))
    assert traces[0] == traces[1]
