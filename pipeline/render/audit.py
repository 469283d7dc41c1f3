"""A Python audit hook: refuses, with a readable message, what a scene has no business doing.

One layer among others, and not the boundary (native code gets past it); where the kernel
offers no confinement it is all there is besides the limits. Events: the "Audit events table"
of the Python documentation.
"""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

_REFUSED = (
    "socket.", "ctypes.", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn",
    "os.system", "os.startfile", "os.kill", "os.killpg", "os.chroot", "os.mount", "pty.spawn",
    "signal.pthread_kill", "syslog.", "ftplib.", "imaplib.", "http.", "smtplib.", "urllib.",
    "webbrowser.", "resource.", "gc.get_objects", "gc.get_referrers", "sys.remote_exec",
)  # fmt: skip
_ONE_PATH = {
    "os.mkdir", "os.rmdir", "os.remove", "os.chmod", "os.chown", "os.utime", "os.truncate",
    "os.setxattr", "os.removexattr", "os.lockf", "os.chflags", "os.mknod", "shutil.rmtree",
    "tempfile.mkstemp", "tempfile.mkdtemp",
}  # fmt: skip
_TWO_PATHS = {
    "os.rename", "os.link", "os.symlink", "shutil.move", "shutil.copyfile", "shutil.copytree",
    "shutil.copymode", "shutil.copystat",
}  # fmt: skip
_LISTS = {"os.listdir", "os.scandir", "glob.glob", "os.walk", "os.fwalk", "os.chdir"}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Refused(PermissionError):
    """The sandbox does not allow this."""


def make_hook(
    folder: str, readable: Sequence[str], programs: Sequence[str]
) -> Callable[[str, tuple[Any, ...]], None]:
    """The hook for one job.

    Args:
        folder: the job's own folder, where everything is allowed.
        readable: folders and files that may be read.
        programs: programs that may be started.
    """
    own = (folder, folder + os.sep)
    open_to = tuple(dict.fromkeys([folder, "/dev/null", "/dev/urandom", *readable]))
    under = tuple(path.rstrip(os.sep) + os.sep for path in open_to)
    realpath, fspath, joined = os.path.realpath, os.fspath, os.path.join
    getcwd, isinstance_ = os.getcwd, isinstance
    busy = False

    def resolve(path: Any) -> str | None:
        if isinstance_(path, int) or path is None:
            return None
        text = fspath(path)
        return realpath(joined(getcwd(), text if isinstance_(text, str) else os.fsdecode(text)))

    def inside(path: Any) -> bool:
        full = resolve(path)
        return full is None or full == own[0] or full.startswith(own[1])

    def readable_path(path: Any) -> bool:
        full = resolve(path)
        return full is None or full in open_to or full.startswith(under)

    def check(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = (*arguments, None, None)[:3]
            writes = bool(flags & _WRITING) if isinstance_(flags, int) else False
            writes = writes or (isinstance_(mode, str) and any(c in mode for c in "wax+"))
            if writes and not (inside(path) or resolve(path) == "/dev/null"):
                raise Refused(f"the sandbox lets a scene write no files: {path!r}")
            if not readable_path(path):
                raise Refused(f"the sandbox lets a scene read no files of this machine: {path!r}")
        elif event == "subprocess.Popen":
            if str(arguments[0]) not in programs:
                raise Refused(f"the sandbox starts no programs: {arguments[0]!r}")
        elif event in _ONE_PATH:
            if arguments and not inside(arguments[0]):
                raise Refused(f"the sandbox refused {event} outside the job's folder")
        elif event in _TWO_PATHS:
            source, target = arguments[:2]
            reads = event.startswith("shutil.copy")
            if not (inside(target) and (readable_path(source) if reads else inside(source))):
                raise Refused(f"the sandbox refused {event} outside the job's folder")
        elif event in _LISTS:
            if arguments and not readable_path(arguments[0]):
                raise Refused(f"the sandbox refused {event} outside the job's folder")
        elif event.startswith(_REFUSED):
            raise Refused(f"the sandbox refused {event}")

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal busy
        if not busy and watched(event):
            busy = True
            try:
                check(event, arguments)
            finally:
                busy = False

    known: dict[str, bool] = {}

    def watched(event: str) -> bool:
        """Whether an event is one to look at; remembered, since most are not."""
        answer = known.get(event)
        if answer is None:
            named = event in _ONE_PATH or event in _TWO_PATHS or event in _LISTS
            named = named or event in ("open", "subprocess.Popen") or event.startswith(_REFUSED)
            answer = known[event] = named
        return answer

    return hook


def install(folder: str, readable: Sequence[str], programs: Sequence[str]) -> None:
    """Add the hook to this process; it cannot be taken away again."""
    sys.addaudithook(make_hook(folder, readable, programs))
