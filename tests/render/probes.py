"""Attempts to get out of the sandbox, made by a scene, each reported as open or refused.

Harmless: outside its own folder a scene touches only a folder that the test made (`ground`).
"""

import os
import platform
from dataclasses import dataclass
from pathlib import Path

from pipeline.render.seccomp import denied_calls
from tests.render.conftest import Studio

KEPT = "kept"
FILES = {
    "read": "open(f'{GROUND}/kept').read()",
    "read natively": "native('open', f'{GROUND}/kept'.encode(), 0)",
    "read a system file": "open('/etc/passwd').read()",
    "list": "os.listdir(GROUND)",
    "write": "open(f'{GROUND}/mark_write', 'w').close()",
    "write natively": "native('open', f'{GROUND}/mark_native'.encode(), os.O_CREAT | 1, 0o600)",
    "append": "open(f'{GROUND}/kept', 'a').write('x')",
    "remove": "os.unlink(f'{GROUND}/gone')",
    "rename": "os.rename(f'{GROUND}/moved', f'{GROUND}/mark_rename')",
    "truncate": "os.truncate(f'{GROUND}/kept', 0)",
    "hard link": "os.link(f'{GROUND}/kept', 'mark_link')",
    "symbolic link": "os.symlink('/etc', f'{GROUND}/mark_symlink')",
    "make a folder": "os.mkdir(f'{GROUND}/mark_folder')",
    "write through a picture": "cairo_surface().write_to_png(f'{GROUND}/mark_cairo.png')",
    "write shared memory": "open(f'/dev/shm/{NAME}', 'w').close()",
    "own environment": "open('/proc/self/environ').read()",
    "environment of process 1": "open('/proc/1/environ').read()",
    "environment of the parent": "open(f'/proc/{os.getppid()}/environ').read()",
    "environment of the studio": "open(f'/proc/{STUDIO}/environ').read()",
}
FILE_STATES = {
    "mode": "os.chmod(f'{GROUND}/kept', 0o600)",
    "owner": "os.chown(f'{GROUND}/kept', os.getuid(), os.getgid())",
    "times": "os.utime(f'{GROUND}/kept', (1, 1))",
    "extended attribute": "os.setxattr(f'{GROUND}/kept', 'user.mark', b'x')",
}
SOCKETS = {
    "internet": "socket.socket(socket.AF_INET).close()",
    "internet 6": "socket.socket(socket.AF_INET6).close()",
    "unix": "socket.socket(socket.AF_UNIX).close()",
    "abstract unix": "socket.socket(socket.AF_UNIX).bind('\\0' + NAME)",
    "netlink": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close()",
    "vsock": "socket.socket(socket.AF_VSOCK).close()",
    "packets": "socket.socket(socket.AF_PACKET, socket.SOCK_RAW).close()",
    "pair": "socket.socketpair()",
    "loopback": "socket.create_connection(('127.0.0.1', 9), timeout=1)",
    "address of a page": "urllib.request.urlopen('http://127.0.0.1:9/', timeout=1)",
}
CALLS = {
    "socket by number": "call('socket', 1, 1, 0)",
    "add_key": "call('add_key', b'user', b'mark', b'x', 1, -3)",
    "request_key": "call('request_key', b'user', b'mark', None, -3)",
    "keyctl": "call('keyctl', 0, -3, 0)",
    "ptrace": "call('ptrace', 16902, os.getppid(), 0, 0)",
    "process_vm_readv": "call('process_vm_readv', os.getpid(), None, 0, None, 0, 0)",
    "io_uring_setup": "call(425, 1, buffer)",
    "userfaultfd": "call('userfaultfd', 1)",
    "bpf": "call('bpf', 0, buffer, 32)",
    "perf_event_open": "call('perf_event_open', buffer, 0, -1, -1, 0)",
    "mount": "call('mount', b'none', b'/mnt', b'tmpfs', 0, None)",
    "unshare": "call('unshare', 0x10000000)",
    "clone into namespaces": "clone(0x10000000 | 17)",
    "memfd_create": "call('memfd_create', b'mark', 0)",
    "shmget": "call('shmget', 0, 4096, 0o1600)",
    "semget": "call('semget', 0, 1, 0o1600)",
    "msgget": "call('msgget', 0, 0o1600)",
    "mq_open": "call('mq_open', NAME.encode(), 0o102, 0o600, None)",
    "inotify_init1": "call('inotify_init1', 0)",
    "pidfd_getfd": "call(438, 0, 0, 0)",
    "setpriority": "call('setpriority', 0, os.getppid(), 19)",
    "hide from the supervisor": "prctl(4, 0)",
    "limits of the parent": "resource.prlimit(os.getppid(), resource.RLIMIT_CORE)",
}
SIGNALS = {
    "signal the parent": "os.kill(os.getppid(), 0)",
    "signal process 1": "os.kill(1, 0)",
    "signal the studio": "os.kill(STUDIO, 0)",
}
PROGRAMS = {
    "a program": "subprocess.run(['/usr/bin/env', 'true'], check=True)",
    "a shell": "check_zero(os.system('exit 0'))",
    "exec": "fork_and_exec()",
}
INSIDE = {
    "own folder": "open('mine', 'w').close()",
    "a thread": "threading.Thread(target=print).start()",
}
INHERITED = {"no inherited file": "no_inherited()"}
OUTWARD = (FILES, FILE_STATES, SOCKETS, CALLS, SIGNALS, PROGRAMS)
NAME = f"studio_probe_{os.getpid()}"
_PREAMBLE = """
import ctypes, os, resource, socket, subprocess, threading, urllib.request
import numpy as np
from manim import *

GROUND, NAME, STUDIO, CALLS = {ground!r}, {name!r}, {studio}, {calls!r}


def libc():
    return ctypes.CDLL(None, use_errno=True)


def native(name, *arguments):
    if getattr(libc(), name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def call(name, *arguments):
    number = CALLS.get(name, name)
    ctypes.set_errno(0)
    if libc().syscall(ctypes.c_long(number), *arguments) < 0 and ctypes.get_errno() == 1:
        raise OSError(1, name)


def prctl(option, value):
    zero = ctypes.c_ulong(0)
    if libc().prctl(option, ctypes.c_ulong(value), zero, zero, zero) < 0:
        raise OSError(ctypes.get_errno(), "prctl")


def clone(flags):
    pid = libc().syscall(ctypes.c_long({clone}), ctypes.c_ulong(flags), None, None, None, None)
    if pid == 0:
        os._exit(0)
    if pid < 0:
        raise OSError(ctypes.get_errno(), "clone")


def check_zero(status):
    if status:
        raise OSError(status)


def fork_and_exec():
    pid = os.fork()
    if pid == 0:
        try:
            os.execv("/usr/bin/env", ["env", "true"])
        finally:
            os._exit(1)
    check_zero(os.waitpid(pid, 0)[1])


def no_inherited():
    found = []
    for number in range(3, 4096):
        try:
            os.fstat(number)
            found.append(number)
        except OSError:
            pass
    # What this render itself holds open, such as its video, lies in its own folder.
    foreign = [n for n in found if os.fstat(n).st_ino not in INODES]
    if foreign:
        raise OSError(f"{{len(foreign)}} files were open")


INODES = set()
for top, names, files in os.walk(".."):
    INODES |= {{os.stat(os.path.join(top, n)).st_ino for n in (*names, *files)}}
buffer = b"\\0" * 128


def cairo_surface():
    import cairo
    return cairo.ImageSurface(cairo.FORMAT_ARGB32, 4, 4)


ATTEMPTS = {attempts!r}


class Scene1(Scene):
    def construct(self):
        self.play(Create(Circle()), run_time=0.1)
        for number, attempt in enumerate(ATTEMPTS):
            try:
                exec(attempt, globals())
                print(f"{{number}} open")
            except BaseException as error:
                print(f"{{number}} refused {{type(error).__name__}}: {{error}}")
        self.play(FadeIn(Square()), run_time=0.1)
"""


