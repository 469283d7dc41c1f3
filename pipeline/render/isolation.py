"""Which layers of the sandbox are active on this machine, for `doctor` and Settings."""

import shutil
import sys
from collections.abc import Mapping

from pipeline.render import confine
from pipeline.render.seccomp import seccomp_available

Layer = tuple[str, bool, str]


def isolation_report(probed: Mapping[str, str] | None = None) -> list[Layer]:
    """(layer, active, detail) for every layer.

    Args:
        probed: layers a worker really got (`SandboxRenderer.ready().layers`); without it the
            report says what the kernel offers.
    """
    linux = sys.platform.startswith("linux")
    version = confine.landlock_version()
    files = bool(version) if probed is None else "landlock" in probed
    calls = seccomp_available() if probed is None else "seccomp" in probed
    dropped = linux if probed is None else "capabilities" in probed
    return [
        ("separate process", True, "forked from a server that has an empty environment"),
        ("audit hook", True, "Python refuses files, sockets and programs; native code passes it"),
        ("limits", True, "processor time, memory, file size, open files"),
        ("wall clock", True, "the job and everything it started is ended"),
        ("descendants", linux, _say(linux, "a subreaper ends processes that made a session")),
        ("files (Landlock)", files, _files(files, version)),
        ("network and system calls (seccomp)", calls, _say(calls, "no sockets, no ptrace")),
        ("capabilities", dropped, _say(dropped, "root in a job is an ordinary user")),
        ("TeX", shutil.which("latex") is not None, "no shell escape, no files but its own"),
    ]


def _say(active: bool, detail: str) -> str:
    return detail if active else "not available on this machine"


def _files(active: bool, version: int) -> str:
    if not active:
        return "this kernel has no Landlock: only the audit hook guards files"
    missing = [
        name
        for name, since in (("truncate", 3), ("TCP", 4), ("devices", 5), ("signals", 6))
        if version < since
    ]
    detail = f"version {version}: writes only in the job's folder, no reads of user files"
    return detail + (f"; without {', '.join(missing)}" if missing else "")
