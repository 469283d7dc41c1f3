"""Imports of a program: what may be imported, and what the names then stand for."""

import ast
from functools import lru_cache

from pipeline.checks import policy
from pipeline.checks.attributes import Attributes, canonical
from pipeline.checks.refusals import Refusals
from pipeline.checks.scopes import NOTHING, Names, Refs, Scope
from pipeline.checks.tables import ManimTables, ModuleTable


class Imports:
    """Checks the imports of one program."""

    def __init__(
        self, tables: ManimTables, names: Names, attributes: Attributes, refusals: Refusals
    ) -> None:
        self._tables = tables
        self._names = names
        self._attributes = attributes
        self._refusals = refusals

    def read(self, node: ast.Import | ast.ImportFrom, scope: Scope) -> None:
        """Check an import and bind what it brings."""
        if isinstance(node, ast.Import):
            for alias in node.names:
                known = self._importable(alias.name, node)
                name = alias.name if alias.asname else alias.name.split(".")[0]
                refs = frozenset((name,)) if known else NOTHING
                self._bind(alias.asname or name, refs, node, scope)
            return
        module = node.module or ""
        if not self._importable("." * node.level + module, node):
            for alias in node.names:
                if alias.name != "*":
                    self._bind(alias.asname or alias.name, NOTHING, node, scope)
            return
        for alias in node.names:
            if alias.name == "*":
                self._star(module, scope)
            else:
                refs = self._attributes.read(frozenset((module,)), alias.name, node, None)
                self._bind(alias.asname or alias.name, refs, node, scope)

    def _star(self, module: str, scope: Scope) -> None:
        table = self._tables.module(module)
        if table is None:
            return
        self._names.bind_all(module, _brought_by(module, table), scope)

    def _importable(self, module: str, node: ast.AST) -> bool:
        """Whether a module is open and installed; a closed one is refused."""
        if self._tables.module(module) is not None:
            return True
        if module not in policy.ALLOWED_MODULES:
            self._refusals.add(
                "forbidden-import",
                node,
                f"`{module}` is not among the modules that a scene may import.",
                "A scene needs manim, numpy, math, random and the like; remove the import.",
            )
        return False

    def _bind(self, name: str, refs: Refs, node: ast.AST, scope: Scope) -> None:
        self._refusals.definition(name, node, scope.kind == "class")
        self._names.bind(name, refs, scope)


@lru_cache(maxsize=8)
def _brought_by(module: str, table: ModuleTable) -> dict[str, Refs]:
    """What a star import of a module brings; the same for every program."""
    names = {name: frozenset((canonical(module, name),)) for name in table.star}
    names |= {name: frozenset((f"closed:{name}",)) for name in table.star if name in table.closed}
    names |= {n: frozenset((table.modules[n],)) for n in table.star if n in table.modules}
    return names
