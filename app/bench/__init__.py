"""Benchmarks: each prints figures and ratios measured side by side in one run."""

import importlib
from collections.abc import Callable, Mapping

from app.bench.report import Report
from pipeline.render_port import CancelToken

Benchmark = Callable[[bool, Callable[[str], None], CancelToken], Report]

BENCHMARKS = {
    "check": "the static check: its cost, and false alarms over Manim's own examples",
    "render": "warm sandboxed render against a cold `manim render -ql`",
    "retrieve": "search in the memory bank against raw Faiss",
    "memory": "the memory browser on 100,000 and 1,000,000 records (12 GB of disk, for a while)",
    "memory-effect": "reflection rounds with a grown, a shuffled and an empty bank",
    "sandbox": "what each layer of containment costs, against a bare render",
    "pipeline": "a task of three scenes on a slow endpoint, against the ideal schedule",
    "window": "the window: its start, its heartbeat during a run, its memory",
    "overhead": "share of a run that is not drawing, its duration and memory",
}
_MODULES = {
    "check": "app.bench.check",
    "render": "app.bench.render",
    "retrieve": "app.bench.retrieve",
    "memory": "app.bench.memory",
    "memory-effect": "app.bench.memory_effect",
    "sandbox": "app.bench.sandbox",
    "pipeline": "app.bench.pipeline",
    "overhead": "app.bench.overhead",
}


def load_benchmark(name: str, others: Mapping[str, str] | None = None) -> Benchmark:
    """The function of a benchmark: (quick, progress, cancel) -> report.

    `others` are modules of benchmarks that are not ours to import by name.
    """
    benchmark: Benchmark = importlib.import_module({**_MODULES, **(others or {})}[name]).run
    return benchmark
