"""Runs made by the real loop with a scripted cast, on a real bank."""

from pathlib import Path

from app.paths import DataPaths
from memory_store.bank import Bank
from pipeline.agents.protocols import CodeReply, CodeRequest
from pipeline.loop.task import RunOutcome, run_task
from pipeline.run.folder import RunFolder
from pipeline.run.manifest import MemoryUse
from pipeline.schema.memory import AppliedRecord
from pipeline.schema.task import Task
from pipeline.settings import RunSettings
from tests.editing.made import manifest
from tests.loop.scripted import TASK, ScriptedCast, ScriptedRenderer, services

SWING = "A pendulum swings with a period that grows with its length."


class FollowingCast(ScriptedCast):
    """Says that the first pitfall in its prompt changed a size, as the built-in cast would."""

    def hand_out(self, scene: str, request: object) -> CodeReply:
        reply = super().hand_out(scene, request)
        slots = request.slots if isinstance(request, CodeRequest) else None
        if slots is None or not slots.pitfalls:
            return reply
        applied = AppliedRecord(record_id=slots.pitfalls[0].record_id, change="caption 30 -> 24")
        return reply.model_copy(update={"applied": (applied,)})


def use_of(bank: Bank) -> MemoryUse:
    """What the manifest of a run says about a bank."""
    return MemoryUse(
        bank=bank.path.name,
        path=str(bank.path),
        bank_id=bank.bank_id,
        snapshot_sha256=bank.snapshot.sha256 if bank.snapshot else "",
        shuffled=bool(bank.snapshot and bank.snapshot.shuffled_from),
    )


def task_of(text: str = SWING, domain: str = "physics") -> Task:
    """A section to animate."""
    return TASK.model_copy(update={"text": text, "domain": domain})


def record_run(
    paths: DataPaths,
    bank: Bank | None,
    programs: dict[str, list[str]],
    run: str,
    *,
    task: Task | None = None,
    use: MemoryUse | None = None,
    settings: RunSettings | None = None,
) -> tuple[RunFolder, RunOutcome]:
    """Play the programs of each scene; without a bank memory is off."""
    mode = "off" if bank is None else "ro" if bank.read_only else "rw"
    settings = settings or RunSettings(memory_mode=mode, parallel_scenes=1)
    folder = RunFolder(paths.runs / run)
    folder.root.mkdir(parents=True)
    said = use or (MemoryUse() if bank is None else use_of(bank))
    about = manifest(run, "Pendulums", settings, "2099-01-01T00:00:00+00:00")
    work = services(FollowingCast(programs), ScriptedRenderer(still=True), bank)
    play = run_task(task or task_of(), folder, about.model_copy(update={"memory": said}), work)
    while True:
        try:
            next(play)
        except StopIteration as done:
            outcome: RunOutcome = done.value
            return folder, outcome


def data(root: Path) -> DataPaths:
    """A data folder below `root`."""
    return DataPaths(root / "data")
