"""What to say about a worker that left no answer; see the rule in `pipeline.render.failure`."""

import signal
from pathlib import Path

from pipeline.render import whereabouts
from pipeline.render.plaintext import normalised
from pipeline.render.wire import Ending, Job
from pipeline.schema.render import Category, RenderResult


def explain(ending: Ending, job: Job) -> RenderResult:
    """The failed result for a job that was ended, or died, before it could answer."""
    category, message = _judge(ending, job)
    line, where = None, "module"
    if category == "timeout":
        line, where = whereabouts.found(Path(job.folder))
    if line is not None:
        message += f"; line {line} ({where}) was running"
    return RenderResult(
        ok=False,
        category=category,
        message=message,
        line=line,
        signature=f"{category} {ending.cause} | {where} | {normalised(message)}",
    )


def _judge(ending: Ending, job: Job) -> tuple[Category, str]:
    memory = f"the memory limit of {job.memory_bytes / 1024**3:g} GB"
    if ending.cause == "wall":
        if ending.tex:
            return "timeout", (
                f"TeX was still working on an expression when the {job.wall_seconds:g} s for "
                "the render were over; a macro may call itself without end"
            )
        return "timeout", f"the scene was not rendered within {job.wall_seconds:g} s"
    if ending.cause == "memory":
        return "memory", f"the scene needed more than {memory}"
    if ending.cause == "volume":
        return "manim_runtime", (
            f"the scene wrote more than {job.volume_bytes / 1024**3:g} GB of files and was ended"
        )
    if ending.cause == "files":
        return "manim_runtime", f"the scene made more than {job.files} files and was ended"
    if ending.cause == "log":
        return "manim_runtime", (
            f"the scene put out more than {job.log_bytes / 1024**2:g} MB of text and was ended"
        )
    if ending.cause == "processes":
        return "manim_runtime", f"the scene started more than {job.processes} processes"
    if ending.cause == "lost":
        return "unknown", "the render worker went away without an answer"
    if ending.code == -signal.SIGXCPU:
        return "timeout", f"the scene used more than {job.cpu_seconds} s of processor time"
    if ending.code == -signal.SIGXFSZ:
        return "manim_runtime", "the scene wrote a file above the size limit"
    if ending.code < 0:
        name = signal.Signals(-ending.code).name
        return "unknown", f"the render worker was ended by {name}"
    return "manim_runtime", (
        "the program ended the render before the scene was complete "
        f"(exit code {ending.code}, no answer)"
    )
