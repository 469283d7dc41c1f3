"""The list of what a safety check refused, each thing once."""

import ast

from pipeline.checks import policy
from pipeline.checks.report import MAX_FINDINGS
from pipeline.schema.finding import Finding


def is_dunder(name: str) -> bool:
    """Whether a name begins and ends with two underscores."""
    return len(name) > 4 and name.startswith("__") and name.endswith("__")


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

    def closed_name(self, name: str, node: ast.AST) -> None:
        """Refuse a name as a whole."""
        self.add(
            "forbidden-name",
            node,
            f"`{name[:60]}` is not open to a scene.",
            "Draw with Manim's classes and compute with numpy or math instead.",
        )

    def metaclass(self, node: ast.ClassDef) -> None:
        """Refuse a metaclass."""
        self.add(
            "metaclass",
            node,
            f"The class `{node.name}` uses or is a metaclass.",
            "Write a plain class; helpers can be functions or mixins.",
        )

    def definition(self, name: str, node: ast.AST, in_class: bool) -> None:
        """Refuse to define names that Python itself acts on."""
        allowed = policy.DEFINABLE_DUNDERS if in_class else policy.READABLE_NAMES
        if is_dunder(name) and name not in allowed:
            self.add(
                "forbidden-dunder",
                node,
                f"The program defines `{name}`, which changes how Python itself works.",
                "Use an ordinary method or variable.",
            )

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was refused, by line."""
        return tuple(sorted(self._found.values(), key=lambda found: found.line or 0))
