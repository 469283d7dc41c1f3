"""The rules. Each is a function `(Context) -> Iterable[Finding]`, in the order of the list."""

from collections.abc import Callable, Iterable

from pipeline.checks.api.context import Context
from pipeline.checks.api.literals import literal_values
from pipeline.checks.api.rules.arguments import wrong_arguments
from pipeline.checks.api.rules.attributes import unknown_attributes
from pipeline.checks.api.rules.callables import not_callable, not_called
from pipeline.checks.api.rules.classes import config_dictionaries, missing_super
from pipeline.checks.api.rules.magic import magic_accessors
from pipeline.checks.api.rules.names import unknown_names
from pipeline.schema.finding import Finding

Rule = Callable[[Context], Iterable[Finding]]

RULES: tuple[Rule, ...] = (
    unknown_names,
    unknown_attributes,
    magic_accessors,
    wrong_arguments,
    not_callable,
    not_called,
    config_dictionaries,
    missing_super,
    literal_values,
)
