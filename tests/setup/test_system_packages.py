"""System packages: what is missing, the command that brings it, and apt doing so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.setup import packages
from app.setup.child import Runner, remedy_for
from app.setup.console import SetupError
from app.setup.libraries import Library, missing_libraries, package_names
from app.setup.machine import Family, Machine, from_os_release
from tests.setup.standin import program

ROOT_ON_DEBIAN = Machine(Family.DEBIAN, "Debian", ())

UBUNTU = 'PRETTY_NAME="Ubuntu 24.04.1 LTS"\nID=ubuntu\nID_LIKE=debian\n'
MINT = "NAME='Linux Mint'\nID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"
FEDORA = 'NAME="Fedora Linux"\nID=fedora\nPRETTY_NAME="Fedora Linux 43"\n'
ROCKY = 'NAME="Rocky Linux"\nID="rocky"\nID_LIKE="rhel centos fedora"\n'
ENDEAVOUR = 'NAME="EndeavourOS"\nID="endeavouros"\nID_LIKE="arch"\n'


@pytest.fixture
def everything_is_missing(monkeypatch: pytest.MonkeyPatch) -> list[Library]:
    """What a machine lacks on which no program is found and no library loads."""
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    monkeypatch.setattr("app.setup.libraries._loads", lambda _: False)
    monkeypatch.setattr("app.setup.libraries.FONT_FOLDERS", ())
    return missing_libraries(compiled=False)


@pytest.mark.parametrize(
    ("text", "family", "name"),
    [
        (UBUNTU, Family.DEBIAN, "Ubuntu 24.04.1 LTS"),
        (MINT, Family.DEBIAN, "Linux Mint"),
        (FEDORA, Family.FEDORA, "Fedora Linux 43"),
        (ROCKY, Family.FEDORA, "Rocky Linux"),
        (ENDEAVOUR, Family.ARCH, "EndeavourOS"),
        ("ID=nixos\n", Family.OTHER, "this system"),
        ("", Family.OTHER, "this system"),
    ],
)
def test_the_system_is_known_by_its_release_file(text: str, family: Family, name: str) -> None:
    assert from_os_release(text) == (family, name)


def test_a_bare_debian_gets_compiler_formulas_and_window_libraries(
    everything_is_missing: list[Library],
) -> None:
    names = package_names(everything_is_missing, Family.DEBIAN)
    wanted = {"gcc", "pkg-config", "libpango1.0-dev", "texlive-latex-base", "dvisvgm"}
    wanted |= {"texlive-latex-recommended", "preview-latex-style", "texlive-science"}
    wanted |= {"cm-super-minimal", "fonts-dejavu-core", "libgl1", "libegl1", "libpulse0"}
    assert wanted <= set(names)
    assert len(names) == len(set(names))


def test_a_machine_that_compiled_once_needs_no_compiler(
    everything_is_missing: list[Library],
) -> None:
    later = missing_libraries(compiled=True)
    assert len(later) < len(everything_is_missing)
    assert not {"gcc", "libpango1.0-dev"} & set(package_names(later, Family.DEBIAN))


@pytest.mark.parametrize(
    ("family", "parts"),
    [
        (Family.DEBIAN, ["sudo apt-get install --no-install-recommends", "dvisvgm"]),
        (Family.FEDORA, ["sudo dnf install", "pango-devel", "texlive-dvisvgm", "texlive-preview"]),
        (Family.ARCH, ["sudo pacman -S --needed", "texlive-latexextra", "pango"]),
        (
            Family.MACOS,
            ["xcode-select --install", "brew install pkgconf pango cairo", "basictex", "tlmgr"],
        ),
        (Family.WINDOWS, ["winget install MiKTeX.MiKTeX"]),
        (Family.OTHER, ["the program latex", "the Pango and Cairo headers"]),
    ],
)
def test_each_system_gets_a_command_to_type(
    everything_is_missing: list[Library], family: Family, parts: list[str]
) -> None:
    command = packages.install_command(Machine(family, "it", None), everything_is_missing)
    for part in parts:
        assert part in command


def test_only_what_is_missing_is_asked_for() -> None:
    dvisvgm = Library("the program dvisvgm", lambda: False, {Family.MACOS: ()})
    command = packages.install_command(Machine(Family.MACOS, "macOS", None), [dvisvgm])
    assert "brew" not in command
    assert "tlmgr install" in command


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Puts an apt-get that acts as a script says before the real one; gives its diary."""

    def place(script: str) -> Path:
        folder, diary = tmp_path / "bin", tmp_path / "diary"
        folder.mkdir()
        program(folder, "apt-get", f'echo "$*" >> "{diary}"\n{script}')
        program(folder, "dpkg", f'echo "dpkg $*" >> "{diary}"')
        monkeypatch.setenv("PATH", str(folder), prepend=":")
        monkeypatch.setattr(packages, "APT_LISTS", tmp_path)
        (tmp_path / "some_Packages").touch()
        return diary

    return place


