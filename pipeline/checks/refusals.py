"""The list of what a safety check refused, each thing once."""

import ast

from pipeline.checks.report import MAX_FINDINGS
from pipeline.schema.finding import Finding


class Refusals:
    """Collects findings of one program; `silent` while a body is only read for its bindings."""

    def __init__(self) -> None:
        self.silent = False
        self._found: dict[tuple[str, int, str], Finding] = {}

    def add(self, rule: str, place: ast.AST | int, message: str, suggestion: str) -> None:
        """Refuse something at a node or a line."""
        if self.silent or len(self._found) >= MAX_FINDINGS:
            return
        line = place if isinstance(place, int) else getattr(place, "lineno", 1)
        self._found.setdefault(
            (rule, line, message),
            Finding(
                rule=rule,
                severity="error",
                layer="safety",
                message=message,
                suggestion=suggestion,
                line=line,
            ),
        )

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was refused, by line."""
        return tuple(sorted(self._found.values(), key=lambda found: found.line or 0))
