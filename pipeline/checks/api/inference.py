"""From a parsed program to what its expressions are."""

import ast
from dataclasses import dataclass

from pipeline.checks.api.attributes import Attributes
from pipeline.checks.api.catalogue import Catalogue, catalogue_of
from pipeline.checks.api.classes import Class
from pipeline.checks.api.engine import Engine
from pipeline.checks.api.environment import Scope
from pipeline.checks.api.facts import Facts, facts_of
from pipeline.checks.api.statements import Statements
from pipeline.checks.api.tree import Tree
from pipeline.checks.api.values import Value
from pipeline.checks.parsing import Program
from pipeline.checks.tables import ManimTables


@dataclass(frozen=True)
class Types:
    """What is known of the expressions of one program.

    Attributes:
        tree: the program's tree, for quick walks.
        tables: of the installed Manim.
        catalogue: Manim's classes and names.
        attributes: what values have.
        facts: what the program says about names as a whole.
        module: the namespace of the module at its end.
    """

    tree: Tree
    tables: ManimTables
    catalogue: Catalogue
    attributes: Attributes
    facts: Facts
    module: Scope
    _values: dict[int, Value]
    _classes: dict[int, Class]

    @property
    def star(self) -> frozenset[str]:
        """Names that `from manim import *` brings."""
        table = self.tables.module("manim")
        return frozenset(table.star) if table is not None else frozenset()

    def name_is_manim(self, name: str) -> bool:
        """Whether a name at module level is Manim's, so that it can be written in the program."""
        return name in self.module.stars or name in self.module.names

    def of(self, node: ast.expr) -> Value:
        """What an expression is, None where that is not known (or it never runs)."""
        return self._values.get(id(node))

    def class_of(self, node: ast.ClassDef) -> Class | None:
        """The class that a definition makes."""
        return self._classes.get(id(node))


def infer(program: Program, tables: ManimTables) -> Types:
    """Walk a program once, or twice where it keeps things in attributes of its own classes."""
    catalogue = catalogue_of(tables)
    tree = Tree(program.tree, program.index, program.bound)
    facts = facts_of(program.index)
    attributes = Attributes(catalogue, tables, facts)
    engine = Engine(tree, catalogue, tables, facts, attributes)
    statements = Statements(engine)
    engine.run_function = statements.function
    module = _walk(program, engine, statements)
    if attributes.has_stores:
        attributes.begin_pass()
        engine.values.clear()
        engine.results.clear()
        module = _walk(program, engine, statements)
    return Types(tree, tables, catalogue, attributes, facts, module, engine.values, engine.classes)


def _walk(program: Program, engine: Engine, statements: Statements) -> Scope:
    module = Scope("module")
    engine.module_done = False
    statements.block(program.tree.body, module)
    module.finish()
    engine.module_done = True
    statements.run_pending()
    return module
