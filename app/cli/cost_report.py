"""What the models of a run cost, as JSON and as a table for people."""

from pipeline.models.cost import CostTable, Spent, cost_table
from pipeline.run.folder import EVENTS, RunFolder
from pipeline.run.journal import load_events

MONEY_DIGITS = 6


def cost_of(folder: RunFolder) -> CostTable:
    """Counted from the event log, so for an unfinished run too. Raises `RunDamagedError`."""
    return cost_table(load_events(folder.file(EVENTS)))


def cost_document(table: CostTable) -> dict[str, object]:
    """The `tokens` of a run: totals, by agent, and by agent and iteration; all add up.

    `estimated` counts the calls whose tokens no endpoint reported; `lost` are estimated tokens of
    attempts that broke off, which an endpoint may bill; `money` is there if any call has a price,
    and `unpriced` calls are not in it.
    """
    return _spent(table.total) | {
        "by_agent": {agent: _spent(spent) for agent, spent in table.by_agent.items()},
        "by_iteration": [
            {"agent": step.agent, "scene": step.scene_id or None, "t": step.t} | _spent(step)
            for step in table.by_step
        ],
    }


def _spent(spent: Spent) -> dict[str, object]:
    document: dict[str, object] = {
        "input": spent.input,
        "output": spent.output,
        "calls": spent.calls,
        "failed": spent.failed,
        "estimated": spent.estimated,
        "lost": spent.lost,
    }
    if spent.money is not None:
        document["money"] = round(spent.money, MONEY_DIGITS)
        document["unpriced"] = spent.unpriced
    return document


def cost_line(spent: Spent) -> str:
    """One sentence about what calls cost."""
    calls = f"{spent.calls} call{'' if spent.calls == 1 else 's'}"
    words = [f"{calls}, {spent.input:,} tokens in, {spent.output:,} out"]
    if spent.money is not None:
        partly = f" ({spent.unpriced} calls have no price)" if spent.unpriced else ""
        words.append(f"cost {spent.money:.4f}{partly}")
    if spent.estimated:
        words.append(f"{spent.estimated} calls counted by estimate")
    if spent.lost:
        words.append(f"about {spent.lost:,} more tokens in attempts that broke off")
    return "; ".join(words)


def cost_lines(table: CostTable) -> list[str]:
    """The table for people, one line an agent; empty where no model was asked."""
    if not table.total.calls:
        return []
    rows = [("", "calls", "in", "out", "estimated", "cost")]
    rows += [_row(agent, spent) for agent, spent in table.by_agent.items()]
    rows.append(_row("in all", table.total))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(
            [
                row[0].ljust(widths[0]),
                *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True)),
            ]
        ).rstrip()
        for row in rows
    ]
    if table.total.lost:
        lines.append(f"Attempts that broke off: about {table.total.lost:,} tokens more.")
    if table.total.money is not None and table.total.unpriced:
        lines.append(f"No price is known for {table.total.unpriced} of the calls: they cost more.")
    return lines


def _row(name: str, spent: Spent) -> tuple[str, str, str, str, str, str]:
    money = "" if spent.money is None else f"{spent.money:.4f}"
    estimated = str(spent.estimated) if spent.estimated else ""
    return (name, str(spent.calls), f"{spent.input:,}", f"{spent.output:,}", estimated, money)
