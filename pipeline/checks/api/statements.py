"""Walks statements in the order in which they run."""

import ast
from collections.abc import Callable
from typing import Any

from pipeline.checks.api.classes import Class
from pipeline.checks.api.declarations import Declarations
from pipeline.checks.api.engine import Engine
from pipeline.checks.api.environment import Names, Scope, merged, merged_all
from pipeline.checks.api.expressions import Expressions
from pipeline.checks.api.tree import AnyFunction
from pipeline.checks.api.values import Instance, Value, joined
from pipeline.checks.walking import every_node

_GUARDS = frozenset(("isinstance", "issubclass", "hasattr", "callable", "type", "getattr", "len"))
_YIELDS: frozenset[type[ast.AST]] = frozenset((ast.Yield, ast.YieldFrom))
_MAX_LOOPS = 3
_PASSES = 3


class _Returns:
    """What the returns of one function give."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self.breaks: list[list[Names]] = []
        self.yields = False


class Statements:
    """Walks the bodies of one program. `block` says whether the end of a body is reached."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._expressions = Expressions(engine)
        self._value = self._expressions.value
        declarations = Declarations(engine, self._expressions, self.block)
        self._frames: list[_Returns] = [_Returns()]
        self._loops = 0
        self._handlers: dict[type[ast.stmt], Callable[[Any, Scope], bool]] = {
            ast.Expr: self._expression,
            ast.Assign: self._assign,
            ast.AnnAssign: self._annotated,
            ast.AugAssign: self._augmented,
            ast.Return: self._return,
            ast.Raise: self._raise,
            ast.If: self._if,
            ast.For: self._for,
            ast.AsyncFor: self._for,
            ast.While: self._while,
            ast.With: self._with,
            ast.AsyncWith: self._with,
            ast.Try: self._try,
            ast.TryStar: self._try,
            ast.Match: self._match,
            ast.FunctionDef: declarations.function,
            ast.AsyncFunctionDef: declarations.function,
            ast.ClassDef: declarations.class_,
            ast.Import: declarations.import_,
            ast.ImportFrom: declarations.import_from,
            ast.Break: self._leave,
            ast.Continue: self._leave,
            ast.Delete: self._delete,
            ast.Assert: self._assert,
        }

    def block(self, body: list[ast.stmt], scope: Scope) -> bool:
        """Walk statements; False if the end of them is never reached."""
        reached = True
        for statement in body:
            handler = self._handlers.get(type(statement))
            if handler is not None and not handler(statement, scope):
                reached = False
                break  # what follows never runs
        return reached

    def function(self, node: AnyFunction, scope: Scope) -> Value:
        """Walk the body of a function; what a call of it returns."""
        engine = self._engine
        local, _ = engine.tree.own_names(node)
        cls = engine.owners.get(id(node))
        inner = Scope("function", scope, local=local, cls=cls)
        self._parameters(node, inner, cls)
        if isinstance(node, ast.Lambda):
            return self._value(node.body, inner)
        engine.running.add(id(node))
        frame, loops = _Returns(), self._loops
        self._frames.append(frame)
        self._loops = 0
        try:
            reached = self.block(node.body, inner)
        finally:
            self._frames.pop()
            self._loops = loops
            engine.running.discard(id(node))
        inner.finish()
        if reached or not frame.values:
            return None
        answer = frame.values[0]
        for value in frame.values[1:]:
            answer = joined(answer, value)
        return None if self._is_generator(node) else answer

    def run_pending(self) -> None:
        """Walk all functions that were defined and not walked yet."""
        engine = self._engine
        while engine.pending:
            key = next(iter(engine.pending))
            node, scope = engine.pending.pop(key)
            result = self.function(node, scope)
            engine.results.setdefault(key, result)

    def _is_generator(self, node: AnyFunction) -> bool:
        tree = self._engine.tree
        if not tree.index.of_kinds(_YIELDS):
            return False
        return any(type(item) in _YIELDS for item in tree.walk(node))

    def _parameters(self, node: AnyFunction, inner: Scope, cls: Class | None) -> None:
        engine = self._engine
        arguments = node.args
        names = [*arguments.posonlyargs, *arguments.args]
        for argument in (*names, *arguments.kwonlyargs):
            inner.bind(argument.arg, self._annotation(argument, inner))
        for extra in filter(None, (arguments.vararg, arguments.kwarg)):
            inner.bind(extra.arg, None)
        member = cls.members.get(getattr(node, "name", "")) if cls is not None else None
        if cls is not None and names and (member is None or member.kind in ("method", "attribute")):
            is_static = member is not None and member.kind != "method" and not member.node
            receiver = None if is_static else Instance(cls, is_self=True)
            if member is not None and member.kind == "attribute" and not _is_property(node):
                receiver = None
            inner.bind(names[0].arg, receiver)
            inner.receiver = receiver
        if engine.facts.shared & inner.names.keys():
            for name in engine.facts.shared & inner.names.keys():
                inner.bind(name, None)

    def _annotation(self, argument: ast.arg, scope: Scope) -> Value:
        """A parameter annotated with a class is an object of about that kind."""
        if not isinstance(argument.annotation, ast.Name):
            return None
        before, self._engine.recording = self._engine.recording, False
        try:
            found = self._value(argument.annotation, scope)
        finally:
            self._engine.recording = before
        cls = getattr(found, "cls", None)
        if not isinstance(cls, Class) or isinstance(found, Instance):
            return None
        return self._engine.widened(Instance(cls))

    def _expression(self, node: ast.Expr, scope: Scope) -> bool:
        self._value(node.value, scope)
        return True

    def _assign(self, node: ast.Assign, scope: Scope) -> bool:
        value = self._value(node.value, scope)
        for target in node.targets:
            self._expressions.bind(target, value, scope)
        return True

    def _annotated(self, node: ast.AnnAssign, scope: Scope) -> bool:
        if scope.kind != "function":
            self._value(node.annotation, scope)
        if node.value is not None:
            self._expressions.bind(node.target, self._value(node.value, scope), scope)
        return True

    def _augmented(self, node: ast.AugAssign, scope: Scope) -> bool:
        self._value(node.value, scope)
        self._expressions.bind(node.target, None, scope)
        return True

    def _return(self, node: ast.Return, scope: Scope) -> bool:
        value = self._value(node.value, scope) if node.value is not None else None
        self._frames[-1].values.append(value)
        return False

    def _raise(self, node: ast.Raise, scope: Scope) -> bool:
        for part in filter(None, (node.exc, node.cause)):
            self._value(part, scope)
        return False

    def _leave(self, node: ast.Break | ast.Continue, scope: Scope) -> bool:
        if self._frames[-1].breaks:
            self._frames[-1].breaks[-1].append(dict(scope.names))
        return False

    def _delete(self, node: ast.Delete, scope: Scope) -> bool:
        for target in node.targets:
            if isinstance(target, ast.Name):
                scope.bind(target.id, None)
            else:
                self._expressions.bind(target, None, scope)
        return True

    def _assert(self, node: ast.Assert, scope: Scope) -> bool:
        self._value(node.test, scope)
        for name in _guarded(node.test):
            scope.bind(name, None)
        return True

    def _if(self, node: ast.If, scope: Scope) -> bool:
        self._value(node.test, scope)
        before = dict(scope.names)
        guarded = {name: before[name] for name in _guarded(node.test) if name in before}
        ends: list[Names | None] = []
        for body in (node.body, node.orelse):
            scope.names = {**before, **dict.fromkeys(guarded)}
            ends.append(scope.names if self.block(body, scope) else None)
        after = merged_all(ends)
        scope.names = after if after is not None else before
        rebound = {
            item.id
            for body in (node.body, node.orelse)
            for statement in body
            for item in every_node(statement)
            if guarded and isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)
        }
        for name, value in guarded.items():
            if name not in rebound:
                scope.names[name] = value
        return after is not None

    def _for(self, node: ast.For | ast.AsyncFor, scope: Scope) -> bool:
        iterated = self._value(node.iter, scope)
        each = self._expressions.element(iterated)

        def body() -> None:
            self._expressions.bind(node.target, each, scope)
            self.block(node.body, scope)

        return self._loop(body, node, scope)

    def _while(self, node: ast.While, scope: Scope) -> bool:
        def body() -> None:
            self._value(node.test, scope)
            self.block(node.body, scope)

        self._loop(body, node, scope)
        endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        return not endless or any(isinstance(n, ast.Break) for n in every_node(node))

    def _loop(
        self, body: Callable[[], None], node: ast.For | ast.AsyncFor | ast.While, scope: Scope
    ) -> bool:
        """Walk a loop until what it binds no longer changes; what still does is not known."""
        self._loops += 1
        before = dict(scope.names)
        for number in range(_PASSES):
            scope.names = dict(before)
            leaves: list[Names] = []
            self._frames[-1].breaks.append(leaves)
            body()
            self._frames[-1].breaks.pop()
            after = merged_all([scope.names, *leaves]) or {}
            entry = merged(before, {**before, **after})
            entry = {name: entry[name] for name in before}
            if entry == before:
                break
            unsure = number >= 1 or self._loops > _MAX_LOOPS
            before = {n: v if v == before[n] or not unsure else None for n, v in entry.items()}
        self._loops -= 1
        scope.names = merged(before, {**before, **after})
        return self.block(node.orelse, scope)

    def _with(self, node: ast.With | ast.AsyncWith, scope: Scope) -> bool:
        for item in node.items:
            self._value(item.context_expr, scope)
            if item.optional_vars is not None:
                self._expressions.bind(item.optional_vars, None, scope)
        before = dict(scope.names)
        reached = self.block(node.body, scope)
        # `suppress` may end the body anywhere.
        scope.names = merged(scope.names, {**scope.names, **before})
        return reached or not isinstance(node.body[-1], ast.Return)

    def _try(self, node: Any, scope: Scope) -> bool:
        before = dict(scope.names)
        reached = self.block(node.body, scope)
        middle = merged(before, {**before, **scope.names})
        ends: list[Names | None] = []
        if reached and self.block(node.orelse, scope):
            ends.append(scope.names)
        for handler in node.handlers:
            scope.names = dict(middle)
            if handler.type is not None:
                self._value(handler.type, scope)
            if handler.name is not None:
                scope.bind(handler.name, None)
            ends.append(scope.names if self.block(handler.body, scope) else None)
        after = merged_all(ends)
        scope.names = after if after is not None else middle
        return self.block(node.finalbody, scope) and after is not None

    def _match(self, node: ast.Match, scope: Scope) -> bool:
        self._value(node.subject, scope)
        before = dict(scope.names)
        ends: list[Names | None] = [before]
        for case in node.cases:
            scope.names = dict(before)
            for item in every_node(case.pattern):
                name = getattr(item, "name", None) or getattr(item, "rest", None)
                if isinstance(name, str):
                    scope.bind(name, None)
            if isinstance(node.subject, ast.Name):
                scope.names[node.subject.id] = None
            if case.guard is not None:
                self._value(case.guard, scope)
            ends.append(scope.names if self.block(case.body, scope) else None)
        scope.names = merged_all(ends) or before
        return True


def _guarded(test: ast.expr) -> set[str]:
    """Variables whose kind a test asks for."""
    found: set[str] = set()
    for node in every_node(test):
        match node:
            case ast.Call(func=ast.Name(id=name), args=arguments) if name in _GUARDS:
                found |= {n.id for a in arguments for n in every_node(a) if isinstance(n, ast.Name)}
            case ast.Compare(left=ast.Name(id=name), ops=[ast.Is() | ast.IsNot()]):
                found.add(name)
    return found


def _is_property(node: AnyFunction) -> bool:
    decorators = getattr(node, "decorator_list", [])
    return any(ast.unparse(d).split(".")[-1] in ("property", "setter") for d in decorators)
