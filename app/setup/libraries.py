"""The system libraries that the studio needs: how to see them, and what they are called where."""

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app.setup.machine import Family

# Style files of the formula template, and the Debian package that each comes from.
TEX_FILES = {
    "amsmath.sty": "texlive-latex-base",
    "mathtools.sty": "texlive-latex-recommended",
    "preview.sty": "preview-latex-style",
    "mhchem.sty": "texlive-science",
    "physics.sty": "texlive-science",
    "type1ec.sty": "cm-super-minimal",
}
# Shared libraries that the window and its video player load, with their Debian packages.
WINDOW_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libpulse.so.0": "libpulse0",
    "libXrandr.so.2": "libxrandr2",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")


@dataclass(frozen=True)
class Library:
    """One thing the system has to have."""

    title: str
    present: Callable[[], bool]
    packages: Mapping[Family, tuple[str, ...]]


def missing_libraries(compiled: bool) -> list[Library]:
    """What is not here; `compiled` says that pycairo and manimpango are built already."""
    wanted = [_venv_module()]
    if sys.platform != "win32" and not compiled:
        wanted += _build_tools()
    wanted += _tex()
    if sys.platform == "linux":
        wanted += [_fonts(), *_window()]
    return [library for library in wanted if not library.present()]


def package_names(libraries: Iterable[Library], family: Family) -> list[str]:
    """The packages of `family` that bring `libraries`, each once, in order."""
    names = [name for library in libraries for name in library.packages.get(family, ())]
    return list(dict.fromkeys(names))


def _python() -> str:
    return f"python{sys.version_info.major}.{sys.version_info.minor}"


def _venv_module() -> Library:
    def present() -> bool:
        return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))

    packages = {Family.DEBIAN: (f"{_python()}-venv",), Family.FEDORA: ("python3-pip",)}
    return Library("Python's venv module", present, packages)


def _build_tools() -> list[Library]:
    def compiler() -> bool:
        return any(shutil.which(name) for name in ("gcc", "cc", "clang"))

    def headers() -> bool:
        return Path(sysconfig.get_paths()["include"], "Python.h").is_file()

    pkg_config = shutil.which("pkg-config") or shutil.which("pkgconf")

    def pango() -> bool:
        if pkg_config is None:
            return False
        query = [pkg_config, "--exists", "pangocairo", "cairo"]
        return subprocess.run(query, capture_output=True, check=False).returncode == 0

    deb, fed, arch, mac = Family.DEBIAN, Family.FEDORA, Family.ARCH, Family.MACOS
    return [
        # libc6-dev is only a recommendation of gcc, and recommendations are left out.
        Library(
            "a C compiler",
            compiler,
            {deb: ("gcc", "libc6-dev"), fed: ("gcc",), arch: ("gcc",)},
        ),
        Library(
            "the Python headers",
            headers,
            {deb: (f"{_python()}-dev",), fed: ("python3-devel",), arch: ("python",)},
        ),
        Library(
            "pkg-config",
            lambda: pkg_config is not None,
            {
                deb: ("pkg-config",),
                fed: ("pkgconf-pkg-config",),
                arch: ("pkgconf",),
                mac: ("pkgconf",),
            },
        ),
        Library(
            "the Pango and Cairo headers",
            pango,
            {
                deb: ("libpango1.0-dev",),
                fed: ("pango-devel", "cairo-devel"),
                arch: ("pango", "cairo"),
                mac: ("pango", "cairo"),
            },
        ),
    ]


def _tex() -> list[Library]:
    fed, arch = Family.FEDORA, Family.ARCH
    programs = {
        "latex": ("texlive-latex-base", "texlive-latex", "texlive-latex"),
        "dvisvgm": ("dvisvgm", "texlive-dvisvgm", "texlive-binextra"),
    }
    arch_sets = ("texlive-latexextra", "texlive-mathscience", "texlive-fontsrecommended")
    found = [
        Library(
            f"the program {name}",
            partial(_on_path, name),
            {Family.DEBIAN: (debian,), fed: (fedora,), arch: (on_arch,)},
        )
        for name, (debian, fedora, on_arch) in programs.items()
    ]
    known = _tex_files_here()
    for file, package in TEX_FILES.items():
        fedora_name = f"texlive-{file.removesuffix('.sty').replace('type1ec', 'cm-super')}"
        packages = {Family.DEBIAN: (package,), fed: (fedora_name,), arch: arch_sets}
        found.append(Library(f"LaTeX's {file}", partial(known.__contains__, file), packages))
    return found


def _tex_files_here() -> set[str]:
    kpsewhich = shutil.which("kpsewhich")
    if kpsewhich is None:
        return set()
    query = [kpsewhich, *TEX_FILES]
    try:
        done = subprocess.run(query, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return set()
    return {os.path.basename(line.strip()) for line in done.stdout.splitlines()}


def _fonts() -> Library:
    def present() -> bool:
        folders = [Path(os.path.expanduser(folder)) for folder in FONT_FOLDERS]
        return any(
            name.lower().endswith((".ttf", ".otf"))
            for folder in folders
            for _, _, names in os.walk(folder, followlinks=True)
            for name in names
        )

    packages = {
        Family.DEBIAN: ("fonts-dejavu-core",),
        Family.FEDORA: ("dejavu-sans-fonts",),
        Family.ARCH: ("ttf-dejavu",),
    }
    return Library("a text font", present, packages)


def _window() -> list[Library]:
    fedora = {
        "libGL.so.1": "libglvnd-glx",
        "libEGL.so.1": "libglvnd-egl",
        "libxkbcommon.so.0": "libxkbcommon",
        "libdbus-1.so.3": "dbus-libs",
        "libglib-2.0.so.0": "glib2",
        "libfontconfig.so.1": "fontconfig",
        "libpulse.so.0": "pulseaudio-libs",
        "libXrandr.so.2": "libXrandr",
        "libxcb-cursor.so.0": "xcb-util-cursor",
        "libxcb-icccm.so.4": "xcb-util-wm",
        "libxcb-keysyms.so.1": "xcb-util-keysyms",
        "libxcb-shape.so.0": "libxcb",
        "libxcb-xkb.so.1": "libxcb",
        "libxkbcommon-x11.so.0": "libxkbcommon-x11",
    }
    arch = {
        "libGL.so.1": "libglvnd",
        "libEGL.so.1": "libglvnd",
        "libdbus-1.so.3": "dbus",
        "libpulse.so.0": "libpulse",
        "libXrandr.so.2": "libxrandr",
    }
    return [
        Library(
            name,
            partial(_loads, name),
            {
                Family.DEBIAN: (package,),
                Family.FEDORA: (fedora[name],),
                Family.ARCH: (arch.get(name, fedora[name]),),
            },
        )
        for name, package in WINDOW_LIBRARIES.items()
    ]


def _on_path(name: str) -> bool:
    return shutil.which(name) is not None


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True
