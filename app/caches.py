"""What can be made again and may be thrown away: finished renders and compiled formulas."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from app.paths import DataPaths
from app.run_state import in_use
from pipeline.run.folder import RunFolder


def render_cache(paths: DataPaths) -> Path:
    """The folder of finished renders that any run may take up again."""
    return paths.cache / "renders" / "renders"


def tex_caches(paths: DataPaths) -> Iterator[Path]:
    """The folders of compiled formulas: one in each run."""
    for root in paths.runs.iterdir() if paths.runs.is_dir() else ():
        if (tex := RunFolder(root).tex).is_dir():
            yield tex


def empty_renders(paths: DataPaths) -> None:
    """Throw finished renders away. A run at work renders anew what it would have found.

    Raises:
        OSError: the system refuses.
    """
    folder = render_cache(paths)
    for path in folder.iterdir() if folder.is_dir() else ():
        shutil.rmtree(path)


def empty_tex(paths: DataPaths) -> int:
    """Throw compiled formulas away, but not those of runs at work; returns of how many runs.

    Raises:
        OSError: the system refuses.
    """
    count = 0
    for tex in list(tex_caches(paths)):
        if not in_use(tex.parent):
            shutil.rmtree(tex)
            count += 1
    return count


def size(folder: Path) -> int:
    """Bytes of the files below a folder; what vanishes meanwhile counts nothing."""
    total = 0
    for path in folder.rglob("*") if folder.is_dir() else ():
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue
    return total
