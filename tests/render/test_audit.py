"""The audit hook's own weak spots: threads, and paths that are objects of the program."""

import os
import pathlib
import threading

import pytest

from pipeline.render import audit


def test_a_busy_thread_does_not_switch_the_hook_off_for_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    inside, go_on = threading.Event(), threading.Event()
    real = os.path.realpath

    def slow(path: str) -> str:
        if threading.current_thread().name == "slow":
            inside.set()
            go_on.wait(10)
        return real(path)

    monkeypatch.setattr(os.path, "realpath", slow)
    hook = audit.make_hook(str(tmp_path), (), ())
    own = str(tmp_path / "file")
    thread = threading.Thread(target=hook, args=("open", (own, "r", 0)), name="slow")
    thread.start()
    assert inside.wait(10)
    try:
        with pytest.raises(audit.Refused):
            hook("open", ("/etc/hostname", "r", 0))
    finally:
        go_on.set()
        thread.join()


class LyingPath(str):
    """Text that says of itself that it lies elsewhere."""

    def startswith(self, *arguments: object) -> bool:
        return True

    def __fspath__(self) -> str:
        return "/dev/null"


class ChangingPath:
    """A path that is another one each time it is asked for."""

    def __init__(self, *paths: str) -> None:
        self.paths = list(paths)

    def __fspath__(self) -> str:
        return self.paths.pop(0)


@pytest.mark.parametrize(
    "path",
    [
        LyingPath("/etc/hostname"),
        ChangingPath("/dev/null", "/etc/hostname"),
        b"/etc/hostname",
        pathlib.PurePosixPath("/etc/hostname"),
        "/dev/../etc/hostname",
    ],
)
@pytest.mark.parametrize("event", ["open", "os.remove", "os.listdir", "os.rename"])
def test_no_kind_of_path_gets_past_the_hook(
    tmp_path: pathlib.Path, path: object, event: str
) -> None:
    hook = audit.make_hook(str(tmp_path), (), ())
    others = {"open": ("r", 0), "os.rename": (str(tmp_path / "x"), -1, -1)}.get(event, (-1,))
    with pytest.raises(audit.Refused):
        hook(event, (path, *others))


@pytest.mark.parametrize(
    ("event", "arguments"),
    [
        ("open", ("/usr", None, os.O_RDONLY)),
        ("open", ("../../../x", None, os.O_RDONLY)),
        ("os.remove", ("../../x", 5)),
        ("os.symlink", ("../../../etc", "link", -1)),
        ("os.chmod", (7, 0, -1)),
        ("import", ("_posixshmem", None, None, None, None)),
        ("sqlite3.connect", ("x",)),
    ],
)
def test_ways_round_the_working_folder_are_refused(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: pathlib.Path,
    event: str,
    arguments: tuple[object, ...],
) -> None:
    deep = tmp_path / "a" / "b" / "c" / "d"
    deep.mkdir(parents=True)
    monkeypatch.chdir(deep)
    hook = audit.make_hook(str(tmp_path), ("/usr",), ())
    with pytest.raises(audit.Refused):
        hook(event, arguments)


def test_what_a_render_does_itself_is_left_alone(tmp_path: pathlib.Path) -> None:
    hook = audit.make_hook(str(tmp_path), ("/usr",), ("/usr/bin/latex",))
    hook("open", (str(tmp_path / "x"), "w", os.O_WRONLY))
    hook("open", ("/usr/lib/os-release", "r", os.O_RDONLY))
    hook("open", ("/dev/null", "w", os.O_WRONLY))
    hook("open", (3, "r", 0))
    hook("import", ("json", None, None, None, None))
    hook("subprocess.Popen", ("/usr/bin/latex", [], None, None))
    hook("os.mkdir", (tmp_path / "folder", 511, -1))
    with pytest.raises(audit.Refused):  # the very hook that let all that pass does refuse
        hook("os.mkdir", (tmp_path.parent / "folder", 511, -1))