@dataclass(frozen=True)
class Outcome:
    """What came of the attempts: names of the open ones, and what each refusal said."""

    open: frozenset[str]
    refused: dict[str, str]


def attempt(studio: Studio, ground: Path, *groups: dict[str, str]) -> Outcome:
    """Make every attempt of `groups` in one render and say how each ended."""
    for name in (KEPT, "gone", "moved"):
        (ground / name).write_text(KEPT)
    attempts = {name: code for group in groups for name, code in group.items()}
    program = _PREAMBLE.format(
        ground=str(ground),
        name=NAME,
        studio=os.getpid(),
        calls=denied_calls(),
        clone=56 if platform.machine() == "x86_64" else 220,
        attempts=list(attempts.values()),
    )
    folder = studio.folder()
    result = studio.render(program, folder=folder)
    assert result.ok, result
    lines = (folder / "program_output.txt").read_text(encoding="utf-8").splitlines()
    names = list(attempts)
    found, refused = set(), {}
    for line in lines:
        number, _, rest = line.partition(" ")
        if number.isdigit() and rest == "open":
            found.add(names[int(number)])
        elif number.isdigit() and rest.startswith("refused"):
            refused[names[int(number)]] = rest
    assert found | set(refused) == set(names), lines
    return Outcome(frozenset(found), refused)


def marks(ground: Path) -> list[str]:
    """What attempts left outside of the sandbox."""
    names = {KEPT, "gone", "moved"}
    left = [path.name for path in ground.iterdir() if path.name not in names]
    left += [f"{name} is gone" for name in names if not (ground / name).exists()]
    if (ground / KEPT).read_text() != KEPT:
        left.append("kept was changed")
    return left + [path.name for path in Path("/dev/shm").glob("studio_probe_*")]
