"""`./run bench`: figures and ratios, measured side by side."""

import argparse

from app.bench import BENCHMARKS, load_benchmark
from app.cli.output import Output
from app.errors import ExitCode, wrong_use
from pipeline.render_port import CancelToken


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """Exit 0 if every bar holds, 1 if one is missed."""
    if options.name is None:
        output.document({"benchmarks": sorted(BENCHMARKS)})
        for name, text in BENCHMARKS.items():
            output.line(f"{name:<14} {text}")
        return ExitCode.DONE
    if options.name not in BENCHMARKS:
        raise wrong_use(
            f"There is no benchmark {options.name!r}.",
            f"The benchmarks are {', '.join(BENCHMARKS)}.",
        )
    benchmark = load_benchmark(options.name, options.window.benchmarks)
    report = benchmark(options.quick, output.progress, cancel)
    output.document(report.model_dump(mode="json"))
    for line in report.lines():
        output.line(line)
    return ExitCode.DONE if report.holds else ExitCode.FAILED
