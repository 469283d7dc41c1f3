"""What the studio and the fork server say to each other: one JSON document a line.

The studio writes `Order`s to the server's standard input; the server writes `Ending`s (and one
`Ready` at its start) to its standard output. Nothing here is ever read from a terminal.
"""

from typing import Literal

from pydantic import Field

from pipeline.schema.base import Value

Cause = Literal["exit", "wall", "cancel", "memory", "volume", "processes", "lost"]


class ServerSetup(Value):
    """How a server is started. Paths are absolute; all are owned by the studio.

    Attributes:
        home: an empty folder, the server's own home.
        shared: folder of what trusted code prepares for all jobs (font cache, TeX format).
        fonts_conf: the fontconfig file that every worker uses.
        readable: what jobs may read beside the system and the interpreter.
        latex, dvisvgm: the TeX programs, or "" where missing.
    """

    home: str
    shared: str
    fonts_conf: str
    readable: tuple[str, ...] = ()
    latex: str = ""
    dvisvgm: str = ""


class Job(Value):
    """One render. Sizes in pixels, times in seconds, memory and volume in bytes.

    `folder` holds `scene.py` when the job starts; the worker leaves `answer.json`, the video,
    stills and geometry in its `out` and its text output in `output.log`.
    """

    id: str
    folder: str
    scene: str
    width: int
    height: int
    fps: int
    keyframes: int
    wall_seconds: float
    cpu_seconds: int
    memory_bytes: int
    tex_seconds: float = 40.0
    volume_bytes: int = 2 * 1024**3
    file_bytes: int = 1024**3
    log_bytes: int = 16 * 1024**2
    processes: int = 16


class Order(Value):
    """Start `job`, or end the job named `cancel`."""

    job: Job | None = None
    cancel: str = ""


class Ready(Value):
    """The server is warm; `layers` are the isolation layers a job gets (name -> detail)."""

    pid: int
    layers: dict[str, str] = Field(default_factory=dict)
    versions: dict[str, str] = Field(default_factory=dict)


class Ending(Value):
    """How a job ended, seen from outside.

    Attributes:
        cause: who ended it; `exit` means it ended by itself.
        code: exit code, or minus the signal number.
        tex: a TeX program was running when it was ended.
        seconds: wall time from fork to the end of the last process.
    """

    id: str
    cause: Cause
    code: int = 0
    tex: bool = False
    seconds: float = 0.0


class Message(Value):
    """One line from the server."""

    ready: Ready | None = None
    ending: Ending | None = None
