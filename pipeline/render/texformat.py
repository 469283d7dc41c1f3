"""A LaTeX format file with our preamble loaded: an expression then starts in half the time.

Built by the fork server from the shipped template only, never by a job; jobs can read it.
"""

import hashlib
import os
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from pipeline.render.texrun import LATEX_OPTIONS, preamble_of_template

_SECONDS = 30.0
_SYSTEM_FORMAT = "/var/lib/texmf/web2c/pdftex/latex.fmt"


def ensure_format(latex: str, folder: Path) -> str:
    """Path of the format file in `folder`, made if missing; "" where that does not work."""
    if not latex:
        return ""
    target = folder / f"tex-{_digest(latex)}.fmt"
    if not target.exists():
        with suppress(OSError, subprocess.SubprocessError):
            _build(latex, target)
    return str(target) if target.exists() else ""


def _digest(latex: str) -> str:
    """Changes with the template and with the TeX installation."""
    parts = [preamble_of_template()]
    for path in (os.path.realpath(latex), _SYSTEM_FORMAT):
        with suppress(OSError):
            status = os.stat(path)
            parts.append(f"{status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _build(latex: str, target: Path) -> None:
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        source = Path(scratch) / "studio.tex"
        source.write_text(preamble_of_template() + "\n\\dump\n", encoding="utf-8")
        command = [latex, "-ini", *LATEX_OPTIONS, "-jobname=studio", "&latex", source.name]
        subprocess.run(
            command,
            cwd=scratch,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=True,
        )
        os.replace(Path(scratch) / "studio.fmt", target)
