"""Names that are never bound, or used before they are."""

import ast
import builtins
import sys
from dataclasses import dataclass
from typing import Literal

from pipeline.checks.scopes import own_names
from pipeline.checks.tables import ManimTables

_BUILTINS = frozenset(dir(builtins))
_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True)
class Unbound:
    """A use of a name: it is bound nowhere ("never"), or only further down ("later")."""

    node: ast.Name
    kind: Literal["never", "later"]


class Scopes:
    """The names of a program by their scopes.

    Attributes:
        star: names that star imports bring; None if one brings names that nobody can list.
        module: names bound at module level.
    """

    def __init__(self, tree: ast.Module, tables: ManimTables) -> None:
        self._tree = tree
        self.star = _star_names(tree, tables)
        self.module = _module_names(tree)
        self._lazy_annotations = _defers_annotations(tree)
        self._found: list[Unbound] = []

    def unbound(self) -> list[Unbound]:
        """All uses of names that are not bound, in the order of the text."""
        if self.star is None:
            return []
        known = self.module | self.star | _BUILTINS
        self._never(list(self._tree.body), [known], None)
        self._later(self._tree.body, set(self.star | _BUILTINS), self.module - self.star)
        return sorted(self._found, key=lambda u: (u.node.lineno, u.node.col_offset))

    def _never(
        self, nodes: list[ast.AST], scopes: list[frozenset[str]], cls: frozenset[str] | None
    ) -> None:
        """Uses below some nodes; `cls` are the names of the class body they stand in."""
        queue = list(nodes)
        while queue:
            node = queue.pop()
            match node:
                case ast.Name(id=name, ctx=ast.Load()):
                    seen = any(name in scope for scope in scopes) or (cls and name in cls)
                    if not seen and not name.startswith("__"):
                        self._found.append(Unbound(node, "never"))
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                    queue += self._outside(node)
                    local, _, _ = own_names(node)
                    local |= {p.name for p in getattr(node, "type_params", ())}
                    body = node.body if isinstance(node.body, list) else [node.body]
                    self._never(list(body), [*scopes, local], None)
                    continue
                case ast.ClassDef():
                    queue += [*node.decorator_list, *node.bases, *node.keywords]
                    self._never(list(node.body), scopes, _block_names(node.body))
                    continue
                case ast.AnnAssign():
                    queue += [node.target, *([node.value] if node.value is not None else [])]
                    if not self._lazy_annotations and len(scopes) == 1:
                        queue.append(node.annotation)
                    continue
            queue.extend(ast.iter_child_nodes(node))

    def _outside(self, node: _Function) -> list[ast.AST]:
        """Parts of a function that are evaluated where it is defined."""
        arguments = node.args
        found: list[ast.AST] = [*arguments.defaults, *filter(None, arguments.kw_defaults)]
        if isinstance(node, ast.Lambda):
            return found
        found += node.decorator_list
        if not self._lazy_annotations:
            every = (
                *arguments.posonlyargs,
                *arguments.args,
                *arguments.kwonlyargs,
                *filter(None, (arguments.vararg, arguments.kwarg)),
            )
            found += [a.annotation for a in every if a.annotation is not None]
            found += [node.returns] if node.returns is not None else []
        return found

    def _later(self, body: list[ast.stmt], bound: set[str], local: frozenset[str]) -> None:
        """Uses before the first binding, in statements that run one after the other."""
        for statement in body:
            own = _bound_in(statement)
            match statement:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    self._early(self._outside(statement), bound, local)
                    inner, _, outer = own_names(statement)
                    parameters = {a.arg for a in ast.walk(statement.args) if isinstance(a, ast.arg)}
                    self._later(statement.body, set(parameters), inner - outer)
                case ast.ClassDef():
                    self._early([*statement.decorator_list, *statement.bases], bound, local)
                    for item in statement.body:
                        if isinstance(item, ast.FunctionDef):
                            self._later([item], set(), frozenset())
                case ast.If(test=test, body=first, orelse=second):
                    self._early([test], bound, local)
                    self._later(first, bound | _bound_in(test), local)
                    self._later(second, bound | _bound_in(test), local)
                case ast.For(iter=iterated, body=first):
                    self._early([iterated], bound, local)
                    self._later(first, bound | own, local)
                case ast.While(test=test, body=first):
                    self._later(first, bound | own, local)
                case ast.With(body=first):
                    self._later(first, bound | _bound_in(*statement.items), local)
                case ast.Assign(value=value) | ast.Expr(value=value) | ast.Return(value=value):
                    if value is not None:
                        self._early([value], bound | _bound_in(value), local)
                case ast.AugAssign(target=ast.Name() as target, value=value):
                    self._early([value, target], bound, local)
            bound |= own

    def _early(self, nodes: list[ast.AST], bound: set[str], local: frozenset[str]) -> None:
        queue = list(nodes)
        while queue:
            node = queue.pop()
            match node:
                case ast.Lambda() | ast.GeneratorExp():
                    continue
                case ast.ListComp() | ast.SetComp() | ast.DictComp():
                    # Its own names shadow those of the function.
                    inner = {n.id for g in node.generators for n in _stores(g.target)}
                    self._early(list(ast.iter_child_nodes(node)), bound | inner, local - inner)
                    continue
                case ast.Name(id=name):
                    if name in local and name not in bound:
                        self._found.append(Unbound(node, "later"))
            queue.extend(ast.iter_child_nodes(node))


def _stores(node: ast.AST) -> list[ast.Name]:
    return [n for n in ast.walk(node) if isinstance(n, ast.Name)]


def _star_names(tree: ast.Module, tables: ManimTables) -> frozenset[str] | None:
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=module, names=[ast.alias(name="*")], level=level):
                table = tables.module(module or "") if not level else None
                if table is None:
                    return None
                found.update(table.star)
            case ast.Name(id="globals" | "exec" | "eval" | "locals" | "vars"):
                return None
    return frozenset(found)


def _module_names(tree: ast.Module) -> frozenset[str]:
    found = set(_block_names(tree.body))
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            found.update(node.names)
    return frozenset(found)


def _block_names(body: list[ast.stmt]) -> frozenset[str]:
    """Names that a module or class body binds, branches included, functions left out."""
    return frozenset(_bound_in(*body))


def _bound_in(*nodes: ast.AST) -> set[str]:
    """Names bound by nodes, not counting what functions and classes inside bind for themselves."""
    found: set[str] = set()
    queue: list[ast.AST] = list(nodes)
    while queue:
        node = queue.pop()
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
                queue += [*node.decorator_list, *node.args.defaults]
                continue
            case ast.ClassDef(name=name):
                found.add(name)
                queue += [*node.decorator_list, *node.bases]
                continue
            case ast.Lambda():
                continue
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.alias(name=name, asname=alias):
                found.add(alias or name.split(".")[0])
            case ast.ExceptHandler(name=str() as name):
                found.add(name)
            case ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name):
                found.add(name)
            case ast.MatchMapping(rest=str() as name):
                found.add(name)
        queue.extend(ast.iter_child_nodes(node))
    return found


def _defers_annotations(tree: ast.Module) -> bool:
    """Whether annotations are not evaluated where they stand."""
    return sys.version_info >= (3, 14) or any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(alias.name == "annotations" for alias in node.names)
        for node in tree.body
    )
