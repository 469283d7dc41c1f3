"""From an exception, or from the way a worker ended, to a category a person can act on.

The rule, first match wins:

1. `latex`: a `TexError` is in the chain (compile or convert failed, or an engine that is not
   offered was asked for); or, should Manim's own code have run TeX, the innermost Manim frame
   is in its TeX module. A missing TeX program is `latex` too, with `environment` set. A TeX
   program that does not end is `timeout`, and the message names TeX.
2. A full disk is nobody's fault but the machine's: `unknown`, with `environment` set.
3. `memory`: `MemoryError` (numpy's `ArrayMemoryError` is one), cairo's "out of memory", or the
   supervisor found the job above its limit; the message names the limit.
4. `manim_runtime`: the program ended itself (`SystemExit`), the requested scene is not there,
   or fewer than two animations ran.
5. `python`: the program does not compile, names something that does not exist, or fails an
   import; otherwise whichever of the program and Manim owns the innermost frame decides
   (frames of the standard library and of other packages are passed over): the program ->
   `python`, Manim -> `manim_runtime`.
6. From outside: past the wall clock or the processor time -> `timeout`; killed by a signal the
   studio did not send, or gone without an answer -> `unknown`.

Nothing that the program printed or logged is looked at.
"""

import builtins
import errno
import linecache
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType, TracebackType

from pipeline.render.plaintext import Paths, clean, normalised, shorten
from pipeline.render.texrun import TexError
from pipeline.schema.render import Category, RenderResult

PROGRAM = "scene.py"
_TAIL_FRAMES, _TAIL_CHARACTERS, _MESSAGE_CHARACTERS = 8, 3000, 600
_NO_MEMORY = ("out of memory", "cannot allocate memory")
_ALWAYS_PYTHON = (SyntaxError, NameError, ImportError, RecursionError, builtins.EOFError)


class StageError(Exception):
    """The render ran, but is not what was asked for; always `manim_runtime`."""


@dataclass(frozen=True)
class Place:
    """Where files come from, to tell the program's frames from Manim's.

    Attributes:
        program: path of the program's file.
        manim: folder of the Manim package.
        paths: hides the paths of this machine.
    """

    program: str
    manim: str
    paths: Paths


@dataclass(frozen=True)
class _Frame:
    file: str
    line: int
    name: str


def describe(error: BaseException, place: Place, memory_bytes: int) -> RenderResult:
    """The failed `RenderResult` for `error`, raised by the program or by Manim under it."""
    frames = _frames(error.__traceback__)
    category, message, environment = _judge(error, frames, place, memory_bytes)
    own = [frame for frame in frames if frame.file == place.program]
    line = own[-1].line if own else None
    if isinstance(error, SyntaxError) and error.filename in (place.program, None):
        line = error.lineno
    tex = _tex_error(error)
    message = shorten(place.paths.hide(clean(message)), _MESSAGE_CHARACTERS)
    where = own[-1].name if own else "module"
    return RenderResult(
        ok=False,
        category=category,
        message=message,
        environment=environment,
        line=line,
        signature=f"{type(error).__name__} | {where} | {normalised(message)}",
        traceback_tail=_tail(error, frames, place),
        tex_log=place.paths.hide(shorten(tex.log, _TAIL_CHARACTERS)) if tex else "",
    )


def _judge(
    error: BaseException, frames: list[_Frame], place: Place, memory_bytes: int
) -> tuple[Category, str, bool]:
    """Category, message and whether the fault is this machine's."""
    text = str(error)
    named = f"{type(error).__name__}: {text}" if text else type(error).__name__
    tex = _tex_error(error)
    if tex is not None:
        if tex.kind == "timeout":
            return "timeout", str(tex), False
        return "latex", str(tex), tex.kind == "missing"
    if any(_disk_is_full(fault) for fault in _chain(error)):
        return "unknown", f"the disk is full: free some space and try again ({named})", True
    if isinstance(error, MemoryError) or any(words in text.lower() for words in _NO_MEMORY):
        limit = f"the scene needed more than the memory limit of {memory_bytes / 1024**3:g} GB"
        return "memory", f"{limit} ({named})", False
    if isinstance(error, SystemExit):
        return "manim_runtime", "the program ended itself before the scene was complete", False
    if isinstance(error, StageError):
        return "manim_runtime", text, False
    if isinstance(error, _ALWAYS_PYTHON):
        return "python", named, False
    owner = _owner(frames, place)
    if owner is not None and owner.file.endswith("tex_file_writing.py"):
        return "latex", named, isinstance(error, FileNotFoundError)
    inside_manim = owner is not None and owner.file != place.program
    return ("manim_runtime" if inside_manim else "python"), named, False


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """`error` and what it was raised from, or while handling."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        yield error
        seen.add(id(error))
        error = error.__cause__ or error.__context__


def _tex_error(error: BaseException) -> TexError | None:
    return next((fault for fault in _chain(error) if isinstance(fault, TexError)), None)


def _disk_is_full(error: BaseException) -> bool:
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def _owner(frames: list[_Frame], place: Place) -> _Frame | None:
    """The innermost frame of the program or of Manim."""
    for frame in reversed(frames):
        if frame.file == place.program or frame.file.startswith(place.manim):
            return frame
    return None


def _frames(trace: TracebackType | None) -> list[_Frame]:
    found = []
    while trace is not None:
        frame: FrameType = trace.tb_frame
        found.append(_Frame(frame.f_code.co_filename, trace.tb_lineno, frame.f_code.co_name))
        trace = trace.tb_next
    return found


def _tail(error: BaseException, frames: list[_Frame], place: Place) -> str:
    """The end of the traceback from the program's first frame on, like Python prints it."""
    start = next((i for i, frame in enumerate(frames) if frame.file == place.program), 0)
    relevant = frames[start:]
    skipped = len(relevant) - _TAIL_FRAMES
    if skipped > 0:  # the first frame of the program stays: it says what was being done
        relevant = [relevant[0], *relevant[-_TAIL_FRAMES + 1 :]]
    lines = []
    for frame in relevant:
        lines.append(f'  File "{frame.file}", line {frame.line}, in {frame.name}')
        source = linecache.getline(frame.file, frame.line).strip()
        if source and (frame.file == place.program or frame.file.startswith(place.manim)):
            lines.append(f"    {source[:160]}")
    lines += [line.rstrip("\n") for line in traceback.format_exception_only(error)]
    return shorten(place.paths.hide(clean("\n".join(lines))), _TAIL_CHARACTERS)
