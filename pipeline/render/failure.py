"""From an exception, or from the way a worker ended, to a category a person can act on.

The rule, first match wins. Of a group of exceptions the first one in it counts.

1. A full disk is nobody's fault but the machine's: `unknown`, with `environment` set. Somewhere in
   the chain the system says so, or there is no room left (see `pipeline.render.space`).
2. `latex`: a `TexError` is in the chain (compile or convert failed, or an engine that is not
   offered was asked for); or, should Manim's own code have run TeX, the innermost Manim frame
   is in its TeX module. A missing TeX program is `latex` too, with `environment` set. A TeX
   program that does not end is `timeout`, and the message names TeX. The chain is what an
   exception was raised from, or while handling; but a misspelt name in a handler is its own fault.
3. `memory`: `MemoryError` (numpy's `ArrayMemoryError` is one), cairo's "out of memory", or the
   supervisor found the job above its limit; the message names the limit.
4. `manim_runtime`: the program ended itself (`SystemExit`), the requested scene is not there,
   fewer than two animations ran, or a quota (processes, files, bytes, output) was passed.
5. `python`, wherever it surfaced: the program does not compile, names something that does not
   exist, fails an import, recurses without end, calls something with arguments it does not take,
   gives text where numpy needs numbers (`UFuncTypeError`), or has made an object of a class of
   its own without what Manim needs of it.
6. Otherwise whichever of the program and Manim owns the innermost frame decides (frames of the
   standard library and of other packages are passed over, and so is Manim's `__getattr__`, which
   only says that the program asked for an attribute that is not there): the program -> `python`,
   Manim -> `manim_runtime`, which is a program that reads well but that Manim cannot draw.
7. From outside: past the wall clock or the processor time -> `timeout`; killed by a signal the
   studio did not send, or gone without an answer -> `unknown`.

The line is that of the innermost frame of the program, so that of a lambda or an updater where
that is where it happened; for a timeout it is the line that was running.

Nothing that the program printed or logged is looked at, and no method of an exception that the
program wrote can make this fail.
"""

import builtins
import errno
import linecache
import re
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType

from pipeline.render.plaintext import Paths, clean, normalised, shorten
from pipeline.render.space import FULL, is_short, says_full
from pipeline.render.texrun import TexError
from pipeline.schema.render import Category, RenderResult

PROGRAM = "scene.py"
MODULE = "studio_scene"
_TAIL_FRAMES, _TAIL_CHARACTERS, _MESSAGE_CHARACTERS = 8, 3000, 600
_NO_MEMORY = ("out of memory", "cannot allocate memory")
_ALWAYS_PYTHON = (SyntaxError, NameError, ImportError, RecursionError, builtins.EOFError)
_WRONG_CALL = re.compile(
    r"unexpected keyword argument|multiple values for (?:keyword )?argument"
    r"|takes .{1,60} positional argument|missing \d+ required|takes no (?:keyword )?arguments"
)
_DRAWING = re.compile("[\u2500-\u259f]+")  # lines and blocks of terminal boxes
# Exceptions a program made may have a `__str__` of its own, with anything in it.
_LONGEST_TEXT = 100_000


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

    def hider(self) -> Callable[[str], str]:
        """What hides paths of this machine, but keeps those that the program itself names."""
        source = "".join(linecache.getlines(self.program))
        return lambda text: self.paths.hide(text, keep=source)


@dataclass(frozen=True)
class _Frame:
    file: str
    line: int
    name: str


def describe(error: BaseException, place: Place, memory_bytes: int) -> RenderResult:
    """The failed `RenderResult` for `error`, raised by the program or by Manim under it."""
    try:
        return _describe(_first_of_group(error), place, memory_bytes)
    except BaseException as fault:  # the program's own exception class: anything can come of it
        message = f"{_class_name(error)}: what it says could not be read ({_class_name(fault)})"
        signature = f"{_class_name(error)} | module | unreadable"
        return RenderResult(ok=False, category="python", message=message, signature=signature)


