"""`./run runs export ID --format ...`."""

import argparse
from pathlib import Path

from app.cli.output import Output
from app.errors import ExitCode
from app.export.exporting import export
from app.export.request import ExportProgress, ExportRequest
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder

_STEP = 0.1  # of the work, between two lines of progress


def export_as(
    folder: RunFolder, options: argparse.Namespace, output: Output, cancel: CancelToken
) -> ExitCode:
    """Export in the format that was asked for, and name what was made."""
    request = ExportRequest(
        folder=folder,
        format=options.format,
        target=Path(options.out or "."),
        scene=options.scene,
        quality=options.quality,
        overwrite=options.overwrite,
        ratings=not options.without_ratings,
    )
    output.if_stopped = "Nothing was exported. Give the command again."
    made = export(request, _Lines(output), cancel)
    output.document(
        {"run": folder.run_id, "format": options.format, "files": [str(path) for path in made]}
    )
    for path in made:
        output.line(str(path))
    return ExitCode.DONE


class _Lines:
    """Progress as a line for every tenth of the work and for each new step."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._next = 0.0
        self._doing = ""

    def __call__(self, progress: ExportProgress) -> None:
        new = progress.doing[:9] != self._doing[:9]
        if progress.share < self._next and not new:
            return
        self._next = progress.share + _STEP
        self._doing = progress.doing
        self._output.progress(f"{progress.share:4.0%}  {progress.doing}")
