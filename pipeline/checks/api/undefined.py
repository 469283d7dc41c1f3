"""Names that are never bound, or used before they are."""

import ast
import builtins
import sys
from typing import Literal, NamedTuple

from pipeline.checks.api.tree import Tree, every_parameter
from pipeline.checks.tables import ManimTables

_BUILTINS = frozenset(dir(builtins))
_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Unbound(NamedTuple):
    """A use of a name: it is bound nowhere ("never"), or only further down ("later")."""

    node: ast.Name
    kind: Literal["never", "later"]


class Scopes:
    """The names of a program by their scopes.

    Attributes:
        star: names that star imports bring; None if one brings names that nobody can list.
        module: names bound at module level.
    """

    def __init__(self, tree: Tree, tables: ManimTables) -> None:
        self._tree = tree
        self._bound_in = tree.bound_in
        self.star = _star_names(tree, tables)
        self.module = _module_names(tree)
        self._lazy_annotations = _defers_annotations(tree.module)
        self._found: list[Unbound] = []

    def unbound(self) -> list[Unbound]:
        """All uses of names that are not bound, in the order of the text."""
        if self.star is None:
            return []
        known = self.module | self.star | _BUILTINS
        self._never(list(self._tree.module.body), [known], None)
        self._later(self._tree.module.body, set(self.star | _BUILTINS), self.module - self.star)
        return sorted(self._found, key=lambda u: (u.node.lineno, u.node.col_offset))

    def _never(
        self, nodes: list[ast.AST], scopes: list[frozenset[str]], cls: frozenset[str] | None
    ) -> None:
        """Uses below some nodes; `cls` are the names of the class body they stand in."""
        queue = list(nodes)
        while queue:
            node = queue.pop()
            match node:
                case ast.Name():
                    if not self._is_bound(node, scopes, cls):
                        self._found.append(Unbound(node, "never"))
                    continue
                case ast.Constant():
                    continue
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                    queue += self._outside(node)
                    local, _ = self._tree.own_names(node)
                    local |= {p.name for p in getattr(node, "type_params", ())}
                    body = node.body if isinstance(node.body, list) else [node.body]
                    self._never(list(body), [*scopes, local], None)
                    continue
                case ast.ClassDef():
                    queue += [*node.decorator_list, *node.bases, *node.keywords]
                    self._never(list(node.body), scopes, self._bound_in(*node.body))
                    continue
                case ast.AnnAssign():
                    queue += [node.target, *([node.value] if node.value is not None else [])]
                    if not self._lazy_annotations and len(scopes) == 1:
                        queue.append(node.annotation)
                    continue
            queue += self._tree.children(node)

    @staticmethod
    def _is_bound(node: ast.Name, scopes: list[frozenset[str]], cls: frozenset[str] | None) -> bool:
        name = node.id
        for scope in reversed(scopes):
            if name in scope:
                return True
        in_class = cls is not None and name in cls
        return in_class or not isinstance(node.ctx, ast.Load) or name.startswith("__")

    def _outside(self, node: _Function) -> list[ast.AST]:
        """Parts of a function that are evaluated where it is defined."""
        arguments = node.args
        found: list[ast.AST] = [*arguments.defaults, *filter(None, arguments.kw_defaults)]
        if isinstance(node, ast.Lambda):
            return found
        found += node.decorator_list
        if not self._lazy_annotations:
            found += [a.annotation for a in every_parameter(node) if a.annotation is not None]
            found += [node.returns] if node.returns is not None else []
        return found

    def _later(self, body: list[ast.stmt], bound: set[str], local: frozenset[str]) -> None:
        """Uses before the first binding, in statements that run one after the other."""
        for statement in body:
            own = self._bound_in(statement)
            match statement:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    self._early(self._outside(statement), bound, local)
                    inner, _ = self._tree.own_names(statement)
                    parameters = {a.arg for a in every_parameter(statement)}
                    self._later(statement.body, parameters, inner)
                case ast.ClassDef():
                    self._early([*statement.decorator_list, *statement.bases], bound, local)
                    for item in statement.body:
                        if isinstance(item, ast.FunctionDef):
                            self._later([item], set(), frozenset())
                case ast.If(test=test, body=first, orelse=second):
                    tested = bound | self._bound_in(test)
                    self._early([test], tested, local)
                    self._later(first, set(tested), local)
                    self._later(second, tested, local)
                case ast.For(iter=iterated, body=first):
                    self._early([iterated], bound, local)
                    self._later(first, bound | own, local)
                case ast.While(test=test, body=first):
                    self._later(first, bound | own, local)
                case ast.With(body=first):
                    self._later(first, bound | self._bound_in(*statement.items), local)
                case ast.Assign(value=value) | ast.Expr(value=value) | ast.Return(value=value):
                    if value is not None:
                        self._early([value], bound | self._bound_in(value), local)
                case ast.AugAssign(target=ast.Name() as target, value=value):
                    self._early([value], bound, local)
                    if target.id in local and target.id not in bound:
                        self._found.append(Unbound(target, "later"))
            bound |= own

    def _early(self, nodes: list[ast.AST], bound: set[str], local: frozenset[str]) -> None:
        queue = list(nodes)
        while queue:
            node = queue.pop()
            match node:
                case ast.Constant() | ast.Lambda() | ast.GeneratorExp():
                    continue
                case ast.ListComp() | ast.SetComp() | ast.DictComp():
                    # Its own names shadow those of the function.
                    inner = self._bound_in(*(g.target for g in node.generators))
                    self._early(self._tree.children(node), bound | inner, local - inner)
                    continue
                case ast.Name(id=name):
                    if name in local and name not in bound and isinstance(node.ctx, ast.Load):
                        self._found.append(Unbound(node, "later"))
                    continue
            queue += self._tree.children(node)


_REACHING = frozenset((ast.ImportFrom, ast.Name))


def _star_names(tree: Tree, tables: ManimTables) -> frozenset[str] | None:
    found: set[str] = set()
    for node in tree.index.of_kinds(_REACHING):
        match node:
            case ast.ImportFrom(module=module, names=[ast.alias(name="*")], level=level):
                table = tables.module(module or "") if not level else None
                if table is None:
                    return None
                found.update(table.star)
            case ast.Name(id="globals" | "exec" | "eval" | "locals" | "vars"):
                return None
    return frozenset(found)


def _module_names(tree: Tree) -> frozenset[str]:
    found = set(tree.bound_in(*tree.module.body))
    for node in tree.index.of(ast.Global):
        found.update(node.names)
    return frozenset(found)


def _defers_annotations(tree: ast.Module) -> bool:
    """Whether annotations are not evaluated where they stand."""
    return sys.version_info >= (3, 14) or any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(alias.name == "annotations" for alias in node.names)
        for node in tree.body
    )
