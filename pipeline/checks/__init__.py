"""Checks of a program before it is rendered: safety and structure, from its text alone."""

from pipeline.checks.program import check_program
from pipeline.checks.repair import Repair, propose
from pipeline.checks.reply import Extracted, extract_program
from pipeline.checks.report import CheckReport
from pipeline.checks.tables import TablesError, load_tables

__all__ = [
    "CheckReport",
    "Extracted",
    "Repair",
    "TablesError",
    "check_program",
    "extract_program",
    "load_tables",
    "propose",
]
