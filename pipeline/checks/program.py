"""The static check of a program: safety, structure, API and LaTeX, without running anything."""

from collections.abc import Collection
from pathlib import Path

from pipeline.checks.api import check_api
from pipeline.checks.folding import Folder
from pipeline.checks.latex import check_latex
from pipeline.checks.parsing import parse_program
from pipeline.checks.report import ALL_GROUPS, MAX_FINDINGS, CheckReport, RuleGroup, problem
from pipeline.checks.safety import check_safety
from pipeline.checks.structure import check_structure
from pipeline.checks.tables import load_tables
from pipeline.schema.finding import Finding, has_error


def check_program(
    source: str | bytes,
    scene: str,
    *,
    rules: Collection[RuleGroup] = ALL_GROUPS,
    cache_dir: Path | None = None,
) -> CheckReport:
    """Check a program's text.

    Args:
        source: the program; bytes are read as UTF-8.
        scene: name of the scene class that must be there.
        rules: which groups to apply; `scene` asks for the scene class, `plays` for an animating
            call, `safety` for nothing but drawing, `api` for names, attributes and keywords that
            the installed Manim has. Parsing always counts.
        cache_dir: folder for the tables of the installed Manim. Without it, and on first use,
            they are built by a child process in about two seconds; otherwise a check takes
            milliseconds.

    Returns:
        A report with findings in the order of their lines. Never raises for any program.

    Raises:
        TablesError: Manim is not installed or cannot be imported.
    """
    program = parse_program(source)
    if isinstance(program, Finding):
        return CheckReport(ok=False, findings=(program,))
    tables = load_tables(cache_dir)
    try:
        folder = Folder(program.bindings)
        found = check_safety(program, folder, tables) if "safety" in rules else ()
        found += check_structure(program, folder, scene, tables, frozenset(rules))
        found += check_api(program, tables, scene) if "api" in rules else ()
        found += check_latex(program) if "latex" in rules else ()
    except RecursionError:
        found = (
            problem(
                "too-deep",
                "The program is nested too deeply to be checked.",
                "Split long expressions, or use loops.",
            ),
        )
    ordered = tuple(sorted(found, key=lambda finding: finding.line or 0))[:MAX_FINDINGS]
    return CheckReport(ok=not has_error(ordered), findings=ordered)