def _steps(diary: Path) -> list[str]:
    words = [line.split() for line in diary.read_text(encoding="utf-8").splitlines()]
    return [
        " ".join(word for word in line if not word.startswith(("-o", "DPkg"))) for line in words
    ]


def test_the_size_that_apt_names_is_told_before_it_begins(
    apt: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    diary = apt(
        'case "$*" in *--assume-no*) echo "Need to get 98.1 MB of archives.";'
        ' echo "After this operation, 328 MB of additional disk space will be used."; exit 1;; esac'
    )
    packages.install_with_apt(ROOT_ON_DEBIAN, ["dvisvgm"], Runner(tmp_path / "log"))
    said = capsys.readouterr()
    assert said.out == ""
    assert "98.1 MB to download, 328 MB on disk" in said.err
    assert _steps(diary) == [
        "install --assume-no --no-install-recommends dvisvgm",
        "install -y --no-install-recommends dvisvgm",
    ]


def test_a_cut_off_installation_and_old_lists_are_mended(
    apt: Callable[[str], Path], tmp_path: Path
) -> None:
    diary = apt(
        f'case "$*" in *"install -y"*) test -e "{tmp_path}/fresh";;'
        f' *update) touch "{tmp_path}/fresh";; esac'
    )
    packages.install_with_apt(ROOT_ON_DEBIAN, ["dvisvgm"], Runner(tmp_path / "log"))
    assert _steps(diary)[1:] == [
        "install -y --no-install-recommends dvisvgm",
        "dpkg --configure -a",
        "update",
        "install -y --no-install-recommends dvisvgm",
    ]


def test_apt_without_a_network_names_the_network_and_the_log(
    apt: Callable[[str], Path], tmp_path: Path
) -> None:
    apt('echo "E: Failed to fetch dvisvgm  Temporary failure resolving"; exit 100')
    log = tmp_path / "log"
    with pytest.raises(SetupError) as failure:
        packages.install_with_apt(ROOT_ON_DEBIAN, ["dvisvgm"], Runner(log))
    assert "check the network" in failure.value.remedy
    assert "Temporary failure resolving" in failure.value.message
    assert failure.value.log == log
    assert "apt-get" in log.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("printed", "remedy"),
    [
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("E: Could not get lock /var/lib/dpkg/lock-frontend", "Another package manager"),
        ("fatal error: Python.h: No such file or directory", "Python headers"),
        ("NewConnectionError: Connection refused", "network"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "differs from the one"),
        ("[Errno 13] Permission denied: '/srv/x'", "may not be written"),
        ("something unheard of", "Read the log"),
    ],
)
def test_what_a_failed_command_printed_decides_the_remedy(printed: str, remedy: str) -> None:
    assert remedy in remedy_for(f"Collecting manim\n{printed}\n")
