"""The kernel's part of the sandbox, tried alone: no audit hook, no static check."""

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.render import confine, isolation_report, kernel
from pipeline.render.seccomp import seccomp_available
from tests.render.conftest import Studio

needs_landlock = pytest.mark.skipif(
    confine.landlock_version() == 0, reason="this kernel has no Landlock"
)
needs_seccomp = pytest.mark.skipif(
    not seccomp_available(), reason="no seccomp filter for this machine"
)


def confined(folder: Path, action: Callable[[], object]) -> str:
    """Run `action` in a confined child; "done", or the name of the error it met."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        answer = "no answer"
        try:
            access = confine.Access(write=[str(folder)], read=["/usr", sys.base_prefix])
            confine.confine(access)
            action()
            answer = "done"
        except BaseException as error:
            answer = type(error).__name__
        finally:
            os.write(write, answer.encode())
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as answers:
        text = answers.read()
    os.waitpid(pid, 0)
    return text


@needs_landlock
def test_a_confined_process_writes_only_in_its_folder(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    own.mkdir()
    other.mkdir()
    (other / "kept").write_text("kept")
    assert confined(own, lambda: (own / "file").write_text("x")) == "done"
    assert confined(own, lambda: (other / "file").write_text("x")) == "PermissionError"
    assert confined(own, lambda: (other / "kept").unlink()) == "PermissionError"
    assert confined(own, lambda: os.truncate(other / "kept", 0)) == "PermissionError"
    assert confined(own, lambda: os.link(other / "kept", own / "link")) != "done"
    assert (other / "kept").read_text() == "kept"


@needs_landlock
@pytest.mark.parametrize(
    "path", ["/etc/passwd", "/proc/self/environ", "/proc/1/cmdline", __file__, "/root", "/tmp"]
)
def test_a_confined_process_reads_no_files_of_the_user(tmp_path: Path, path: str) -> None:
    def read() -> None:
        if os.path.isdir(path):
            os.listdir(path)
        else:
            Path(path).read_bytes()

    assert confined(tmp_path, read) == "PermissionError"


@needs_landlock
def test_a_confined_process_starts_no_programs(tmp_path: Path) -> None:
    assert confined(tmp_path, lambda: os.execv("/usr/bin/env", ["env"])) == "PermissionError"


@needs_landlock
def test_a_program_written_by_a_confined_process_cannot_be_started(tmp_path: Path) -> None:
    def attempt() -> None:
        copy = tmp_path / "program"
        copy.write_bytes(Path("/usr/bin/env").read_bytes())
        copy.chmod(0o755)
        os.execv(copy, ["env"])

    assert confined(tmp_path, attempt) == "PermissionError"


@needs_seccomp
@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6, socket.AF_UNIX])
def test_a_confined_process_opens_no_socket(tmp_path: Path, family: int) -> None:
    assert confined(tmp_path, lambda: socket.socket(family)) == "PermissionError"


@needs_seccomp
def test_a_confined_process_gets_no_namespace_and_no_memory_file(tmp_path: Path) -> None:
    def memory_file() -> None:
        os.memfd_create("x")

    assert confined(tmp_path, memory_file) == "PermissionError"
    new_user_namespace = 0x10000000

    def unshare() -> None:
        if kernel.libc().unshare(new_user_namespace) != 0:
            raise PermissionError

    assert confined(tmp_path, unshare) == "PermissionError"


@needs_seccomp
def test_a_confined_process_can_still_make_threads_and_children(tmp_path: Path) -> None:
    def work() -> None:
        import threading

        thread = threading.Thread(target=lambda: None)
        thread.start()
        thread.join()
        pid = os.fork()
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)

    assert confined(tmp_path, work) == "done"


@needs_landlock
@pytest.mark.skipif(confine.landlock_version() < 6, reason="signals are scoped since version 6")
def test_a_confined_process_cannot_signal_others(tmp_path: Path) -> None:
    parent = os.getpid()
    assert confined(tmp_path, lambda: os.kill(parent, 0)) == "PermissionError"


@pytest.mark.skipif(os.getuid() != 0, reason="only root has something to give up")
def test_root_gives_up_its_powers(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_text("x")
    assert confined(tmp_path, lambda: os.chown(target, 1000, 1000)) == "PermissionError"


def test_the_report_names_every_layer_and_agrees_with_what_workers_get(studio: Studio) -> None:
    layers = studio.renderer.ready().layers
    report = {name: active for name, active, _ in isolation_report(layers)}
    assert report["files (Landlock)"] == (confine.landlock_version() > 0)
    assert report["network and system calls (seccomp)"] == seccomp_available()
    assert report["audit hook"]
    assert all(detail for _, _, detail in isolation_report())


def test_the_report_says_so_when_the_kernel_offers_nothing() -> None:
    report = {name: (active, detail) for name, active, detail in isolation_report({})}
    active, detail = report["files (Landlock)"]
    assert not active
    assert "only the audit hook" in detail


def test_ctypes_and_the_network_are_refused_with_a_readable_message(studio: Studio) -> None:
    for body in (
        "import ctypes\nctypes.CDLL(None)",
        "import socket\nsocket.socket()",
        "import subprocess\nsubprocess.run(['/usr/bin/env'])",
        "import os\nos.system('true')",
        "open('/etc/hostname')",
    ):
        result = studio.construct(body)
        assert result.category == "python"
        assert "the sandbox" in result.message
