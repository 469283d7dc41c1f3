"""The safety check: does a program reach anything but drawing?

Walks the parsed program once, in the order in which it would run. `policy.py` says what is open,
`scopes.py` follows the names, `attributes.py`, `calls.py` and `strings.py` hold the rules; this
file knows the statements, `expressions.py` the expressions.
"""

import ast
import builtins
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pipeline.checks import policy
from pipeline.checks.expressions import ExpressionWalker
from pipeline.checks.folding import Folder
from pipeline.checks.parsing import Program
from pipeline.checks.scopes import NOTHING, Refs, Scope, joined
from pipeline.checks.tables import ManimTables
from pipeline.checks.walking import Function
from pipeline.schema.finding import Finding

_LOOP_ROUNDS = 3
_HOOKS = frozenset(("modify_xml_tree", "get_file_path", "_text2svg"))


def check_safety(program: Program, folder: Folder, tables: ManimTables) -> tuple[Finding, ...]:
    """Findings of layer `safety`, by line; all are errors."""
    walker = _Walker(program, folder, tables, builtin_refs())
    findings = walker.run(program.tree)
    if walker.names.shared:
        # A function rebinds a name of an outer scope to something of interest; read everything
        # again, knowing that.
        findings = _Walker(program, folder, tables, builtin_refs(), walker.names.shared).run(
            program.tree
        )
    return findings


@lru_cache(maxsize=1)
def builtin_refs() -> dict[str, Refs]:
    """Every builtin but the exceptions, as an open or a closed reference."""
    return {
        name: frozenset((f"builtins.{name}" if name in policy.OPEN_BUILTINS else f"closed:{name}",))
        for name in (*dir(builtins), "exit", "quit", "help", "__file__", "__builtins__")
        if not _is_exception(getattr(builtins, name, None))
    }


