"""`./run check`: the static layer, without running anything; with `--fix`, its safe fixes."""

import argparse
from dataclasses import asdict
from functools import partial
from pathlib import Path

from app.cli.output import Output
from app.cli.program import finding_json, print_findings, read_program
from app.errors import ExitCode, wrong_use
from app.paths import tables_folder
from pipeline.checks import CheckReport, Repair, check_program, propose
from pipeline.render_port import CancelToken


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """Exit 0 if nothing stops the program (with `--fix`: as it was mended), 1 if something does."""
    source = Path(options.file)
    target = _target(options, source)
    program = read_program(source, options.scene)
    check = partial(check_program, scene=options.scene, cache_dir=tables_folder())
    report = check(program)
    repair = None
    if isinstance(program, str):
        repair = propose(program, report.findings, check, name=source.name)
    if target is not None and repair is not None:
        _write(target, repair.program)
    accepted = repair.ok if target is not None and repair is not None else report.ok
    _show(output, options.file, report, repair, target, accepted)
    return ExitCode.DONE if accepted else ExitCode.FAILED


def _target(options: argparse.Namespace, source: Path) -> Path | None:
    """The file that `--fix` writes. Nothing that exists is ever written over."""
    if not options.fix:
        if options.out is not None:
            raise wrong_use("--out goes with --fix.", "Add --fix to write the mended program.")
        return None
    beside = source.with_name(f"{source.stem}-fixed{source.suffix}")
    target = beside if options.out is None else Path(options.out)
    if target.exists() or target.is_symlink():
        raise wrong_use(
            f"{target} exists already, and --fix writes over nothing.",
            "Name another file with --out, or remove that one.",
            kind="exists",
        )
    return target


def _write(target: Path, program: str) -> None:
    try:
        with target.open("xb") as stream:
            stream.write(program.encode())
    except OSError as error:
        raise wrong_use(
            f"{target} cannot be written: {error.strerror or error}.",
            "Name a file in a folder that exists and can be written.",
            kind="unwritable",
        ) from error


def _show(
    output: Output,
    file: str,
    report: CheckReport,
    repair: Repair | None,
    target: Path | None,
    accepted: bool,
) -> None:
    """`ok` goes with the exit code: with a fix that was written it is about the mended program.

    `findings` are always those of the program that was given.
    """
    written = target if repair is not None else None
    output.document(
        {
            "ok": accepted,
            "findings": [finding_json(f) for f in report.findings],
            "repair": None if repair is None else _repair_json(repair, written),
        }
    )
    print_findings(output, report.findings)
    output.line(f"{file}: {'accepted' if report.ok else 'refused'}")
    if repair is None:
        if target is not None:
            output.line("There is nothing that can be mended safely; no file was written.")
        return
    output.line()
    if written is None:
        output.line("A safe fix is at hand; `--fix` writes the program with it:")
    output.line(repair.diff)
    if repair.ok:
        output.line("With it the check accepts the program.")
    else:
        output.line("It still leaves:")
        print_findings(output, tuple(f for f in repair.findings if f.severity == "error"))
    if written is not None:
        output.line(f"Written: {written}")


def _repair_json(repair: Repair, written: Path | None) -> dict[str, object]:
    """`edits` are edits of the program that was checked; `findings` are about the mended one."""
    return {
        "ok": repair.ok,
        "diff": repair.diff,
        "edits": [asdict(edit) for edit in repair.edits],
        "findings": [finding_json(f) for f in repair.findings],
        "file": None if written is None else str(written),
    }
