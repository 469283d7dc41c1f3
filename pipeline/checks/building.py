"""Building the tables of the installed Manim, and keeping them: work of once per version."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from pipeline.checks.tables import TablesError

_BUILD_SECONDS = 120


def build() -> dict[str, Any]:
    """Run `introspect` in a child, in an empty folder so that no manim.cfg of a user is read."""
    with tempfile.TemporaryDirectory(prefix="manim-tables-") as folder:
        root = str(Path(__file__).resolve().parents[2])
        environment = {
            "HOME": folder,
            "PYTHONPATH": root,
            "OPENBLAS_NUM_THREADS": "1",
            "PATH": os.environ.get("PATH", ""),
            "SYSTEMROOT": os.environ.get("SYSTEMROOT", ""),
        }
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pipeline.checks.introspect"],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=_BUILD_SECONDS,
                check=True,
                # Ctrl-C is for the command, which decides what becomes of its children.
                start_new_session=True,
            )
            answer: dict[str, Any] = json.loads(done.stdout)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            told = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
            raise TablesError(
                f"Manim could not be examined ({told[-1] if told else 'no answer'}). "
                "Run `./run doctor` to see what is missing."
            ) from error
    return answer


def keep(file: Path, data: dict[str, Any]) -> None:
    """Write beside and rename, so that no reader sees half a file. A full disk is no fault here."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.stem, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump(data, out, separators=(",", ":"))
        Path(name).replace(file)
    except OSError:
        return
