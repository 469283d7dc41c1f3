"""What expressions are."""

import ast
import builtins
from collections.abc import Callable
from typing import Any

from pipeline.checks.api.calls import Calls
from pipeline.checks.api.engine import Engine
from pipeline.checks.api.environment import Scope
from pipeline.checks.api.signature import OPEN, of_program
from pipeline.checks.api.values import (
    FunctionValue,
    Instance,
    Items,
    Plain,
    Value,
    items_of,
    joined,
)

_BUILTINS = frozenset(dir(builtins))
# Longer lists are not written out.
_MANY = 100
_NUMBERS = frozenset(("int", "float", "bool"))
Handler = Callable[[Any, Scope], Value]


class Expressions:
    """Evaluates expressions; `bind` assigns a value to a target."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._values = engine.values
        self._calls = Calls(engine, self.value)
        self._handlers: dict[type[ast.expr], Handler] = {
            ast.Name: self._name,
            ast.Constant: self._constant,
            ast.Attribute: self._attribute,
            ast.Call: self._call,
            ast.BinOp: self._binary,
            ast.Subscript: self._subscript,
            ast.List: self._display,
            ast.Tuple: self._display,
            ast.Set: self._display,
            ast.Lambda: self._lambda,
            ast.IfExp: self._choice,
            ast.BoolOp: self._boolean,
            ast.Compare: self._compare,
            ast.UnaryOp: self._unary,
            ast.NamedExpr: self._walrus,
            ast.ListComp: self._comprehension,
            ast.SetComp: self._comprehension,
            ast.GeneratorExp: self._comprehension,
            ast.DictComp: self._dict_comprehension,
            ast.Dict: self._dict,
            ast.JoinedStr: self._text,
        }

    def value(self, node: ast.expr, scope: Scope) -> Value:
        """What an expression is; noted for every part of it."""
        handler = self._handlers.get(type(node))
        result = handler(node, scope) if handler is not None else self._other(node, scope)
        if self._engine.recording:
            self._values[id(node)] = result
        return result

    def bind(self, target: ast.expr, value: Value, scope: Scope) -> None:
        """Assign a value to a target."""
        match target:
            case ast.Name(id=name):
                scope.bind(name, None if name in self._engine.facts.shared else value)
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                self._unpack(elements, value, scope)
            case ast.Attribute(value=receiver, attr=name):
                self._engine.attributes.store(self.value(receiver, scope), name, value)
            case ast.Subscript(value=receiver, slice=index):
                self.value(receiver, scope)
                self.value(index, scope)
            case ast.Starred(value=inner):
                self.bind(inner, Items("list"), scope)

    def _unpack(self, elements: list[ast.expr], value: Value, scope: Scope) -> None:
        known = value.items if isinstance(value, Items) and value.type != "dict" else None
        starred = any(isinstance(e, ast.Starred) for e in elements)
        if known is not None and not starred and len(known) == len(elements):
            for element, item in zip(elements, known, strict=True):
                self.bind(element, item, scope)
            return
        each = self._calls.element(value)
        for element in elements:
            self.bind(element, each, scope)

    def element(self, value: Value) -> Value:
        """What one gets by iterating over a value."""
        return self._calls.element(value)

    def _name(self, node: ast.Name, scope: Scope) -> Value:
        name = node.id
        if name in self._engine.facts.shared:
            return None
        here: Scope | None = scope
        while here is not None:
            if here.kind != "class" or here is scope:
                if name in here.names:
                    return self._as_it_may_be(name, here.names[name])
                if here.kind == "function" and name in here.local:
                    return None
                if name in here.stars:
                    return self._of_star(here.stars[name], name)
            here = here.parent
        if name in _BUILTINS:
            return FunctionValue(name, OPEN, home="builtins")
        return None

    def _as_it_may_be(self, name: str, value: Value) -> Value:
        """A list that is changed in place somewhere may hold anything."""
        if isinstance(value, Items) and name in self._engine.facts.changed:
            return Items(value.type)
        return value

    def _of_star(self, module: str, name: str) -> Value:
        return self._engine.attributes.of_module(module, name)

    def _constant(self, node: ast.Constant, scope: Scope) -> Value:
        value = node.value
        return Plain("None" if value is None else type(value).__name__)

    def _text(self, node: ast.JoinedStr, scope: Scope) -> Value:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.value(part.value, scope)
                if part.format_spec is not None:
                    self.value(part.format_spec, scope)
        return Plain("str")

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Value:
        return self._engine.attributes.read(self.value(node.value, scope), node.attr)

    def _call(self, node: ast.Call, scope: Scope) -> Value:
        return self._calls.result(node, scope)

    def _binary(self, node: ast.BinOp, scope: Scope) -> Value:
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        match left, right:
            case Plain(type="ndarray"), Plain(type=other) if other in (*_NUMBERS, "ndarray"):
                return None if isinstance(node.op, ast.MatMult) else Plain("ndarray", False)
            case Plain(type=other), Plain(type="ndarray") if other in _NUMBERS:
                return Plain("ndarray", False)
            case Plain(type="str"), Plain(type="str"):
                return Plain("str")
            case Plain(type="str"), _ if isinstance(node.op, ast.Mod):
                return Plain("str")
            case Items(type=one), Items(type=two) if one == two and isinstance(node.op, ast.Add):
                return items_of(one, None, joined(left.element, right.element))
            case Items(type="list"), _ if isinstance(node.op, ast.Mult):
                return items_of("list", None, left.element)
        return None

    def _unary(self, node: ast.UnaryOp, scope: Scope) -> Value:
        inner = self.value(node.operand, scope)
        if isinstance(node.op, ast.Not):
            return Plain("bool")
        return inner if isinstance(inner, Plain) and inner.type != "bool" else None

    def _compare(self, node: ast.Compare, scope: Scope) -> Value:
        parts = [self.value(part, scope) for part in (node.left, *node.comparators)]
        # Arrays compare item by item.
        plain = all(isinstance(p, Plain) and p.exact and p.type != "ndarray" for p in parts)
        return Plain("bool") if plain else None

    def _boolean(self, node: ast.BoolOp, scope: Scope) -> Value:
        values = [self.value(part, scope) for part in node.values]
        answer = values[0]
        for value in values[1:]:
            answer = joined(answer, value)
        return answer

    def _choice(self, node: ast.IfExp, scope: Scope) -> Value:
        self.value(node.test, scope)
        return joined(self.value(node.body, scope), self.value(node.orelse, scope))

    def _walrus(self, node: ast.NamedExpr, scope: Scope) -> Value:
        value = self.value(node.value, scope)
        self.bind(node.target, value, scope)
        return value

    def _display(self, node: ast.List | ast.Tuple | ast.Set, scope: Scope) -> Value:
        kind = {ast.List: "list", ast.Tuple: "tuple", ast.Set: "set"}[type(node)]
        items: list[Value] = []
        complete = True
        for element in node.elts:
            if isinstance(element, ast.Starred):
                inner = self.value(element.value, scope)
                self._engine.values[id(element)] = inner
                known = inner.items if isinstance(inner, Items) else None
                complete = complete and known is not None and len(items) < _MANY
                items += known if known is not None and complete else [self._calls.element(inner)]
            else:
                items.append(self.value(element, scope))
        each = items[0] if items else None
        for item in items[1:]:
            each = joined(each, item)
        return items_of(kind, items if complete else None, each)

    def _dict(self, node: ast.Dict, scope: Scope) -> Value:
        for key in node.keys:
            if key is not None:
                self.value(key, scope)
        for value in node.values:
            self.value(value, scope)
        return Items("dict")

    def _lambda(self, node: ast.Lambda, scope: Scope) -> Value:
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.value(default, scope)
        self._engine.pending[id(node)] = node, scope
        return FunctionValue("lambda", of_program(node), node=node, scope=scope)

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, scope: Scope
    ) -> Value:
        inner = self._inner(node.generators, scope)
        element = self.value(node.elt, inner)
        kind = {ast.ListComp: "list", ast.SetComp: "set"}.get(type(node), "generator")
        return items_of(kind, None, element)

    def _dict_comprehension(self, node: ast.DictComp, scope: Scope) -> Value:
        inner = self._inner(node.generators, scope)
        self.value(node.key, inner)
        self.value(node.value, inner)
        return Items("dict")

    def _inner(self, generators: list[ast.comprehension], scope: Scope) -> Scope:
        inner = Scope("function", scope, cls=scope.cls, receiver=scope.receiver)
        for generator in generators:
            iterated = self.value(generator.iter, inner)
            self.bind(generator.target, self._calls.element(iterated), inner)
            for test in generator.ifs:
                self.value(test, inner)
        return inner

    def _subscript(self, node: ast.Subscript, scope: Scope) -> Value:
        value = self.value(node.value, scope)
        self.value(node.slice, scope)
        match value:
            case Items(type="dict"):
                return None
            case Items(type=kind, items=items, element=element):
                if isinstance(node.slice, ast.Slice):
                    return items_of(kind, None, element)
                index = _constant_index(node.slice)
                if items is not None and index is not None:
                    return items[index] if -len(items) <= index < len(items) else None
                return element
            case Plain(type="str"):
                return Plain("str")
            case Instance():
                return self._of_mobject(value, node.slice)
        return None

    def _of_mobject(self, value: Instance, index: ast.expr) -> Value:
        member = value.cls.member("__getitem__")
        if member is None or member.signature is None or member.node is not None:
            return None
        if member.owner.name != "Mobject":
            return self._engine.catalogue.typed(member.signature.result, value)
        is_vector = value.cls.derives_from("VMobject")
        name = "VMobject" if is_vector else "Mobject"
        if isinstance(index, ast.Slice):
            name = "VGroup" if is_vector else "Group"
        cls = self._engine.catalogue.class_(name)
        return Instance(cls) if cls is not None else None

    def _other(self, node: ast.expr, scope: Scope) -> Value:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.value(child, scope)
        return None


def _constant_index(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int() as index):
            return index
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as index)):
            return -index
    return None
