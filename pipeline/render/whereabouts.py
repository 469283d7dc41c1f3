"""Which line of the program runs when the time of a job is nearly over.

A thread in the worker looks at the main thread shortly before the limit; what it writes is read
by the studio once the job has been ended. A library that never lets Python run leaves nothing.
"""

import re
import sys
import threading
import time
from pathlib import Path

from pipeline.render.intake import IntakeError, read_file
from pipeline.render.plaintext import clean, shorten

PROGRAM = "scene.py"
_FILE = "where.txt"
_POLL_SECONDS = 0.2
_EARLY_SECONDS = 0.5


def watch(folder: Path, wall_seconds: float, cpu_seconds: float) -> None:
    """In the worker: note the main thread's line in the program before either time is over."""
    main = threading.get_ident()
    program, target = str(folder / PROGRAM), folder / _FILE
    clock, used, sleep, frames = time.monotonic, time.process_time, time.sleep, sys._current_frames
    end = clock() + wall_seconds - _EARLY_SECONDS

    def look() -> None:
        while clock() < end and used() < cpu_seconds - _EARLY_SECONDS:
            sleep(_POLL_SECONDS)
        frame = frames().get(main)
        while frame is not None and frame.f_code.co_filename != program:
            frame = frame.f_back
        if frame is not None:
            target.write_text(f"{frame.f_lineno} {frame.f_code.co_name}", encoding="utf-8")

    threading.Thread(target=look, name="whereabouts", daemon=True).start()


def found(folder: Path) -> tuple[int | None, str]:
    """In the studio: line and function, or None and "module".

    The job might have written anything there, so only a number and a short name are taken.
    """
    try:
        text = read_file(folder / _FILE, 10_000).decode("utf-8", "replace")
    except IntakeError:
        return None, "module"
    match = re.fullmatch(r"(\d{1,7}) (\S.{0,79})", clean(text), re.DOTALL)
    return (int(match[1]), shorten(match[2], 80)) if match else (None, "module")
