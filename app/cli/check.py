"""`./run check`: the static layer, without running anything."""

import argparse
from pathlib import Path

from app.cli.output import Output
from app.cli.program import finding_json, print_findings, read_program
from app.errors import ExitCode
from app.paths import tables_folder
from pipeline.checks import check_program
from pipeline.render_port import CancelToken


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """Exit 0 if nothing stops the program, 1 if something does."""
    source = read_program(Path(options.file), options.scene)
    report = check_program(source, options.scene, cache_dir=tables_folder())
    output.document({"ok": report.ok, "findings": [finding_json(f) for f in report.findings]})
    print_findings(output, report.findings)
    output.line(f"{options.file}: {'accepted' if report.ok else 'refused'}")
    return ExitCode.DONE if report.ok else ExitCode.FAILED