def _describe(error: BaseException, place: Place, memory_bytes: int) -> RenderResult:
    frames = _frames(error.__traceback__)
    category, message, environment = _judge(error, frames, place, memory_bytes)
    own = [frame for frame in frames if frame.file == place.program]
    line = own[-1].line if own else None
    if isinstance(error, SyntaxError) and error.filename in (place.program, None):
        line = error.lineno if type(error.lineno) is int else None
    tex = _tex_error(error)
    hide = place.hider()
    message = shorten(hide(_DRAWING.sub("", clean(message))), _MESSAGE_CHARACTERS)
    where = own[-1].name if own else "module"
    return RenderResult(
        ok=False,
        category=category,
        message=message,
        environment=environment,
        line=line,
        signature=f"{_class_name(error)} | {where} | {normalised(message)}",
        traceback_tail=shorten(hide(_tail(error, frames, place)), _TAIL_CHARACTERS),
        tex_log=hide(shorten(tex.log, _TAIL_CHARACTERS)) if tex else "",
    )


def _first_of_group(error: BaseException) -> BaseException:
    """The first exception in a group of exceptions, however deep."""
    for _ in range(100):
        if not isinstance(error, BaseExceptionGroup):
            break
        error = error.exceptions[0]
    return error


def _class_name(error: BaseException) -> str:
    return shorten(clean(str.__str__(type(error).__name__)), 80)


def text_of(error: BaseException) -> str:
    """What an exception says, whatever its `__str__` does."""
    try:
        text = str.__str__(str(error))
    except BaseException as fault:  # the program's own method: anything can come of it
        return f"(its message could not be read: {_class_name(fault)})"
    return text[:_LONGEST_TEXT]


def _judge(
    error: BaseException, frames: list[_Frame], place: Place, memory_bytes: int
) -> tuple[Category, str, bool]:
    """Category, message and whether the fault is this machine's."""
    text = text_of(error)
    named = f"{_class_name(error)}: {text}" if text else _class_name(error)
    if any(says_full(fault) for fault in _chain(error)) or is_short(Path(place.program).parent):
        return "unknown", f"{FULL}: {named}", True
    tex = _tex_error(error)
    if tex is not None:
        if tex.kind == "timeout":
            return "timeout", text_of(tex), False
        return "latex", text_of(tex), tex.kind == "missing"
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        return "manim_runtime", f"the scene wrote a file above the size limit ({named})", False
    if isinstance(error, MemoryError) or any(words in text.lower() for words in _NO_MEMORY):
        limit = f"the scene needed more than the memory limit of {memory_bytes / 1024**3:g} GB"
        return "memory", f"{limit} ({named})", False
    if isinstance(error, SystemExit):
        return "manim_runtime", "the program ended itself before the scene was complete", False
    if isinstance(error, StageError):
        return "manim_runtime", text, False
    if isinstance(error, _ALWAYS_PYTHON) or _is_wrong_call(error, text) or _is_unmade(error):
        return "python", named, False
    owner = _owner(frames, place)
    if owner is not None and owner.file.endswith("tex_file_writing.py"):
        return "latex", named, isinstance(error, FileNotFoundError)
    inside_manim = owner is not None and owner.file != place.program
    return ("manim_runtime" if inside_manim else "python"), named, False


def _is_wrong_call(error: BaseException, text: str) -> bool:
    """Arguments that what was called does not take; also text where numpy adds numbers."""
    if not isinstance(error, TypeError):
        return False
    numpy_types = any("UFunc" in kind.__name__ for kind in type(error).__mro__)
    return numpy_types or _WRONG_CALL.search(text[:1000]) is not None


def _is_unmade(error: BaseException) -> bool:
    """An object of a class of the program lacks what Manim gives it in `__init__`."""
    return isinstance(error, AttributeError) and type(error.obj).__module__ == MODULE


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """`error` and what it was raised from, or while handling."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        yield error
        seen.add(id(error))
        slip = isinstance(error, _ALWAYS_PYTHON) or error.__suppress_context__
        error = error.__cause__ or (None if slip else error.__context__)


def _tex_error(error: BaseException) -> TexError | None:
    return next((fault for fault in _chain(error) if isinstance(fault, TexError)), None)


def _owner(frames: list[_Frame], place: Place) -> _Frame | None:
    """The innermost frame of the program or of Manim."""
    for frame in reversed(frames):
        if frame.file.startswith(place.manim) and frame.name == "__getattr__":
            continue
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
    try:
        last = "".join(traceback.format_exception_only(error))
    except BaseException:  # the program's own methods again
        last = f"{_class_name(error)}: {text_of(error)}"
    lines += last[:_LONGEST_TEXT].rstrip("\n").split("\n")
    return _DRAWING.sub("", clean("\n".join(lines)))