def _is_exception(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


class _Walker(ExpressionWalker):
    """Walks statements. Function bodies wait until the code around them has been read."""

    def run(self, tree: ast.Module) -> tuple[Finding, ...]:
        """Walk the whole program."""
        self.block(tree.body, self.names.module)
        while self.waiting:
            node, scope = self.waiting.pop()
            self._body(node, scope)
        self.strings.finish()
        return self.refusals.findings

    def _body(self, node: Function | ast.Lambda, scope: Scope) -> None:
        if isinstance(node, ast.Lambda):
            self.value(node.body, scope)
            return
        # Again as long as a name of the function comes to stand for more than was known, so that
        # a name used above its binding (in a loop) is judged by it.
        queued = len(self.waiting)
        for _ in range(_LOOP_ROUNDS):
            known = dict(scope.names)
            del self.waiting[queued:]
            self.block(node.body, scope)
            if all(refs == known.get(name, NOTHING) for name, refs in scope.names.items()):
                break

    def block(self, body: Sequence[ast.stmt], scope: Scope) -> None:
        for statement in body:
            self.statement(statement, scope)

    def statement(self, node: ast.stmt, scope: Scope) -> None:
        match node:
            case ast.Expr(value=ast.Constant()):
                return
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node, scope)
            case ast.ClassDef():
                self._class(node, scope)
            case ast.Import() | ast.ImportFrom():
                self.imports.read(node, scope)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                self._assignment(node, scope)
            case ast.If() | ast.For() | ast.AsyncFor() | ast.While() | ast.Try() | ast.TryStar():
                self._branches(node, scope)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    self.value(item.context_expr, scope)
                    if item.optional_vars is not None:
                        self.store(item.optional_vars, NOTHING, scope)
                self.block(node.body, scope)
            case ast.Match():
                self._match(node, scope)
            case ast.Delete(targets=targets):
                for target in targets:
                    self.store(target, NOTHING, scope)
            case _:
                for child in self.index.children(node):
                    if isinstance(child, ast.expr):
                        self.value(child, scope)

    def _function(self, node: Function, scope: Scope) -> None:
        for decorator in node.decorator_list:
            self.value(decorator, scope)
        arguments = node.args
        defaults = self._defaults(arguments, scope)
        for argument in _all_arguments(arguments):
            self.annotation(argument.annotation, scope)
        self.annotation(node.returns, scope)
        self.bind(node.name, NOTHING, node, scope)
        if node.name in _HOOKS:
            self.refusals.closed_name(node.name, node)
        inner = self.names.function(scope, node)
        inner.class_refs = scope.class_refs
        inner.names.update(defaults)
        for argument in _all_arguments(arguments):
            self.refusals.definition(argument.arg, argument, False)
        self.waiting.append((node, inner))

    def _defaults(self, arguments: ast.arguments, scope: Scope) -> dict[str, Refs]:
        """Default values, and which parameters may be a module because of them."""
        positional = [*arguments.posonlyargs, *arguments.args]
        pairs = [
            *zip(reversed(positional), reversed(arguments.defaults), strict=False),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ]
        return {
            argument.arg: self.resolve(default, scope)
            for argument, default in pairs
            if default is not None
        }

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        for decorator in node.decorator_list:
            self.value(decorator, scope)
        refs: Refs = NOTHING
        for base in node.bases:
            base_refs = self.value(base, scope)
            if "builtins.type" in base_refs:
                self.refusals.metaclass(node)
            refs |= frozenset(ref for ref in base_refs if ref.startswith("manim."))
        for keyword in node.keywords:
            value_refs = self.value(keyword.value, scope)
            if keyword.arg in ("metaclass", None) and value_refs != {"abc.ABCMeta"}:
                self.refusals.metaclass(node)
        body = Scope("class", scope, class_refs=refs)
        self.block(node.body, body)
        self.bind(node.name, refs, node, scope)

    def _assignment(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, scope: Scope) -> None:
        if isinstance(node, ast.AnnAssign):
            self.annotation(node.annotation, scope)
        if node.value is None:
            return
        targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            if "manim.config" in self.names.lookup(node.target.id, scope):
                self.calls.config_mapping(node.value)
            else:
                self.value(node.value, scope)
            return
        pieces = _parallel(targets, node.value)
        for target, value in pieces:
            # A class attribute is reached through the class, where names are not followed.
            alias = isinstance(target, ast.Name) and scope.kind != "class"
            if value is None:
                self.store(target, NOTHING, scope)
            elif alias:
                self.store(target, self.resolve(value, scope), scope)
            else:
                self.value(value, scope, self.mode_of_target(target))
                self.store(target, NOTHING, scope, value)
                if isinstance(target, ast.Name):
                    self.strings.assigned(target.id, value)

    def _branches(self, node: ast.stmt, scope: Scope) -> None:
        before = dict(scope.names)
        match node:
            case ast.If(test=test, body=body, orelse=other):
                self.value(test, scope)
                before = dict(scope.names)
                self.block(body, scope)
                self._other(before, [other], scope)
                return
            case ast.While(test=test):
                self._widen(node, scope)
                self.value(test, scope)
                self.block(node.body, scope)
            case ast.For(target=target, iter=iterated) | ast.AsyncFor(target=target, iter=iterated):
                self._widen(node, scope)
                self.iterate(target, iterated, scope)
                self.block(node.body, scope)
            case ast.Try(body=body, handlers=handlers) | ast.TryStar(body=body, handlers=handlers):
                self._try(node, handlers, scope)
                return
        scope.names = joined(before, scope.names)
        self.block(getattr(node, "orelse", []), scope)

    def _try(
        self, node: ast.Try | ast.TryStar, handlers: list[ast.ExceptHandler], scope: Scope
    ) -> None:
        before = dict(scope.names)
        self.block(node.body, scope)
        thrown = joined(before, scope.names)
        self.block(node.orelse, scope)
        after = scope.names
        for handler in handlers:
            scope.names = dict(thrown)
            if handler.type is not None:
                self.value(handler.type, scope)
            if handler.name is not None:
                self.bind(handler.name, NOTHING, handler, scope)
            self.block(handler.body, scope)
            after = joined(after, scope.names)
        scope.names = after
        self.block(node.finalbody, scope)

    def _other(
        self, before: dict[str, Refs], others: Iterable[Sequence[ast.stmt]], scope: Scope
    ) -> None:
        """Read alternative branches, each from the state before, and join all ends."""
        after = scope.names
        for body in others:
            scope.names = dict(before)
            self.block(body, scope)
            after = joined(after, scope.names)
        scope.names = after

    def _widen(self, loop: ast.stmt, scope: Scope) -> None:
        """Let names carry what a later line of the loop binds to them into the next round."""
        if scope.kind == "function":
            return
        silent, self.refusals.silent = self.refusals.silent, True
        aliases = [
            (target, node.value)
            for node in self.index.walk(loop)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name | ast.Attribute)
            for target in node.targets
            if isinstance(target, ast.Name)
        ]
        for _ in range(_LOOP_ROUNDS):
            for target, value in aliases:
                refs = self.resolve(value, scope)
                scope.names[target.id] = scope.names.get(target.id, NOTHING) | refs
        self.refusals.silent = silent

    def _match(self, node: ast.Match, scope: Scope) -> None:
        self.value(node.subject, scope)
        before = dict(scope.names)
        after = dict(scope.names)
        for case in node.cases:
            scope.names = dict(before)
            self.pattern(case.pattern, scope)
            if case.guard is not None:
                self.value(case.guard, scope)
            self.block(case.body, scope)
            after = joined(after, scope.names)
        scope.names = after


def _all_arguments(arguments: ast.arguments) -> list[ast.arg]:
    starred = [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *starred]


def _parallel(targets: list[ast.expr], value: ast.expr) -> list[tuple[ast.expr, ast.expr | None]]:
    """Pairs of target and value; `a, b = x, y` is taken apart. Only one pair holds each value."""
    first = targets[0]
    if (
        len(targets) == 1
        and isinstance(first, ast.Tuple | ast.List)
        and isinstance(value, ast.Tuple | ast.List)
        and len(first.elts) == len(value.elts)
        and not any(isinstance(e, ast.Starred) for e in (*first.elts, *value.elts))
    ):
        return [
            pair for f, v in zip(first.elts, value.elts, strict=True) for pair in _parallel([f], v)
        ]
    return [(target, value) for target in targets]
