"""What the studio and the fork server say to each other: one JSON document a line.

The studio writes `Order`s to the server's standard input; the server writes `Ending`s (and one
`Ready` at its start) to its standard output. Nothing here is ever read from a terminal.
"""

from typing import Literal

from pydantic import Field

from pipeline.schema.base import Value

Cause = Literal["exit", "wall", "cancel", "memory", "volume", "files", "log", "processes", "lost"]


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


class Layers(Value):
    """Which layers of containment a job gets: all of them.

    Tests and benchmarks leave some out, to try one alone or to measure what it costs. No command,
    setting or file leads here. What stays in any case: the process of its own with an empty
    environment, the wall clock, and the end of everything the job started.

    Attributes:
        capabilities, landlock, seccomp: what the Linux kernel offers (`confine`).
        audit: the Python audit hook (`audit`).
        limits: limits that the kernel keeps per process (processor time, address space, file
            size, open files).
        watch: what the supervisor measures: processes, their memory together, the bytes and
            files of the scratch folder, the size of the log.
    """

    capabilities: bool = True
    landlock: bool = True
    seccomp: bool = True
    audit: bool = True
    limits: bool = True
    watch: bool = True

    @classmethod
    def only(cls, *names: str) -> "Layers":
        """Just the named layers. Raises `ValueError` for a name that is none."""
        unknown = set(names) - set(cls.model_fields)
        if unknown:
            raise ValueError(f"no layer is called {', '.join(sorted(unknown))}")
        return cls(**{name: name in names for name in cls.model_fields})


class Job(Value):
    """One render. Sizes in pixels, times in seconds, memory and volume in bytes.

    `folder` holds `scene.py` when the job starts; the worker leaves `answer.json`, the video,
    stills and geometry in its `out` and its text output in `output.log`. `volume_bytes` and
    `files` are the quota of that folder, `file_bytes` is the limit of a single file.
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
    files: int = 20_000
    processes: int = 16
    layers: Layers = Layers()


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
