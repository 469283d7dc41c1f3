"""`./run render`: check, sandboxed render, keyframes and geometry of one program."""

import argparse
from pathlib import Path

from app.cli.folders import out_folder
from app.cli.output import Output
from app.cli.program import finding_json, print_findings, read_program
from app.errors import ExitCode, wrong_use
from app.paths import data_paths, tables_folder
from app.scratch import scratch_folder
from pipeline.agents.offline.text_reviewer import advice
from pipeline.agents.protocols import Attempt
from pipeline.checks import check_program
from pipeline.inspection.findings import inspect
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.schema.finding import Finding
from pipeline.schema.render import RenderResult, RenderSettings
from pipeline.schema.trace import GeometryTrace


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """Exit 0 if rendered, 1 if refused or failed, 3 if this machine is at fault."""
    source = read_program(Path(options.file), options.scene)
    folder = out_folder(options.out)
    out, output.take_back = folder.path, folder.take_back
    findings: tuple[Finding, ...] = ()
    program = source if isinstance(source, str) else source.decode("utf-8", errors="replace")
    if not options.skip_check:
        report = check_program(source, options.scene, cache_dir=tables_folder())
        findings = report.findings
        if not report.ok:
            return _refused(output, program, findings)
    result = _render(options, program, out, cancel)
    if result.geometry is not None:
        trace = GeometryTrace.model_validate_json((out / result.geometry).read_bytes())
        findings += inspect(trace)
    _show(output, result, findings, out, _hint(program, result, findings))
    if result.ok:
        return ExitCode.DONE
    return ExitCode.ENVIRONMENT if result.environment else ExitCode.FAILED


def _render(
    options: argparse.Namespace, program: str, out: Path, cancel: CancelToken
) -> RenderResult:
    settings = RenderSettings(quality=options.quality, aspect=options.aspect)
    if options.wall is not None:
        if not 0 < options.wall <= 3600:
            raise wrong_use(f"--wall {options.wall}: give seconds from 1 to 3600.", "")
        settings = settings.model_copy(update={"wall_seconds": options.wall})
    paths = data_paths()
    with (
        scratch_folder(paths) as scratch,
        SandboxRenderer(scratch, cache_dir=paths.cache / "renders", workers=1) as renderer,
    ):
        return renderer.render(program, options.scene, out, settings, cancel)


def _refused(output: Output, program: str, findings: tuple[Finding, ...]) -> ExitCode:
    first = next(f for f in findings if f.severity == "error")
    result = RenderResult(
        ok=False,
        category="static",
        message=first.message,
        line=first.line,
        signature=" ".join(sorted({f.rule for f in findings if f.severity == "error"})),
    )
    _show(output, result, findings, Path(), _hint(program, result, findings))
    return ExitCode.FAILED


def _hint(program: str, result: RenderResult, findings: tuple[Finding, ...]) -> str:
    """The cause and the cure of a failure in at most 60 words, empty for a success."""
    if result.ok:
        return ""
    return advice(Attempt(program=program, result=result, findings=findings))


def _show(
    output: Output, result: RenderResult, findings: tuple[Finding, ...], out: Path, hint: str
) -> None:
    output.document(
        {
            "ok": result.ok,
            "category": result.category,
            "environment": result.environment,
            "message": result.message,
            "hint": hint,
            "line": result.line,
            "signature": result.signature,
            "traceback": result.traceback_tail,
            "tex_log": result.tex_log,
            "video": str(out / result.video) if result.video else None,
            "seconds": round(result.seconds, 3),
            "duration": result.duration,
            "plays": result.plays,
            "keyframes": [str(out / keyframe.file) for keyframe in result.keyframes],
            "geometry": str(out / result.geometry) if result.geometry else None,
            "cached": result.cached,
            "findings": [finding_json(f) for f in findings],
        }
    )
    print_findings(output, findings)
    if result.ok:
        output.line(f"Video: {out / (result.video or '')}")
        return
    place = f" (line {result.line})" if result.line else ""
    output.line(f"Failed, {result.category}{place}: {result.message}")
    output.line(f"Hint: {hint}")
