"""Rules about values that the program text fixes: numbers, texts, lists and where they go.

A rule here is a function `(Reading) -> Iterable[Finding]`. `Reading` adds to the context what such
rules share: which call of Manim's is made, and what an expression certainly stands for.
"""

from collections.abc import Callable, Iterable

from pipeline.checks.api.context import Context
from pipeline.checks.api.literals.assets import files
from pipeline.checks.api.literals.colours import colours
from pipeline.checks.api.literals.domains import plots, ranges
from pipeline.checks.api.literals.everything import all_mobjects
from pipeline.checks.api.literals.flow import (
    animated_twice,
    clocks,
    faded_target,
    same_edge,
    slow,
)
from pipeline.checks.api.literals.graphs import graphs
from pipeline.checks.api.literals.grouping import groups, matrices, tables
from pipeline.checks.api.literals.mappings import mappings
from pipeline.checks.api.literals.mobjects import not_mobjects
from pipeline.checks.api.literals.playing import durations, empty_groups, played
from pipeline.checks.api.literals.points import curves, entrances, layouts, points, sums
from pipeline.checks.api.literals.quantities import quoted_numbers
from pipeline.checks.api.literals.reading import Reading
from pipeline.checks.api.literals.swallowed import swallowed
from pipeline.checks.api.literals.texts import (
    formula_parts,
    numbers_as_texts,
    parts_by_tex,
    trackers,
)
from pipeline.checks.api.literals.unpacking import unpackings
from pipeline.schema.finding import Finding

LiteralRule = Callable[[Reading], Iterable[Finding]]

LITERAL_RULES: tuple[LiteralRule, ...] = (
    points,
    curves,
    entrances,
    layouts,
    sums,
    colours,
    played,
    durations,
    empty_groups,
    groups,
    all_mobjects,
    tables,
    matrices,
    formula_parts,
    parts_by_tex,
    numbers_as_texts,
    trackers,
    files,
    plots,
    ranges,
    animated_twice,
    faded_target,
    same_edge,
    clocks,
    slow,
    mappings,
    swallowed,
    not_mobjects,
    quoted_numbers,
    graphs,
    unpackings,
)


def literal_values(context: Context) -> Iterable[Finding]:
    """All rules about literal values."""
    reading = Reading(context)
    for rule in LITERAL_RULES:
        yield from rule(reading)
