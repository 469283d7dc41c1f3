"""Which layers of the sandbox are active on this machine, for `doctor` and Settings."""

import shutil
import sys
from collections.abc import Mapping

from pipeline.render import bubblewrap, confine
from pipeline.render.seccomp import seccomp_available

Layer = tuple[str, bool, str]


def isolation_report(
    probed: Mapping[str, str] | None = None, system: str = sys.platform
) -> list[Layer]:
    """(layer, active, detail) for every layer.

    Args:
        probed: layers a worker really got (`SandboxRenderer.ready().layers`); without it the
            report says what the kernel offers.
        system: the platform as `sys.platform` has it.
    """
    linux, windows = system.startswith("linux"), system == "win32"
    version = confine.landlock_version() if linux else 0
    files = bool(version) if probed is None else "landlock" in probed
    calls = seccomp_available() if probed is None else "seccomp" in probed
    dropped = linux if probed is None else "capabilities" in probed
    process = "forked from a server that has an empty environment"
    limits = "processor time, memory, file size, open files"
    quotas = "processes, memory, files and bytes of the folder, output"
    if windows:
        process = "Windows has no fork, on which the render server rests: nothing is rendered there"
        limits = quotas = "Windows has no such limits for a process"
    elif not linux:
        limits = "processor time, file size, open files; this system keeps no limit on memory"
        quotas = "this system does not show a job's processes and memory; bytes and files only"
    wrapped = bubblewrap.wanted() if probed is None else "bubblewrap" in probed
    wrapping = [] if files else [("bubblewrap", wrapped, _wrapping(wrapped, linux))]
    return [
        ("separate process", not windows, process),
        ("audit hook", True, "Python refuses files, sockets and programs; native code passes it"),
        ("limits", not windows, limits),
        ("quotas", linux, quotas),
        ("wall clock", not windows, "the job and everything it started is ended"),
        ("descendants", linux, _descendants(linux)),
        ("files (Landlock)", files, _files(files, version, linux)),
        *wrapping,
        ("network and system calls (seccomp)", calls, _calls(calls, linux)),
        ("capabilities", dropped, _say(dropped, "root in a job is an ordinary user")),
        ("TeX", shutil.which("latex") is not None, "no shell escape, no files but its own"),
    ]


def _wrapping(active: bool, linux: bool) -> str:
    if active:
        return "stands in for Landlock; jobs of one run are not walled off from one another"
    if linux:
        return "would stand in for Landlock: install bubblewrap, and allow user namespaces"
    return "only on Linux"


def _descendants(linux: bool) -> str:
    if linux:
        return "a subreaper ends processes that made a session"
    return "only the process group is ended: a child that makes a session of its own can stay"


def _calls(active: bool, linux: bool) -> str:
    if active:
        return "no sockets, no ptrace, no keyring, no namespaces"
    if linux:
        return "not available on this machine: only the audit hook guards the network"
    return "this system has no such filter: only the audit hook guards the network"


def _say(active: bool, detail: str) -> str:
    return detail if active else "not available on this machine"


def _files(active: bool, version: int, linux: bool) -> str:
    if not active:
        what = "this kernel has" if linux else "this system has"
        return f"{what} no Landlock: only the audit hook guards files"
    missing = [
        name
        for name, since in (("truncate", 3), ("TCP", 4), ("devices", 5), ("signals", 6))
        if version < since
    ]
    detail = f"version {version}: writes only in the job's folder, no reads of user files"
    return detail + (f"; without {', '.join(missing)}" if missing else "")
