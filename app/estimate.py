"""What a run with models may cost, before it begins: from past runs, else from assumptions."""

from dataclasses import dataclass
from math import ceil

from app.paths import DataPaths
from app.runs import load_manifest, load_outcome
from app.texts import ngettext, tr
from pipeline.models.cost import CostTable
from pipeline.models.estimate import text_tokens
from pipeline.models.port import Role
from pipeline.models.profile import Price
from pipeline.run.folder import RunFolder
from pipeline.run.journal import RunDamagedError
from pipeline.schema.base import Value
from pipeline.schema.task import Task

PAST_RUNS = 10
"""The newest runs of a profile that an estimate reads."""
VISION_AGENTS = frozenset({"VisualReviewer"})


class Estimate(Value):
    """What a run may use. `money` is None where a price is missing; `basis` says where it is from.

    Half or twice as much is no surprise: how often scenes are revised is not known beforehand.
    """

    scenes: int
    calls: int
    input: int
    output: int
    money: float | None
    basis: str
    past_runs: int

    def line(self) -> str:
        """The estimate for people."""
        free, priced = (
            ngettext(
                "Up to {scenes} scene: about {calls} calls, {input:,} tokens in and "
                "{output:,} out ({basis}).",
                "Up to {scenes} scenes: about {calls} calls, {input:,} tokens in and "
                "{output:,} out ({basis}).",
                self.scenes,
            ),
            ngettext(
                "Up to {scenes} scene: about {calls} calls, {input:,} tokens in and "
                "{output:,} out, about {money:.2f} ({basis}).",
                "Up to {scenes} scenes: about {calls} calls, {input:,} tokens in and "
                "{output:,} out, about {money:.2f} ({basis}).",
                self.scenes,
            ),
        )
        return (free if self.money is None else priced).format(
            scenes=self.scenes,
            calls=self.calls,
            input=self.input,
            output=self.output,
            money=self.money,
            basis=self.basis,
        )


@dataclass(frozen=True)
class _Usual:
    """What an agent is assumed to need.

    Attributes:
        calls: per scene; of the Storyboarder, per task.
        prompt: tokens of a request beside the section's text.
        reply: tokens of a reply.
    """

    calls: float
    prompt: int
    reply: int


ASSUMED = {
    "Storyboarder": _Usual(1.0, 1200, 900),
    "Coder": _Usual(1.5, 3500, 1800),
    "TextReviewer": _Usual(0.5, 2500, 120),
    "VisualReviewer": _Usual(2.0, 4500, 400),
    "VisualReviser": _Usual(1.0, 4500, 2000),
    "RationaleWriter": _Usual(0.7, 2500, 150),
    "LessonDistiller": _Usual(1.0, 4500, 800),
}
"""A crash in every second scene and one visual revision in each, four keyframes to a review."""


def estimate(
    task: Task,
    scenes: int,
    profile: str,
    prices: dict[Role, Price],
    measured_review: bool,
    paths: DataPaths,
) -> Estimate:
    """The estimate for a task of at most so many scenes."""
    past = _past(paths, profile)
    if past:
        tables, count = [table for table, _ in past], sum(number for _, number in past)
        return _from_past(tables, count, scenes, prices)
    return _assumed(task, scenes, prices, measured_review)


def _from_past(
    tables: list[CostTable], done: int, scenes: int, prices: dict[Role, Price]
) -> Estimate:
    share = scenes / done
    agents = sorted({name for table in tables for name in table.by_agent})
    used: dict[str, tuple[float, float]] = {}
    for name in agents:
        rows = [table.by_agent[name] for table in tables if name in table.by_agent]
        used[name] = (
            share * sum(row.input + row.lost for row in rows),
            share * sum(row.output for row in rows),
        )
    calls = share * sum(table.total.calls for table in tables)
    runs = ngettext(
        "{count} past run of this profile", "{count} past runs of this profile", len(tables)
    ).format(count=len(tables))
    return _estimate(scenes, calls, used, prices, runs, len(tables))


def _assumed(task: Task, scenes: int, prices: dict[Role, Price], measured_review: bool) -> Estimate:
    section = text_tokens(task.text)
    used: dict[str, tuple[float, float]] = {}
    calls = 0.0
    for name, usual in ASSUMED.items():
        if measured_review and name in VISION_AGENTS:
            continue
        number = usual.calls * (1 if name == "Storyboarder" else scenes)
        used[name] = (number * (usual.prompt + section), number * usual.reply)
        calls += number
    basis = tr(
        "assumed: a crash in every second scene and one revision in each; no past run to go by"
    )
    return _estimate(scenes, calls, used, prices, basis, 0)


def _estimate(
    scenes: int,
    calls: float,
    used: dict[str, tuple[float, float]],
    prices: dict[Role, Price],
    basis: str,
    past_runs: int,
) -> Estimate:
    money: float | None = 0.0
    for name, (tokens_in, tokens_out) in used.items():
        price = prices.get("vision" if name in VISION_AGENTS else "text")
        if price is None or money is None:
            money = None
        else:
            money += price.of(ceil(tokens_in), ceil(tokens_out))
    return Estimate(
        scenes=scenes,
        calls=ceil(calls),
        input=ceil(sum(pair[0] for pair in used.values())),
        output=ceil(sum(pair[1] for pair in used.values())),
        money=money,
        basis=basis,
        past_runs=past_runs,
    )


def _past(paths: DataPaths, profile: str) -> list[tuple[CostTable, int]]:
    """Cost tables and numbers of scenes of the newest finished runs of a profile."""
    found: list[tuple[CostTable, int]] = []
    folders = sorted(paths.runs.iterdir(), reverse=True) if paths.runs.is_dir() else []
    for root in folders:
        try:
            folder = RunFolder(root)
            manifest = load_manifest(folder)
            outcome = load_outcome(folder)
        except RunDamagedError:
            continue  # `runs list` says so; an estimate can do without it
        if outcome is not None and manifest.models.profile == profile and manifest.cost.total.calls:
            found.append((manifest.cost, len(outcome.scenes)))
        if len(found) == PAST_RUNS:
            break
    return found
