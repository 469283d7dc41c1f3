"""What to say about a worker that left no answer; see the rule in `pipeline.render.failure`."""

import re
import signal
from pathlib import Path

from pipeline.render.intake import IntakeError, read_file
from pipeline.render.plaintext import clean, normalised, shorten
from pipeline.render.wire import WHERE, Ending, Job
from pipeline.schema.render import Category, RenderResult

_STACK_BYTES = 200_000
_MAIN = re.compile(r"^(?:Current thread|Thread) .*(?=\n)", re.MULTILINE)


def explain(ending: Ending, job: Job) -> RenderResult:
    """The failed result for a job that was ended, or died, before it could answer."""
    category, message = _judge(ending, job)
    line, where = _running(job) if category == "timeout" else (None, "module")
    if line is not None:
        message += f"; line {line} ({where}) was running"
    return RenderResult(
        ok=False,
        category=category,
        message=message,
        line=line,
        signature=f"{category} {ending.cause} | {where} | {normalised(message)}",
    )


def _running(job: Job) -> tuple[int | None, str]:
    """The innermost line of the program that ran when time was over, and its function.

    The stack was written by the job, so that nothing of it is used but a number and a name.
    """
    try:
        text = read_file(Path(job.folder) / WHERE, _STACK_BYTES).decode("utf-8", "replace")
    except IntakeError:
        return None, "module"
    pattern = r'File "[^"\n]*scene\.py", line (\d{1,7}) in ([^\n]{1,80})'
    for stack in reversed(_MAIN.split(text)):  # the main thread comes last
        found = re.search(pattern, stack)
        if found:
            return int(found[1]), shorten(clean(found[2]), 80)
    return None, "module"


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
