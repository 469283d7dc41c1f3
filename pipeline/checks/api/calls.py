"""What calls give, and what iterating gives."""

import ast
from collections.abc import Callable

from pipeline.checks.api.engine import Engine
from pipeline.checks.api.environment import Scope
from pipeline.checks.api.values import (
    Animate,
    ClassValue,
    FunctionValue,
    Instance,
    Items,
    Plain,
    Super,
    Value,
    items_of,
)

_PLAIN_RESULTS = {"len": "int", "int": "int", "float": "float", "str": "str", "repr": "str"}
_OWN_ITERATORS = frozenset(("Mobject", "VMobject"))
_KEEP = frozenset(("list", "tuple", "sorted", "reversed", "set"))
Evaluate = Callable[[ast.expr, Scope], Value]


class Calls:
    """Evaluates calls of one program."""

    def __init__(self, engine: Engine, evaluate: Evaluate) -> None:
        self._engine = engine
        self._evaluate = evaluate

    def result(self, node: ast.Call, scope: Scope) -> Value:
        """What a call gives; its function and arguments are evaluated too."""
        function = self._evaluate(node.func, scope)
        arguments = [self._argument(argument, scope) for argument in node.args]
        for keyword in node.keywords:
            self._evaluate(keyword.value, scope)
        match function:
            case ClassValue(cls=cls):
                return Instance(cls, exact=True)
            case Animate():
                return function
            case FunctionValue(animates=True, receiver=Instance() as mobject):
                return Animate(mobject)
            case FunctionValue(home="builtins", name=name):
                return self._builtin(name, arguments, node, scope)
            case FunctionValue(home="manim", name="always_redraw"):
                return self._redrawn(arguments)
            case FunctionValue(node=None):
                result = function.signature.result
                return self._engine.catalogue.typed(result, function.receiver)
            case FunctionValue():
                return self._engine.result_of(function)
        return None

    def element(self, value: Value) -> Value:
        """What one gets by iterating over a value."""
        match value:
            case Items(type="dict"):
                return None
            case Items(element=element):
                return element
            case Plain(type="str"):
                return Plain("str")
            case Instance(cls=cls) if cls.derives_from("Mobject"):
                member = cls.member("__iter__")
                if member is None or member.owner.name not in _OWN_ITERATORS:
                    return None
                name = "VMobject" if cls.derives_from("VMobject") else "Mobject"
                found = self._engine.catalogue.class_(name)
                return Instance(found) if found is not None else None
        return None

    def _argument(self, node: ast.expr, scope: Scope) -> Value:
        if isinstance(node, ast.Starred):
            value = self._evaluate(node.value, scope)
            if self._engine.recording:
                self._engine.values[id(node)] = value
            return None
        return self._evaluate(node, scope)

    def _redrawn(self, arguments: list[Value]) -> Value:
        """`always_redraw(f)` gives what `f()` gives."""
        match arguments:
            case [FunctionValue(node=ast.Lambda(body=body), scope=Scope() as scope)]:
                before = self._engine.recording
                self._engine.recording = False
                try:
                    return self._evaluate(body, Scope("function", scope, cls=scope.cls))
                finally:
                    self._engine.recording = before
            case [FunctionValue(node=ast.FunctionDef()) as function]:
                return self._engine.result_of(function)
            case [ClassValue(cls=cls)]:
                return Instance(cls, exact=True)
        return None

    def _builtin(self, name: str, arguments: list[Value], node: ast.Call, scope: Scope) -> Value:
        if node.keywords and name not in ("enumerate", "sorted"):
            return None
        if name in _PLAIN_RESULTS:
            return Plain(_PLAIN_RESULTS[name])
        if name in _KEEP:
            return self._collected(name, arguments)
        match name, arguments:
            case "dict", _:
                return Items("dict")
            case "range", _:
                return items_of("range", None, Plain("int"))
            case "enumerate", [value, *_]:
                pair = items_of("tuple", (Plain("int"), self.element(value)), None)
                return items_of("enumerate", None, pair)
            case "zip", [*values] if not any(isinstance(a, ast.Starred) for a in node.args):
                pair = items_of("tuple", [self.element(v) for v in values], None)
                return items_of("zip", None, pair)
            case "super", []:
                return self._super(scope)
        return None

    def _collected(self, name: str, arguments: list[Value]) -> Value:
        kind = "list" if name == "sorted" else name
        if not arguments:
            return Items(kind)
        value = arguments[0]
        same = name in ("list", "tuple") and getattr(value, "type", "") != "dict"
        known = value.items if isinstance(value, Items) and same else None
        return items_of(kind, known, self.element(value))

    @staticmethod
    def _super(scope: Scope) -> Value:
        here: Scope | None = scope
        while here is not None and here.kind == "function":
            if here.cls is not None:
                return Super(here.cls, here.receiver)
            here = here.parent
        return None
