"""Statements that bind functions, classes and modules."""

import ast
from collections.abc import Callable

from pipeline.checks.api.definitions import class_of, function_value
from pipeline.checks.api.engine import Engine
from pipeline.checks.api.environment import Scope
from pipeline.checks.api.expressions import Expressions
from pipeline.checks.api.tree import every_parameter
from pipeline.checks.api.values import ClassValue, ModuleValue


class Declarations:
    """Handlers of one program; `block` walks the body of a class."""

    def __init__(
        self,
        engine: Engine,
        expressions: Expressions,
        block: Callable[[list[ast.stmt], Scope], bool],
    ) -> None:
        self._engine = engine
        self._expressions = expressions
        self._value = expressions.value
        self._block = block

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> bool:
        """A `def`: its decorators, defaults and annotations run now, its body later."""
        for decorator in node.decorator_list:
            self._value(decorator, scope)
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self._value(default, scope)
        for annotation in _annotations(node):
            self._value(annotation, scope)
        self._engine.pending[id(node)] = node, scope
        value = None if scope.kind == "class" else function_value(node, scope)
        self._expressions.bind(ast.Name(node.name), value, scope)
        return True

    def class_(self, node: ast.ClassDef, scope: Scope) -> bool:
        """A class: its body runs now, its methods later."""
        for decorator in node.decorator_list:
            self._value(decorator, scope)
        bases = [self._value(base, scope) for base in node.bases]
        for keyword in node.keywords:
            self._value(keyword.value, scope)
        cls = class_of(node, bases, self._engine)
        inner = Scope("class", scope, cls=cls)
        self._block(node.body, inner)
        self._expressions.bind(ast.Name(node.name), ClassValue(cls), scope)
        return True

    def import_(self, node: ast.Import, scope: Scope) -> bool:
        """An `import`."""
        for alias in node.names:
            name = alias.name if alias.asname else alias.name.split(".")[0]
            known = self._engine.tables.module(name) is not None
            target = ast.Name(alias.asname or name)
            self._expressions.bind(target, ModuleValue(name) if known else None, scope)
        return True

    def import_from(self, node: ast.ImportFrom, scope: Scope) -> bool:
        """A `from ... import`; a star import takes the place of names bound before it."""
        module = node.module or ""
        table = self._engine.tables.module(module) if not node.level else None
        for alias in node.names:
            if alias.name == "*":
                stars = table.star if table is not None else ()
                for name in stars:
                    scope.names.pop(name, None)
                    scope.ever.pop(name, None)
                scope.stars.update(dict.fromkeys(stars, module))
                continue
            value = self._engine.attributes.of_module(module, alias.name) if table else None
            self._expressions.bind(ast.Name(alias.asname or alias.name), value, scope)
        return True


def _annotations(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr]:
    found = [a.annotation for a in every_parameter(node) if a.annotation is not None]
    return found + ([node.returns] if node.returns is not None else [])
