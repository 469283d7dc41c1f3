"""The rules. Each is a function `(Context) -> Iterable[Finding]`, in the order of the list."""

from collections.abc import Callable, Iterable

from pipeline.checks.api.context import Context
from pipeline.checks.api.rules.attributes import unknown_attributes
from pipeline.checks.api.rules.names import unknown_names
from pipeline.schema.finding import Finding

Rule = Callable[[Context], Iterable[Finding]]

RULES: tuple[Rule, ...] = (unknown_names, unknown_attributes)
