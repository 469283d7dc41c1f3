"""The API check of one program."""

from itertools import islice

from pipeline.checks.api.context import Context
from pipeline.checks.api.inference import infer
from pipeline.checks.api.rules import RULES
from pipeline.checks.parsing import Program
from pipeline.checks.report import MAX_FINDINGS
from pipeline.checks.tables import ManimTables
from pipeline.schema.finding import Finding


def check_api(program: Program, tables: ManimTables, scene: str) -> tuple[Finding, ...]:
    """Every rule's findings about a program, for the scene that was asked for.

    Raises:
        RecursionError: the program is nested too deeply.
    """
    context = Context(program, tables, infer(program, tables), scene)
    # A rule computes its findings one by one: what nobody will read is not looked for.
    found = [finding for rule in RULES for finding in islice(rule(context), MAX_FINDINGS)]
    return tuple(dict.fromkeys(found))
