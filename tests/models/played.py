"""A whole run on the loopback server: real endpoint, ledger and agents, scripted renders."""

import itertools
import zlib
from collections.abc import Callable

from app.bench.replay import SCENES, Script
from pipeline.agents.model.cast import model_cast
from pipeline.events import Event
from pipeline.loop.services import Services
from pipeline.loop.task import RunOutcome, run_task
from pipeline.models.budget import Budget
from pipeline.models.endpoint import AttemptReport
from pipeline.models.ledger import Ledger
from pipeline.models.port import Role
from pipeline.models.profile import Price
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.settings import RunSettings
from tests.loop.conftest import manifest
from tests.loop.memories import ListMemory
from tests.loop.scripted import TASK, ScriptedRenderer, nothing_lost, program
from tests.models.loopback import Loopback, Seen
from tests.models.profiles import chat_with
from tests.models.replies import Reply, Usage, say

PRICE = Price(input=2.0, output=8.0)
SETTINGS = RunSettings(memory_mode="rw", parallel_scenes=3)

Fault = Callable[[Seen, int], Reply | None]
"""What to answer instead, given a request and its number from 1."""


def written(scene: str, asked: str) -> str:
    """Programs for the scripted renderer, each another one; the first of the second scene fails."""
    first = "# Failed attempt" not in asked and "# outcome:" not in asked
    outcome = "latex" if scene == SCENES[1] and first else "u=50"
    return f"{program(outcome, scene)}        self.wait({1 + zlib.crc32(asked.encode()) % 1000})\n"


def answers(fault: Fault = lambda seen, number: None) -> Callable[[Seen], Reply]:
    """The script, interrupted by faults."""
    script, numbers = Script(written), itertools.count(1)

    def answer(seen: Seen) -> Reply:
        instead = fault(seen, next(numbers))
        if instead is not None:
            return instead
        text, tokens_in, tokens_out = script.answer(seen.body)
        return say(text, usage=Usage(tokens_in, tokens_out))

    return answer


def play(
    folder: RunFolder, server: Loopback, memory: ListMemory, budget: Budget | None = None
) -> tuple[RunOutcome, list[Event]]:
    """Run or resume the task of three scenes."""
    cancel = CancelToken()
    prices: dict[Role, Price] = {"text": PRICE, "vision": PRICE}
    ledgers: list[Ledger] = []

    def report(attempt: AttemptReport) -> None:
        if attempt.outcome != "ok":
            ledgers[0].attempt_lost(attempt.tokens)

    ledger = Ledger(chat_with(server, cancel, report=report), cancel, prices, budget)
    ledgers.append(ledger)
    services = Services(
        cast=model_cast(ledger),
        renderer=ScriptedRenderer(still=True),
        cancel=cancel,
        lost_content=nothing_lost,
        memory=memory,
        ledger=ledger,
    )
    events: list[Event] = []
    running = run_task(TASK, folder, manifest(SETTINGS), services)
    while True:
        try:
            events.append(next(running))
        except StopIteration as done:
            return done.value, events
