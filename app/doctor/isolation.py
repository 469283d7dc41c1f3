"""The walls around model-written programs, by running into them: together, and each alone."""

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from app.doctor.check import CheckFailed, in_child
from app.texts import mark, tr

SECONDS = 60.0
REMEDY = mark(
    "Programs are still checked before they run, watched from inside Python, limited in time and "
    "memory, and run in a scratch folder. Do not render programs from strangers on this machine; "
    "a Linux kernel of version 6.7 or newer has every layer."
)
Attempts = dict[str, Callable[[], object]]


def isolation_layers() -> str:
    """A confined process reads, writes and connects to nothing outside its folder."""
    if sys.platform == "win32":
        raise CheckFailed(
            _layers([]), tr("Use Linux (also in WSL or a container): renders need to fork.")
        )
    with tempfile.TemporaryDirectory(prefix="doctor-") as name:
        folder = Path(name)
        (folder / "private.txt").write_text("private", encoding="utf-8")
        job = folder / "job"
        job.mkdir()
        found = in_child("app.doctor.isolation:run_into_walls", SECONDS, job)
    layers = _layers(found["layers"].split())
    if found["open"]:
        raise CheckFailed(
            tr("not closed: {found}; {layers}").format(found=found["open"], layers=layers),
            tr(REMEDY),
        )
    told = tr("files outside the job and the network are closed; {layers}").format(layers=layers)
    if not found.get("proved"):
        return told
    proved = tr("each tried alone: {found}").format(found=found["proved"])
    return f"{told}; {proved}"


def _layers(held: list[str]) -> str:
    """The layers by name, those that do not hold with the reason."""
    from pipeline.render.isolation import isolation_report

    report = [layer for layer in isolation_report(dict.fromkeys(held, "")) if layer[0] != "TeX"]
    active = ", ".join(name for name, holds, _ in report if holds)
    missing = "; ".join(
        tr("no {name}: {detail}").format(name=name, detail=detail)
        for name, holds, detail in report
        if not holds
    )
    return tr("layers: {active}").format(active=active) + (f"; {missing}" if missing else "")


def run_into_walls() -> dict[str, str]:
    """Runs in the child, whose working folder is the job's: the layers that hold, what is open."""
    from pipeline.render import bubblewrap
    from pipeline.render.confine import Access, confine

    alone = {name: _alone(prepare, attempts) for name, prepare, attempts in _trials()}
    layers = confine(Access(write=[os.getcwd()], read=[sys.prefix, sys.base_prefix]))
    if bubblewrap.wanted():  # it stands in for the layer that guards files
        layers["bubblewrap"] = "yes"
    outward = _NETWORK if "bubblewrap" in layers else _FILES | _NETWORK
    still_open = [name for name, attempt in outward.items() if _works(attempt)]
    for name, (_, worked) in alone.items():
        still_open += [f"{what} (with the {name} alone)" for what in worked]
    return {
        "layers": " ".join(layers),
        "open": ", ".join(still_open),
        "proved": ", ".join(
            f"{name} refused {tried - len(worked)} of {tried}"
            for name, (tried, worked) in alone.items()
        ),
    }


_FILES: Attempts = {
    "reading outside": lambda: Path("..", "private.txt").read_text(encoding="utf-8"),
    "writing outside": lambda: Path("..", "escaped.txt").write_text("", encoding="utf-8"),
}
_NETWORK: Attempts = {
    "the network": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM).close(),
}


def _trials() -> list[tuple[str, Callable[[], object], Attempts]]:
    """Layer, how it is put up, and what it has to refuse; only layers that this machine has."""
    from pipeline.render import audit, bubblewrap, confine, seccomp

    here = os.getcwd()
    readable = [sys.prefix, sys.base_prefix]
    trials: list[tuple[str, Callable[[], object], Attempts]] = [
        ("audit hook", lambda: audit.install(here, readable, ()), _FILES | _NETWORK | _PROGRAM),
        ("limits", _limit, _LIMITS),
    ]
    if sys.platform.startswith("linux"):
        trials.append(("end of descendants", confine.become_subreaper, _DESCENDANTS))
        if os.getuid() == 0:
            trials.append(("lack of capabilities", confine.drop_capabilities, _POWERS))
    if confine.landlock_version():
        access = confine.Access(write=[here], read=readable)
        trials.append(("Landlock", lambda: confine.apply_landlock(access), _FILES | _PROGRAM))
    if seccomp.seccomp_available():
        trials.append(("seccomp", lambda: seccomp.apply_seccomp(True), _NETWORK | _CALLS))
    if bubblewrap.works():
        trials.append(("bubblewrap", lambda: None, _WRAPPED))
    return trials


def _alone(prepare: Callable[[], object], attempts: Attempts) -> tuple[int, list[str]]:
    """Put up one layer in a fork of this process: how many attempts, and which ones worked."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        worked = list(attempts)
        try:
            prepare()
            worked = [name for name, attempt in attempts.items() if _works(attempt)]
        finally:
            os.write(write, "\n".join(worked).encode())
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        worked = answer.read().split("\n")
    os.waitpid(pid, 0)
    return len(attempts), [name for name in worked if name]


def _works(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except (OSError, MemoryError):
        return False
    return True


def _start_program() -> None:
    pid = os.fork()
    if pid == 0:
        with suppress(OSError):
            os.execv("/bin/sh", ["sh", "-c", "exit 7"])
        os._exit(1)
    if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) != 7:
        raise PermissionError("the program did not run")


def _limit() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))
    if sys.platform != "darwin":
        resource.setrlimit(resource.RLIMIT_AS, (2 * 1024**3, 2 * 1024**3))


def _many_files() -> None:
    held = [open(os.devnull, "rb") for _ in range(30)]  # noqa: SIM115
    for file in held:
        file.close()


def _leave_a_session() -> None:
    """A grandchild in a session of its own: works if it outlives the end of the job."""
    from pipeline.render.processes import descendants, end_descendants

    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(60)"])
        os._exit(0)
    if end_descendants() and not list(descendants(os.getpid())):
        raise ProcessLookupError("nothing is left")


def _in_bubblewrap(command: str) -> None:
    """Run a line of shell in bubblewrap, which shows it this folder and the system alone."""
    from pipeline.render import bubblewrap

    command_line = [*bubblewrap.prefix([], [os.getcwd()]), "/bin/sh", "-c", command]
    if subprocess.run(command_line, env={}, capture_output=True, timeout=20).returncode != 0:
        raise PermissionError(command)


_WRAPPED: Attempts = {
    "reading outside": lambda: _in_bubblewrap("cat ../private.txt"),
    "writing to the system": lambda: _in_bubblewrap("touch /usr/mark"),
}
_PROGRAM: Attempts = {"starting a program": _start_program}
_CALLS: Attempts = {
    "a pair of sockets": lambda: socket.socketpair(),
    "changing a file's mode": lambda: os.chmod(os.getcwd(), 0o700),
    "signals": lambda: os.kill(os.getppid(), 0),
}
_POWERS: Attempts = {"root's powers": lambda: os.chown(os.getcwd(), 1, 1)}
_LIMITS: Attempts = {
    "a large file": lambda: Path("large").write_bytes(bytes(2000)),
    "many open files": _many_files,
    **({} if sys.platform == "darwin" else {"much memory": lambda: bytes(4 * 1024**3)}),
}
_DESCENDANTS: Attempts = {"a session of its own": _leave_a_session}
