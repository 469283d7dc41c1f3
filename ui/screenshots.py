"""`./run screenshots`: a picture of every view, in both themes and two sizes, with a real run."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.cli.folders import out_folder
from app.cli.output import Output
from app.errors import ExitCode, failed
from app.library import Library
from app.paths import HOME_VARIABLE, RESOURCES, DataPaths
from pipeline.render_port import CancelToken

SAMPLES = ("fourier_transform.md", "scaled_dot_product_attention.md")
"""The second is read with what the first one taught, and is revised once."""
SIZES = ((1440, 900), (1280, 720))
ROOT = Path(__file__).resolve().parents[1]


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """Write the pictures; exit 0 if all were written."""
    target = out_folder(options.out).path
    with _data(options, output, cancel) as data:
        os.environ[HOME_VARIABLE] = str(data.root)
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        from ui.gallery import Gallery
        from ui.theme.tokens import THEMES

        sizes = SIZES[:1] if options.quick else SIZES
        themes = THEMES[:1] if options.quick else THEMES
        gallery = Gallery(data, target, output.progress, cancel, frozenset(options.view or ()))
        files = gallery.write(themes, sizes)
        if not (options.quick or options.view):
            output.progress("The same at twice the size ...")
            files += _twice_as_large(target, cancel)
    output.document({"ok": True, "files": [str(path) for path in files]})
    output.line(f"{len(files)} pictures in {target}")
    return ExitCode.DONE


def _twice_as_large(target: Path, cancel: CancelToken) -> tuple[Path, ...]:
    """Two views on a screen of 200%: Qt takes the scale only at the start of a process."""
    cancel.check()
    command = [sys.executable, "-m", "ui.gallery", str(target)]
    before = set(target.iterdir())
    done = subprocess.run(
        command,
        env=os.environ | {"QT_SCALE_FACTOR": "2"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise failed("No pictures at 200% could be made.", done.stderr.strip()[-300:])
    named = {Path(line) for line in done.stdout.splitlines() if line.endswith(".png")}
    return tuple(sorted(named | (set(target.iterdir()) - before)))


@contextmanager
def _data(options: argparse.Namespace, output: Output, cancel: CancelToken) -> Iterator[DataPaths]:
    """A data folder that the window may write to: a copy, or made anew. Removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="studio-pictures-") as folder:
        root = Path(folder) / "data"
        if options.runs:
            source = Path(options.runs).expanduser()
            if not (source / "runs").is_dir():
                raise failed(f"{source} holds no runs.", "Name a data folder of the studio.")
            shutil.copytree(source, root, ignore=shutil.ignore_patterns("cache", "trash"))
            if not any(entry.state == "finished" for entry in Library(DataPaths(root)).entries()):
                raise failed(
                    f"No run in {source} has finished.", "Finish one, or leave --runs out."
                )
        else:
            _make_runs(root, output.progress, cancel)
        yield DataPaths(root)


def _make_runs(root: Path, say: Callable[[str], None], cancel: CancelToken) -> None:
    environment = os.environ | {HOME_VARIABLE: str(root)}
    for sample in SAMPLES:
        cancel.check()
        say(f"Making an animation of {sample} ...")
        command = [sys.executable, str(ROOT / "main.py"), "make", "--json"]
        command.append(str(RESOURCES / "samples" / sample))
        done = subprocess.run(
            command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise failed(f"No run of {sample} could be made.", done.stderr.strip()[-300:])
