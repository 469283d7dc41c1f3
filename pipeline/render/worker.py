"""The worker: a forked child that shuts itself in and renders one scene.

`warm` and `probe_layers` run once in the fork server; `run` runs in the child. Nothing here is
used by the studio's own process.
"""

import inspect
import os
import resource
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import av
import manim
import numpy as np
import PIL.Image

from pipeline.render import audit, confine, stage, texformat, texrun, whereabouts
from pipeline.render.plaintext import CappedText, Paths
from pipeline.render.wire import Job, ServerSetup
from pipeline.schema.render import RenderResult

FACE = "Inter"
_PRINT_CHARACTERS = 200_000
_OPEN_FILES = 256
_ALL_FILES = 1 << 20  # numbers of every file the server might have open
_ANSWER_ROOM = 65536  # bytes
_SYSTEM = (
    "/usr", "/lib", "/lib64", "/lib32", "/bin", "/etc/texmf", "/etc/texlive", "/etc/ld.so.cache",
    "/etc/alternatives", "/etc/localtime", "/etc/papersize", "/var/lib/texmf",
    "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu",
)  # fmt: skip
_LOADERS = (
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
)


class _Warm:
    """What the fork server prepares for its children."""

    tex_format = ""


def warm(setup: ServerSetup) -> dict[str, str]:
    """Load what every job needs: Manim, fonts, codecs. Returns versions of the parts."""
    av.logging.set_level(av.logging.PANIC)
    PIL.Image.preinit()
    stage.prepare()
    _set_default_face()
    folder = Path(setup.home) / "warm"
    folder.mkdir(exist_ok=True)
    manim.config.media_dir = str(folder)
    # Every face once: what fontconfig and Pango learn here, each child inherits.
    for weight in (manim.NORMAL, manim.BOLD):
        for slant in (manim.NORMAL, manim.ITALIC):
            manim.Text("Aa 1", weight=weight, slant=slant)
    for name in ("monospace", "serif"):
        manim.Text("Aa 1", font=name)
    manim.Text("\u4e2d\u0416\u03b1")
    av.codec.Codec("libx264", "w")
    _Warm.tex_format = texformat.ensure_format(setup.latex, Path(setup.shared))
    return {"manim": manim.__version__, "av": av.__version__, "numpy": np.__version__}


def _set_default_face() -> None:
    """Text that names no font is set in ours (Pango by itself would take a serif face)."""
    for kind in (manim.Text, manim.MarkupText):
        names = inspect.getfullargspec(kind.__init__).args
        defaults = list(kind.__init__.__defaults__ or ())
        defaults[names.index("font") - len(names)] = FACE
        kind.__init__.__defaults__ = tuple(defaults)


def access(setup: ServerSetup, folder: str) -> confine.Access:
    """What a job in `folder` may touch."""
    prefixes = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}
    bundle = getattr(sys, "_MEIPASS", None)
    programs = [setup.latex, setup.dvisvgm, "/usr/bin/mf", "/usr/bin/mf-nowin", *_LOADERS]
    return confine.Access(
        write=[folder],
        read=[*_SYSTEM, *sorted(prefixes), *setup.readable, *([bundle] if bundle else [])],
        execute=confine.existing(program for program in programs if program),
    )


def probe_layers(setup: ServerSetup) -> dict[str, str]:
    """Which layers really hold, tried out in a child that is thrown away."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            active = confine.confine(access(setup, setup.home))
            os.write(write, "\n".join(f"{name}\t{text}" for name, text in active.items()).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as answers:
        lines = [line.rstrip("\n").split("\t", 1) for line in answers]
    os.waitpid(pid, 0)
    return {line[0]: line[1] for line in lines if len(line) == 2}


def run(job: Job, setup: ServerSetup) -> None:
    """Render `job` in this process, which must be a fresh child; leaves `out/answer.json`."""
    folder = Path(job.folder)
    _redirect(folder / "output.log")
    _settle_in(folder)
    paths = Paths(
        [
            (str(folder / "work"), "."),
            (job.folder, "job"),
            (str(Path(manim.__file__).parents[1]), "site-packages"),
            (os.path.dirname(os.__file__), "python"),
            (sys.prefix, "python"),
            (sys.base_prefix, "python"),
            (str(Path(__file__).resolve().parents[2]), "studio"),
        ]
    )
    allowed = access(setup, job.folder)
    wanted = job.layers
    if wanted.limits:
        _limit(job)
    confine.confine(allowed, wanted.capabilities, wanted.landlock, wanted.seccomp)
    seconds = min(job.tex_seconds, job.wall_seconds)
    texrun.install(texrun.Programs(setup.latex, setup.dvisvgm, seconds, _Warm.tex_format))
    readable = confine.existing(allowed.read) + allowed.read
    programs = [path for path in (setup.latex, setup.dvisvgm) if path]
    if wanted.audit:
        audit.install(job.folder, readable, programs)
    whereabouts.watch(folder, job.wall_seconds, job.cpu_seconds)
    result = stage.perform(job, paths)
    _answer(folder, result)


def _answer(folder: Path, result: RenderResult) -> None:
    """Write the answer over the room kept for it, so that it fits on a full disk too."""
    draft = folder / "out" / "answer.part"
    with open(draft, "r+b" if draft.is_file() else "wb") as file:
        file.write(result.model_dump_json().encode("utf-8"))
        file.truncate()
    draft.replace(folder / "out" / "answer.json")


def _redirect(log: Path) -> None:
    """No input; all output to `log`, what Python prints capped."""
    null = os.open(os.devnull, os.O_RDONLY)
    target = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(null, 0)
    os.dup2(target, 1)
    os.dup2(target, 2)
    os.closerange(3, _ALL_FILES)
    stream = open(1, "w", encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
    capped = CappedText(stream, _PRINT_CHARACTERS)
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = capped  # type: ignore[assignment,misc]
    stage.quiet(capped)


def _settle_in(folder: Path) -> None:
    """Folders and environment of the job."""
    for name in ("home", "tmp", "work", "tex", "out", "out/keyframes"):
        (folder / name).mkdir(exist_ok=True)
    for variable, name in (("HOME", "home"), ("TMPDIR", "tmp"), ("XDG_CACHE_HOME", "home")):
        os.environ[variable] = str(folder / name)
    with suppress(OSError):
        (folder / "out" / "answer.part").write_bytes(bytes(_ANSWER_ROOM))
    tempfile.tempdir = None
    os.chdir(folder / "work")
    studio = str(Path(__file__).resolve().parents[2])
    sys.path[:] = [path for path in sys.path if path not in ("", studio)]


def _limit(job: Job) -> None:
    """Limits of this process and of every one it starts."""
    for kind, value in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, job.file_bytes),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        (resource.RLIMIT_AS, job.memory_bytes),
    ):
        # macOS keeps no limit on address space; everywhere else a refusal is a fault.
        with suppress(*((ValueError, OSError) if sys.platform == "darwin" else ())):
            resource.setrlimit(kind, (value, value))
    resource.setrlimit(resource.RLIMIT_CPU, (job.cpu_seconds, job.cpu_seconds + 5))
    if os.getuid() != 0:  # the kernel counts all processes of the user, so leave room
        soft, hard = resource.getrlimit(resource.RLIMIT_NPROC)
        wanted = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
        resource.setrlimit(resource.RLIMIT_NPROC, (min(soft, wanted) if soft > 0 else wanted, hard))
