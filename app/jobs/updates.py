"""What a queue of runs tells: small frozen values, handed over from its threads."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pipeline.events import Event

JobKind = Literal["new", "resume", "rerun"]
EndState = Literal["finished", "stopped", "paused", "failed"]
Trouble = Literal["", "environment", "work", "bug"]


@dataclass(frozen=True)
class JobHandle:
    """A piece of work that was handed in.

    Attributes:
        id: unique within its queue.
        folder: of the run; for a new one it is made right after it was handed in.
        scene_id: the scene that a rerun replaces, empty otherwise.
    """

    id: int
    kind: JobKind
    run_id: str
    folder: Path
    title: str = ""
    scene_id: str = ""


@dataclass(frozen=True)
class JobView:
    """One line of the queue: running first, then those that wait, in their order."""

    handle: JobHandle
    state: Literal["running", "stopping", "pausing", "queued"]


@dataclass(frozen=True)
class JobQueued:
    """A job has its folder and waits."""

    job: JobHandle


@dataclass(frozen=True)
class JobRemoved:
    """A job was taken out before its turn; `remove` takes the folder of a run that never began
    along, `withdraw` keeps it."""

    job: JobHandle


@dataclass(frozen=True)
class JobStarted:
    """A job's turn has come."""

    job: JobHandle
    run_id: str
    folder: Path


@dataclass(frozen=True)
class JobEvent:
    """An event of the run, as it stands in its log."""

    job: JobHandle
    run_id: str
    event: Event


@dataclass(frozen=True)
class JobEnded:
    """A job is over.

    Attributes:
        state: `stopped` and `paused` runs can be resumed, so can a failed one unless its files
            are damaged.
        message, remedy: what happened and what to do; empty where all went well.
        kind: whose trouble it is: the machine's (or an endpoint's), the work's, or a bug of ours.
            A finished run has `work` where no scene could be rendered.
        fault: the trouble in one word, such as `disk_full`, `quota`, `approval`, `bank_in_use`.
        report: for a bug, a text to copy into a report; it holds no key.
        report_file: where the same text is kept, None where the disk took nothing.
    """

    job: JobHandle
    run_id: str
    state: EndState
    message: str = ""
    remedy: str = ""
    kind: Trouble = ""
    fault: str = ""
    report: str = ""
    report_file: Path | None = None


JobUpdate = JobQueued | JobRemoved | JobStarted | JobEvent | JobEnded
