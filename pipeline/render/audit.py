"""A Python audit hook: refuses, with a readable message, what a scene has no business doing.

One layer among others, and not the boundary (native code gets past it); where the kernel
offers no confinement it is all there is besides the limits. Events: the "Audit events table"
of the Python documentation.

The hook runs no code of the program: paths are taken only as plain text, bytes or the standard
library's path objects, and text of a subclass is copied to plain text first. It keeps no state
between events, so that one thread cannot switch it off for another.
"""

import os
import pathlib
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

_REFUSED = (
    "socket.", "ctypes.", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn",
    "os.system", "os.startfile", "os.kill", "os.killpg", "os.chroot", "os.mount", "pty.spawn",
    "os.unshare", "os.setns", "os.lockf", "signal.pthread_kill", "syslog.", "ftplib.", "imaplib.",
    "poplib.", "nntplib.", "telnetlib.", "http.", "smtplib.", "urllib.", "webbrowser.",
    "resource.", "gc.get_objects", "gc.get_referrers", "sys.remote_exec", "sqlite3.", "winreg.",
    "shutil.chown", "shutil.make_archive", "shutil.unpack_archive", "code.__new__",
    "_winapi.CreateFile", "_winapi.CreateNamedPipe", "_winapi.CreateProcess",
)  # fmt: skip
# First argument is a path, which has to lie in the job's folder.
_ONE_PATH = {
    "os.mkdir", "os.rmdir", "os.remove", "os.chmod", "os.chown", "os.utime", "os.truncate",
    "os.setxattr", "os.removexattr", "os.chflags", "os.mknod", "shutil.rmtree",
    "tempfile.mkstemp", "tempfile.mkdtemp",
}  # fmt: skip
# Of these, what works on an open file too, also one that is open for reading only.
_BY_NUMBER = {"os.chmod", "os.chown", "os.utime", "os.setxattr", "os.removexattr", "os.chflags"}
_TWO_PATHS = {
    "os.rename", "os.link", "os.symlink", "shutil.move", "shutil.copyfile", "shutil.copytree",
    "shutil.copymode", "shutil.copystat",
}  # fmt: skip
_LISTS = {
    "os.listdir", "os.scandir", "glob.glob", "os.walk", "os.fwalk", "os.chdir", "os.getxattr",
    "os.listxattr",
}  # fmt: skip
# Native modules that reach files, shared memory or other processes without any event.
_CLOSED_IMPORTS = {
    "_ctypes", "_dbm", "_gdbm", "_multiprocessing", "_posixshmem", "_sqlite3",
}  # fmt: skip
# Functions that make files without an event.
_NO_EVENT = ("mkfifo", "mknod", "pidfd_open", "memfd_create")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_PATH_TYPES = (
    pathlib.PosixPath, pathlib.PurePosixPath, pathlib.WindowsPath, pathlib.PureWindowsPath,
)  # fmt: skip
_OWN_OBJECT = "the sandbox takes paths as plain text only"


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
    realpath, fspath, joined, isdir = os.path.realpath, os.fspath, os.path.join, os.path.isdir
    fsdecode, getcwd, isinstance_, type_ = os.fsdecode, os.getcwd, isinstance, type
    exact = str.__str__

    def plain(path: Any) -> str | None:
        """The path as plain text; None for an open file or no path at all."""
        if path is None or type_(path) in (int, bool):
            return None
        if isinstance_(path, str):
            return exact(path)
        if type_(path) in _PATH_TYPES:
            return exact(fspath(path))
        if type_(path) in (bytes, bytearray):
            return exact(fsdecode(bytes(path)))
        raise Refused(_OWN_OBJECT)

    def resolve(path: Any) -> str | None:
        text = plain(path)
        return None if text is None else realpath(joined(getcwd(), text))

    def steps_up(path: Any) -> bool:
        """A relative path with `..`, which may be meant from another folder than this one."""
        text = plain(path)
        return text is not None and not text.startswith(os.sep) and ".." in text.split(os.sep)

    def inside(path: Any) -> bool:
        full = resolve(path)
        return full is None or full == own[0] or full.startswith(own[1])

    def readable_path(path: Any) -> bool:
        full = resolve(path)
        return full is None or full in open_to or full.startswith(under)

    def check_open(path: Any, mode: Any, flags: Any) -> None:
        by_number = mode is None  # `os.open`, which may start from another folder
        writes = bool(flags & _WRITING) if type_(flags) is int else False
        writes = writes or (isinstance_(mode, str) and any(c in exact(mode) for c in "wax+"))
        if writes and not (inside(path) or resolve(path) == "/dev/null"):
            raise Refused(f"the sandbox lets a scene write no files: {plain(path)!r}")
        if not readable_path(path):
            shown = plain(path)
            raise Refused(f"the sandbox lets a scene read no files of this machine: {shown!r}")
        if by_number and (steps_up(path) or not inside(path)):
            full = resolve(path)
            if full is not None and (steps_up(path) or isdir(full)):
                raise Refused(f"the sandbox opens no folder outside the job's: {plain(path)!r}")

    def check_two(event: str, source: Any, target: Any) -> None:
        reads = event.startswith("shutil.copy")
        fine = inside(target) and (readable_path(source) if reads else inside(source))
        if not fine or (not reads and (steps_up(source) or steps_up(target))):
            raise Refused(f"the sandbox refused {event} outside the job's folder")

    def check(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            check_open(*(*arguments, None, None)[:3])
        elif event == "import":
            if type_(arguments[0]) is not str or arguments[0] in _CLOSED_IMPORTS:
                raise Refused(f"the sandbox refused the import of {exact(arguments[0])}")
        elif event == "subprocess.Popen":
            if plain(arguments[0]) not in programs:
                raise Refused(f"the sandbox starts no programs: {plain(arguments[0])!r}")
        elif event in _ONE_PATH:
            path = arguments[0] if arguments else None
            by_number = event in _BY_NUMBER and plain(path) is None
            if by_number or not inside(path) or steps_up(path):
                raise Refused(f"the sandbox refused {event} outside the job's folder")
        elif event in _TWO_PATHS:
            check_two(event, *arguments[:2])
        elif event in _LISTS:
            if arguments and not readable_path(arguments[0]):
                raise Refused(f"the sandbox refused {event} outside the job's folder")
        elif event.startswith(_REFUSED):
            raise Refused(f"the sandbox refused {event}")

    known: dict[str, bool] = {}

    def watched(event: str) -> bool:
        """Whether an event is one to look at; remembered, since most are not."""
        answer = known.get(event)
        if answer is None:
            named = event in _ONE_PATH or event in _TWO_PATHS or event in _LISTS
            named = named or event in ("open", "import", "subprocess.Popen")
            answer = known[event] = named or event.startswith(_REFUSED)
        return answer

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if watched(event):
            check(event, arguments)

    return hook


def install(folder: str, readable: Sequence[str], programs: Sequence[str]) -> None:
    """Add the hook to this process; it cannot be taken away again."""
    for module in (os, sys.modules.get("posix")):
        for name in _NO_EVENT:
            with suppress(AttributeError):
                delattr(module, name)
    sys.addaudithook(make_hook(folder, readable, programs))
