"""Make THIRD_PARTY.md: the licence of every package in the lock (run it after `relock`)."""

import re
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Packages of other platforms, and packages whose metadata names no licence; read off their files.
KNOWN = {
    "audioop-lts": "PSF-2.0",
    "colorama": "BSD-3-Clause",
    "cython": "Apache-2.0",
    "peewee": "MIT",
    "pyglet": "BSD-3-Clause",
    "pyobjc-core": "MIT",
    "pyobjc-framework-cocoa": "MIT",
    "pywin32-ctypes": "BSD-3-Clause",
    "scipy": "BSD-3-Clause",
}
# Shared libraries inside wheels whose licence differs from the package's own.
CARRIED = {
    "av": "FFmpeg (LGPL-3.0-or-later), x264 and x265 (GPL-2.0-or-later), LAME, GnuTLS, Nettle, "
    "GMP and libunistring (LGPL)",
    "faiss-cpu": "OpenBLAS (BSD-3-Clause), libgfortran and libgomp (GPL-3.0 with the GCC "
    "run-time exception), libquadmath (LGPL-2.1)",
    "numpy": "OpenBLAS (BSD-3-Clause), libgfortran (GPL-3.0 with the GCC run-time exception), "
    "libquadmath (LGPL-2.1)",
    "scipy": "OpenBLAS (BSD-3-Clause), libgfortran (GPL-3.0 with the GCC run-time exception), "
    "libquadmath (LGPL-2.1)",
}
HEADER = """\
# Third-party packages

Made by `python -m app.setup.licences` from `requirements.lock`; change nothing here by hand.
The studio's own code is under Apache-2.0 (`LICENSE`). The packages below are installed beside it
from their own sources and are not part of this repository. PyTorch and what only it needs are
installed separately (`requirements-torch.txt`).

The "kind" column: *permissive* licences ask for a notice; *weak copyleft* ones (LGPL, MPL) ask
that changes to that package itself stay open, which holds here, since each is used unchanged and
can be replaced.

"""
FOOTER = """
## Libraries inside wheels

Some wheels carry shared libraries under licences of their own. Those worth knowing:

{carried}

x264 and x265 arrive with PyAV, which Manim itself requires. Using the studio from this repository
distributes neither; whoever ships a bundle that contains PyAV's wheels ships GPL libraries in it
and has to meet the GPL for that bundle, or build PyAV without them.
Fonts in `resources/fonts` are under the SIL Open Font License 1.1 (`resources/fonts/OFL.txt`).
Cairo and Pango (LGPL) and LaTeX (LPPL and others) come from the operating system.
"""


@dataclass(frozen=True)
class Entry:
    """One row: a package of the lock, its version and its licence."""

    name: str
    version: str
    licence: str

    @property
    def kind(self) -> str:
        """Permissive, weak copyleft, copyleft or unknown."""
        if re.search(r"\bA?GPL", self.licence) and "LGPL" not in self.licence:
            return "**copyleft**"
        if re.search(r"LGPL|MPL|Mozilla", self.licence):
            return "*weak copyleft*"
        return "permissive" if self.licence else "**unknown**"


def entries(lock: str) -> list[Entry]:
    """The packages of a lock's text, sorted, each version once."""
    pins = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", lock, re.MULTILINE)
    return [Entry(name, version, licence_of(name)) for name, version in sorted(set(pins))]


def licence_of(name: str) -> str:
    """What the package says of itself, else what is known of it, else nothing."""
    if name in KNOWN:
        return KNOWN[name]
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ""
    said = [*(about.get_all("License-Expression") or []), *(about.get_all("License") or [])]
    expression = said[0] if said else ""
    if expression and "\n" not in expression and len(expression) < 80:
        return expression
    classes = [line.split(" :: ") for line in about.get_all("Classifier") or []]
    return ", ".join(parts[-1] for parts in classes if parts[0] == "License" and len(parts) > 2)


def table(found: list[Entry]) -> str:
    """The document's text."""
    rows = "".join(f"| {e.name} | {e.version} | {e.licence} | {e.kind} |\n" for e in found)
    carried = "\n".join(f"- {name}: {what}." for name, what in CARRIED.items())
    head = "| package | version | licence | kind |\n|---|---|---|---|\n"
    return HEADER + head + rows + FOOTER.format(carried=carried)


def main() -> int:
    """Write THIRD_PARTY.md; 1 when a licence is unknown or forbids itself here."""
    found = entries((ROOT / "requirements.lock").read_text(encoding="utf-8"))
    (ROOT / "THIRD_PARTY.md").write_text(table(found), encoding="utf-8")
    doubtful = [entry for entry in found if entry.kind.startswith("**")]
    for entry in doubtful:
        print(f"{entry.name} {entry.version}: {entry.licence or 'no licence found'}")
    print(f"THIRD_PARTY.md: {len(found)} packages, {len(doubtful)} doubtful")
    return 1 if doubtful else 0


if __name__ == "__main__":
    sys.exit(main())
