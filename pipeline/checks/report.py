"""What a check of a program text answers."""

from typing import Literal, NamedTuple

from pipeline.schema.finding import Finding

RuleGroup = Literal["safety", "scene", "plays", "api", "latex"]
ALL_GROUPS: frozenset[RuleGroup] = frozenset(("safety", "scene", "plays", "api", "latex"))
OWN_GROUPS: frozenset[RuleGroup] = frozenset(("api", "latex"))
"""Groups that the method of the paper does not have."""

# A program with more faults than this needs to be written anew, not to be listed.
MAX_FINDINGS = 50


class CheckReport(NamedTuple):
    """`ok` means no finding of severity `error`; findings are in the order of their lines."""

    ok: bool
    findings: tuple[Finding, ...] = ()


def problem(rule: str, message: str, suggestion: str, line: int | None = None) -> Finding:
    """A finding about the program as a whole."""
    return Finding(
        rule=rule,
        severity="error",
        layer="structure",
        message=message,
        suggestion=suggestion,
        line=line,
    )
