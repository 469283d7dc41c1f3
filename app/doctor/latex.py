"""LaTeX, by compiling a formula with the studio's template to SVG."""

import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from app.doctor.check import ROOT, CheckFailed, run_bounded
from app.texts import tr

TEMPLATE = ROOT / "resources" / "tex" / "template.tex"
PLACEHOLDER = "YourTextHere"
# One construct of each package that the template loads.
FORMULA = (
    r"\begin{align*} \hat f(\xi) &\coloneqq \int_{\mathbb{R}} f(x)\, e^{-2\pi i x \xi}\,"
    r" \mathrm{d}x \end{align*}"
)
# The first use of a font may have to make it.
STEP_SECONDS = 60.0
# TeX reads and writes below its working folder only.
CLOSED = {"openin_any": "p", "openout_any": "p", "max_print_line": "1000"}


def latex_works() -> str:
    """A formula becomes outlines."""
    for program in ("latex", "dvisvgm"):
        if shutil.which(program) is None:
            raise CheckFailed(
                tr("the program {program} is not on the PATH").format(program=program), remedy()
            )
    source = TEMPLATE.read_text(encoding="utf-8").replace(PLACEHOLDER, FORMULA)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="doctor-") as name:
        folder = Path(name)
        (folder / "formula.tex").write_text(source, encoding="utf-8")
        _step(["latex", "-interaction=nonstopmode", "-halt-on-error", "formula.tex"], folder)
        _step(["dvisvgm", "--no-fonts", "--verbosity=3", "formula.dvi"], folder)
        outlines = (folder / "formula.svg").read_text(encoding="utf-8").count("<path")
    if outlines < 10:
        raise CheckFailed(
            tr("the formula came out with {outlines} outlines").format(outlines=outlines), remedy()
        )
    return tr("a formula became {outlines} outlines in {monotonic:.1f} s").format(
        outlines=outlines, monotonic=time.monotonic() - started
    )


def remedy() -> str:
    """How LaTeX comes onto this system."""
    if sys.platform == "win32":
        return tr("Install MiKTeX, let it install missing packages, and open a new terminal.")
    return tr("Delete .venv/.setup-done and run ./run: it installs LaTeX or prints the command.")


def _step(command: list[str], folder: Path) -> None:
    done = run_bounded(command, STEP_SECONDS, folder, CLOSED)
    if done.returncode == 0:
        return
    text = done.stdout + done.stderr
    problem = re.search(r"^! .*|^(?:ERROR|error).*", text, re.MULTILINE)
    lines = text.strip().splitlines() or [tr("no output")]
    raise CheckFailed(f"{command[0]}: {problem.group(0) if problem else lines[-1]}", remedy())
