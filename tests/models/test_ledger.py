"""The ledger: counting, reserving, and handing out what has been paid for."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import BaseModel

from pipeline.agents.protocols import TokenUse
from pipeline.models.budget import Budget, estimated_input
from pipeline.models.endpoint import AttemptReport
from pipeline.models.ledger import Ledger
from pipeline.models.port import ChatReply, ChatRequest, ModelError, PausedError, Role
from pipeline.models.profile import Price
from pipeline.render_port import CancelledError, CancelToken
from pipeline.run.folder import RunFolder
from pipeline.run.journal import Journal
from pipeline.run.step import working_on
from tests.models.loopback import Loopback, Seen
from tests.models.profiles import KEY, chat_with
from tests.models.replies import Reply, say

LIMIT = 100


class FakeChat:
    """Answers by a function; the model can be changed."""

    def __init__(self, answer: Callable[[ChatRequest], ChatReply]) -> None:
        self.answer, self.model, self.asked = answer, "one", 0

    def complete(self, request: ChatRequest, schema: type[BaseModel] | None = None) -> ChatReply:
        self.asked += 1
        return self.answer(request)

    def identity(self, role: Role) -> str:
        return self.model


def asking(prompt: str) -> ChatRequest:
    return ChatRequest(agent="Coder", system="", prompt=prompt, max_tokens=LIMIT)


def reply(input_tokens: int = 10, output_tokens: int = 5) -> ChatReply:
    return ChatReply(text="yes", tokens=TokenUse(input=input_tokens, output=output_tokens))


def ledger_on(
    folder: Path,
    chat: FakeChat,
    budget: Budget | None = None,
    cancel: CancelToken | None = None,
    prices: dict[Role, Price] | None = None,
) -> Ledger:
    """A ledger that goes on with the run of that folder."""
    folder.mkdir(exist_ok=True)
    ledger = Ledger(chat, cancel or CancelToken(), prices, budget)
    ledger.open(Journal(RunFolder(folder), lambda event: None))
    return ledger


def test_a_call_waits_until_others_have_settled_and_then_fits(tmp_path: Path) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def slow(request: ChatRequest) -> ChatReply:
        if request.prompt == "first":
            inside.set()
            assert go_on.wait(20)
        return reply()

    one = estimated_input(asking("first")) + LIMIT
    ledger = ledger_on(tmp_path / "r", FakeChat(slow), Budget(tokens=one + 20))
    first = threading.Thread(target=ledger.complete, args=(asking("first"),))
    second = threading.Thread(target=ledger.complete, args=(asking("other"),))
    first.start()
    assert inside.wait(20)
    second.start()
    second.join(0.3)
    assert second.is_alive()
    go_on.set()
    first.join(20)
    second.join(20)
    assert ledger.table().total.calls == 2


def test_a_cancel_ends_the_wait_for_a_place_in_the_budget(tmp_path: Path) -> None:
    cancel, inside = CancelToken(), threading.Event()

    def stuck(request: ChatRequest) -> ChatReply:
        inside.set()
        cancel.wait(20)
        raise CancelledError

    one = estimated_input(asking("first")) + LIMIT
    ledger = ledger_on(tmp_path / "r", FakeChat(stuck), Budget(tokens=one), cancel)
    ended: list[type[BaseException]] = []

    def ask(prompt: str) -> None:
        try:
            ledger.complete(asking(prompt))
        except CancelledError as error:
            ended.append(type(error))

    threads = [threading.Thread(target=ask, args=(prompt,)) for prompt in ("first", "other")]
    threads[0].start()
    assert inside.wait(20)
    threads[1].start()
    cancel.cancel()
    for thread in threads:
        thread.join(20)
    assert ended == [CancelledError, CancelledError]
    table = ledger.table()
    assert table.total.calls == 1
    assert table.total.estimated == 1


def test_an_endpoint_that_counts_more_than_we_do_is_reserved_more_for(tmp_path: Path) -> None:
    guess = estimated_input(asking("a"))
    chat = FakeChat(lambda request: reply(input_tokens=4 * guess, output_tokens=10))
    ledger = ledger_on(tmp_path / "r", chat, Budget(tokens=2 * (guess + LIMIT) + 4 * guess))
    ledger.complete(asking("a"))
    with pytest.raises(PausedError, match=f"may take up to {4 * guess + LIMIT}"):
        ledger.complete(asking("b"))


def test_a_kept_reply_is_handed_out_once_and_only_for_the_model_that_gave_it(
    tmp_path: Path,
) -> None:
    chat = FakeChat(lambda request: reply())
    with working_on("s1", 0):
        ledger_on(tmp_path / "r", chat).complete(asking("a"))
        again = ledger_on(tmp_path / "r", chat)
        again.complete(asking("a"))
        assert chat.asked == 1
        again.complete(asking("a"))
        assert chat.asked == 2
        chat.model = "another"
        ledger_on(tmp_path / "r", chat).complete(asking("a"))
        assert chat.asked == 3
    with working_on("s2", 0):
        ledger_on(tmp_path / "r", chat).complete(asking("a"))
    assert chat.asked == 4
    assert ledger_on(tmp_path / "r", chat).table().total.calls == 4


def test_a_cancelled_call_counts_what_came_of_it_before(tmp_path: Path) -> None:
    cancel, again = CancelToken(), threading.Event()

    def answer(seen: Seen) -> Reply:
        if len(server.seen) == 1:
            return say("word " * 200, cut=2000)
        again.set()
        return say("word " * 4000, pause=0.002)

    with Loopback(answer, key=KEY) as server:
        ledgers: list[Ledger] = []

        def report(attempt: AttemptReport) -> None:
            if attempt.outcome != "ok":
                last = attempt.outcome == "cancelled"
                ledgers[0].attempt_lost(attempt.tokens, last=last)

        chat = chat_with(server, cancel, report=report)
        ledger = Ledger(chat, cancel, budget=Budget(tokens=100_000))
        ledgers.append(ledger)
        ledger.open(Journal(RunFolder(tmp_path), lambda event: None))

        def stop() -> None:
            again.wait(20)
            cancel.cancel()

        timer = threading.Thread(target=stop)
        timer.start()
        with pytest.raises(CancelledError):
            ledger.complete(asking("a"))
        timer.join()
    total = ledger.table().total
    assert (total.calls, total.failed, total.input, total.estimated) == (1, 1, 0, 1)
    assert total.lost > 20


def test_a_failed_call_counts_what_it_lost_and_is_asked_again(tmp_path: Path) -> None:
    def broken(request: ChatRequest) -> ChatReply:
        raise ModelError("cut off", lost=TokenUse(input=40, output=2))

    chat = FakeChat(broken)
    prices: dict[Role, Price] = {"text": Price(input=1_000_000, output=0)}
    ledger = ledger_on(tmp_path / "r", chat, prices=prices)
    with pytest.raises(ModelError):
        ledger.complete(asking("a"))
    chat.answer = lambda request: reply()
    ledger.complete(asking("a"))
    total = ledger.table().total
    assert (total.calls, total.failed, total.lost, total.input) == (2, 1, 42, 10)
    assert total.money == pytest.approx(50)
